"""Attacks on sweeps: configurations, what runs have stored, sites and costs, claims."""
import csv
import io
import pathlib
import shutil
import tempfile

from attack_support import HOME, TOKENS, Failure, call, expect_kept, judge, mutated, other_value, state_of

CONFIG = """[sweep]
name = attacked
seed = 7
repetitions = 2
[model]
kind = planted-hierarchy
n0 = 3
levels = 1
delta = 0.1, 0.3
[comparisons]
scheme = proportion
p = 0.5, 1
[methods]
run = SL, 4K-AL, AddS-4-AL, 4-AL-I3
[method.4-AL-I3]
ties = first
[metrics]
compute = aari, dasgupta_cost
[store]
products = yes
[figure]
title = attacked
"""
SITE = HOME / "cluster-jobs" / "sites" / "local.ini"
COSTS = """# measured
[4-AL]
method = 4-AL
p = 1
eps = 1
constant_seconds = 1e-5
seconds_per_step = 1e-9
memory_factor = 1
trials = 3
smallest_n = 10
largest_n = 40
threads = 1
"""
CLAIMS = """[one]
statement = it holds
source = nowhere
at = delta = 0.3, p = 1
condition = aari(4-AL-I3) > aari(SL) - 1
[two]
statement = it is small
at = p = 1
condition = aari(4K-AL) - aari(AddS-4-AL) < 1.5
"""


def attack_configs(rng, folder):
    """A damaged configuration; what can be planned and is small is run."""
    path = folder / "attacked.ini"
    path.write_bytes(rng.choice([mutated, other_value])(rng, CONFIG))
    words = ["--set", rng.choice(["model.delta=0.2", "sweep.name=x", "methods.run+=CL", "comparisons.p=" + rng.choice(TOKENS),
                                  rng.choice(TOKENS)]).replace("\0", "")] if rng.random() < 0.3 else []
    planned = call("run", "--dry-run", path, *words)
    answer = judge(planned)
    trials = [line.split(" trial")[0].split()[-1] for line in planned.stdout.splitlines() if " trial" in line]
    if planned.returncode == 0 and trials and trials[0].isdigit() and int(trials[0]) < 100 and "n0 = 3" in path.read_text(errors="replace"):
        before = set(folder.iterdir())
        answer = "run, " + judge(call("run", path, "-o", folder / "run", "--time-limit", "20s", "--margin", "0s", *words))
        if set(folder.iterdir()) - before - {folder / "run"}:
            raise Failure(f"files outside of the run: {set(folder.iterdir()) - before}")
    return answer


class Store:
    """A finished run and its rows, which every attack on a copy of it is held to."""

    def __init__(self, folder):
        self.run = folder / "whole"
        self.config = folder / "whole.ini"
        self.config.write_text(CONFIG)
        judge(call("run", self.config, "-o", self.run), codes=(0,))
        self.rows = self.rows_of(self.run)

    @staticmethod
    def rows_of(run):
        table = call("report", run, "--format", "rows")
        judge(table, codes=(0,))
        kept = {}
        for row in csv.DictReader(io.StringIO(table.stdout)):
            kept[row["key"]] = tuple(v for name, v in sorted(row.items()) if not name.startswith("t_") and name not in ("host", "peak_rss", "trial"))
        return kept


def damage(rng, run):
    """Damages one file of the run; what was done, in words."""
    files = sorted(path for path in run.rglob("*") if path.is_file())
    path = rng.choice(files)
    kind = rng.randrange(6)
    if kind == 0:
        path.write_bytes(mutated(rng, path.read_bytes()))
    elif kind == 1:
        path.write_bytes(path.read_bytes()[:rng.randrange(path.stat().st_size + 1)])
    elif kind == 2:
        path.unlink()
    elif kind == 3:
        path.unlink()
        path.mkdir()
    elif kind == 4:
        path.unlink()
        path.symlink_to(path.name)
    else:
        path.write_bytes(rng.choice(files).read_bytes())
    return f"{path.relative_to(run)} damaged in way {kind}"


def attack_stores(rng, folder, store=[]):
    """A finished run with a damaged file: looked at with every command, then run again."""
    if not store:
        store.append(Store(pathlib.Path(tempfile.mkdtemp(prefix="tertium-attack-store-"))))
    run = folder / "run"
    shutil.copytree(store[0].run, run)
    done = [damage(rng, run) for _ in range(rng.choice([1, 1, 2]))]
    try:
        for words in (["status", run], ["report", run], ["report", run, "--format", "newick"], ["status", "--verify", run], ["status", "--failures", run]):
            if rng.random() < 0.5:
                judge(call(*words))
        again = call("run", store[0].config, "-o", run)
        answer = "run, " + judge(again)
        if again.returncode == 0 and Store.rows_of(run) != store[0].rows:
            raise Failure("the run says that it is complete, with other rows")
    except Failure as failure:
        raise Failure(f"{failure}; {'; '.join(done)}") from None
    return answer


def attack_sites(rng, folder):
    """Damaged descriptions of clusters, and measured costs."""
    path = folder / "file.ini"
    if rng.random() < 0.5:
        path.write_bytes(mutated(rng, SITE.read_bytes()))
        config = folder / "c.ini"
        config.write_text(CONFIG)
        return judge(call("slurm", "render", config, "-o", folder / "run", "--site", path))
    path.write_bytes(mutated(rng, COSTS))
    config = folder / "c.ini"
    config.write_text(CONFIG)
    return judge(call("run", "--dry-run", config, "--costs", path))


def attack_claims(rng, folder, store=[]):
    """Damaged claims about a finished run."""
    if not store:
        store.append(Store(pathlib.Path(tempfile.mkdtemp(prefix="tertium-attack-claims-"))))
    config = folder / "whole.ini"
    config.write_text(CONFIG)
    damaged = mutated(rng, CLAIMS) if rng.random() < 0.7 else other_value(rng, CLAIMS)
    config.with_suffix(".claims").write_bytes(damaged)
    before = state_of(store[0].run)
    answer = judge(call("report", "--claims", config, "-o", store[0].run))
    expect_kept(before, store[0].run)
    return answer
