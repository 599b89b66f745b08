"""A project's folder of its own with a list of two papers and three small figures, for the tests of `tertium reproduce`."""
import os
import pathlib

HOME = pathlib.Path(os.environ["TERTIUM_HOME"])
FIGURES = ("gaps", "cubes", "slow")
PAPERS = """
[first]
title = A tree & its <gaps>
authors = One, Two
source = a journal
figures = gaps
[second]
title = Cubes
authors = Three
source = another
figures = cubes, slow
"""
SWEEP = """
[sweep]
name = {name}
repetitions = {repetitions}
[model]
kind = planted-hierarchy
n0 = {n0}
levels = 2
delta = 0.1, 0.3
[methods]
run = {methods}
[figure]
title = About {name}
[smoke]
sweep.repetitions = 1
model.n0 = 3
methods.run = CL, AL
"""
CLAIMS = """
[1]
statement = CL is never better than exact | at all
quote = never | better
source = the test
condition = at_least(1, aari(CL)) > 0.5
[2]
statement = AL is worse than CL everywhere
condition = aari(CL) > 1 + aari(AL)
explanation = nothing is better than exact
"""


def make_home(folder):
    """The folder; only its configurations are its own."""
    home = folder / "home"
    configs = home / "configs"
    configs.mkdir(parents=True)
    for item in HOME.iterdir():
        if item.name not in ("configs", "build") and not item.name.startswith("."):
            (home / item.name).symlink_to(item)
    (configs / "reproduce.papers").write_text(PAPERS)
    (configs / "gaps.claims").write_text(CLAIMS)
    for name, repetitions, n0, methods in (("gaps", 12, 5, "CL, AL"), ("cubes", 3, 4, "SL, 4-AL"),
                                           ("slow", 4, 40, "4K-AL, 4-AL")):
        (configs / f"{name}.ini").write_text(SWEEP.format(name=name, repetitions=repetitions, n0=n0, methods=methods))
    return home
