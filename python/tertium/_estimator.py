"""The base class of all estimators. It has scikit-learn's interface and does not need scikit-learn."""

import sys

import numpy as np

from . import _tertium
from ._answers import answers, some_answers
from ._docs import documented
from ._frames import is_frame_of_questions
from ._html import html_of
from ._tertium import TertiumError
from ._values import flag, seed_of, shown, text, threads_of

# What every estimator can be told, after the method's own parameters, with defaults.
COMMON = {"kind": "auto", "n_objects": None, "random_state": 1, "n_jobs": -1}


class NotFittedError(TertiumError, AttributeError):
    """An attribute or method was used that needs fit."""


class NoProbabilityError(TertiumError, AttributeError):
    """Probabilities were asked of a method that only decides answers."""


def not_fitted_error():
    """The class above; if scikit-learn is loaded, also a subclass of its NotFittedError."""
    theirs = sys.modules.get("sklearn.exceptions")
    return type("NotFittedError", (NotFittedError, theirs.NotFittedError), {}) if theirs else NotFittedError


class Estimator:
    """A method with its parameters, in scikit-learn's interface.

    Attributes
    ----------
    n_objects_ : int
        Number of objects.
    names_ : list of str
        Names of the objects.
    answers_ : Answers
        The answers of the last `fit`.
    n_features_in_ : int
        Number of columns of the answers.
    reports_ : dict
        Numbers that the method reports about itself (`tertium list methods` explains them).
    method_ : str
        The steps of the method with all parameters.
    """

    _method = ""  # the library's name
    _defaults = dict(COMMON)  # of the constructor's parameters, in their order
    _own = {}  # of those the method's: the library's names
    _held = "answers_"  # what it was fitted to
    _probable = False  # whether the method is fitted by a model of how probable answers are

    def get_params(self, deep=True):
        """The parameters of the constructor.

        Parameters
        ----------
        deep : bool, default True
            Not used; scikit-learn expects it.

        Returns
        -------
        dict
            Values by name.
        """
        return {name: getattr(self, name) for name in self._defaults}

    def set_params(self, **params):
        """Changes parameters of the constructor.

        Parameters
        ----------
        **params
            Values by name.

        Returns
        -------
        self
            The estimator.

        Raises
        ------
        TertiumError
            If a parameter is unknown.
        """
        unknown = sorted(set(params) - set(self._defaults))
        if unknown:
            known = ", ".join(self._defaults)
            raise TertiumError(f"unknown parameter of {type(self).__name__} {shown(unknown[0])}; known: {known}")
        for name, value in params.items():
            setattr(self, name, value)
        return self

    @documented
    def fit(self, X, y=None, sample_weight=None):
        """Fits the method to answers.

        Parameters
        ----------
        {X, y, sample_weight}

        Returns
        -------
        self
            The fitted estimator.

        Raises
        ------
        {TertiumError}
        """
        return self._fit_to(some_answers(X, y, self.kind, self.n_objects, sample_weight))

    def _fit_to(self, given, people="all"):
        """people: how participants are weighted."""
        seed, threads = seed_of(self.random_state), threads_of(self.n_jobs)
        self._fit = _tertium.fit(given, self._method, self._values(), seed, threads, people)
        setattr(self, self._held, given)
        self.n_objects_, self.names_ = given.n_objects, given.names
        self.reports_, self.method_ = self._fit.reports, self._fit.method
        self.n_features_in_ = given.shape[1]
        self._take()
        return self

    def predict(self, X):
        """Predicts the answers to questions.

        Parameters
        ----------
        X : array of shape (m, 3) or (m, 4), or data frame
            Questions: anchor, first, second, or i, j, k, l.

        Returns
        -------
        array of int64, shape (m,)
            1 if the first two objects are closer, -1 if anchor and second (k and l) are, 0 for a tie.

        Raises
        ------
        TertiumError
            If the estimator is not fitted, or X has names that it does not know.

        Notes
        -----
        Objects are matched by name if both the fit and X have names. Numbers in an array are positions in `names_`.
        """
        questions = self._questions(X)
        return self._fit.predict(questions, self._clusters_asked())

    @property
    def classes_(self):
        """The columns of `predict_proba`: -1, the second option is closer; 1, the first is.

        Returns
        -------
        array of int64, shape (2,)
            [-1, 1]
        """
        self._expect_probable()
        return np.array([-1, 1])

    @property
    def predict_proba(self):
        """The function predict_proba(X): probabilities of the answers to questions.

        Parameters
        ----------
        X : array of shape (m, 3) or (m, 4), or data frame
            Questions, as in `predict`.

        Returns
        -------
        array of float64, shape (m, 2)
            Probabilities of the second and of the first option, in the order of `classes_`; 0.5 if the fit does not know an
            object.

        Raises
        ------
        TertiumError
            If the method has no model of probabilities. Then `hasattr(self, "predict_proba")` is false.

        Notes
        -----
        t-STE, STE, CKL and FORTE have such a model, and trees that end in +lengths if n_clusters is None.
        """
        self._expect_probable()
        return self._predict_proba

    def _predict_proba(self, X):
        questions = self._questions(X)
        first = self._fit.probability(questions)
        return np.column_stack([1.0 - first, first])

    def _expect_probable(self):
        if not self._probable:
            raise NoProbabilityError(f"{self._method} predicts answers without probabilities (it has no model of them), use "
                                     "predict, or a method with probabilities: t-STE, STE, CKL, FORTE, or a tree that "
                                     "ends in +lengths")  # fmt: skip
        try:
            clusters = self._clusters_asked()
        except TertiumError as problem:
            raise NoProbabilityError(str(problem)) from None  # hasattr wants an AttributeError
        if clusters:
            raise NoProbabilityError("clusters predict answers without probabilities, set n_clusters to None: then the "
                                     "tree predicts")  # fmt: skip

    def _questions(self, X):
        """Questions, triplets or quadruplets, for the fit."""
        self._check_fitted()
        questions = answers(X, np.ones(len(X), bool) if is_frame_of_questions(X) else None)
        if questions.kind not in ("triplets", "quadruplets"):
            raise TertiumError(f"questions are triplets or quadruplets (these are {questions.kind}), use score")
        return questions

    @documented
    def score(self, X, y=None):
        """Accuracy: the fraction of the answers that the fit predicts.

        Parameters
        ----------
        {X, y}

        Returns
        -------
        float
            From 0 to 1. A tie counts as a guess: 1/2, or 1/3 if there are three possible answers.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        return self._fit.score(answers(X, y, kind=self.kind), self._clusters_asked())

    def against(self, vectors, names=None, *, cosine=False):
        """Compares the fit with vectors of the same objects, such as a language model's.

        Parameters
        ----------
        vectors : array or data frame of shape (m, d)
            The vectors.
        names : list of str, optional
            Names of the rows. None: the index of a data frame; else the rows are in the order of `names_`.
        cosine : bool, default False
            Compare vectors by cosine and not by Euclidean distance.

        Returns
        -------
        dict
            procrustes_distance (of an embedding); same_closest_pair, a fraction of the triples; predicted_by_table and
            predicted_by_fit, fractions of the answers about common objects; ceiling, the noise ceiling. Unknown values are None.

        Raises
        ------
        TertiumError
            If an argument is invalid, or there are fewer than three common objects.
        """
        self._check_fitted()
        from ._places import named_vectors

        return self._fit.against(*named_vectors(vectors, names, self.names_), flag("cosine", cosine))

    def _clusters_asked(self):
        """Number of clusters that predict instead of the product; 0: none."""
        return 0

    def _take(self):
        """Sets the attributes of the product."""

    def _check_fitted(self):
        if not self.__sklearn_is_fitted__():
            raise not_fitted_error()(f"this {type(self).__name__} is not fitted yet, call fit first")

    def _values(self):
        """The method's own parameters by the library's names, as texts."""
        return {theirs: as_text(own, getattr(self, own)) for own, theirs in self._own.items()}

    def __sklearn_is_fitted__(self):
        return hasattr(self, "_fit")

    def _get_tags(self):  # before scikit-learn 1.6
        from sklearn.utils._tags import _DEFAULT_TAGS

        return {**_DEFAULT_TAGS, "X_types": ["triplets"], "requires_y": False, "no_validation": True}

    def __sklearn_tags__(self):  # since
        from sklearn import utils

        kind = getattr(self, "_estimator_type", None)
        return utils.Tags(
            estimator_type=kind, target_tags=utils.TargetTags(required=False),
            transformer_tags=utils.TransformerTags() if kind == "transformer" else None, classifier_tags=None,
            regressor_tags=None, input_tags=utils.InputTags(two_d_array=False), no_validation=True)  # fmt: skip

    def __repr__(self):
        changed = [(k, v) for k, v in self.get_params().items() if v is not self._defaults[k] and v != self._defaults[k]]
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in changed)})"

    def _repr_html_(self):
        return html_of(self)

    def __reduce__(self):
        from ._generate import estimator

        known = type(self) is estimator(self._method)  # made of a name; others are found where they are defined
        kept = {name: value for name, value in vars(self).items() if name != self._held}  # the fit has it
        return _made_again, ((estimator, self._method) if known else (type(self), None), kept)


def _made_again(source, attributes):
    """Restores parameters and results from a pickle."""
    maker, method = source
    made = object.__new__(maker if method is None else maker(method))
    vars(made).update(attributes)
    if hasattr(made, "_fit"):
        setattr(made, made._held, made._fit.given)
    return made


def as_text(name, value):
    """The value of a parameter of a method as the library reads it."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (str, int, float, np.integer, np.floating)):
        raise TertiumError(f"{name} = {shown(value)} is neither a number nor a string, correct it")
    try:
        return text(name, str(value))
    except ValueError as problem:  # thousands of digits
        raise problem if isinstance(problem, TertiumError) else TertiumError(
            f"{name} is {shown(value)}, which is too large, correct it") from None  # fmt: skip


def expect_method(method):
    """Whether it is a name, an estimator, or a class of estimators."""
    if isinstance(method, str):
        return text("method", method)
    if isinstance(method, type) and issubclass(method, Estimator) and method._method:
        return method()
    if not isinstance(method, Estimator) or not method._method:
        raise TertiumError(f"{shown(method)} is not a method, give a name or an estimator")
    return method


def method_and_values(method):
    """The library's name and the parameters of a method, from a name, a class of estimators, or an estimator."""
    method = expect_method(method)
    return (method, {}) if isinstance(method, str) else (method._method, method._values())


def method_name(method):
    method = expect_method(method)
    if isinstance(method, str):
        return method
    if method._clusters_asked():
        raise TertiumError(f"{type(method).__name__} has n_clusters = {method.n_clusters} (trees are compared without it), set "
                           f'it to None, or name the clusters: "{method._method}+cut(k = {method.n_clusters})"')  # fmt: skip
    return _tertium.method_called(method._method, method._values())
