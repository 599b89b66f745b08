"""Clusters, how many, and by which method."""

import numpy as np

from . import _tertium
from ._answers import some_answers
from ._docs import documented
from ._estimator import expect_method, method_and_values
from ._found import Found, columns_of, telling
from ._graphs import graph, is_graph
from ._products import Tree
from ._tertium import TertiumError
from ._values import MOST_OBJECTS, clusters_or_none, flag, folds_of, seed_of, shown, text, threads_of, whole


@telling(table="number")
class ClusterNumber(Found):
    """The number of clusters that the answers support.

    Attributes
    ----------
    n_clusters : int
        The number. If answers are held out: the smallest that is as good as the best within one standard error.
    by : {"held-out", "auto"}
        How it was chosen.
    best : int
        The number of the largest likelihood.
    indistinguishable : array of int
        Numbers that are not worse than the best by two standard errors of the difference.
    folds : str
        What was held out.
    errors_over : str
        What standard errors are over.

    Notes
    -----
    With by="auto" the table has the Bayesian information criterion instead of standard errors; the smallest is taken.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.choose_clusters("car", method="4K-AL", folds=3)
    >>> found.n_clusters, found.best
    (10, 11)
    >>> list(found.table)
    ['n_clusters', 'log_likelihood', 'standard_error']
    """

    def _head(self):
        return f"{self.n_clusters} clusters ({self.folds or 'by the criterion of all answers'})"


@telling(table="tried method")
class MethodChoice(Found):
    """The method that held-out answers choose.

    Attributes
    ----------
    method : str
        Its name.
    clusters_by : str or None
        For a tree with lengths: the method of the tree whose clusters are taken.
    folds : str
        What was held out: subjects or answers.
    errors_over : str
        What standard errors are over.
    not_chosen : str
        Why nothing could be held out, or "".

    Notes
    -----
    The table contains the methods that were tried, simplest first.

    Examples
    --------
    >>> import tertium
    >>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 300)
    >>> found = tertium.choose_method(answers)
    >>> found
    <tertium.MethodChoice: 4-AL+search+lengths, by its accuracy on held-out answers>
    method                                  accuracy  standard_error
    4-AL+search                               0.7917         0.04835
    4-AL+search+lengths (interchanges = 0)    0.9633         0.02107
    4-AL+search+lengths                       0.9733         0.01394
    >>> found.method
    '4-AL+search+lengths'
    """

    _columns = ("method", "accuracy", "standard_error")

    def _head(self):
        if self.not_chosen:
            return f"{self.method}, because nothing could be held out ({self.not_chosen})"
        return f"{self.method}, by its accuracy on held-out {self.folds}"


@telling("answers", "sizes", "agreement", "truth", people="person")
class Clusters(Found):
    """Clusters, and how well they agree with the answers.

    Attributes that are not known are None.

    Attributes
    ----------
    labels : array of int64, shape (n_objects,)
        The cluster of each object.
    linkage : array of float64, shape (n_objects - 1, 4)
        The tree, as scipy's linkage; None if the method makes none.
    method : str
        The method with all parameters.
    reports : dict
        Numbers that the method reports about itself.
    seconds : float
        Time of the method.
    number : ClusterNumber or None
        How the number of clusters was chosen.
    method_choice : MethodChoice or None
        How the method was chosen.
    dasgupta_cost : float or None
        Dasgupta's cost of the tree of a graph.
    table : dict of columns
        As the program's labels.csv: object, name, label.

    Notes
    -----
    `people` is as the program's weights.csv; None if all participants count equally.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.cluster("car", method="4K-AL", n_clusters=3)
    >>> found.cluster_sizes, f"{found.satisfied:.1%}"
    ([21, 24, 15], '68.3%')
    >>> found.labels[:10].tolist()
    [0, 1, 0, 0, 0, 1, 1, 1, 1, 1]
    """

    def _head(self):
        sizes = ", ".join(map(str, self.cluster_sizes))
        told = "" if self.satisfied is None else f", {self.satisfied:.1%} of the answers are satisfied"
        by_chance = "" if self.satisfied_by_chance is None else f" (by chance {self.satisfied_by_chance:.1%})"
        return f"{self.method}: {len(self.cluster_sizes)} clusters of {sizes} objects{told}{by_chance}"


@documented
def choose_method(X, y=None, *, people="all", kind="auto", n_objects=None, random_state=1, n_jobs=-1, verbose=False):
    """Chooses a method of trees by five-fold cross-validation.

    `tertium cluster` chooses the same if no method is named: 4-AL+search, if it predicts held-out answers as well, within
    one standard error, as the better of two methods with lengths (with and without interchanges); else that one.

    Parameters
    ----------
    {X, y, people, kind, n_objects, random_state, n_jobs, verbose}

    Returns
    -------
    MethodChoice
        The method, and the accuracy of those that were tried.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 300)
    >>> tertium.choose_method(answers).method
    '4-AL+search+lengths'
    """
    found = _tertium.choose_method(some_answers(X, y, kind, n_objects), text("people", people), seed_of(random_state),
                                   threads_of(n_jobs), flag("verbose", verbose))  # fmt: skip
    return MethodChoice(table=columns_of(found.pop("table")), **found)


@documented
def choose_clusters(X, y=None, *, method=None, by="held-out", folds=10, people="all", kind="auto",
                    n_objects=None, random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """Chooses the number of clusters, from 1 to 20: `tertium cluster -k held-out` or `-k auto`.

    Parameters
    ----------
    {X, y}
    method : str or estimator, optional
        A method that makes a tree, or a given number of clusters. None: as `choose_method` chooses.
    by : {"held-out", "auto"}, default "held-out"
        "held-out": the smallest number that predicts held-out answers as well as the best. "auto": the number with the
        smallest Bayesian information criterion, for a tree of answers about three objects.
    {folds, people, kind, n_objects, random_state, n_jobs, verbose}

    Returns
    -------
    ClusterNumber
        The number, and the likelihood of each number.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> tertium.choose_clusters("car", method="4K-AL", folds=3).n_clusters
    10
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
    """A ClusterNumber from the results."""
    return ClusterNumber(table=columns_of(found.pop("table")), **found)


@documented
def cluster(X, y=None, *, method=None, n_clusters=None, min_cluster_size=1, folds=10, people="all", chance=False, kind="auto",
            n_objects=None, random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """Clusters objects, and reports how well the clusters agree with the answers: `tertium cluster`.

    Parameters
    ----------
    X : Answers, array, data frame, path, name of a data set, Graph or sparse matrix
        The answers, in any form that `tertium.answers` takes, or a graph, as `tertium.graph` makes it.
    y : array of shape (m,), optional
        If X has questions: the answers to them, as `tertium.answers` takes them.
    method : str or estimator, optional
        None: as `choose_method` chooses; for a graph AL.
    n_clusters : int, {"held-out", "auto"} or None
        Number of clusters, for trees and for methods that need it. None: that of the estimator, or 2. "held-out": as
        `choose_clusters` chooses, by `folds`. "auto": by the criterion of a tree, or as the method finds it. For a graph a
        number.
    min_cluster_size : int, default 1
        Smallest number of objects in a cluster of a tree; not with "held-out".
    {folds, people}
    chance : bool, default False
        Also find the fraction of random answers to the same questions that a tree of them satisfies, by five more fits.
    {kind, n_objects, random_state, n_jobs, verbose}

    Returns
    -------
    Clusters
        The labels, the tree and the agreement. For a data set with known classes also the adjusted Rand index.

    Raises
    ------
    {TertiumError}

    Notes
    -----
    `people` changes the fits only; the agreement counts all answers.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.cluster("car", method="4K-AL", n_clusters=4)
    >>> found.cluster_sizes, round(found.ari, 3)
    ([21, 23, 1, 15], 0.686)

    A graph:

    >>> found = tertium.cluster(tertium.graph([[0, 1], [1, 2], [0, 2], [3, 4]]), n_clusters=2)
    >>> found.labels.tolist()
    [0, 0, 0, 1, 1]
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
        raise TertiumError('min_cluster_size cannot be combined with n_clusters="held-out" (trees of folds may have fewer such '
                           'clusters), give a number, or "auto"')  # fmt: skip
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
    """The graph; arguments about answers are refused."""
    told = {"y": y is not None, "people": not isinstance(people, str) or people != "all", "chance": flag("chance", chance),
            "n_clusters": isinstance(n_clusters, str) and n_clusters in ("auto", "held-out")}  # fmt: skip
    name = next((name for name, given in told.items() if given), None)
    if name:
        raise TertiumError(f"{name} needs answers (a graph has none), " + ("give a number" if name == "n_clusters" else "leave it out"))
    return graph(X, n_objects=n_objects)


def clusters_of(given, found, number, chosen=None):
    """Clusters from the results; number, chosen: how the number and the method were chosen, if they were."""
    found["people"] = found["people"] and columns_of(found["people"])
    own = found.pop("number")
    table = {"object": np.arange(given.n_objects), "name": given.names, "label": found["labels"]}
    return Clusters(table=table, number=number_of(own) if own else number, method_choice=chosen, **found)
