"""Attacks with allowed values of parameters that nobody tests: the smallest, the largest and their neighbours, of models,
schemes and steps, with few objects; and with strange words behind options, blank ones above all. What the registries say of each parameter is read off the program's own pages."""
import math
import re

from attack_support import Failure, call, judge

SIZES = {"n", "n0", "levels", "leaves", "k", "people", "objects"}  # beyond some, computing is no matter of seconds
TRIALS = 60
WITHOUT = {"answers", "csv", "dataset"}  # models of files and of larger data
RANGE = re.compile(r"(?P<whole>a whole number|a number) (?:in (?P<open>[\[(])(?P<least>[^,]+), (?P<most>.+)\]"
                   r"|(?P<word>above|of at least) (?P<bound>\S+))?")


FOLLOWERS = {}  # {step: those that may stand behind it}, of steps that begin a chain and others
BEGINNINGS = []


def pages(kind, cache={}):
    """{name of entry: {parameter: (default, what its page says)}} of models, schemes or methods."""
    if kind not in cache:
        text = call("list", kind, "--markdown")
        judge(text, codes=(0,))
        cache[kind] = {}
        for page in re.split(r"\n## ", text.stdout)[1:]:
            entry = page.split("\n")[0]
            rows = re.findall(r"(?m)^\| `(\S+) = ?(.*?)` \| (.*) \|$", page)
            cache[kind][entry] = {name: (default, says) for name, default, says in rows}
            if kind == "methods":
                fit = re.search(r"(?m)^- is followed by: (.*)$", page)
                FOLLOWERS[entry] = fit.group(1).split(", ") if fit else []
                if "- begins a chain" in page:
                    BEGINNINGS.append(entry)
    return cache[kind]


def scores(cache=[]):
    if not cache:
        cache.extend(re.findall(r"(?m)^## (\S+)$", call("list", "metrics", "--markdown").stdout))
    return cache


def edges(name, default, says):
    """Values at the edges of what is allowed, as texts."""
    allowed = says.rpartition("; ")[2]
    if allowed.startswith("one of "):
        return allowed.removeprefix("one of ").split(", ")
    found = RANGE.fullmatch(allowed)
    if not found:
        return [default]
    least, most = float(found["least"] or found["bound"] or "-1e6"), float(found["most"] or 1e308)
    if found["whole"] == "a whole number":
        values = [least, least + 1, least + 2, 3, 4]
        values += {"n": [5, 8, 8, 12, 12, 12], "k": [least], "levels": [least + 1]}.get(name, []) if name in SIZES else [most - 1, most]
        return [str(int(value)) for value in values if least <= value <= most]
    values = [math.nextafter(least, math.inf), least + 1e-300, least + 1e-9, math.nextafter(most, 0.0), most, 1.0, 0.5, 5e-324]
    if found["open"] != "(" and found["word"] != "above":
        values.append(least)
    return [repr(value) for value in values if least <= value <= most] + [default]


def drawn(rng, parameters, often=0.4):
    """Lines `name = value` for some parameters; those of sizes always, so that there are few objects."""
    lines = []
    for name, (default, says) in parameters.items():
        if (name in SIZES or rng.random() < often) and not says.startswith("the file"):
            value = rng.choice(edges(name, default, says))
            if "expression" in says or name in ("count", "questions"):
                value = rng.choice(["0", "1", "2", "n", "1e-300", "n^3", "n*ln(n)", "2^53", default])
            if value != "":
                lines.append((name, value))
    return lines


def step_of(rng, name):
    own = [f"{key}={value}" for key, value in drawn(rng, pages("methods")[name], 0.3) if "," not in value]
    return name + (f"({','.join(own)})" if own else "")


def chain_of(rng):
    """A method: steps that fit, each with some values of its own."""
    pages("methods")
    steps = [rng.choice(BEGINNINGS)]
    while FOLLOWERS[steps[-1]] and rng.random() < 0.8:
        steps.append(rng.choice(FOLLOWERS[steps[-1]]))
    return "+".join(step_of(rng, step) for step in steps[:4])


def config_of(rng):
    model = rng.choice([name for name in pages("models") if name not in WITHOUT])
    scheme = rng.choice(["proportion", *(name for name in pages("schemes") if name not in ("held-out", "own"))])
    lines = ["[sweep]", "repetitions = 2", "[model]", f"kind = {model}"]
    lines += [f"{name} = {value}" for name, value in drawn(rng, pages("models")[model])]
    lines += ["[comparisons]", f"scheme = {scheme}"]
    lines += [f"{name} = {value}" for name, value in drawn(rng, pages("schemes")[scheme])]
    lines += ["[methods]", "run = " + chain_of(rng)]
    if rng.random() < 0.5:
        lines += ["[metrics]", "compute = " + ",".join(rng.sample(scores(), rng.choice([1, 1, 2])))]
    return "\n".join(lines) + "\n"


def attack_values(rng, folder):
    """A sweep of edge values: refused with a line, or done; and every trial that fails says why in words."""
    path = folder / "edges.ini"
    for _ in range(40):  # most chains do not fit: the first that can be planned is run
        path.write_text(config_of(rng))
        planned = call("run", "--dry-run", path)
        answer = judge(planned)
        if planned.returncode == 0:
            break
    else:
        return "refused"
    if int(re.search(r"(\d+) trials?", planned.stdout).group(1)) > TRIALS:
        return "planned"
    try:
        answer = judge(call("run", path, "-o", folder / "run", "--trial-timeout", "2s", "--time-limit", "20s", "--margin", "0s"))
        for words in (["status", "--failures"], ["report"], ["report", "--format", "newick"]):
            judge(call(words[0], folder / "run", *words[1:]))
    except Failure as failure:
        raise Failure(f"{failure}\n{path.read_text()}") from None
    return "run, " + answer


ODD = ["", " ", ",", ",,", "a,", ",a", "=", "0", "1", "2", "-1", "a", "a,b", "a,b,c,d", "nan", "1e-300", "1e308", "auto", "all", "none",
       "local", "held-out", "x=", "=x", "/", ".", "..", "/dev/null", "4-AL", "+", "4-AL+", "AddS-3", "ties=random"]
ANSWERS = "subject,anchor,near,far\n" + "".join(
    f"P{k % 3},{a},{b},{c}\n" for k, (a, b, c) in enumerate((a, b, c) for a in "abcd" for b in "abcd" for c in "efgh" if a != b))
LINES = {"cluster": ["a.csv", "--no-picture", "--force"], "answers": ["a.csv"], "compare": ["a.csv", "--force"], "embed": ["a.csv", "--force"], "ask": ["a.csv", "-n", "2"],
         "trees": ["t.nwk", "u.nwk"], "groups": ["g.csv", "--force"], "study": ["a.csv", "--force"], "run": ["c.ini", "--dry-run"],
         "report": ["run"], "status": ["run"],
         "cite": ["4-AL"], "list": ["methods"]}


def options_of(command, cache={}):
    """[(option, whether it has a value)] of the command's help."""
    if command not in cache:
        told = call("help", command).stdout
        cache[command] = [(name, bool(value)) for name, value in re.findall(r"(?m)^ +(?:-\w, )?(--[a-z-]+)( [A-Z]+\S*)?", told)
                          if name not in ("--help", "--watch", "--oracle")]
    return cache[command]


def attack_options(rng, folder):
    """One or two options of a command with words that nobody meant."""
    (folder / "a.csv").write_text(ANSWERS)
    (folder / "g.csv").write_text(re.sub(r"(?m)^P(\d),", r"P\1,\1,", ANSWERS).replace("subject,", "subject,group,", 1))
    (folder / "t.nwk").write_text("((a:1,b:1)90:1,(c:1,d:1):2);")
    (folder / "u.nwk").write_text("(((a,b),c),d);")
    (folder / "c.ini").write_text("[model]\nkind = planted-hierarchy\nn0 = 3\nlevels = 1\n[methods]\nrun = SL\n")
    command = rng.choice(list(LINES))
    words = [command, *LINES[command]]
    if "run" in words:
        judge(call("run", "c.ini", "-o", "run", cwd=folder))
    for option, takes in rng.sample(options_of(command), min(len(options_of(command)), rng.choice([1, 1, 2]))):
        words += [option, rng.choice(ODD)] if takes else [option]
    try:
        return judge(call(*words, cwd=folder))
    except Failure as failure:
        raise Failure(f"{' '.join(map(repr, words))}: {failure}") from None
