#!/usr/bin/python3
"""benchmarks/peer_entries.py FOLDER [TASK ...]

Entries of the benchmark by other software, below FOLDER: a coin; scikit-learn and scipy on the true similarities behind the answers
of planted models; and, if cblearn is installed, its SOE and STE in three dimensions with scikit-learn's k-means and average linkage
of the coordinates, for all tasks (hours), or for the given ones. Existing entries are not made again.
"""

import json
import pathlib
import sys
import time

import numpy as np
import scipy.cluster.hierarchy
import scipy.spatial.distance
from tertium._entries import COLUMNS
from tertium._tasks import FOLDS, MAKERS, csv_text, task_of

DIMENSIONS = 3


class Coin:
    name, by, tasks = "coin", "nobody", list(MAKERS)

    def refusal(self, task):
        return ""

    def fit(self, task, rows):
        return None

    def predicted(self, model, rows):
        return np.full(len(rows), 0.5)


class TrueSimilarities:
    """The best possible predictions, and the clusters and trees from the similarities themselves."""

    name, tasks = "true-similarities", list(MAKERS)

    def __init__(self):
        import sklearn
        self.by = f"scikit-learn {sklearn.__version__} and scipy, on the true similarities"

    def refusal(self, task):
        return "" if task.similarity is not None else "true similarities of participants are not known"

    def fit(self, task, rows):
        return task.similarity

    def predicted(self, similarity, rows):
        other = rows[:, [0, 2]] if rows.shape[1] == 3 else rows[:, 2:]
        return 0.5 + 0.5 * np.sign(similarity[rows[:, 0], rows[:, 1]] - similarity[other[:, 0], other[:, 1]])

    def clusters(self, similarity, k):
        import sklearn.cluster
        spectral = sklearn.cluster.SpectralClustering(k, affinity="precomputed", assign_labels="cluster_qr", random_state=1)
        return spectral.fit_predict(similarity - similarity.min())

    def tree(self, similarity):
        far = similarity.max() - similarity
        np.fill_diagonal(far, 0.0)
        return scipy.cluster.hierarchy.linkage(scipy.spatial.distance.squareform(far), "average")


class CblearnPlaces:
    def __init__(self, model, tasks):
        import cblearn
        self.model, self.name, self.by, self.tasks = model, f"cblearn-{model}", f"cblearn {cblearn.__version__}", tasks

    def refusal(self, task):
        return "takes triplets" if task.kind != "triplets" else "takes too long" if len(task.rows) > 50000 else ""

    def fit(self, task, rows):
        from cblearn import embedding
        return getattr(embedding, self.model)(n_components=DIMENSIONS, random_state=1).fit_transform(rows)

    def predicted(self, places, rows):
        square = lambda a, b: ((places[rows[:, a]] - places[rows[:, b]]) ** 2).sum(1)  # noqa: E731
        return 0.5 + 0.5 * np.sign(square(0, 2) - square(0, 1))

    def clusters(self, places, k):
        import sklearn.cluster
        return sklearn.cluster.KMeans(k, n_init=10, random_state=1).fit_predict(places)

    def tree(self, places):
        return scipy.cluster.hierarchy.linkage(places, "average")


def newick(linkage, names):
    nodes = ["'" + name.replace("'", "''") + "'" for name in names]
    for left, right, _, _ in linkage:
        nodes.append(f"({nodes[int(left)]},{nodes[int(right)]})")
    return nodes[-1] + ";\n"


def enter(folder, peer):
    folder.mkdir(parents=True, exist_ok=True)
    seconds, left_out = {}, {}
    for task in map(task_of, peer.tasks):
        if refusal := peer.refusal(task):
            left_out[task.name] = refusal
            continue
        begin = time.monotonic()
        rows, labels = [COLUMNS["predicted"]], [COLUMNS["labels"]]
        for budget in task.budgets:
            said = np.empty(len(task.rows))
            for fold in range(FOLDS):
                held_out = task.fold == fold
                said[held_out] = peer.predicted(peer.fit(task, task.rows[task.given(budget, fold)]), task.rows[held_out])
            said = np.where(task.swapped, 1 - said, said)
            rows += [[budget, k, f"{first:g}"] for k, first in enumerate(said)]
            if task.truth and hasattr(peer, "clusters"):
                model = peer.fit(task, task.rows[task.given(budget)])
                labels += [[budget, name, label] for name, label in zip(task.names, peer.clusters(model, task.clusters()))]
                tree = newick(peer.tree(model), task.names)
                (folder / f"{task.name}-tree-{budget}.nwk").write_text(tree, encoding="utf-8")
        (folder / f"{task.name}-predicted.csv").write_text(csv_text(rows), encoding="utf-8")
        if len(labels) > 1:
            (folder / f"{task.name}-labels.csv").write_text(csv_text(labels), encoding="utf-8")
        seconds[task.name] = round(time.monotonic() - begin, 2)
        print(f"{peer.name}: {task.name} {seconds[task.name]} s", flush=True)
    described = {"entry": peer.name, "by": peer.by, "seconds": seconds, "left_out": left_out}
    (folder / "entry.json").write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    makers = [Coin, TrueSimilarities] + [lambda model=model: CblearnPlaces(model, sys.argv[2:] or list(MAKERS)) for model in ("SOE", "STE")]
    for maker in makers:
        try:
            peer = maker()
        except ImportError as error:
            print(f"no entry of {error.name}: it is not installed")
            continue
        folder = pathlib.Path(sys.argv[1]) / peer.name
        if not (folder / "entry.json").is_file():
            enter(folder, peer)


if __name__ == "__main__":
    main()
