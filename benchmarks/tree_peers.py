"""Trees by search compared with TREE-QMC, on the same answers in one run: held-out accuracy and times.

Usage: PYTHONPATH=build/python tree_peers.py TREE-QMC [--answers FILE...] [--folds COUNT] [--methods NAME...]

TREE-QMC (Han, Molloy, Genome Research 2023; https://github.com/molloy-lab/TREE-QMC) makes a species tree from weighted
quartets by cutting graphs. An answer "i is more like j than like k" is the quartet i,j|k,ROOT, and ROOT is the root. Each
tenth of the sets of three objects is held out once. A tree predicts the pair with fewer objects below its lowest common
ancestor; ties count as a half. Errors are standard errors over the folds. All on one thread; seconds are medians of
processor time, for TREE-QMC including reading its file.
"""

import argparse
import os
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile
import time

os.environ["OMP_NUM_THREADS"] = "1"  # before the library is loaded

import numpy as np
import tertium


def folds_of(rows, folds):
    """The fold of each row (m, 3): all answers about the same three objects have one."""
    sets, of_row = np.unique(np.sort(rows, axis=1), axis=0, return_inverse=True)
    return np.random.default_rng(1).permutation(np.arange(len(sets)) % folds)[np.ravel(of_row)]


def quartets_of(rows):
    """Lines "i,j|k,ROOT:weight" of triplets (m, 3)."""
    pairs = np.column_stack([np.sort(rows[:, :2], axis=1), rows[:, 2]])
    different, counts = np.unique(pairs, axis=0, return_counts=True)
    return "".join(f"{i},{j}|{k},ROOT:{count}\n" for (i, j, k), count in zip(different, counts, strict=True))


def sizes_below(newick, objects):
    """(n, n): how many objects are below the lowest common ancestor of two, of a tree with ROOT beside the root."""
    below = np.full((objects, objects), objects)
    parts = [[]]
    for token in re.findall(r"\)[^,();]*|[(,]|[^(),;\s]+", newick):
        if token == "(":
            parts.append([])
        elif token[0] == ")":
            children = parts.pop()
            leaves = [leaf for child in children for leaf in child]
            if "ROOT" not in leaves:
                for one in children:
                    for other in children:
                        if one is not other:
                            below[np.ix_(one, other)] = len(leaves)
            parts[-1].append(leaves)
        elif token != ",":
            name = token.split(":")[0]
            parts[-1].append([name if name == "ROOT" else int(name)])
    return below


def by_quartets(program, rows, objects, folder):
    """(tree's sizes below, seconds)."""
    (folder / "quartets").write_text(quartets_of(rows))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, "-i", folder / "quartets", "--quartets", "--quartetformat", "___,___|___,___:___",
                    "--root", "ROOT", "-o", folder / "tree", "--override"], check=True, capture_output=True)  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    below = sizes_below((folder / "tree").read_text(), objects)
    return below, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def share_predicted(below, rows):
    near, far = below[rows[:, 0], rows[:, 1]], below[rows[:, 0], rows[:, 2]]
    return np.mean(np.where(near == far, 0.5, near < far))


def by_tertium(method, rows, held_out, objects):
    """(share predicted, seconds)."""
    start = time.process_time()
    fitted = tertium.estimator(method)(n_objects=objects).fit(rows)
    seconds = time.process_time() - start
    return fitted.score(held_out), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="TREE-QMC")
    parser.add_argument("--answers", nargs="+", default=["car", "faces"], help="names of data sets, or files of triplets")
    parser.add_argument("--folds", type=int, default=10)
    parser.add_argument("--methods", nargs="+", default=["AddS-3-AL", "AddS-3-AL+search"])
    options = parser.parse_args()
    print(f"{'answers':10}{'method':24}{'accuracy, %':>14}{'seconds':>10}")
    for name in options.answers:
        given = tertium.read(name)
        rows = np.repeat(given.array, given.counts, axis=0)
        fold = folds_of(rows, options.folds)
        found = {}
        with tempfile.TemporaryDirectory() as folder:
            for number in range(options.folds):
                known, held_out = rows[fold != number], rows[fold == number]
                for method in options.methods:
                    found.setdefault(method, []).append(by_tertium(method, known, held_out, given.n_objects))
                below, seconds = by_quartets(options.program, known, given.n_objects, pathlib.Path(folder))
                found.setdefault("TREE-QMC", []).append((share_predicted(below, held_out), seconds))
        for method, of_folds in found.items():
            shares = [100 * share for share, _ in of_folds]
            error = statistics.stdev(shares) / len(shares) ** 0.5
            seconds = statistics.median(took for _, took in of_folds)
            print(f"{name:10}{method:24}{statistics.mean(shares):8.1f} ± {error:.1f}{seconds:>10.3g}", flush=True)


if __name__ == "__main__":
    main()
