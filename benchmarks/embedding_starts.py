#!/usr/bin/python3
"""The benefit of more starts for embeddings: accuracy on correct answers, fits that are stuck, and seconds.

Usage: PYTHONPATH=build/python embedding_starts.py [--objects N...] [--wrong SHARE...] [--seeds COUNT] [--methods NAME...] [--starts R...]

Objects are normal in the plane; 4 N ln N random answers about three objects are given, some of them wrong. A fit is stuck if its
accuracy is more than .05 below that of the best fit of the same method to the same answers, with any number of starts. Errors are
standard errors over the seeds; seconds are processor time on one thread.
"""

import argparse
import os
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before libraries are loaded

import numpy as np
import tertium

DIMENSIONS, JUDGED, STUCK = 2, 20_000, 0.05
METHODS = ["CKL", "STE", "t-STE", "SOE", "GNMDS", "FORTE"]


def triplets(places, count, wrong, random):
    """(count, 3): anchor, near, far; a share of them turned around."""
    n = len(places)
    anchor, first, second = (random.integers(low, high, count) for low, high in ((0, n), (1, n), (1, n - 1)))
    second += second >= first
    rows = np.column_stack([anchor, anchor + first, anchor + second]) % n
    near, far = (((places[rows[:, 0]] - places[rows[:, k]]) ** 2).sum(1) for k in (1, 2))
    turned = (near > far) != (random.random(count) < wrong)
    rows[turned] = rows[turned][:, [0, 2, 1]]
    return rows


def predicted(places, rows):
    near, far = (((places[rows[:, 0]] - places[rows[:, k]]) ** 2).sum(1) for k in (1, 2))
    return float(np.mean(near < far))


def fits(objects, wrong, seed, methods, starts):
    """(predicted, seconds), each (methods, starts)."""
    random = np.random.default_rng(seed)
    places = random.normal(size=(objects, DIMENSIONS))
    rows = triplets(places, int(2 * objects * DIMENSIONS * np.log(objects)), wrong, random)
    judged = triplets(places, JUDGED, 0.0, random)
    found = np.empty((2, len(methods), len(starts)))
    for m, method in enumerate(methods):
        for s, number in enumerate(starts):
            start = time.process_time()
            fitted = tertium.estimator(f"{method}(d={DIMENSIONS}, restarts={number})")(n_objects=objects, random_state=seed).fit(rows)
            found[:, m, s] = predicted(fitted.embedding_, judged), time.process_time() - start
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--objects", type=int, nargs="+", default=[30, 100])
    parser.add_argument("--wrong", type=float, nargs="+", default=[0.0, 0.1])
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--methods", nargs="+", default=METHODS)
    parser.add_argument("--starts", type=int, nargs="+", default=[1, 10])
    options = parser.parse_args()
    columns = [text for number in options.starts for text in (f"accuracy, starts: {number}", "stuck", "seconds")]
    print(f"| objects | wrong | method | {' | '.join(columns)} |\n{'| --- ' * (3 + len(columns))}|")
    for objects in options.objects:
        for wrong in options.wrong:
            found = np.array([fits(objects, wrong, seed, options.methods, options.starts) for seed in range(1, options.seeds + 1)])
            best = found[:, 0].max(axis=2, keepdims=True)
            stuck = (found[:, 0] < best - STUCK).sum(0)
            mean, error = found.mean(0), found[:, 0].std(0, ddof=1) / np.sqrt(options.seeds)
            for m, method in enumerate(options.methods):
                cells = [f"{100 * mean[0, m, s]:.1f} ± {100 * error[m, s]:.1f} % | {stuck[m, s]}/{options.seeds} | {mean[1, m, s]:.3f}"
                         for s in range(len(options.starts))]  # fmt: skip
                print(f"| {objects} | {wrong} | {method} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
