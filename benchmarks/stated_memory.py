"""The memory that `run --dry-run` states, compared with the memory that `run` takes, method by method: a table.

    benchmarks/stated_memory.py TERTIUM [--only REGEX] [--folder FOLDER] [--scale FACTOR]    some ten minutes of a core

Each line is one method on one problem, in a separate process on one thread: the memory that `--dry-run` states, the largest resident
memory beyond that of a tiny run, and their ratio. An asterisk marks methods that take 20 MB or more with a ratio outside of
[.67, 1.2]. Runs that were killed or failed are marked. --scale makes the problems larger or smaller.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HIERARCHY = "[model]\nkind = planted-hierarchy\nn0 = {}\nlevels = 3\ndelta = 0.2\n"
FLAT = "[model]\nkind = planted-flat\nn = {}\nk = 4\n"
P = "[comparisons]\np = {}\neps = {}\n"
COUNT = "[comparisons]\nscheme = count\ncount = {}\nreplacement = {}\n"
ODD = "[comparisons]\nscheme = odd-one-out\na = {}\n"
VOTES = "[comparisons]\nscheme = thurstone\ncount = {}\nvotes = {}\n"
NONE = "[comparisons]\nscheme = none\n"
UNITS = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}
LEAST, LOW, HIGH = 20e6, 0.67, 1.2


def few(count, replacement="no"):
    return COUNT.format(count, replacement)


def all_given(p=1, eps=1):
    return P.format(p, eps)


def flat(n):
    return FLAT.format(n)


def levels(n0):
    return HIERARCHY.format(n0)


def block(n):
    return f"[model]\nkind = hsbm\nn = {n}\n"


def tree(n):
    return f"[model]\nkind = planted-tree\nn = {n}\n"


TINY = ("AL", levels(2), all_given(), "aari")
# (method, model, comparisons, score)
CELLS = [
    ("AddS-3-AL", flat(6000), few("2e6"), "exact"),
    ("AddS-4-AL", flat(4000), few("2e6"), "exact"),
    ("AddS-3-sparse", flat(60000), few("5e6", "yes"), "exact"),
    ("AddS-3-splits", flat(30000), few("5e6", "yes"), "exact"),
    ("4-AL", levels(30), few("1e6"), "aari"),
    ("3-AL", levels(60), few("2e6"), "aari"),
    ("4K-AL", levels(30), all_given(0.01), "aari"),
    ("3K-AL", levels(60), few("1e6"), "aari"),
    ("4K-AL", levels(40), all_given(), "aari"),
    ("3K-AL", levels(100), all_given(), "aari"),
    ("AddS-3-AL+search", flat(600), few("1e6"), "exact"),
    ("4-AL+search+lengths", levels(30), few("2e5"), "aari"),
    ("t-STE+AL", flat(2000), few("3e5"), "exact"),
    ("STE+k-means", flat(2000), few("5e5"), "exact"),
    ("t-STE(optimizer=adam)+AL", flat(5000), few("4e6"), "exact"),
    ("AddS-3+SDP-k", flat(1200), few("1e6"), "exact"),
    ("AddS-3+SPUR", flat(600), few("1e6"), "exact"),
    ("AddS-3+spectral", flat(3000), few("1e6"), "exact"),
    ("AddS-3+SDP-lambda", flat(800), few("1e6"), "exact"),
    ("CL", levels(300), all_given(), "aari"),
    ("SL", levels(300), all_given(), "aari"),
    ("AL", levels(500), all_given(), "aari"),
    ("Ls-AD-VC", flat(100), ODD.format(0.5), "ari"),
    ("LP-rounding", flat(40), ODD.format(0.3), "ari"),
    ("Linkage++", block(3000), NONE, "dasgupta_cost"),
    ("insertion", tree(20000), "[comparisons]\nscheme = questions\n", "clades"),
    ("4K-AL-act", levels(30), all_given(0.01), "aari"),
    ("SPoSE+AL", flat(1000), ODD.format(0.01), "exact"),
    ("GNMDS+AL", flat(2000), few("3e5"), "exact"),
    ("FORTE-AL", flat(1000), few("3e5"), "exact"),
    # What these leave out: other schemes, sizes, shares and steps.
    ("AddS-3-sparse", flat(66000), few("5e6", "yes"), "exact"),
    ("AddS-3-sparse", flat(20000), few("20e6", "yes"), "exact"),
    ("AddS-3-splits", flat(66000), few("3e6", "yes"), "aari"),
    ("AddS-3-splits", flat(8000), few("10e6", "yes"), "aari"),
    ("AddS-3-AL", flat(3000), few("1e7", "yes"), "exact"),
    ("AddS-3-AL", flat(2000), few("8e6"), "exact"),
    ("AddS-4-AL", flat(3000), few("1e7", "yes"), "exact"),
    ("AddS-4-AL", levels(60), all_given(0.1), "aari"),
    ("AddS-4-AL", levels(60), all_given(0.001, 0.8), "aari"),
    ("AddS-3-AL", levels(100), all_given(0.1), "aari"),
    ("AddS-3-AL", levels(200), all_given(1, 0.8), "aari"),
    ("AddS-3+k-means", flat(2500), few("1e6"), "exact"),
    ("AddS-4+spectral", flat(2000), few("3e6", "yes"), "exact"),
    ("4-AL", levels(60), all_given(0.1), "aari"),
    ("4-AL", levels(60), all_given(0.002), "aari"),
    ("4-AL", levels(200), all_given(), "aari"),
    ("4-AL", levels(60), few("4e6"), "aari"),
    ("4-AL", levels(40), few("2e6", "yes"), "aari"),
    ("4-AL", levels(60), all_given(0.1, 0.8), "aari"),
    ("3-AL", levels(100), all_given(0.1), "aari"),
    ("3-AL", levels(200), all_given(), "aari"),
    ("3-AL", levels(100), few("5e6", "yes"), "aari"),
    ("3-AL", levels(60), all_given(0.002), "aari"),
    ("4K-AL", levels(60), all_given(0.0005), "aari"),
    ("4K-AL", levels(30), all_given(0.5), "aari"),
    ("4K-AL", levels(60), few("2e6"), "aari"),
    ("4K-AL", levels(60), few("2e6", "yes"), "aari"),
    ("4K-AL-literal", levels(60), all_given(0.002, 0.8), "aari"),
    ("3K-AL", levels(100), all_given(0.05), "aari"),
    ("3K-AL", levels(100), few("2e6", "yes"), "aari"),
    ("3K-AL", levels(100), all_given(0.3, 0.8), "aari"),
    ("4K-AL-act", levels(60), all_given(0.001), "aari"),
    ("4K-AL-act-lnN", levels(60), all_given(0.01, 0.8), "aari"),
    ("4K-AL-act-lnN-redrawn", levels(30), all_given(0.001), "aari"),
    ("CL", levels(200), all_given(1, 0.9), "aari"),
    ("SL", levels(200), all_given(1, 0.9), "aari"),
    ("SL(policy=sort)", levels(100), all_given(), "aari"),
    ("CL(policy=sort)", levels(100), all_given(), "aari"),
    ("CL(policy=naive)", levels(40), all_given(), "aari"),
    ("AL", block(20000), NONE, "dasgupta_cost"),
    ("graph-CL", block(20000), NONE, "dasgupta_cost"),
    ("graph-SL", block(20000), NONE, "dasgupta_cost"),
    ("Linkage++", block(10000), NONE, "dasgupta_cost"),
    ("Linkage++(projection=split)", block(2000), NONE, "dasgupta_cost"),
    ("insertion", tree(200000), "[comparisons]\nscheme = questions\n", "clades"),
    ("insertion", flat(3000), "[comparisons]\nscheme = questions\neps = 0.9\n", "exact"),
    ("Ls-AD-VC", flat(250), ODD.format(0.1), "ari"),
    ("Ls-AD-VC", flat(120), ODD.format(0.9), "ari"),
    ("CrowdClust+DP-mixture", flat(200), ODD.format(0.2), "ari"),
    ("SPoSE+AL", flat(300), ODD.format(0.3), "exact"),
    ("AddS-3-AL", flat(300), ODD.format(0.5), "exact"),
    ("4-AL", flat(200), ODD.format(0.4), "exact"),
    ("3-AL", flat(250), VOTES.format("4e6", 4), "exact"),
    ("4-AL", flat(250), VOTES.format("4e6", 1), "exact"),
    ("AddS-4-AL", flat(1500), VOTES.format("5e6", 5), "exact"),
    ("SOE+AL", flat(3000), few("1e6"), "exact"),
    ("CKL+k-means", flat(1500), few("1e6", "yes"), "exact"),
    ("t-STE+AL", flat(500), few("2e6"), "exact"),
    ("t-STE(optimizer=adam)+AL", flat(4000), few("1e6", "yes"), "exact"),
    ("STE(optimizer=projected)+AL", flat(700), few("5e5"), "exact"),
    ("AddS-3-AL+search+lengths", flat(1500), few("1e6"), "exact"),
    ("AddS-3-AL+lengths", flat(1500), few("1e6"), "exact"),
    ("3-AL+search", levels(60), few("2e6", "yes"), "aari"),
    ("AddS-3+spectral(k=4)", flat(1200), few("1e6"), "exact"),
    ("AddS-3+spectral(k=4)", flat(3000), few("1e6"), "exact"),
    ("AddS-4+spectral(k=4)", flat(1200), few("1e6"), "exact"),
    ("AddS-3+spectral(k=500)", flat(1200), few("1e6"), "exact"),
    ("AddS-3+SL", flat(1200), few("1e6"), "exact"),
    ("AddS-3+SL", flat(1600), few("1e6"), "exact"),
    ("AddS-4+SL", flat(1500), few("1e6"), "exact"),
    ("AddS-3+CL", flat(1500), few("1e6"), "exact"),
    ("AddS-4+CL", flat(1600), few("1e6"), "exact"),
    ("4K+SL", levels(150), all_given(0.002), "aari"),
    ("CrowdClust+k-means", flat(450), ODD.format(0.1), "ari"),
    ("CrowdClust+k-means", flat(300), ODD.format(0.5), "ari"),
    ("CrowdClust+DP-mixture", flat(900), ODD.format(0.01), "ari"),
]


def peak(words, folder):
    """Largest resident memory of a process in bytes, and how it ended."""
    environment = dict(os.environ, OMP_NUM_THREADS="1", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    with open(folder / "err", "w") as err:
        child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=err, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss * 1024, child.returncode


def measured(program, folder, cell):
    """Bytes stated and taken, and the exit status of the run."""
    method, model, comparisons, score = cell
    config, run = folder / "cell.ini", folder / "run"
    config.write_text(f"[sweep]\nrepetitions = 1\n{model}{comparisons}[methods]\nrun = {method}\n[metrics]\ncompute = "
                      f"{score}\n[store]\nproducts = no\n")
    shutil.rmtree(run, ignore_errors=True)
    told = subprocess.run([program, "run", "--dry-run", config], capture_output=True, text=True)
    found = re.search(r"^all .* ([\d.]+) (B|kB|MB|GB)$", told.stdout, re.M)
    if found is None:
        print(f"{method}: {told.stderr.strip()}", flush=True)
        return float("nan"), float("nan"), told.returncode
    taken, status = peak([program, "run", config, "-o", run, "-w", "1", "-t", "1", "--trial-timeout", "120s"], folder)
    return float(found[1]) * UNITS[found[2]], taken, status


def line_of(cell, stated, taken, status):
    ratio = taken / stated
    outside = taken >= LEAST and not LOW <= ratio <= HIGH or status != 0
    size = re.search(r"(?:n|n0) = (\d+)", cell[1])[1]
    scheme = " ".join(cell[2].split("\n")[1:]).strip()
    return f"{cell[0]:32} {size:>7} {scheme:45} {stated / 1e6:9.1f} {taken / 1e6:9.1f} {ratio:6.2f}{' *' if outside else ''}" + (
        f"  status {status}" if status else "")


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("program")
    words.add_argument("--only", default="", help="only methods that match")
    words.add_argument("--folder", type=pathlib.Path, help="folder for the problems; default: a temporary one")
    words.add_argument("--first", type=int, default=0, help="begin with this line")
    asked = words.parse_args()
    folder = asked.folder or pathlib.Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    _, base, _ = measured(asked.program, folder, TINY)
    print(f"{'method':32} {'objects':>7} {'comparisons':45} {'MB stated':>9} {'MB taken':>9} {'ratio':>6}", flush=True)
    for cell in CELLS[asked.first:]:
        if re.search(asked.only, cell[0]):
            stated, taken, status = measured(asked.program, folder, cell)
            print(line_of(cell, stated, taken - base, status), flush=True)


if __name__ == "__main__":
    sys.exit(main())
