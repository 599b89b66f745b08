#!/usr/bin/python3
"""benchmarks/peer_entries.py FOLDER [TASK ...]

Entries of the benchmark by others, below FOLDER: a coin, and cblearn's SOE and STE in three dimensions where cblearn is installed,
with scikit-learn's k-means and average linkage on the places; of all tasks (hours), or these. What is there is not made again.
"""

import json
import pathlib
import sys
import time

import numpy as np
from tertium._entries import COLUMNS
from tertium._tasks import FOLDS, MAKERS, csv_text, task_of

DIMENSIONS = 3


def coin(task, rows):
    """What foretells triplets of places: nothing."""
    return None


def cblearn_places(name):
    def fit(task, rows):
        from cblearn import embedding
        model = getattr(embedding, name)(n_components=DIMENSIONS, random_state=1)
        return model.fit_transform(rows)
    return fit


def nearness(places, rows):
    if places is None:
        return np.full(len(rows), 0.5)
    square = lambda a, b: ((places[rows[:, a]] - places[rows[:, b]]) ** 2).sum(1)  # noqa: E731
    return 0.5 + 0.5 * np.sign(square(0, 2) - square(0, 1))


def newick(linkage, names):
    nodes = ["'" + name.replace("'", "''") + "'" for name in names]
    for left, right, _, _ in linkage:
        nodes.append(f"({nodes[int(left)]},{nodes[int(right)]})")
    return nodes[-1] + ";\n"


def entry(folder, name, by, fit, clusters, tasks):
    folder.mkdir(parents=True, exist_ok=True)
    seconds, left_out = {}, {}
    for task in map(task_of, tasks):
        if fit is not coin and (task.kind != "triplets" or len(task.rows) > 50000):
            left_out[task.name] = "takes triplets" if task.kind != "triplets" else "takes too long"
            continue
        begin = time.monotonic()
        rows, labels = [COLUMNS["foretold"]], [COLUMNS["labels"]]
        for budget in task.budgets:
            said = np.empty(len(task.rows))
            for fold in range(FOLDS):
                held_out = task.fold == fold
                said[held_out] = nearness(fit(task, task.rows[task.given(budget, fold)]), task.rows[held_out])
            said = np.where(task.swapped, 1 - said, said)
            rows += [[budget, k, f"{first:g}"] for k, first in enumerate(said)]
            if clusters and task.truth:
                import scipy.cluster.hierarchy
                import sklearn.cluster
                places = fit(task, task.rows[task.given(budget)])
                found = sklearn.cluster.KMeans(task.clusters(), n_init=10, random_state=1).fit_predict(places)
                labels += [[budget, name, label] for name, label in zip(task.names, found)]
                tree = newick(scipy.cluster.hierarchy.linkage(places, "average"), task.names)
                (folder / f"{task.name}-tree-{budget}.nwk").write_text(tree, encoding="utf-8")
        (folder / f"{task.name}-foretold.csv").write_text(csv_text(rows), encoding="utf-8")
        if len(labels) > 1:
            (folder / f"{task.name}-labels.csv").write_text(csv_text(labels), encoding="utf-8")
        seconds[task.name] = round(time.monotonic() - begin, 2)
        print(f"{name}: {task.name} {seconds[task.name]} s", flush=True)
    described = {"entry": name, "by": by, "seconds": seconds, "left_out": left_out}
    (folder / "entry.json").write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    tasks = sys.argv[2:] or list(MAKERS)
    folder, wanted = pathlib.Path(sys.argv[1]), [("coin", "nobody", coin, False)]
    try:
        import cblearn
        for model in ("SOE", "STE"):
            wanted.append((f"cblearn-{model}", f"cblearn {cblearn.__version__}", cblearn_places(model), True))
    except ImportError:
        print("cblearn is not installed: no entries of it")
    for name, by, fit, clusters in wanted:
        if not (folder / name / "entry.json").is_file():
            entry(folder / name, name, by, fit, clusters, list(MAKERS) if fit is coin else tasks)


if __name__ == "__main__":
    main()
