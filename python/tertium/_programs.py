"""Clusters of any similarities, by semidefinite programs, with their solutions."""

import inspect

import numpy as np

from . import _tertium
from ._answers import as_array
from ._estimator import Estimator, as_text
from ._tertium import TertiumError
from ._values import real, seed_of, threads_of


NAMES = {"n_clusters": "k", "lambda_": "lambda", "max_iter": "iterations"}  # the library's


def similarities_of(S):
    """(n, n), float64: symmetric and finite."""
    S = S.toarray() if hasattr(S, "toarray") else S  # scipy's sparse matrices
    matrix = as_array(S, "similarities")
    if np.ma.is_masked(S) or matrix.dtype.kind not in "biuf":
        raise TertiumError(f"similarities are of type {matrix.dtype}, or masked (programs need all of them), give a table of numbers")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) < 2:
        raise TertiumError(f"similarities are of shape {matrix.shape} (each of two objects or more has one with each), give a square table")
    matrix = matrix.astype(float)
    wrong = ~np.isfinite(matrix)
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        raise TertiumError(f"the similarity of {i} and {j} is {matrix[i, j]} (programs need numbers), fill it in, or leave an object out")
    apart = np.abs(matrix - matrix.T)
    if apart.max() > 1e-9 * np.abs(matrix).max():
        i, j = np.unravel_index(np.argmax(apart), matrix.shape)
        raise TertiumError(f"similarities are not symmetric (row {i}, column {j} has {matrix[i, j]:g}, row {j}, column {i} {matrix[j, i]:g}), "
                           "give (S + S.T) / 2, or what is true")  # fmt: skip
    if not np.triu(matrix, 1).any():
        raise TertiumError("all similarities are 0 (nothing tells objects apart), give others")
    return (matrix + matrix.T) / 2


class Program:
    """After fit: labels_, (n,), int64; n_clusters_, how many; solution_, the program's X, (n, n), float64; theta_, the share
    of its round(tr X) largest eigenvalues in its trace, 1 where it is the matrix of a partition; certified_, whether the
    labels are proved to be the optimum; gap_, how far the value of X is from the optimum at most, relatively, 0 where that
    is proved; trace_penalty_, given or the multiplier of tr X = k; reports_: numbers as `tertium list methods` describes
    them; n_features_in_.
    """

    _estimator_type = "clusterer"
    _method = ""  # a chain that ends in the step
    _given = {"random_state", "n_jobs"}  # that are no parameters of the step

    def __init_subclass__(cls):
        parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
        cls._defaults = {parameter.name: parameter.default for parameter in parameters}

    get_params, set_params, __repr__ = Estimator.get_params, Estimator.set_params, Estimator.__repr__

    def fit(self, S, y=None):
        """S: how alike objects are, (n, n), symmetric, of any scale and sign; its diagonal counts as it is, and y does not.
        Returns self. Raises TertiumError, also where iterations do not converge; Ctrl-C ends it.
        """
        matrix = similarities_of(S)
        values = {NAMES.get(own, own): as_text(own, getattr(self, own)) for own in self._defaults if own not in self._given}
        found = _tertium.solve_program(self._method, values, matrix, *self._penalties(), seed_of(self.random_state),
                                       threads_of(self.n_jobs))  # fmt: skip
        self.labels_, self.solution_, self.theta_ = found["labels"], found["solution"], found["theta"]
        self.reports_, self.thetas_ = found["reports"], found["thetas"]
        self.n_clusters_, self.n_features_in_ = int(self.labels_.max()) + 1, len(matrix)
        self.certified_, self.gap_ = bool(self.reports_["certified"]), self.reports_["gap"]
        self.trace_penalty_ = self.reports_["trace_penalty"]
        return self

    def fit_predict(self, S, y=None):
        """The labels of the objects."""
        return self.fit(S).labels_

    def _penalties(self):
        """The comparisons, 0 for none, and the penalty that limit SPUR's search."""
        return 0.0, 1.0

    def __sklearn_is_fitted__(self):
        return hasattr(self, "labels_")

    def _get_tags(self):  # before scikit-learn 1.6
        return {**Estimator._get_tags(self), "X_types": ["2darray"], "pairwise": True}

    def __sklearn_tags__(self):  # since
        tags = Estimator.__sklearn_tags__(self)
        tags.input_tags.two_d_array = tags.input_tags.pairwise = True
        return tags


class SDPK(Program):
    __doc__ = f"""SDP-k of any similarities: maximize <S, X>, X positive semidefinite and nowhere negative, rows summing to 1, tr X =
    n_clusters; k-means makes the clusters of X, unless some are proved to be the optimum.

    {Program.__doc__}"""
    _method = "SDP-k"

    def __init__(self, n_clusters=2, *, rounding="rows", tolerance=0.001, max_iter=20000, random_state=1, n_jobs=-1):
        self.n_clusters, self.rounding, self.tolerance, self.max_iter = n_clusters, rounding, tolerance, max_iter
        self.random_state, self.n_jobs = random_state, n_jobs


class SDPLambda(Program):
    __doc__ = f"""SDP-lambda of any similarities: the same with a penalty of the trace, lambda_ in units of |S|_F / sqrt(n), in place of a
    number of clusters: maximize <S, X> - lambda tr X, and round(tr X) clusters.

    {Program.__doc__}"""
    _method = "SDP-lambda"

    def __init__(self, lambda_=1.5, *, rounding="rows", tolerance=0.001, max_iter=20000, random_state=1, n_jobs=-1):
        self.lambda_, self.rounding, self.tolerance, self.max_iter = lambda_, rounding, tolerance, max_iter
        self.random_state, self.n_jobs = random_state, n_jobs


class SPUR(Program):
    __doc__ = f"""SPUR of any similarities: SDP-k with a number of clusters that the largest theta chooses. Where S is a sum of comparisons, how
    many these were says which numbers are tried, as in `AddS-3+SPUR`. Where it is not (None), they are as many as SDPLambda has with lambda_, one
    more and two more. The first theta above .99 is taken.

    {Program.__doc__}
    thetas_: theta by the numbers of clusters that were tried, a dict.
    """
    _method = "AddS-3+SPUR"
    _given = Program._given | {"comparisons", "lambda_"}

    def __init__(self, comparisons=None, *, lambda_=1.5, objective="half", k_max=20, rounding="rows", tolerance=0.001, max_iter=20000,
                 random_state=1, n_jobs=-1):  # fmt: skip
        self.comparisons, self.lambda_, self.objective, self.k_max = comparisons, lambda_, objective, k_max
        self.rounding, self.tolerance, self.max_iter = rounding, tolerance, max_iter
        self.random_state, self.n_jobs = random_state, n_jobs

    def _penalties(self):
        comparisons = 0.0 if self.comparisons is None else real("comparisons", self.comparisons, 1.0)
        return comparisons, real("lambda_", self.lambda_, 0.0, 1e6)
