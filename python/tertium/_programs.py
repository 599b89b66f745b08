"""Clusters of any similarities by semidefinite programs, with the solutions of the programs."""

import inspect

import numpy as np

from . import _tertium
from ._docs import SHARED, documented, entries, joined, parameter_entry, sections
from ._estimator import Estimator, as_text
from ._tertium import TertiumError
from ._values import as_array, real, seed_of, threads_of


NAMES = {"n_clusters": "k", "lambda_": "lambda", "max_iter": "iterations"}  # the library's


def similarities_of(S):
    """(n, n), float64: symmetric and finite."""
    S = S.toarray() if hasattr(S, "toarray") else S  # scipy's sparse matrices
    matrix = as_array(S, "similarities")
    if np.ma.is_masked(S) or matrix.dtype.kind not in "biuf":
        raise TertiumError(f"similarities have type {matrix.dtype} or are masked (programs need all of them), give a table of numbers")
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) < 2:
        raise TertiumError(f"similarities have shape {matrix.shape} (at least two objects are needed), give a square table")
    matrix = matrix.astype(float)
    wrong = ~np.isfinite(matrix)
    if wrong.any():
        i, j = np.argwhere(wrong)[0]
        raise TertiumError(f"the similarity of {i} and {j} is {matrix[i, j]} (programs need finite numbers), fill it in or leave an object out")
    apart = np.abs(matrix - matrix.T)
    if apart.max() > 1e-9 * np.abs(matrix).max():
        i, j = np.unravel_index(np.argmax(apart), matrix.shape)
        raise TertiumError(f"similarities are not symmetric (row {i}, column {j} has {matrix[i, j]:g}, row {j}, column {i} {matrix[j, i]:g}), "
                           "give (S + S.T) / 2 or correct it")  # fmt: skip
    if not np.triu(matrix, 1).any():
        raise TertiumError("all similarities are 0 (objects cannot be distinguished), give others")
    return (matrix + matrix.T) / 2


def documentation(made):
    """The docstring of a program, completed by the parameters of the step and the attributes of all programs."""
    parts, known = sections(made.__doc__), {found["name"]: found for found in _tertium.method(made._method)["parameters"]}
    written = {**SHARED, **entries(parts.get("Parameters", []))}
    parts["Parameters"] = [
        line for name, default in made._defaults.items()
        for line in written.get(name) or parameter_entry(name, default, known[NAMES.get(name, name)])]  # fmt: skip
    parts["Attributes"] = sections(Program.__doc__).get("Attributes", [])
    return joined(parts)


class Program:
    """Clusters of given similarities by a semidefinite program.

    Attributes
    ----------
    labels_ : array of int64, shape (n,)
        The cluster of each object.
    n_clusters_ : int
        Number of clusters.
    solution_ : array of float64, shape (n, n)
        The solution X of the program.
    theta_ : float
        Fraction of the trace in the round(tr X) largest eigenvalues; 1 for the matrix of a partition.
    thetas_ : dict
        For SPUR: theta by the numbers of clusters that were tried.
    certified_ : bool
        Whether the labels are proved to be the optimum.
    gap_ : float
        Largest possible relative distance of the value of X from the optimum; 0 if the optimum is proved.
    trace_penalty_ : float
        The penalty of the trace, given or the multiplier of tr X = k.
    reports_ : dict
        Numbers that the step reports about itself (`tertium list methods` explains them).
    n_features_in_ : int
        Number of objects.
    """

    _estimator_type = "clusterer"
    _method = ""  # a chain that ends in the step
    _given = {"random_state", "n_jobs"}  # that are no parameters of the step

    def __init_subclass__(cls):
        parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]
        cls._defaults = {parameter.name: parameter.default for parameter in parameters}
        cls.__doc__ = cls.__doc__ and documentation(cls)  # python -OO leaves none

    get_params, set_params, __repr__ = Estimator.get_params, Estimator.set_params, Estimator.__repr__

    def fit(self, S, y=None):
        """Solves the program for similarities.

        Parameters
        ----------
        S : array or sparse matrix of shape (n, n)
            Similarities, symmetric, of any scale and sign. The diagonal counts as it is.
        y : None
            Not used.

        Returns
        -------
        self
            The fitted estimator.

        Raises
        ------
        TertiumError
            If an argument is invalid, or the iterations do not converge.
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

    @documented
    def fit_predict(self, S, y=None):
        """Solves the program and returns the clusters.

        Parameters
        ----------
        S : array or sparse matrix of shape (n, n)
            Similarities, as in `fit`.
        y : None
            Not used.

        Returns
        -------
        array of int64, shape (n,)
            The labels of the objects.

        Raises
        ------
        {TertiumError}
        """
        return self.fit(S).labels_

    def _penalties(self):
        """The number of comparisons, 0 if not given, and the penalty, which limit SPUR's search."""
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
    """SDP-k: clusters of given similarities, by a semidefinite program.

    Maximize <S, X>, where X is positive semidefinite and nonnegative, its rows sum to 1, and tr X = n_clusters. K-means
    makes clusters of X, unless some are proved to be the optimum.

    Parameters
    ----------
    n_clusters : int, default 2
        Number of clusters.

    Examples
    --------
    >>> import numpy as np, tertium
    >>> S = np.kron(np.eye(2), np.ones((3, 3)))
    >>> found = tertium.SDPK(2).fit(S)
    >>> found.labels_.tolist(), found.certified_
    ([0, 0, 0, 1, 1, 1], True)
    """

    _method = "SDP-k"

    def __init__(self, n_clusters=2, *, rounding="rows", tolerance=0.001, max_iter=20000, random_state=1, n_jobs=-1):
        self.n_clusters, self.rounding, self.tolerance, self.max_iter = n_clusters, rounding, tolerance, max_iter
        self.random_state, self.n_jobs = random_state, n_jobs


class SDPLambda(Program):
    """SDP-lambda: clusters of given similarities and their number, by a semidefinite program.

    Maximize <S, X> - lambda_ tr X, with X as in `SDPK`. The number of clusters is round(tr X).

    Parameters
    ----------
    lambda_ : float, default 1.5
        Penalty of the trace, in units of the Frobenius norm of S over the root of n.

    Examples
    --------
    >>> import numpy as np, tertium
    >>> S = np.kron(np.eye(2), np.ones((3, 3)))
    >>> found = tertium.SDPLambda(1.0).fit(S)
    >>> found.n_clusters_, found.labels_.tolist()
    (2, [0, 0, 0, 1, 1, 1])
    """

    _method = "SDP-lambda"

    def __init__(self, lambda_=1.5, *, rounding="rows", tolerance=0.001, max_iter=20000, random_state=1, n_jobs=-1):
        self.lambda_, self.rounding, self.tolerance, self.max_iter = lambda_, rounding, tolerance, max_iter
        self.random_state, self.n_jobs = random_state, n_jobs


class SPUR(Program):
    """SPUR: SDP-k with the number of clusters of the largest theta.

    The first theta above .99 is taken.

    Parameters
    ----------
    comparisons : float, optional
        Number of comparisons that S is a sum of; it says which numbers are tried, as in `AddS-3+SPUR`. None: the number
        that `SDPLambda` finds with lambda_, one more and two more.
    lambda_ : float, default 1.5
        Penalty of the trace if comparisons is None, as in `SDPLambda`.

    Examples
    --------
    >>> import numpy as np, tertium
    >>> S = np.kron(np.eye(2), np.ones((3, 3)))
    >>> found = tertium.SPUR().fit(S)
    >>> found.n_clusters_, {k: round(theta, 3) for k, theta in found.thetas_.items()}
    (2, {2: 1.0})
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
