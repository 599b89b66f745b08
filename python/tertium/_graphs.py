"""Graphs: similarities of some pairs of objects instead of answers."""

import os

import numpy as np

from . import _tertium
from ._answers import whole_numbers
from ._docs import documented
from ._frames import is_frame
from ._products import Clustering, Embedding, Tree
from ._tertium import Graph, TertiumError
from ._values import as_array, flag, names_of_objects, number_of_objects, path_if, path_of, shown

Graph.__doc__ = """Similarities of some pairs of objects; they never change. `tertium.graph` makes it.

Attributes
----------
n_objects : int
    Number of objects.
names : list of str
    Names of the objects.
edges : array of int64, shape (m, 2)
    Pairs of objects.
weights : array of float64, shape (m,)
    The similarity of each pair.
notes : list of str
    How the data were interpreted.
source : str
    A path, or "".
shape : tuple of int
    The shape of edges.

Examples
--------
>>> import tertium
>>> found = tertium.graph([[0, 1], [1, 2]], [3, 1])
>>> found.n_objects, found.edges.tolist(), found.weights.tolist()
(3, [[0, 1], [1, 2]], [3.0, 1.0])
"""


@documented
def graph(X, weights=None, *, n_objects=None, names=None, ratings=False, distances=False, symmetric=None):
    """Makes a `Graph`: similarities of some pairs of objects, undirected.

    Parameters
    ----------
    X : array, sparse matrix, path, data frame or Graph
        One of these forms:

        - array of edges (m, 2): objects from 0. An edge that occurs twice, in either direction, has the same weight and
          counts once;
        - sparse matrix of scipy (n, n), symmetric: the stored values are weights;
        - path: a file that `tertium cluster` reads as a graph (docs/answers-files.md);
        - with ratings=True a path or a data frame of ratings of pairs (word1, word2, rating, optionally subject), or a
          square matrix with names at both sides;
        - `Graph`, returned unchanged.
    weights : array of shape (m,), optional
        Similarity of each edge, finite and at least 0. None: 1.
    n_objects : int, optional
        Number of objects, if the last ones have no edge.
    names : list of str or path, optional
        Names of the objects; for a file the path of a table with the columns object and name.
    ratings : bool, default False
        X contains ratings; weights are means over raters.
    distances : bool, default False
        Large ratings mean dissimilar.
    symmetric : {"mean"}, optional
        Take the mean where the two sides of a matrix of ratings differ.

    Returns
    -------
    Graph
        The graph. Loops are left out; `notes` reports them.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> friends = tertium.graph([[0, 1], [1, 2], [2, 3]], [3, 1, 2], names=["ann", "bob", "cid", "dot"])
    >>> friends
    <tertium.Graph: 4 objects, 3 edges>
    >>> tertium.AL(n_clusters=2).fit(friends).labels_.tolist()
    [0, 0, 1, 1]
    """
    both_sides = isinstance(symmetric, str) and symmetric == "mean"
    meant = {"distances": flag("distances", distances), "both_sides": both_sides}
    if symmetric is not None and not both_sides:
        raise TertiumError(f"symmetric = {shown(symmetric)} is not known, give mean or leave it out")
    if flag("ratings", ratings) and is_frame(X) and hasattr(X, "to_csv"):
        matrix = [str(name) for name in X.index] == [str(name) for name in X.columns]
        return _tertium.graph_of_ratings(X.to_csv(index=matrix), **meant)
    if ratings and not isinstance(X, (str, os.PathLike)):
        raise TertiumError("ratings are read from a path or a data frame, give one, or give edges with weights")
    if not ratings and (distances or both_sides):
        raise TertiumError("distances and symmetric are for ratings, give ratings=True, too, or leave them out")
    if isinstance(X, Graph) or isinstance(X, (str, os.PathLike)):
        for name, value in (("weights", weights), ("n_objects", n_objects)):
            if value is not None:
                raise TertiumError(f"{name} is for arrays (files and graphs have their own), leave it out")
        if not isinstance(X, Graph):
            return _tertium.read_graph(path_of("X", X), path_if("names", names), ratings, **meant)
        if names is not None:
            raise TertiumError("names is for data that become a graph (X is a graph already), leave it out")
        return X
    if is_sparse(X):
        if weights is not None:
            raise TertiumError("weights is for arrays of edges (a matrix contains its weights), leave it out")
        edges, weights, objects = of_matrix(X)
        if n_objects is not None and number_of_objects(n_objects) != objects:
            raise TertiumError(f"n_objects = {shown(n_objects)} is not the size of the matrix, {objects}, leave it out")
    else:
        edges, weights, objects = of_edges(X, weights, number_of_objects(n_objects))
    expect_weights(weights)
    names = [] if names is None else names_of_objects("names", names)
    if names and len(names) != objects:
        raise TertiumError(f"there are {len(names)} names for {objects} objects, give one for each")
    return _tertium.graph_from_arrays(edges, weights, objects, names)


def is_sparse(X):
    """Whether it is a sparse matrix of scipy, which need not be installed."""
    return all(hasattr(X, name) for name in ("tocsr", "tocoo", "nnz"))


def is_graph(X):
    return isinstance(X, Graph) or is_sparse(X)


def of_matrix(X):
    """(edges, weights, objects) of the upper half of an adjacency matrix."""
    if len(X.shape) != 2 or X.shape[0] != X.shape[1] or X.dtype.kind not in "biuf":
        raise TertiumError(f"the matrix has shape {X.shape} and type {X.dtype} (a graph needs a square matrix of numbers), give its "
                           "adjacency matrix")  # fmt: skip
    whole = X.tocsr(copy=True)
    whole.sum_duplicates()
    expect_weights(whole.data)
    rows, columns = (whole != whole.T).nonzero()
    if len(rows):
        i, j = int(rows[0]), int(columns[0])
        raise TertiumError(f"the matrix is not symmetric (row {i}, column {j} has {whole[i, j]}, row {j}, column {i} {whole[j, i]}; the "
                           "graph is undirected), give A.maximum(A.T) or correct it")  # fmt: skip
    entries = whole.tocoo()
    upper = entries.row <= entries.col
    return np.column_stack([entries.row, entries.col])[upper].astype(np.int64), entries.data[upper].astype(float), X.shape[0]


def of_edges(X, weights, objects):
    """(edges, weights, objects) of rows of two objects."""
    try:
        edges = whole_numbers(X, "edges")
    except TertiumError:
        edges = np.zeros(0)
    if edges.ndim != 2 or edges.shape[1] != 2 or not len(edges) or edges.min() < 0:
        raise TertiumError("X is not a graph: give an array of edges (m, 2) of whole numbers from 0, a symmetric sparse matrix, a "
                           "path, or a graph of tertium.graph")  # fmt: skip
    largest = int(edges.max())
    if objects and largest >= objects:
        raise TertiumError(f"edges contain object {largest} (n_objects = {objects}, counted from 0), correct one of them")
    given = np.ones(len(edges)) if weights is None else as_array(weights, "weights")
    if given.dtype.kind == "O":
        given = np.array([value if isinstance(value, (int, float)) else np.nan for value in given.ravel().tolist()], object).reshape(given.shape)
    if given.shape != (len(edges),) or np.ma.is_masked(weights):
        raise TertiumError(f"weights have shape {given.shape} for {len(edges)} edges, give one for each")
    expect_weights(given)
    given = given.astype(float)
    expect_one_weight(np.sort(edges, axis=1), given)
    return edges, given, objects or largest + 1


def expect_weights(weights):
    """Weights as finite numbers of at least 0."""
    try:
        numbers = weights.astype(float) if weights.dtype.kind in "biufO" else np.full(1, np.nan)
    except OverflowError:
        numbers = np.full(1, np.inf)
    wrong = ~np.isfinite(numbers) | (numbers < 0)
    if wrong.any():
        value = weights.ravel()[np.argmax(wrong)] if weights.size else None
        raise TertiumError(f"the weight {shown(value)} is not a finite number of at least 0 (a similarity), correct it")


def expect_one_weight(pairs, weights):
    """Refuses a pair that occurs twice with different weights."""
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    again = (pairs[order[1:]] == pairs[order[:-1]]).all(axis=1) & (weights[order[1:]] != weights[order[:-1]])
    if again.any():
        k = int(np.argmax(again))
        one, other = sorted((int(order[k]), int(order[k + 1])))
        raise TertiumError(f"edges {one} and {other} (from 0) both join {pairs[one][0]} and {pairs[one][1]}, with weights "
                           f"{weights[one]:g} and {weights[other]:g} (the graph is undirected), leave one out")  # fmt: skip


class OfGraph:
    """A method for graphs.

    Attributes
    ----------
    graph_ : Graph
        The graph of the last `fit`.

    Notes
    -----
    `predict` and `score` are about answers, by the tree or the clusters. Methods that count answers, such as
    `bootstrap_support`, raise an error.
    """

    kind = "auto"  # of answers that are predicted
    _held = "graph_"

    @documented
    def fit(self, X, y=None, sample_weight=None):
        """Fits the method to a graph.

        Parameters
        ----------
        X : array, sparse matrix, path or Graph
            What `tertium.graph` takes.
        y : None
            Not used.
        sample_weight : array of shape (m,), optional
            For an array of edges: their weights.

        Returns
        -------
        self
            The fitted estimator.

        Raises
        ------
        {TertiumError}
        """
        if y is not None:
            raise TertiumError("y is for answers (a graph has none), leave it out (weights of edges are given as sample_weight)")
        n_objects = None if isinstance(X, (Graph, str, os.PathLike)) else self.n_objects
        return self._fit_to(graph(X, sample_weight, n_objects=n_objects))


class GraphTree(OfGraph, Tree):
    pass


class GraphClustering(OfGraph, Clustering):
    pass


class GraphEmbedding(OfGraph, Embedding):
    pass
