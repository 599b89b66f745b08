"""The table of docs/answers-asking.md about lists of questions chosen with vectors: questions until the accuracy of random ones.

Usage: prior_lists.py [--objects N] [--batch B] [--runs R] [--method METHOD] [--shape balanced|uniform] [--workers W]

A tree is planted, and odd-one-outs about it are asked batch by batch, as `tertium ask` chooses them: at random, by the tree
of the answers (--choose branches), and by vectors (--prior). The vectors follow the tree exactly, with two or four times
the noise of a level of the tree, or not at all. 0, 10 or 30 % of the answers are wrong. METHOD makes a tree from the
answers alone, without the vectors; its score is the fraction of all triples that are correct. The table shows after how
many questions the mean score stays above that of N ln N, or 4 N ln N, random questions, with its standard error over
resampled runs. The Python module `tertium` must be found (PYTHONPATH=build/python).
"""

import argparse
import concurrent.futures
import itertools
import math

import numpy as np
import tertium

PRIORS = {"right": 0.0, "noisy": 2.0, "very noisy": 4.0, "worthless": 1000.0}
ERRORS = (0.0, 0.1, 0.3)
WAYS = ("random", "branches", *PRIORS)
DIMENSIONS = 64


def planted(objects, shape, rng):
    """Leaves of a tree in its order, as the path of every leaf from the root: nested pairs."""
    if shape == "balanced":
        half = lambda items: items[0] if len(items) == 1 else (half(items[: len(items) // 2]), half(items[len(items) // 2 :]))
        return half(list(rng.permutation(objects)))
    tree = 0
    for leaf in range(1, objects):  # one of all trees: hung into an edge drawn of 2 leaf - 1
        tree, _ = hung(tree, leaf, int(rng.integers(2 * leaf - 1)))
    return tree


def hung(tree, leaf, edge):
    """The tree with the leaf hung in above the node of that number, by preorder; and what is left of the number."""
    if edge == 0:
        return (tree, leaf), -1
    if not isinstance(tree, tuple):
        return tree, edge - 1
    left, edge = hung(tree[0], leaf, edge - 1)
    if edge < 0:
        return (left, tree[1]), -1
    right, edge = hung(tree[1], leaf, edge)
    return (left, right), edge


def walk(tree, depth, place, blur, rng, depths, places):
    """Fills in, of every two objects, the depth of the node where they part, and of every object its vector."""
    if not isinstance(tree, tuple):
        places[tree] = place + blur * rng.normal(size=DIMENSIONS)
        return [int(tree)]
    below = [walk(part, depth + 1, place + rng.normal(size=DIMENSIONS), blur, rng, depths, places) for part in tree]
    depths[np.ix_(*below)] = depth
    depths[np.ix_(*below[::-1])] = depth
    return below[0] + below[1]


def odd_ones(depths, triples):
    a, b, c = triples.T
    return np.argmax([depths[b, c], depths[a, c], depths[a, b]], axis=0)


def depths_of(linkage, objects):
    """The same of a tree as scipy has it."""
    below = {i: [i] for i in range(objects)}
    depths = np.zeros((objects, objects), int)
    for row, (left, right) in enumerate(np.asarray(linkage)[:, :2].astype(int)):
        parts = below.pop(left), below.pop(right)
        depths[np.ix_(*parts)] = depths[np.ix_(*parts[::-1])] = objects - row  # merged sooner: deeper
        below[objects + row] = parts[0] + parts[1]
    return depths


def curve(task):
    """Shares of right triples, after each batch."""
    way, error, run, options = task
    objects, rng = options.objects, np.random.default_rng([run, WAYS.index(way), int(100 * error)])
    depths, places = np.zeros((objects, objects), int), np.zeros((objects, DIMENSIONS))
    tree = planted(objects, options.shape, np.random.default_rng(run))
    walk(tree, 0, np.zeros(DIMENSIONS), PRIORS.get(way, 0.0), rng, depths, places)
    triples = np.array(list(itertools.combinations(range(objects), 3)))
    truth = odd_ones(depths, triples)
    names = [str(i) for i in range(objects)]
    choice = {"prior": places} if way in PRIORS else {"rule": way}
    given, shares = np.zeros((0, 3), int), []
    for _ in range(math.ceil(most_questions(options) / options.batch)):
        known = tertium.answers(given, kind="odd-one-outs", n_objects=objects) if len(given) else names
        asked = tertium.ask(known, options.batch, screens="odd-one-outs", random_state=run + 1, n_jobs=1, **choice).array
        odd = odd_ones(depths, asked)
        odd = np.where(rng.random(len(asked)) < error, (odd + rng.integers(1, 3, len(asked))) % 3, odd)
        rows = np.take_along_axis(asked, np.stack([(odd + 1) % 3, (odd + 2) % 3, odd], axis=1), axis=1)
        given = np.concatenate([given, rows])
        found = tertium.cluster(given, method=options.method, kind="odd-one-outs", n_objects=objects, n_jobs=1)
        shares.append(np.mean(odd_ones(depths_of(found.linkage, objects), triples) == truth))
    return shares


def most_questions(options):
    return 4.0 * options.objects * math.log(options.objects)


def reached(counts, shares, aim):
    """Number of questions after which a curve stays above the aim, interpolated between batches; infinity: never."""
    below = np.flatnonzero(shares < aim)
    if not len(below):
        return counts[0]
    k = below[-1]
    if k + 1 == len(shares):
        return math.inf
    return counts[k] + (counts[k + 1] - counts[k]) * (aim - shares[k]) / (shares[k + 1] - shares[k])


def needed(random, curves, counts, after):
    """From the means of these runs: questions until the score of random questions after a given number."""
    aim = np.interp(after, counts, random.mean(axis=0))
    return reached(counts, curves.mean(axis=0), aim), aim


def cell(random, curves, counts, after, rng):
    questions, aim = needed(random, curves, counts, after)
    if curves is random:
        return f"{after:.0f}: {100 * aim:.1f} %"
    draws = rng.integers(len(random), size=(200, len(random)))
    spread = np.std([min(needed(random[draw], curves[draw], counts, after)[0], counts[-1]) for draw in draws])
    if math.isinf(questions):
        return f"not after {counts[-1]}"
    return f"{questions:.0f} ± {spread:.0f} ({questions / after:.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=int, default=64)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--method", default="AddS-3-AL+search")
    parser.add_argument("--shape", choices=("balanced", "uniform"), default="balanced")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    counts = options.batch * np.arange(1, math.ceil(most_questions(options) / options.batch) + 1)
    tasks = [(way, error, run, options) for error in ERRORS for way in WAYS for run in range(options.runs)]
    with concurrent.futures.ProcessPoolExecutor(options.workers) as pool:
        shares = dict(zip(((way, error, run) for way, error, run, _ in tasks), pool.map(curve, tasks, chunksize=4)))
    rng = np.random.default_rng(1)
    print(f"{options.method}, {options.shape} trees of {options.objects} objects, batches of {options.batch}\n")
    for after in (most_questions(options) / 4.0, most_questions(options)):
        print("| questions | none wrong | 10 % | 30 % |\n| --- | --- | --- | --- |")
        for way in WAYS:
            of = {e: {w: np.array([shares[w, e, run] for run in range(options.runs)]) for w in ("random", way)} for e in ERRORS}
            print(f"| {way} | " + " | ".join(cell(of[e]["random"], of[e][way], counts, after, rng) for e in ERRORS) + " |")
        print()


if __name__ == "__main__":
    main()
