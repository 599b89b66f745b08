#!/usr/bin/python3
"""How often the planted number of dimensions is found: by LORE, and by embeddings in 1 to 10 dimensions with held-out answers.

Usage: PYTHONPATH=build/python dimensions_found.py [--objects N...] [--dimensions D...] [--wrong SHARE...] [--answers C...] [--seeds COUNT] [--methods NAME...]

Coordinates are normal in D dimensions. C N D ln N random answers about three objects are given, some of them wrong. For methods other
than LORE the number of dimensions is chosen as in `tertium embed`: the fewest that predict held-out answers as well as the best, within
a standard error, in five folds. Intervals are Wilson's 95 % intervals of the fraction; errors are standard errors over the seeds;
accuracy is about correct answers; seconds are processor time on one thread, including the choice.
"""

import argparse
import os
import re
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before libraries are loaded

import numpy as np
import tertium
from embedding_starts import predicted, triplets

MOST, JUDGED = 10, 20_000


def lore(rows, objects, seed):
    """(dimensions, places)."""
    fitted = tertium.LORE(n_components=MOST, n_objects=objects, random_state=seed, n_jobs=1).fit(rows)
    return int(fitted.reports_["embedding_dimensions"]), fitted.embedding_


def by_folds(method, rows, objects, seed):
    answers = tertium.answers(rows, n_objects=objects)
    tried = tertium.compare(answers, methods=f"{method}(d=1..{MOST})", folds=5, random_state=seed, n_jobs=1).table
    shares, errors = np.array(tried["accuracy"]), np.array(tried["standard_error"])
    best = np.argmax(shares)
    number = min(int(re.search(r"d ?= ?(\d+)", name)[1]) for name, good in zip(tried["method"], shares >= shares[best] - errors[best]) if good)
    return number, tertium.estimator(f"{method}(d={number})")(n_objects=objects, random_state=seed, n_jobs=1).fit(rows).embedding_


def interval(hits, count):
    """Wilson's, of 95 %."""
    z, share = 1.96, hits / count
    middle = (share + z**2 / (2 * count)) / (1 + z**2 / count)
    half = z / (1 + z**2 / count) * np.sqrt(share * (1 - share) / count + z**2 / (4 * count**2))
    return max(0.0, middle - half), min(1.0, middle + half)


def told(runs, dimensions):
    """Of the numbers found, shares predicted and seconds of some runs."""
    found, share, seconds = runs
    hits, error = int((found == dimensions).sum()), share.std(ddof=1) / np.sqrt(len(share))
    low, high = interval(hits, len(found))
    return f"{hits}/{len(found)}, {low:.2f} to {high:.2f} | {found.mean():.1f} | {share.mean():.1f} ± {error:.1f} % | {seconds.mean():.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--objects", type=int, nargs="+", default=[60])
    parser.add_argument("--dimensions", type=int, nargs="+", default=[1, 2, 3, 5, 8])
    parser.add_argument("--wrong", type=float, nargs="+", default=[0.0, 0.1])
    parser.add_argument("--answers", type=float, nargs="+", default=[4.0])
    parser.add_argument("--seeds", type=int, default=12)
    parser.add_argument("--methods", nargs="+", default=["LORE", "t-STE", "SOE"])
    options = parser.parse_args()
    columns = [f"{method}: {text}" for method in options.methods for text in ("found, 95 %", "mean", "predicted", "seconds")]
    print(f"| objects | answers | wrong | dimensions | {' | '.join(columns)} |\n{'| --- ' * (4 + len(columns))}|")
    for objects in options.objects:
        for factor in options.answers:
            for wrong in options.wrong:
                for dimensions in options.dimensions:
                    count = int(factor * objects * dimensions * np.log(objects))
                    runs = {method: [] for method in options.methods}
                    for seed in range(1, options.seeds + 1):
                        random = np.random.default_rng(seed)
                        places = random.normal(size=(objects, dimensions))
                        rows, judged = triplets(places, count, wrong, random), triplets(places, JUDGED, 0.0, random)
                        for method in options.methods:
                            start = time.process_time()
                            made = lore(rows, objects, seed) if method == "LORE" else by_folds(method, rows, objects, seed)
                            seconds = time.process_time() - start
                            runs[method].append((made[0], 100 * predicted(made[1], judged), seconds))
                    cells = [told(np.array(runs[method]).T, dimensions) for method in options.methods]
                    print(f"| {objects} | {count} | {wrong} | {dimensions} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
