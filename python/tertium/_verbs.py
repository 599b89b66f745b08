"""What the program tells of answers, as functions: each returns an object with named attributes, and with `table`, a list
of dicts that pandas.DataFrame takes as it is.
"""

import dataclasses
import math

import numpy as np

from . import _tertium
from ._answers import answers
from ._estimator import Estimator, Tree
from ._generate import estimator
from ._tertium import TertiumError

ROWS_SHOWN = 10


def shown(value):
    """A value as a person reads it."""
    if value is None or isinstance(value, float) and math.isnan(value):
        return "-"
    if isinstance(value, (list, tuple)):
        return "; ".join(map(str, value))
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def text_table(rows, columns):
    """The first rows, aligned; numbers to the right."""
    cells = [columns, *([shown(row[name]) for name in columns] for row in rows[:ROWS_SHOWN])]
    widths = [max(len(row[k]) for row in cells) for k in range(len(columns))]
    left = [not rows or isinstance(rows[0][name], (str, list)) for name in columns]
    lines = ["  ".join(text.ljust(width) if to_left else text.rjust(width)
                       for text, width, to_left in zip(row, widths, left)).rstrip() for row in cells]  # fmt: skip
    more = [f"... and {len(rows) - ROWS_SHOWN} more"] if len(rows) > ROWS_SHOWN else []
    return "\n".join(lines + more)


class Found:
    """What results have in common: how they are shown."""

    _columns = ()  # of the table, those that are shown

    def __repr__(self):
        head = f"<tertium.{type(self).__name__}: {self._head()}>"
        return f"{head}\n{text_table(self.table, list(self._columns))}" if self.table else head


@dataclasses.dataclass(repr=False, eq=False)
class Overview(Found):
    """What answers are like. Shares are None where nothing tells them.

    table: a row for each subject, as the program's subjects.csv; objects: one for each object: object, name, answers.
    repeated: what questions that were answered more than once tell; never, seldom: names of objects in no answer, and
    in less than a quarter as many as most; groups: sizes of the groups of objects that answers link; satisfiable: the
    share of answers that can be satisfied at once, at most; remarkable: subjects with remarks.
    """

    source: str
    kind: str
    n_objects: int
    remarks: list
    answers: int
    questions: int
    possible_questions: float
    choices: int
    rows_without_answer: int
    groups: list
    never: list
    seldom: list
    repeated: dict
    satisfiable: float
    agreement_with_others: float
    check_rows: int
    checks_failed: int
    table: list
    objects: list

    _columns = ("subject", "answers", "unsaid", "agreement", "checks", "checks_failed", "median_time", "remarks")

    @property
    def remarkable(self):
        return [row["subject"] for row in self.table if row["remarks"]]

    def _head(self):
        agreement = self.repeated["agreement"]
        return (f"{self.answers} {self.kind} to {self.questions} questions on {self.n_objects} objects, "
                f"{len(self.table)} subjects, {len(self.remarkable)} of them remarkable"
                + ("" if agreement is None else f", two answers to a question agree in {agreement:.1%}"))  # fmt: skip


@dataclasses.dataclass(repr=False, eq=False)
class Comparison(Found):
    """Which share of the answers methods foretell that they have not seen.

    table: as the program's comparison.csv, best first; fold_table: as folds.csv. best: the first method; not_told_apart:
    those that are not worse by two standard errors of the difference. folds: what was held out; chance; majority_of_others
    and most_frequent_answer: ceilings, None where no question was answered twice; left_out: methods that would apply,
    and why; failed: by method; seconds: of a fit, by method.
    """

    table: list
    fold_table: list
    best: str
    not_told_apart: list
    folds: str
    chance: float
    majority_of_others: float
    most_frequent_answer: float
    left_out: list
    failed: dict
    seconds: dict

    _columns = ("method", "answers_seen", "foretold", "standard_error", "undecided", "less_than_best")

    def _head(self):
        return f"{self.best} foretells most, chance is {self.chance:.1%} ({self.folds})"


@dataclasses.dataclass(repr=False, eq=False)
class ClusterNumber(Found):
    """How many clusters foretell answers best. n_clusters: the smallest number that is as good as the best, within a
    standard error; table: n_clusters, foretold, standard_error; folds: what was held out.
    """

    n_clusters: int
    table: list
    folds: str

    _columns = ("n_clusters", "foretold", "standard_error")

    def _head(self):
        return f"{self.n_clusters} clusters ({self.folds})"


@dataclasses.dataclass(repr=False, eq=False)
class Support(Found):
    """How sure the branches of a tree are. tree: the fitted estimator; table: as the program's nodes.csv: node, height,
    size, support (the share of `trees` trees from samples that have it), members; drawn: what samples are of, subjects
    or questions; units: how many of these there are.
    """

    tree: Estimator
    table: list
    trees: int
    drawn: str
    units: int

    _columns = ("node", "size", "support", "members")

    def at_least(self, share):
        """How many branches, the root apart, have such a support."""
        return sum(row["support"] >= share for row in self.table[:-1])

    def _head(self):
        return (f"{self.at_least(0.95)} of {max(0, len(self.table) - 1)} branches are in at least 95 % of {self.trees} "
                f"trees from samples of the {self.units} {self.drawn}, {self.at_least(0.5)} in at least half")  # fmt: skip


@dataclasses.dataclass(repr=False, eq=False)
class Clusters(Found):
    """Clusters, and how well they agree with the answers. Shares are None where nothing tells them.

    table: as the program's labels.csv: object, name, label; labels, linkage: the same arrays as of an estimator.
    satisfied: the share of answers that the tree satisfies; satisfied_by_chance: the same of random answers to the same
    questions; ari: with the known classes of a data set; number: a ClusterNumber, if n_clusters was "held-out".
    """

    table: list
    method: str
    labels: np.ndarray
    linkage: np.ndarray
    cluster_sizes: list
    answers: int
    questions: int
    questions_disputed: int
    questions_tied: int
    satisfied: float
    satisfied_by_chance: float
    revenue: int
    normalised_revenue: float
    odd_one_outs_satisfied: float
    ari: float
    ari_without_outliers: float
    reports: dict
    seconds: float
    number: ClusterNumber = None

    _columns = ("object", "name", "label")

    def _head(self):
        sizes = ", ".join(map(str, self.cluster_sizes))
        told = "" if self.satisfied is None else f", {self.satisfied:.1%} of the answers are satisfied"
        by_chance = "" if self.satisfied_by_chance is None else f" (by chance {self.satisfied_by_chance:.1%})"
        return f"{self.method}: {len(self.cluster_sizes)} clusters of {sizes} objects{told}{by_chance}"


def some_answers(X, y, kind, n_objects):
    given = answers(X, y, kind=kind, n_objects=n_objects)
    if len(given) == 0:
        raise TertiumError("there is no answer (0 rows), give some")
    return given


def method_and_values(method):
    """The library's name of a method, and its parameters: of a name, a class of estimators, or an estimator."""
    if isinstance(method, str):
        return method, {}
    if isinstance(method, type) and issubclass(method, Estimator):
        method = method()
    if not isinstance(method, Estimator):
        raise TertiumError(f"{method!r} is no method, give the name of one or an estimator")
    return method._method, {theirs: getattr(method, own) for own, theirs in method._own.items()}


def whole(name, value, least):
    return Estimator._number(name, value, least)


def threads_of(n_threads):
    return 0 if n_threads is None else whole("n_threads", n_threads, 1)


def look(X, y=None, *, kind="auto", n_objects=None):
    """What answers are like before anything is made of them: what `tertium answers` tells. X, y: as `tertium.answers`.

    Returns an Overview.
    """
    given = some_answers(X, y, kind, n_objects)
    found = _tertium.look(given)
    return Overview(source=given.source, kind=given.kind, n_objects=given.n_objects, remarks=given.remarks,
                    table=found.pop("subjects"), **found)  # fmt: skip


def compare(X, y=None, *, methods="all", folds=10, learning_curve=False, n_clusters=None, kind="auto", n_objects=None,
            random_state=1, n_threads=None):  # fmt: skip
    """Which share of the answers each method foretells that it has not seen: `tertium cluster --compare`.

    methods: names, or "all": those that apply and take at most a minute of a core each. folds: in how many parts answers
    are held out; "subjects", one after the other; "subjects:5", in so many groups; "sets": learn from the file's set
    train, hold out test. learning_curve: also from a quarter, half and three quarters of the answers. n_clusters: of
    methods that make as many as they are told to.

    Returns a Comparison.
    """
    names = [] if isinstance(methods, str) and methods == "all" else [methods] if isinstance(methods, str) else methods
    clusters = None if n_clusters is None else whole("n_clusters", n_clusters, 1)
    return Comparison(**_tertium.compare(some_answers(X, y, kind, n_objects), list(names), clusters, str(folds),
                                         bool(learning_curve), whole("random_state", random_state, 0),
                                         threads_of(n_threads)))  # fmt: skip


def choose_clusters(X, y=None, *, method="4-AL", folds=10, kind="auto", n_objects=None, random_state=1, n_threads=None):
    """The number of clusters, of 2 to 20, that foretells answers best that are held out: `tertium cluster -k held-out`.

    method: a name, or an estimator with its parameters, that makes a tree or as many clusters as it is told to. folds:
    as compare takes them.

    Returns a ClusterNumber.
    """
    name, values = method_and_values(method)
    return ClusterNumber(**_tertium.choose_clusters(some_answers(X, y, kind, n_objects), name, values, str(folds),
                                                    whole("random_state", random_state, 0), threads_of(n_threads)))  # fmt: skip


def cluster(X, y=None, *, method="4-AL", n_clusters=None, folds=10, kind="auto", n_objects=None, random_state=1,
            n_threads=None):  # fmt: skip
    """Clusters, and how well they agree with the answers: `tertium cluster`, which tells of a tree how much of random
    answers it would satisfy, and of a data set with known classes how like these the clusters are.

    method: a name, or an estimator with its parameters. n_clusters: where a tree is cut (None: 2), or of methods that
    make as many as they are told to; "held-out": as choose_clusters chooses, by these folds.

    Returns Clusters.
    """
    given = some_answers(X, y, kind, n_objects)
    number = None
    if isinstance(n_clusters, str):
        if n_clusters != "held-out":
            raise TertiumError(f'n_clusters = {n_clusters!r} is not known, give a number or "held-out"')
        number = choose_clusters(given, method=method, folds=folds, random_state=random_state, n_threads=n_threads)
        n_clusters = number.n_clusters
    name, values = method_and_values(method)
    found = _tertium.cluster(given, name, values, None if n_clusters is None else whole("n_clusters", n_clusters, 1),
                             whole("random_state", random_state, 0), threads_of(n_threads))  # fmt: skip
    table = [{"object": k, "name": object_name, "label": int(label)}
             for k, (object_name, label) in enumerate(zip(given.names, found["labels"]))]  # fmt: skip
    return Clusters(table=table, number=number, **found)


def support(X, y=None, *, method="4-AL", trees=1000, kind="auto", n_objects=None, random_state=1, n_threads=None):
    """How many of so many trees of resampled subjects (questions, where less than two subjects are known) have each
    branch of the tree that a method makes: `tertium cluster --support`.

    method: a name, or an estimator with its parameters.

    Returns a Support.
    """
    name, values = method_and_values(method)
    made = estimator(name)
    if not issubclass(made, Tree):
        raise TertiumError(f"support is for the branches of a tree ({name} makes none), take a method that ends in one")
    own = {ours: values[theirs] for ours, theirs in made._own.items() if theirs in values}
    tree = made(**own, random_state=random_state, n_threads=n_threads).fit(some_answers(X, y, kind, n_objects))
    shares = tree.bootstrap_support(trees)
    drawn, units = tree.support_of_
    return Support(tree=tree, table=node_rows(tree, shares), trees=trees, drawn=drawn, units=units)


def node_rows(tree, shares):
    """The table of a tree's branches."""
    members, rows = [[name] for name in tree.names_], []
    for (left, right, height, size), share in zip(tree.linkage_.tolist(), shares.tolist()):
        members.append(members[int(left)] + members[int(right)])
        rows.append({"node": len(members) - 1, "height": height, "size": int(size), "support": share,
                     "members": members[-1]})  # fmt: skip
    return rows


def similarities(X, y=None, *, method="AddS-3", kind="auto", n_objects=None, random_state=1, n_threads=None, **parameters):
    """What a kernel makes of answers: how alike any two objects are, (n_objects, n_objects), larger is more alike;
    int64 where sums are whole numbers, float64 otherwise; 0 between an object and itself.

    method: a step that makes similarities, `tertium.kernels()`, with its parameters.
    """
    return _tertium.similarities(some_answers(X, y, kind, n_objects), method, parameters,
                                 whole("random_state", random_state, 0), threads_of(n_threads))  # fmt: skip
