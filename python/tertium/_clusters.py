"""Clusters, how many, and by which method."""

import numpy as np

from . import _tertium
from ._answers import some_answers
from ._estimator import expect_method, method_and_values
from ._found import Found, columns_of, telling
from ._graphs import graph, is_graph
from ._products import Tree
from ._tertium import TertiumError
from ._values import MOST_OBJECTS, clusters_or_none, flag, folds_of, seed_of, shown, text, threads_of, whole


@telling(table="number")
class ClusterNumber(Found):
    """How many clusters answers speak for. n_clusters: the number; by: "held-out", or "auto": then table has a criterion in
    place of standard errors, the Bayesian information criterion, of which the least is taken.

    Where answers are held out, n_clusters is the smallest number that is as good as the best within a standard error;
    best: the number of the greatest likelihood; indistinguishable: those that are not worse than it by two standard errors
    of the difference; folds: what was held out; errors_over: what standard errors are over.
    """

    def _head(self):
        return f"{self.n_clusters} clusters ({self.folds or 'by the criterion of all answers'})"


@telling(table="tried method")
class MethodChoice(Found):
    """The method that answers held out choose where none is named. method: its name; clusters_by: of a tree without
    lengths, the method whose tree gives its clusters, else None. table: the methods that were tried, simplest first; folds:
    what was held out, subjects or answers; errors_over: what standard errors are over; not_chosen: why nothing could be held
    out, or "".
    """

    _columns = ("method", "accuracy", "standard_error")

    def _head(self):
        if self.not_chosen:
            return f"{self.method}, for nothing could be held out ({self.not_chosen})"
        return f"{self.method}, by what it predicts of {self.folds} held out"


@telling("answers", "sizes", "agreement", "truth", people="person")
class Clusters(Found):
    """Clusters, and how well they agree with the answers. Shares are None where nothing tells them.

    table: as the program's labels.csv: object, name, label; labels, linkage: the same arrays as of an estimator;
    method: with all parameters; reports: numbers that the method tells of itself; seconds: of the method; number: a
    ClusterNumber, where answers chose it, else None; method_choice: a MethodChoice, likewise; people: as the program's
    weights.csv, where they do not all count the same, else None; dasgupta_cost: of the tree of a graph, else None.
    """

    def _head(self):
        sizes = ", ".join(map(str, self.cluster_sizes))
        told = "" if self.satisfied is None else f", {self.satisfied:.1%} of the answers are satisfied"
        by_chance = "" if self.satisfied_by_chance is None else f" (by chance {self.satisfied_by_chance:.1%})"
        return f"{self.method}: {len(self.cluster_sizes)} clusters of {sizes} objects{told}{by_chance}"


def choose_method(X, y=None, *, people="all", kind="auto", n_objects=None, random_state=1, n_jobs=-1, verbose=False):
    """The method that `tertium cluster` takes where none is named, by answers held out in five folds: 4-AL+search, where
    that predicts them as well, within a standard error, as the better one of the same with lengths, and with lengths
    and interchanges; else that one. people and verbose: as compare takes them, but for lists.

    Returns a MethodChoice.
    """
    found = _tertium.choose_method(some_answers(X, y, kind, n_objects), text("people", people), seed_of(random_state),
                                   threads_of(n_jobs), flag("verbose", verbose))  # fmt: skip
    return MethodChoice(table=columns_of(found.pop("table")), **found)


def choose_clusters(X, y=None, *, method=None, by="held-out", folds=10, people="all", kind="auto",
                    n_objects=None, random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """The number of clusters, of 1 to 20, that answers speak for: `tertium cluster -k held-out`, or `-k auto`.

    method: a name, or an estimator with its parameters, that makes a tree or as many clusters as it is told to; None: as
    choose_method chooses. by: "held-out", the smallest number that predicts answers held out as well as the best; or
    "auto", of a tree of answers about three objects, the number of the least Bayesian information criterion. folds,
    people and verbose: as compare takes them, but for lists.

    Returns a ClusterNumber.
    """
    if not isinstance(by, str) or by not in ("held-out", "auto"):
        raise TertiumError(f'by = {shown(by)} is not known, give "held-out" or "auto"')
    given, seed = some_answers(X, y, kind, n_objects), seed_of(random_state)
    if method is None:
        chosen = choose_method(given, people=people, random_state=seed, n_jobs=n_jobs, verbose=verbose)
        method = chosen.clusters_by or chosen.method
    found = _tertium.choose_clusters(given, *method_and_values(method),
                                     folds_of(folds) if by == "held-out" else None, text("people", people), seed,
                                     threads_of(n_jobs), flag("verbose", verbose))  # fmt: skip
    return number_of(found)


def number_of(found):
    """A ClusterNumber of what was found."""
    return ClusterNumber(table=columns_of(found.pop("table")), **found)


def cluster(X, y=None, *, method=None, n_clusters=None, min_cluster_size=1, folds=10, people="all", chance=False, kind="auto",
            n_objects=None, random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """Clusters, and how well they agree with the answers: `tertium cluster`, which tells of a data set with known classes
    how like these the clusters are.

    method: a name, or an estimator with its parameters; None: as choose_method chooses. n_clusters: of a tree (None:
    that of an estimator, or 2), or of methods that make as many as they are told to; "held-out": as choose_clusters
    chooses, by these folds; "auto": by the criterion of a tree, or as the method finds it. min_cluster_size: objects that
    a cluster of a tree has at least; not with "held-out". people: what answers count in
    fits, as compare takes it, but for lists; all are judged by as many as were given. chance: also find how many of
    random answers to the same questions a tree of them satisfies, by five more fits. verbose: as compare takes it.

    X may be a graph, too, as `tertium.graph` makes it, or a sparse matrix: then method None is AL, n_clusters a number, and
    what is about answers stays as it is.

    Returns Clusters.
    """
    if is_graph(X):
        given, method = graph_alone(X, y, n_objects, n_clusters, people, chance), "AL" if method is None else method
    else:
        given = some_answers(X, y, kind, n_objects)
    seed, number = seed_of(random_state), None
    chosen = clusters_by = None
    method = None if method is None else expect_method(method)
    if n_clusters is None and isinstance(method, Tree):
        n_clusters = method.n_clusters
    if isinstance(n_clusters, str) and n_clusters not in ("held-out", "auto"):
        raise TertiumError(f'n_clusters = {shown(n_clusters)} is not known, give a number, "held-out" or "auto"')
    finds_number, holds_out = (isinstance(n_clusters, str) and n_clusters == word for word in ("auto", "held-out"))
    clusters = None if finds_number or holds_out else clusters_or_none(n_clusters)
    least = whole("min_cluster_size", min_cluster_size, 1, MOST_OBJECTS)
    if least > 1 and holds_out:
        raise TertiumError('min_cluster_size with n_clusters="held-out" (trees of folds may have fewer such clusters), give '
                           'a number, or "auto"')  # fmt: skip
    if method is None:
        chosen = choose_method(given, people=people, random_state=seed, n_jobs=n_jobs, verbose=verbose)
        method, clusters_by = chosen.method, chosen.clusters_by
    if holds_out:
        number = choose_clusters(given, method=clusters_by or method, folds=folds, people=people, random_state=seed,
                                 n_jobs=n_jobs, verbose=verbose)  # fmt: skip
        clusters = number.n_clusters
    found = _tertium.cluster(given, *method_and_values(method), clusters_by, clusters, finds_number, least,
                             flag("chance", chance), text("people", people), seed, threads_of(n_jobs))  # fmt: skip
    return clusters_of(given, found, number, chosen)


def graph_alone(X, y, n_objects, n_clusters, people, chance):
    """The graph, beside nothing that is about answers."""
    told = {"y": y is not None, "people": not isinstance(people, str) or people != "all", "chance": flag("chance", chance),
            "n_clusters": isinstance(n_clusters, str) and n_clusters in ("auto", "held-out")}  # fmt: skip
    name = next((name for name, given in told.items() if given), None)
    if name:
        raise TertiumError(f"{name} is about answers (a graph has none), " + ("give a number" if name == "n_clusters" else "leave it out"))
    return graph(X, n_objects=n_objects)


def clusters_of(given, found, number, chosen=None):
    """Clusters of what was found; number, chosen: how many and by which method, where that was chosen before."""
    found["people"] = found["people"] and columns_of(found["people"])
    own = found.pop("number")
    table = {"object": np.arange(given.n_objects), "name": given.names, "label": found["labels"]}
    return Clusters(table=table, number=number_of(own) if own else number, method_choice=chosen, **found)
