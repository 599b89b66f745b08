#!/usr/bin/python3
"""Attacks the program with damaged and made-up input, and counts what it answers.

Whatever comes in, the program ends by itself, soon, with exit code 0, 1, 2 or 3, and where it fails with one clear line:
no crash, no hang, no "internal error", no stack trace. Damage to a run loses nothing silently: after it, `run` makes the
rows of the undisturbed run again, or refuses with a line. No file that a command reads is changed, nor, without --force,
any other that was there; a log keeps the lines that it had.

    TERTIUM_PROGRAM=build/tertium tests/attack/attack.py                   # some minutes
    TERTIUM_PROGRAM=build/tertium tests/attack/attack.py --seconds 3600    # an hour for each kind
    TERTIUM_PROGRAM=build/tertium tests/attack/attack.py --only answers --case 1234   # one case again

A case is made from its number alone, so a number printed by a failure makes the same case again.
"""
import argparse
import collections
import csv
import io
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = os.path.abspath(os.environ.get("TERTIUM_PROGRAM", "build/tertium"))
HOME = pathlib.Path(os.environ.get("TERTIUM_HOME", pathlib.Path(__file__).resolve().parents[2]))
LIMIT = 60  # seconds that no command may need
MEMORY = 6 << 30  # bytes of address space
TOKENS = ["0", "1", "-1", "1e9", "1e308", "nan", "inf", "-0", "0x10", "", " ", "a" * 300, "=", "[", "]", "#", ",", ":", ";",
          "\\", "'", '"', "\t", "\r", "\0", "\n", "%s", "../../x", "/", "~", "é", "数", "🙂", "\ud7ff", "0:0:0", "1:-1:9",
          "9999999999999999999", "--help", "-x", "$HOME", "`id`"]
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
CONTROLS = {chr(k) for k in [*range(0x20), *range(0x7f, 0xa0), 0x2028, 0x2029, *range(0x202a, 0x202f)]}
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


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def call(*words, **options):
    env = dict(os.environ, OMP_NUM_THREADS="2", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, timeout=LIMIT, preexec_fn=limits, env=env,
                          stdin=subprocess.DEVNULL, errors="replace", **options)


class Failure(Exception):
    pass


def judge(result, codes=(0, 1, 2, 3)):
    """The exit code as text; Failure where the answer is none."""
    told = f"exit {result.returncode}: {result.stderr[-400:]}"
    if result.returncode < 0:
        raise Failure(f"killed by {signal.Signals(-result.returncode).name}: {result.stderr[-300:]}")
    if result.returncode not in codes:
        raise Failure("unexpected " + told)
    for word in ("internal error", "Traceback", "terminate called", "AddressSanitizer", "runtime error:"):
        if word in result.stderr:
            raise Failure(f"'{word}' in {told}")
    if result.returncode in (1, 2) and not (result.stderr + result.stdout).strip():
        raise Failure("failed without a word, " + told)
    if result.returncode == 2 and (result.stderr.count("\n") != 1 or set(result.stderr[:-1]) & CONTROLS):
        raise Failure("not one plain line, " + told)
    return f"exit {result.returncode}"


def mutated(rng, text):
    """Bytes with some edits: flipped, cut, doubled, swapped, tokens put in or in place of words."""
    data = bytearray(text.encode() if isinstance(text, str) else text)
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([1, 1, 3, 10, 60]))
        kind = rng.randrange(7)
        if kind == 0 and at < len(data):
            data[at] = rng.randrange(256)
        elif kind == 1:
            del data[at:end]
        elif kind == 2:
            data[at:at] = data[at:end]
        elif kind == 3:
            del data[at:]
        elif kind == 4:
            data[at:at] = rng.choice(TOKENS).encode("utf-8", "surrogatepass")
        elif kind == 5:
            data[at:end] = rng.choice(TOKENS).encode("utf-8", "surrogatepass")
        else:
            lines = bytes(data).split(b"\n")
            rng.shuffle(lines)
            data = bytearray(b"\n".join(lines))
    return bytes(data)


def other_value(rng, text):
    """The text with another value behind one of its equals signs."""
    lines = text.split("\n")
    k = rng.choice([k for k, line in enumerate(lines) if "=" in line])
    value = rng.choice(TOKENS + ["-0.5", "0.3", "1e-9", "2", "3, 4", "0.1:0.1:0.5", "SL", "planted-hierarchy", "a, a", "auto"])
    lines[k] = lines[k].split("=")[0] + rng.choice(["= ", "+= "]) + value
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def attack_configs(rng, folder):
    """A damaged configuration; what can be planned and is small is run."""
    path = folder / "attacked.ini"
    path.write_bytes(rng.choice([mutated, other_value])(rng, CONFIG))
    words = ["--set", rng.choice(["model.delta=0.2", "sweep.name=x", "methods.run+=CL", "comparisons.p=" + rng.choice(TOKENS),
                                  rng.choice(TOKENS)]).replace("\0", "")] if rng.random() < 0.3 else []
    planned = call("plan", path, *words)
    answer = judge(planned)
    trials = [line.split(" trial")[0].split()[-1] for line in planned.stdout.splitlines() if " trial" in line]
    if planned.returncode == 0 and trials and trials[0].isdigit() and int(trials[0]) < 100 and "n0 = 3" in path.read_text(errors="replace"):
        before = set(folder.iterdir())
        answer = "run, " + judge(call("run", path, "-o", folder / "run", "--time-limit", "20s", "--margin", "0s", *words))
        if set(folder.iterdir()) - before - {folder / "run"}:
            raise Failure(f"files outside of the run: {set(folder.iterdir()) - before}")
    return answer


def answers_text(rng):
    """A file of answers that may be good."""
    names = [rng.choice(["a", "b", "cat", "x y", "é", "数", "#1", '"q', "1", "07"]) + str(k) for k in range(rng.choice([3, 5, 12]))]
    width = rng.choice([3, 3, 4])
    separator = rng.choice([",", ";", "\t", " "])
    rows = [separator.join(rng.sample(names, width) if len(names) >= width else rng.choices(names, k=width))
            for _ in range(rng.choice([0, 1, 5, 200]))]
    header = rng.choice(["", "", "anchor,near,far", "i,j,k,l", "subject,anchor,near,far", "a,b,c", "anchor,near,far,count", "a,b,odd",
                         "anchor,left,right,answer", "a,b,c,odd", "subject,set,anchor,near,far", "far,rt,anchor,near"])
    return rng.choice(["", "\ufeff"]) + "\n".join(([header.replace(",", separator)] if header else []) + rows) + rng.choice(["", "\n"])


def npy_bytes(rng):
    """An array of numpy that may be good."""
    shape = rng.choice([(4, 3), (4, 4), (4,), (0, 3)])
    kind, width = rng.choice([("<i8", 8), (">i4", 4), ("|u1", 1), ("|b1", 1), ("<f8", 8)])
    head = str({"descr": kind, "fortran_order": rng.random() < 0.5, "shape": shape}) + "\n"
    numbers = b"".join((k % 5).to_bytes(width, "little") for k in range(16))
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + numbers[:shape[0] * (shape + (1,))[1] * width]


def attack_answers(rng, folder):
    """A damaged file of answers, looked at and clustered."""
    path = folder / rng.choice(["answers.csv", "-c.csv", "x y.csv", "é.csv"])
    text = answers_text(rng)
    path.write_bytes(mutated(rng, text) if rng.random() < 0.7 else text.encode("utf-8", "surrogatepass"))
    method = rng.choice(["AddS-3-AL", "AddS-4-AL", "4-AL", "3-AL", "MulK-4+AL", "SL", "3K-AL"])
    if rng.random() < 0.2:
        path.write_bytes(mutated(rng, npy_bytes(rng)) if rng.random() < 0.7 else npy_bytes(rng))
    about = rng.choice([[], [], ["--skip-bad"], ["--columns", rng.choice(["anchor,near,far", "a,b,odd", "-,a,b,c,odd", "x,y", ","])],
                        ["--kind", rng.choice(["odd-one-outs", "most-central"])], ["--drop-subjects", rng.choice(["cat1", "", ","])],
                        ["--responses", str(path)], ["--sets", "a0"]])
    judge(call("answers", path, *about))
    words = about or rng.choice([[], ["--clusters", rng.choice(["2", "0", "-1", "x", "99"])], ["--seed", "5"]])
    return judge(call("cluster", path, "--method", method, "-o", folder / "out", "--no-picture", *words))


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
        table = call("export", run, "--csv")
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
        for words in (["status", run], ["report", run], ["export", run, "--newick"], ["verify", run], ["failures", run]):
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
    return judge(call("plan", config, "--costs", path))


def attack_tables(rng, folder):
    """Damaged features and similarities of [model] kind = csv."""
    size = rng.choice([1, 2, 5, 9])
    rows = [",".join(str(rng.choice([k * j, 1 / (1 + abs(k - j))])) for j in range(size)) for k in range(size)]
    header = rng.choice(["", ",".join(f"f{k}" for k in range(size)) + "\n", "name,label\n"])
    (folder / "t.csv").write_bytes(mutated(rng, header + "\n".join(rows) + "\n"))
    (folder / "c.ini").write_text("[model]\nkind = csv\nfile = t.csv\nholds = %s\n[methods]\nrun = SL, 4-AL\n"
                                  % rng.choice(["features", "similarities", "distances"]))
    answer = judge(call("plan", folder / "c.ini"))
    if answer == "exit 0":
        answer = "run, " + judge(call("run", folder / "c.ini", "-o", folder / "run"))
    return answer


def state_of(folder):
    """What stands in all files, links and pipes apart."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.is_symlink()}


def expect_kept(before, folder, *changed):
    for path, content in before.items():
        if path not in changed and (not path.is_file() or path.read_bytes() != content):
            raise Failure(f"{path.relative_to(folder)} is changed")


TREE = "left,right,height,size\n0,1,1,2\n2,3,2,2\n4,5,3,4\n"
NEWICK = "((a:1,b)0.9:2,(c,'d e')[x]1);"
GRAPH = "%%MatrixMarket matrix coordinate real symmetric\n6 6 7\n2 1 9\n3 1 9\n3 2 9\n4 3 8\n5 4 9\n6 5 9\n6 4 9\n"
EDGES = "source,target,weight\na,b,3\nb,c,2\nc,d,5\nd,a,1e-3\n"
NUMBERS = ["1e308", "9e307", "1e-320", "-1", "9" * 400, "nan", "1e999", "0", "2", "0.5"]
NAMES = "object,name\na,a\nb,b\nc,c\nd,d\n"
LOG = "anchor,first,second,answer,vote,swapped,batch,seconds\na,b,c,first,1,no,1,0.5\nb,a,d,second,1,no,1,0.5\n"
CLAIMS = """[one]
says = it holds
source = nowhere
at = delta = 0.3, p = 1
holds = aari(4-AL-I3) > aari(SL) - 1
[two]
says = it is small
at = p = 1
holds = aari(4K-AL) - aari(AddS-4-AL) < 1.5
"""


def attack_trees(rng, folder):
    """Damaged linkages and Newick, cut short among them."""
    text, name = rng.choice([(TREE, "t.csv"), (NEWICK, "t.nwk"), ("\n".join(TREE.split("\n")[1:]), "u.csv")])
    path = folder / name
    lines = text.splitlines(True)
    path.write_bytes("".join(lines[:rng.randrange(1, len(lines) + 1)]).encode() if rng.random() < 0.3 else mutated(rng, text))
    other = folder / "other.nwk"
    other.write_text("((0,1),(2,3));" if name != "t.nwk" else NEWICK)
    before = state_of(folder)
    answer = judge(call("trees", path, other, *rng.choice([[], ["--common"], ["--json"], ["-o", folder / "out"]])))
    expect_kept(before, folder)
    return answer


def attack_graphs(rng, folder):
    """Damaged graphs, with weights that no sum can hold."""
    text, name = rng.choice([(GRAPH, "g.mtx"), (EDGES, "g.csv")])
    if rng.random() < 0.5:
        lines = text.splitlines()
        for k in rng.sample(range(2, len(lines)), 2):
            lines[k] = (lines[k].replace(",", " , ").rsplit(" ", 1)[0] + " " + rng.choice(NUMBERS)).replace(" , ", ",")
        text = "\n".join(lines) + "\n"
    path = folder / name
    path.write_bytes(mutated(rng, text) if rng.random() < 0.6 else text.encode())
    method = rng.choice(["AL", "graph-SL", "AL", "CL"])
    return judge(call("cluster", path, "--method", method, "-o", folder / "out", "--no-picture"))


def attack_images(rng, folder):
    """A folder of pictures in which anything may be: pipes, devices, folders, links out of it."""
    (folder / "a.csv").write_text("anchor,near,far\n0,1,2\n1,2,3\n2,1,0\n3,2,1\n0,1,3\n")
    (folder / "secret").write_text("never to be sent")
    images = folder / "im"
    images.mkdir()
    for k in range(4):
        path = images / f"{k}{rng.choice(['.png', '.jpg', '.svg', '.PNG', ''])}"
        make = rng.choice([lambda p: p.write_bytes(b"x" * rng.choice([0, 1, 1000])), lambda p: p.write_bytes(b"x"), os.mkfifo, os.mkdir,
                           lambda p: p.symlink_to("/dev/zero"), lambda p: p.symlink_to("../secret"), lambda p: p.symlink_to("0.png"),
                           lambda p: p.symlink_to(p.name), lambda p: p.symlink_to("/proc/self/mem")])
        if not path.is_symlink() and not path.exists():
            make(path)
    answer = judge(call("cluster", folder / "a.csv", "--images", images, "-o", folder / "out"))
    page = folder / "out" / "tree.html"
    if page.is_file() and "bmV2ZXIgdG8gYmUgc2VudA" in page.read_text():
        raise Failure("what is outside of the folder is in the page")
    return answer


def attack_oracles(rng, folder):
    """Programs that answer badly, late, or not at all, into logs that may be damaged."""
    oracle = rng.choice(["sed '1d; s/.*/first/'", "sed '1d; s/.*/2/'", "cat", "yes first", "echo " + rng.choice(["first", "x", "''"]),
                         "exit 3", "kill -9 $$", "sed '1d; s/.*/first/'; exec >&-; sleep 9", "sleep 9 | sleep 9", "exec 0<&-; echo 1; echo 2",
                         "head -c 3000 /dev/urandom", "sed '1d; s/.*/skip/'; setsid sleep 9 &", "printf 'answer\\r\\nFirst\\r\\n0\\r\\n'"])
    (folder / "n.csv").write_text(NAMES)
    log, before = folder / "log.csv", b""
    kind = rng.randrange(6)
    if kind == 0:
        before = mutated(rng, LOG)
    elif kind == 1:
        lines = LOG.splitlines()
        lines[rng.choice([1, 2])] = ",".join(rng.choice(line.split(",") + NUMBERS + ["yes", "9223372036854775807"])
                                              if rng.random() < 0.3 else field
                                              for line in [lines[1]] for field in line.split(","))
        before = ("\n".join(lines) + "\n").encode()
    elif kind == 2:
        before = LOG.encode()
    elif kind == 3:
        log = rng.choice([folder / "fifo", pathlib.Path("/dev/full"), pathlib.Path("/dev/null"), folder, folder / "n.csv"])
        if log.name == "fifo":
            os.mkfifo(log)
    if kind < 3:
        log.write_bytes(before)
    begun = time.monotonic()
    answer = judge(call("ask", "--names", folder / "n.csv", "--oracle", oracle, "--budget", rng.choice([1, 4]), "--batch", rng.choice([1, 2]),
                        "--log", log, "--oracle-timeout", "0.2s"))
    if time.monotonic() - begun > 20:
        raise Failure("the timeout of 0.2 s is not kept")
    if (folder / "n.csv").read_text() != NAMES:
        raise Failure("the table of names is changed")
    if kind < 3:  # all whole lines but perhaps the last, which may be torn
        after, lines = log.read_bytes(), before.splitlines(True)
        if lines and not after.startswith(b"".join(lines[:-1])):
            raise Failure("the log has lost lines")
    return answer


def attack_claims(rng, folder, store=[]):
    """Damaged claims about a finished run."""
    if not store:
        store.append(Store(pathlib.Path(tempfile.mkdtemp(prefix="tertium-attack-claims-"))))
    config = folder / "whole.ini"
    config.write_text(CONFIG)
    damaged = mutated(rng, CLAIMS) if rng.random() < 0.7 else other_value(rng, CLAIMS)
    config.with_suffix(".claims").write_bytes(damaged)
    before = state_of(store[0].run)
    answer = judge(call("claims", config, "-o", store[0].run, *rng.choice([[], [], ["--markdown"]])))
    expect_kept(before, store[0].run)
    return answer


def attack_arrays(rng, folder):
    """Questions and responses in arrays."""
    for name in ("q.npy", "r.npy"):
        (folder / name).write_bytes(mutated(rng, npy_bytes(rng)) if rng.random() < 0.4 else npy_bytes(rng))
    before = state_of(folder)
    words = rng.choice([["answers"], ["cluster", "--no-picture", "-o", folder / "out", "--method", "AddS-3-AL"]])
    answer = judge(call(*words, folder / "q.npy", *rng.choice([[], ["--responses", folder / "r.npy"]])))
    expect_kept(before, folder)
    return answer


def attack_overwriting(rng, folder):
    """Outputs that are there already, or are inputs, by other names too."""
    (folder / "a.csv").write_text("anchor,near,far\n0,1,2\n1,2,3\n2,1,0\n3,2,1\n0,1,3\n")
    (folder / "n.csv").write_text("".join(["object,name\n"] + [f"{k},{k}\n" for k in range(4)]))
    (folder / "w").mkdir()
    for name in ("labels.csv", "summary.json", "linkage.csv"):
        (folder / "w" / name).write_bytes((folder / "a.csv").read_bytes())
    os.link(folder / "a.csv", folder / "hard.csv")
    (folder / "link.csv").symlink_to(rng.choice(["a.csv", "nowhere.csv", "w/labels.csv"]))
    source = rng.choice(["a.csv", "hard.csv", "w/labels.csv", "link.csv"])
    output = rng.choice(["a.csv", "hard.csv", "link.csv", "n.csv", "w", "w/labels.csv", "new", "./w/../a.csv", "", "/dev/null"])
    force = rng.choice([[], ["--force"]])
    before = state_of(folder)
    words = rng.choice([["ask", source, "-n", "2"], ["ask", "--names", "n.csv"], ["cluster", source, "--no-picture", "--names", "n.csv"],
                        ["answers", source]])
    read = {(folder / word).stat().st_ino for word in words if (folder / word).is_file()}
    inputs = [path for path in before if path.stat().st_ino in read]
    answer = judge(call(*words, "-o", output, *force, cwd=folder))
    for path in inputs if force else before:
        expect_kept({path: before[path]}, folder)
    return answer


ATTACKS = {"configs": attack_configs, "answers": attack_answers, "stores": attack_stores, "sites": attack_sites,
           "tables": attack_tables, "trees": attack_trees, "graphs": attack_graphs, "images": attack_images,
           "oracles": attack_oracles, "claims": attack_claims, "arrays": attack_arrays, "overwriting": attack_overwriting}


def one(kind, case, keep=False):
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"tertium-attack-{kind}-"))
    try:
        return ATTACKS[kind](random.Random(f"{kind} {case}"), folder)
    except subprocess.TimeoutExpired as error:
        raise Failure(f"hangs: {' '.join(map(str, error.cmd))}") from None
    finally:
        if keep:
            print(f"{kind} {case}: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30, help="for each kind of attack (default: 30)")
    parser.add_argument("--first", type=int, default=0, help="number of the first case (default: 0)")
    parser.add_argument("--only", choices=sorted(ATTACKS), help="this kind only")
    parser.add_argument("--case", type=int, help="one case again; its files are kept")
    options = parser.parse_args()
    failures = []
    for kind in [options.only] if options.only else ATTACKS:
        if options.case is not None:
            print(f"{kind} {options.case}: {one(kind, options.case, keep=True)}")
            continue
        counts = collections.Counter()
        end, case = time.monotonic() + options.seconds, options.first
        while time.monotonic() < end:
            try:
                counts[one(kind, case)] += 1
            except Failure as failure:
                counts["FAILED"] += 1
                failures.append(f"{kind} {case}: {failure}")
                print(failures[-1], flush=True)
            case += 1
        print(f"{kind}: {case - options.first} cases from number {options.first}: "
              + ", ".join(f"{name} {n}" for name, n in sorted(counts.items())), flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
