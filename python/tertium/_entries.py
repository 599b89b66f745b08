"""Entries of the benchmark: the predictions of a method for the tasks, as files, and their scores."""

import csv
import dataclasses
import functools
import io
import json
import pathlib
import time

import numpy as np

from . import _tertium
from ._answers import answers
from ._generate import estimator
from ._objects import names_of_methods
from ._tasks import FOLDS, MAKERS, csv_text, task_of
from ._tertium import TertiumError

ENTRY = "entry.json"
COLUMNS = {"predicted": ["budget", "id", "first"], "labels": ["budget", "object", "label"]}


def files_of_entry(task):
    """Patterns of the files of a task in an entry."""
    return f"{task}-predicted.csv", f"{task}-labels.csv", f"{task}-tree-*.nwk"


# --- made ---


def given(task, places):
    """Answers of the task, as methods take them."""
    return answers(task.rows[places], kind=task.kind, n_objects=len(task.names))


def predicted(task, budget, make):
    """(m,): the predicted probability of the first option, for each held-out answer: 1, 0, or .5 for unknown."""
    said = np.empty(len(task.rows))
    for fold in range(FOLDS):
        held_out = task.fold == fold
        fitted = make().fit(given(task, task.given(budget, fold)))
        said[held_out] = (fitted.predict(task.rows[held_out]) + 1) / 2
    return np.where(task.swapped, 1 - said, said)


def maker(method, task):
    """make(n_clusters=None): the method's estimator. A method that needs the number of clusters is given the task's."""
    kind = estimator(method)
    takes_number = "n_clusters" in kind._defaults
    own = None
    if takes_number and not hasattr(kind, "newick"):
        if "label" not in task.truth:
            raise TertiumError(f"{method} needs the number of clusters (that of {task.name} is not known)")
        own = task.clusters()

    def make(n_clusters=None):
        number = n_clusters or own if takes_number else None
        return kind(n_jobs=-1, **({"n_clusters": number} if number else {}))

    return make


def files_of(task, make, told):
    """The predictions of a method for a task, as files."""
    files, rows, labels = {}, [COLUMNS["predicted"]], [COLUMNS["labels"]]
    for budget in task.budgets:
        told(f"{task.name}, {budget} answers")
        rows += [[budget, k, f"{first:g}"] for k, first in enumerate(predicted(task, budget, make))]
        if not task.truth:
            continue
        fitted = make(task.clusters()).fit(given(task, task.given(budget)))
        if hasattr(fitted, "labels_"):
            labels += [[budget, name, label] for name, label in zip(task.names, fitted.labels_)]
        if hasattr(fitted, "newick"):
            files[f"{task.name}-tree-{budget}.nwk"] = fitted.newick(task.names) + "\n"
    files[f"{task.name}-predicted.csv"] = csv_text(rows)
    if len(labels) > 1:
        files[f"{task.name}-labels.csv"] = csv_text(labels)
    return files


def make_entry(method, tasks, folder, told=lambda text: None):
    """Runs a method, of Tertium or one's own, on tasks and writes its predictions into the folder, which is then an entry.
    Tasks that the method cannot do are left out; entry.json says why. Returns {task: seconds} and {task: why it was left
    out}.
    """
    called = method if isinstance(method, str) else method[0] if isinstance(method, tuple) else type(method).__name__
    seconds, left_out = {}, {}
    for task in tasks:
        begin = time.monotonic()
        try:
            with names_of_methods(method, given(task, task.given(task.budgets[0]))) as names:
                files = files_of(task, maker(names[0], task), told)
        except TertiumError as problem:
            left_out[task.name] = str(problem)
            continue
        seconds[task.name] = round(time.monotonic() - begin, 2)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    described = {"entry": called, "by": f"Tertium {_tertium.__version__}", "seconds": seconds, "left_out": left_out}
    (folder / ENTRY).write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")
    return seconds, left_out


# --- read ---


def rows_in(path, columns):
    """(line, fields) of a table with this header. Raises TertiumError."""
    rows = csv.reader(io.StringIO(text_in(path), newline=""))
    try:
        if next(rows, []) != columns:
            raise TertiumError(f"{path}:1: the columns must be {','.join(columns)} (in this order, with commas), correct the first line")
        for row in rows:
            if len(row) != len(columns):
                raise TertiumError(f"{path}:{rows.line_num}: {len(row)} fields ({len(columns)} are needed), correct the row")
            yield rows.line_num, row
    except csv.Error as problem:
        raise TertiumError(f"{path}:{rows.line_num}: is not CSV ({problem}), correct the row") from None


def text_in(path):
    """The text of the file, without a byte order mark."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise TertiumError(f"{path}: is not UTF-8, save it as UTF-8") from None


def number(path, line, text, kind, least, most):
    try:
        value = kind(text)
    except ValueError:
        value = None
    if value is None or not least <= value <= most:
        raise TertiumError(f"{path}:{line}: '{text}' is not a {'whole ' if kind is int else ''}number from {least} to {most}, correct it")
    return value


def budget_in(path, line, text, task):
    budget = number(path, line, text, int, 1, len(task.rows))
    if budget not in task.budgets:
        raise TertiumError(f"{path}:{line}: {budget} is not a budget of {task.name} ({', '.join(map(str, task.budgets))}), correct it")
    return budget


def read_predicted(path, task):
    """{budget: (m,) predicted probability of each answer}, for complete budgets only."""
    found = {}
    for line, (budget, place, first) in rows_in(path, COLUMNS["predicted"]):
        budget = budget_in(path, line, budget, task)
        place = number(path, line, place, int, 0, len(task.rows) - 1)
        said = found.setdefault(budget, np.full(len(task.rows), np.nan))
        if not np.isnan(said[place]):
            raise TertiumError(f"{path}:{line}: in budget {budget} the answer {place} occurs twice, remove one")
        said[place] = number(path, line, first, float, 0, 1)
    for budget, said in found.items():
        missing = np.flatnonzero(np.isnan(said))
        if len(missing) > 0:
            raise TertiumError(f"{path}: in budget {budget} {len(missing)} of {len(said)} answers are missing, the first is {missing[0]} (every "
                               "answer is predicted from the folds that it is not in), add them")  # fmt: skip
    return {budget: np.where(task.swapped, 1 - said, said) for budget, said in found.items()}


def read_labels(path, task):
    """{budget: (n,) labels}"""
    place_of = {name: i for i, name in enumerate(task.names)}
    found = {}
    for line, (budget, name, label) in rows_in(path, COLUMNS["labels"]):
        budget = budget_in(path, line, budget, task)
        if name not in place_of:
            raise TertiumError(f"{path}:{line}: '{name}' is not an object of {task.name}, correct it")
        labels = found.setdefault(budget, [None] * len(task.names))
        if labels[place_of[name]] is not None:
            raise TertiumError(f"{path}:{line}: in budget {budget} the object '{name}' occurs twice, remove one")
        labels[place_of[name]] = label
    for budget, labels in found.items():
        if None in labels:
            raise TertiumError(f"{path}: in budget {budget} the object '{task.names[labels.index(None)]}' has no label, add it")
    return {budget: np.unique(labels, return_inverse=True)[1] for budget, labels in found.items()}


def clades_of(path, task):
    """The objects below each inner node of a Newick tree, as rows of truth values. Raises TertiumError."""
    tree = _tertium.tree_of_newick(text_in(path), str(path))
    try:
        compared = _tertium.compare_trees(tree, tree, False)  # which has the members of all branches
    except TertiumError:
        raise TertiumError(f"{path}: has fewer than three objects ({task.name} has {len(task.names)}), correct the tree") from None
    place_of = {name: i for i, name in enumerate(task.names)}
    others = sorted(set(compared["names"]) ^ set(place_of))
    if others:
        what = "is not an object of" if others[0] in compared["names"] else "is missing, an object of"
        raise TertiumError(f"{path}: '{others[0]}' {what} {task.name}, correct the tree")
    members = [*(names for tree, names in zip(compared["table"]["tree"], compared["table"]["members"]) if tree == "first"), task.names]
    clades = np.zeros((len(members), len(task.names)), bool)
    for below, names in zip(clades, members):
        below[[place_of[name] for name in names]] = True
    return clades


# --- scored ---


@dataclasses.dataclass
class Score:
    """value and its standard error, NaN if there is none."""

    value: float
    error: float = float("nan")


def predicted_score(task, said):
    """Fraction of held-out answers that are predicted correctly, over folds; unknown ones count as half."""
    right = np.where(said == 0.5, 0.5, said > 0.5)
    folds = np.array([right[task.fold == fold].mean() for fold in range(FOLDS)])
    return Score(right.mean(), folds.std(ddof=1) / np.sqrt(FOLDS))


def clusters_score(task, labels):
    truth = task.truth["label"]
    known = truth >= 0
    return Score(_tertium.adjusted_rand_index(truth[known], labels[known]))


def tree_score(task, clades):
    """How well a tree contains the true clusters: the largest Jaccard overlap of a cluster with the objects below a node, in
    the mean over the clusters of all levels.
    """
    best = []
    for labels in task.truth.values():
        known = labels >= 0
        below = clades[:, known].astype(int)
        for cluster in sorted(set(labels[known].tolist())):
            is_in = labels[known] == cluster
            both = below @ is_in
            best.append((both / (below.sum(1) + is_in.sum() - both)).max())
    return Score(float(np.mean(best)))


def read_description(path):
    if not path.is_file():
        raise TertiumError(f"{path}: does not exist (an entry is a folder with this file), write it: {{\"entry\": \"NAME\"}}")
    try:
        described = json.loads(text_in(path))
    except (ValueError, RecursionError) as problem:
        raise TertiumError(f"{path}: is not JSON ({problem}), correct it") from None
    name = described.get("entry") if isinstance(described, dict) else None
    if not (isinstance(name, str) and name.isprintable() and 0 < len(name) <= 200):
        raise TertiumError(f"{path}: the name of the entry is missing or invalid, give {{\"entry\": \"NAME\"}}, one line of at most 200 characters")
    told = described.get("seconds")
    seconds = {task: float(value) for task, value in (told.items() if isinstance(told, dict) else ())
               if isinstance(value, (int, float)) and 0 <= value < 1e12}  # fmt: skip
    by = described.get("by")
    return {"entry": name, "by": by if isinstance(by, str) and by.isprintable() else "", "seconds": seconds}


def expect_own_files(folder):
    """Refuses tables and trees whose names are those of no task: they are probably misspelt."""
    for file in sorted([*folder.glob("*.csv"), *folder.glob("*.nwk")]):
        task, _, budget = file.stem.rpartition("-tree-")
        if file.suffix == ".nwk" and task in MAKERS:
            if budget not in map(str, budgets_of(task)):
                raise TertiumError(f"{file}: {budget} is not a budget of {task} ({', '.join(map(str, budgets_of(task)))}), rename it")
        elif file.suffix != ".csv" or not file.stem.endswith(("-predicted", "-labels")) or file.stem.rsplit("-", 1)[0] not in MAKERS:
            raise TertiumError(f"{file}: is not a file of a task (TASK-predicted.csv, TASK-labels.csv, TASK-tree-BUDGET.nwk; tasks are "
                               f"{', '.join(MAKERS)}), rename it")  # fmt: skip


@functools.cache
def budgets_of(task):
    return task_of(task).budgets


def scores_of(folder, tasks):
    """The contents of entry.json, and the scores: {(task, "predicted", "clusters" or "tree", budget): Score}."""
    folder = pathlib.Path(folder)
    described = read_description(folder / ENTRY)
    expect_own_files(folder)
    scores = {}
    for task in tasks:
        predicted_file, labels_file = (folder / f"{task.name}-{what}.csv" for what in ("predicted", "labels"))
        if predicted_file.is_file():
            for budget, said in read_predicted(predicted_file, task).items():
                scores[task.name, "predicted", budget] = predicted_score(task, said)
        if labels_file.is_file() and "clusters" in task.scored:
            for budget, labels in read_labels(labels_file, task).items():
                scores[task.name, "clusters", budget] = clusters_score(task, labels)
        for budget in task.budgets:
            tree = folder / f"{task.name}-tree-{budget}.nwk"
            if tree.is_file() and "tree" in task.scored:
                scores[task.name, "tree", budget] = tree_score(task, clades_of(tree, task))
    if not scores:
        raise TertiumError(f"{folder}: contains no file of a task (TASK-predicted.csv, TASK-labels.csv, TASK-tree-BUDGET.nwk), add one")
    return described, scores
