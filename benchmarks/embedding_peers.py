#!/usr/bin/python3
"""Embeddings compared with those of cblearn, on the same triplets in one run: held-out accuracy and times.

Usage: PYTHONPATH=build/python embedding_peers.py [--objects N...] [--answers A...] [--methods NAME...] [--limit SECONDS]

cblearn (Kuensting, Schmidt, von Luxburg, Wichmann; https://github.com/cblearn/cblearn) is the Python package for this. Objects are
normal in the plane. Random answers about three objects are correct with odds that depend on the distances; a further tenth is held
out. All on one thread; seconds are processor time of one run. A method that exceeds the limit is not run with more answers.
"""

import argparse
import os
import time

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before libraries are loaded

import numpy as np
import tertium

DIMENSIONS = 2


def triplets(places, count, random):
    """(count, 3): anchor, near, far; the nearer one wins with odds of the squared distances."""
    rows = random.integers(len(places), size=(count, 3))
    rows = rows[(rows[:, 0] != rows[:, 1]) & (rows[:, 0] != rows[:, 2]) & (rows[:, 1] != rows[:, 2])]
    near, far = (((places[rows[:, 0]] - places[rows[:, k]]) ** 2).sum(1) for k in (1, 2))
    turned = random.random(len(rows)) < near / (near + far)
    rows[turned] = rows[turned][:, [0, 2, 1]]
    return rows


def predicted(places, rows):
    near, far = (((places[rows[:, 0]] - places[rows[:, k]]) ** 2).sum(1) for k in (1, 2))
    return float(np.mean(near < far))


def by_tertium(name, rows, objects):
    batches = ", optimizer=adam, iterations=500" if name.endswith(", Adam") else ""
    fitted = tertium.estimator(f"{name.removesuffix(', Adam')}(d={DIMENSIONS}{batches})")(n_objects=objects).fit(rows)
    return fitted.embedding_


def by_cblearn(name, rows):
    from cblearn import embedding
    model = getattr(embedding, name.removeprefix("cblearn-"))(n_components=DIMENSIONS, random_state=1)
    return model.fit_transform(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--objects", type=int, nargs="+", default=[200, 1000, 5000])
    parser.add_argument("--answers", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--methods", nargs="+", default=["SOE", "STE", "t-STE", "t-STE, Adam", "cblearn-SOE", "cblearn-STE", "cblearn-TSTE"])
    parser.add_argument("--limit", type=float, default=60.0)
    options = parser.parse_args()
    print(f"{'objects':>8}{'answers':>10}  {'method':14}{'accuracy, %':>12}{'seconds':>10}")
    over = set()
    for objects, answers in zip(options.objects, options.answers):
        random = np.random.default_rng(1)
        places = random.normal(size=(objects, DIMENSIONS))
        rows, held_out = triplets(places, answers, random), triplets(places, answers // 10, random)
        for name in [name for name in options.methods if name not in over]:
            start = time.process_time()
            found = by_cblearn(name, rows) if name.startswith("cblearn-") else by_tertium(name, rows, objects)
            seconds = time.process_time() - start
            if seconds > options.limit:
                over.add(name)
            print(f"{objects:8}{len(rows):10}  {name:14}{100 * predicted(found, held_out):12.1f}{seconds:10.2f}", flush=True)


if __name__ == "__main__":
    main()
