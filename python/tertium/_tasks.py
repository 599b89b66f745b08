"""The tasks of the benchmark: answers of participants and of planted models, with fixed folds and budgets.

Random numbers come from numpy's RandomState, which never changes; DIGESTS show whether a task has changed.
"""

import csv
import dataclasses
import hashlib
import io
import json

import numpy as np

from ._answers import read
from ._tertium import TertiumError

FOLDS = 5
FILES = ("task.json", "answers.csv", "truth.csv")
COLUMNS = {"triplets": ("anchor", "first", "second"), "quadruplets": ("i", "j", "k", "l")}  # beside answer


@dataclasses.dataclass
class Task:
    """name; kind: triplets or quadruplets; rows: (m, 3) or (m, 4), the answers; names: of objects; fold: (m,), the fold in
    which an answer is held out (answers about the same objects share a fold); order: (m,), a permutation: a budget of B is
    the answers below B; swapped: (m,), whether the chosen option is second in the file; budgets; truth: {level: (n,)
    labels}, -1 for none; sentence, source; similarity: (n, n), the similarities of a planted model, which are in no file.
    """

    name: str
    kind: str
    rows: np.ndarray
    names: list
    fold: np.ndarray
    order: np.ndarray
    swapped: np.ndarray
    budgets: list
    truth: dict
    sentence: str
    source: str
    similarity: np.ndarray = None

    @property
    def scored(self):
        """The scores of entries."""
        return ["predicted"] + (["clusters"] if "label" in self.truth else []) + (["tree"] if self.truth else [])

    def given(self, budget, fold=None):
        """Positions of the answers that a method may learn from: those of the budget that are not in the fold."""
        return np.flatnonzero((self.order < budget) & (self.fold != (-1 if fold is None else fold)))

    def clusters(self):
        """The number of true clusters."""
        return len(set(self.truth["label"].tolist()) - {-1})

    def files(self):
        """The task as files, {name: text}."""
        rows = [["id", *COLUMNS[self.kind], "answer", "fold", "order"]]
        turn = [0, 2, 1] if self.kind == "triplets" else [2, 3, 0, 1]
        for k, row in enumerate(self.rows):
            shown, answer = (row[turn], "second") if self.swapped[k] else (row, "first")
            rows.append([k, *(self.names[i] for i in shown), answer, self.fold[k], self.order[k]])
        told = {"task": self.name, "version": 1, "sentence": self.sentence, "source": self.source, "kind": self.kind,
                "objects": len(self.names), "answers": len(self.rows), "folds": FOLDS, "budgets": self.budgets,
                "scored": self.scored, "clusters": self.clusters() if "label" in self.truth else None}  # fmt: skip
        files = {"task.json": json.dumps(told, indent=2) + "\n", "answers.csv": csv_text(rows)}
        if self.truth:
            table = [["object", *self.truth]]
            for i, name in enumerate(self.names):
                table.append([name, *("" if labels[i] < 0 else labels[i] for labels in self.truth.values())])
            files["truth.csv"] = csv_text(table)
        return files


def csv_text(rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def digest(files):
    return hashlib.sha256("".join(f"{name}\n{files[name]}" for name in sorted(files)).encode()).hexdigest()[:16]


def made(name, kind, rows, names, truth, sentence, source, seed):
    """Folds by the objects of an answer, so that no held-out question is answered elsewhere; an order; budgets of a quarter,
    a half and all.
    """
    draws = np.random.RandomState(seed)
    about = np.unique(np.sort(rows, axis=1), axis=0, return_inverse=True)[1].ravel()
    fold = (draws.permutation(about.max() + 1) % FOLDS)[about]
    order = draws.permutation(len(rows))
    swapped = draws.random_sample(len(rows)) < 0.5  # so that an entry that says the same of all is worth a coin
    return Task(name, kind, rows, list(names), fold, order, swapped, [len(rows) // 4, len(rows) // 2, len(rows)], truth, sentence, source)


# --- people ---


def of_people(name, sentence, classes=None):
    given = read(name)
    rows = np.repeat(given.array, given.counts, axis=0)
    truth = {"label": np.array(classes)} if classes is not None else {}
    return made(name, given.kind, rows, given.names, truth, sentence, f"data set {name} (tertium datasets {name})", len(name))


def car_classes():
    """Ordinary cars, sports cars, off-road; outliers belong to none."""
    kinds = {"ordinary": 0, "sports": 1, "off-road/SUV": 2}
    return [kinds.get(name.rsplit(" ", 1)[0], -1) for name in read("car").names]


# --- planted models ---


def planted(levels, leaves, delta, draws, mean=0.8, sigma=0.1):
    """A planted hierarchy as in HC19: 2^levels clusters of equal size. Similarities are normal; their mean falls by `delta`
    with each level between two objects. Returns the upper triangle, and the clusters of every level.
    """
    n = leaves << levels
    leaf = np.arange(n) // leaves
    apart = np.zeros((n, n), int)
    for level in range(levels):
        apart += (leaf[:, None] >> level) != (leaf[None, :] >> level)
    similarity = mean - delta * apart + sigma * draws.standard_normal((n, n))
    similarity = np.triu(similarity, 1)
    names = [f"level{level + 1}" for level in range(levels)]
    truth = {name: leaf >> (levels - 1 - level) for level, name in enumerate(names)}
    truth["label"] = truth.pop(names[-1])
    return similarity + similarity.T, truth


def triplets_of(similarity, count, correct, draws):
    """Triplets drawn with replacement; each is correct with the given probability."""
    n = len(similarity)
    rows = np.empty((0, 3), int)
    while len(rows) < count:
        drawn = draws.randint(0, n, (2 * count, 3))
        rows = np.concatenate([rows, drawn[(drawn[:, 0] != drawn[:, 1]) & (drawn[:, 0] != drawn[:, 2]) & (drawn[:, 1] != drawn[:, 2])]])
    rows = rows[:count]
    anchor, first, second = rows.T
    right = similarity[anchor, first] > similarity[anchor, second]
    said = right == (draws.random_sample(count) < correct)
    return np.column_stack([anchor, np.where(said, first, second), np.where(said, second, first)])


def quadruplets_of(similarity, count, correct, draws):
    n = len(similarity)
    a, b = np.triu_indices(n, 1)
    p, q = draws.randint(0, len(a), (2, count))
    q = np.where(p == q, (q + 1) % len(a), q)
    said = (similarity[a[p], b[p]] > similarity[a[q], b[q]]) == (draws.random_sample(count) < correct)
    closer, other = np.where(said, p, q), np.where(said, q, p)
    return np.column_stack([a[closer], b[closer], a[other], b[other]])


def hidden(rows, truth, similarity, draws):
    """Objects in random order."""
    n = len(similarity)
    place = draws.permutation(n)
    old = np.argsort(place)
    return (place[rows], {name: labels[old] for name, labels in truth.items()}, similarity[np.ix_(old, old)],
            [f"o{i:03d}" for i in range(n)])  # fmt: skip


def of_model(name, sentence, make):
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "little")
    draws = np.random.RandomState(seed)
    kind, rows, truth, similarity = make(draws)
    rows, truth, similarity, names = hidden(rows, truth, similarity, draws)
    task = made(name, kind, rows, names, truth, sentence, "planted; python/tertium/_tasks.py", seed)
    return dataclasses.replace(task, similarity=similarity)


def hierarchy(levels, leaves, ratio, count, correct=1.0, kind="triplets"):
    def make(draws):
        similarity, truth = planted(levels, leaves, 0.1 * ratio, draws)
        drawn = triplets_of if kind == "triplets" else quadruplets_of
        return kind, drawn(similarity, count, correct, draws), truth, similarity
    return make


def flat(sizes, delta, count, correct):
    """A planted partition as in ADDS20: similarities are `delta` higher within clusters."""
    def make(draws):
        label = np.repeat(np.arange(len(sizes)), sizes)
        similarity = delta * 0.1 * (label[:, None] == label[None, :]) + 0.1 * draws.standard_normal((len(label), len(label)))
        similarity = np.triu(similarity, 1)
        similarity = similarity + similarity.T
        return "triplets", triplets_of(similarity, count, correct, draws), {"label": label}, similarity
    return make


def plane(n, count):
    """Five clouds in the plane. Answers err where two distances are similar: by the logistic function of their difference."""
    def make(draws):
        label = np.arange(n) % 5
        centres = 2.2 * np.column_stack([np.cos(2 * np.pi * np.arange(5) / 5), np.sin(2 * np.pi * np.arange(5) / 5)])
        places = centres[label] + 0.6 * draws.standard_normal((n, 2))
        far = np.sqrt(((places[:, None] - places[None, :]) ** 2).sum(-1))
        rows = triplets_of(-far, count, 1.0, draws)
        wrong = draws.random_sample(count) < 1 / (1 + np.exp(4 * (far[rows[:, 0], rows[:, 2]] - far[rows[:, 0], rows[:, 1]])))
        rows[wrong] = rows[wrong][:, [0, 2, 1]]
        return "triplets", rows, {"label": label}, -far
    return make


MAKERS = {
    "car": lambda: of_people("car", "60 cars, the most central of three; the classes are kinds of cars", car_classes()),
    "faces": lambda: of_people("faces", "36 faces, 39 people"),
    "food": lambda: of_people("food", "100 dishes, 243 people; many answers"),
    "material": lambda: of_people("material", "100 materials under different light"),
    "music": lambda: of_people("music", "412 artists; few answers each"),
    "hierarchy": lambda: of_model("hierarchy", "planted, three levels, 120 objects, delta / sigma = 1.5, right answers",
                                  hierarchy(3, 15, 1.5, 12000)),
    "hierarchy-noisy": lambda: of_model("hierarchy-noisy", "planted, three levels, 120 objects, delta / sigma = 1, a quarter wrong",
                                        hierarchy(3, 15, 1.0, 24000, 0.75)),
    "hierarchy-few": lambda: of_model("hierarchy-few", "planted, four levels, 240 objects, delta / sigma = 2, 25 answers an object",
                                      hierarchy(4, 15, 2.0, 6000)),
    "hierarchy-quadruplets": lambda: of_model("hierarchy-quadruplets", "planted, three levels, 120 objects, delta / sigma = 1, quadruplets, a tenth wrong",
                                              hierarchy(3, 15, 1.0, 24000, 0.9, "quadruplets")),
    "flat": lambda: of_model("flat", "planted, four equal clusters of 200 objects, an eighth wrong", flat([50] * 4, 2.0, 16000, 0.875)),
    "flat-unequal": lambda: of_model("flat-unequal", "planted, eight clusters of 10 to 80 of 360 objects, a tenth wrong",
                                     flat(list(range(10, 90, 10)), 3.0, 40000, 0.9)),
    "plane": lambda: of_model("plane", "five clouds of 100 points in the plane; errors where distances are alike", plane(100, 10000)),
}  # fmt: skip

DIGESTS = {
    "car": "dbaa16fc91c27c4c",
    "faces": "b897d86c20f59b5f",
    "food": "93796ccd4077f06f",
    "material": "fba15b8ea9e8af9f",
    "music": "c0df836311ee56c4",
    "hierarchy": "331fac295e59f0b8",
    "hierarchy-noisy": "c52d4d08355f3b8a",
    "hierarchy-few": "f46fbc8f06aae5ff",
    "hierarchy-quadruplets": "bac22e088cd270ff",
    "flat": "8e463a3d3b3023d1",
    "flat-unequal": "85f587bbf3220f5d",
    "plane": "7bc863ca2db57349",
}


def task_of(name):
    """The task of that name, after a check that it has not changed. Raises TertiumError."""
    if name not in MAKERS:
        raise TertiumError(f"unknown task '{name}'; known: {', '.join(MAKERS)}")
    task = MAKERS[name]()
    if digest(task.files()) != DIGESTS.get(name):
        raise TertiumError(f"the task {name} has changed (its digest is {digest(task.files())}), use the release that its scores "
                           "come from")  # fmt: skip
    return task
