"""What all estimators do. scikit-learn is not needed: they have what it asks of an estimator."""

import sys

import numpy as np

from . import _tertium
from ._answers import answers, is_frame_of_questions, some_answers
from ._html import html_of
from ._tertium import TertiumError
from ._values import MOST_OBJECTS, flag, items, names_for, real, seed_of, shown, text, texts, threads_of, whole

MOST_REPLICATES = 1_000_000

# What every estimator can be told, after the method's own parameters, with defaults.
COMMON = {"kind": "auto", "n_objects": None, "random_state": 1, "n_jobs": -1}


class NotFittedError(TertiumError, AttributeError):
    """Asked for what only fit makes."""


class NoProbabilityError(TertiumError, AttributeError):
    """Asked how probable answers are of what only decides them."""


def not_fitted_error():
    """The class above; where scikit-learn is at work, also the one that it expects."""
    theirs = sys.modules.get("sklearn.exceptions")
    return type("NotFittedError", (NotFittedError, theirs.NotFittedError), {}) if theirs else NotFittedError


class Estimator:
    """A method with its parameters. After fit(X):

    n_objects_, names_: of the objects; answers_: what it was fitted to; n_features_in_: objects in a row of them;
    reports_: numbers that the method tells of itself; method_: its steps with all parameters. A pickle keeps all of it.
    """

    _method = ""  # the library's name
    _defaults = dict(COMMON)  # of the constructor's parameters, in their order
    _own = {}  # of those the method's: the library's names
    _probable = False  # whether the method is fitted by a model of how probable answers are

    def get_params(self, deep=True):
        return {name: getattr(self, name) for name in self._defaults}

    def set_params(self, **params):
        unknown = sorted(set(params) - set(self._defaults))
        if unknown:
            known = ", ".join(self._defaults)
            raise TertiumError(f"unknown parameter of {type(self).__name__} {shown(unknown[0])}; known: {known}")
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def fit(self, X, y=None, sample_weight=None):
        """X, y: what `tertium.answers` takes. sample_weight: whole numbers, (m,), how many answers each row stands for; 0
        leaves it out. Returns self. Raises TertiumError; Ctrl-C ends it.
        """
        return self._fit_to(some_answers(X, y, self.kind, self.n_objects, sample_weight))

    def _fit_to(self, given, people="all"):
        """people: what answers count by who gave them."""
        seed, threads = seed_of(self.random_state), threads_of(self.n_jobs)
        self._fit = _tertium.fit(given, self._method, self._values(), seed, threads, people)
        self.answers_, self.n_objects_, self.names_ = given, given.n_objects, given.names
        self.reports_, self.method_ = self._fit.reports, self._fit.method
        self.n_features_in_ = given.shape[1]
        self._take()
        return self

    def predict(self, X):
        """Of questions anchor, first, second (m, 3), or i, j, k, l (m, 4): 1 where the first two are closer together,
        -1 where anchor and second (k and l) are, 0 where the fit cannot tell. (m,), int64.

        Objects go by their names where both the fit and X have names, and names that the fit does not know are refused;
        numbers of an array are places in names_, and of others nothing is told.
        """
        questions = self._questions(X)
        return self._fit.predict(questions, self._clusters_asked())

    @property
    def classes_(self):
        """What the columns of predict_proba are, [-1, 1]: the second is closer, the first is."""
        self._expect_probable()
        return np.array([-1, 1])

    @property
    def predict_proba(self):
        """predict_proba(X): of the questions that predict takes, how probable either answer is by the model of answers
        that the method is fitted by: (m, 2), float64, columns as in classes_, the second one that of the first; a half
        each where the fit does not know an object. Only t-STE, STE, CKL and FORTE, and trees that end in +lengths while
        n_clusters is None, have such a model; of others it raises, and hasattr says that there is none.
        """
        self._expect_probable()
        return self._predict_proba

    def _predict_proba(self, X):
        questions = self._questions(X)
        first = self._fit.probability(questions)
        return np.column_stack([1.0 - first, first])

    def _expect_probable(self):
        if not self._probable:
            raise NoProbabilityError(f"{self._method} says which answer is right, but not how probably (it is fitted by no "
                                     "model of that), take predict, or a method that has one: t-STE, STE, CKL, FORTE, or a "
                                     "tree that ends in +lengths")  # fmt: skip
        try:
            clusters = self._clusters_asked()
        except TertiumError as problem:
            raise NoProbabilityError(str(problem)) from None  # hasattr wants an AttributeError
        if clusters:
            raise NoProbabilityError("clusters say which answer is right, but not how probably, set n_clusters to None: "
                                     "then the tree predicts")  # fmt: skip

    def _questions(self, X):
        """Triplets or quadruplets, for what is fitted."""
        self._check_fitted()
        questions = answers(X, np.ones(len(X), bool) if is_frame_of_questions(X) else None)
        if questions.kind not in ("triplets", "quadruplets"):
            raise TertiumError(f"questions are triplets or quadruplets (these are {questions.kind}), use score")
        return questions

    def score(self, X, y=None):
        """The share of answers that is predicted. An answer to a question of which the fit predicts none counts as a
        half, or as a third of three possible ones: what guessing would bring.
        """
        self._check_fitted()
        return self._fit.score(answers(X, y, kind=self.kind), self._clusters_asked())

    def against(self, vectors, names=None, *, cosine=False):
        """What vectors of the same objects, such as a language model's, have in common with the fit: a dict with
        procrustes_distance (of an embedding), same_closest_pair, the share of triplets, predicted_by_table and
        predicted_by_fit, the shares of the answers about common objects, and ceiling; what is not known is None.

        vectors: a table of numbers (m, d). names: of its rows; None: the index of a DataFrame, else the objects in the
        order of names_. cosine: compares vectors by cosines, not by Euclidean distances. Raises TertiumError, also where
        there are fewer than three common objects.
        """
        self._check_fitted()
        from ._places import named_vectors

        return self._fit.against(*named_vectors(vectors, names, self.names_), flag("cosine", cosine))

    def _clusters_asked(self):
        """That predict in place of the product; 0: none."""
        return 0

    def _take(self):
        """Sets the attributes that the product has."""

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
        kept = {name: value for name, value in vars(self).items() if name != "answers_"}  # the fit has them
        return _made_again, ((estimator, self._method) if known else (type(self), None), kept)


def _made_again(source, attributes):
    """Of a pickle: parameters and results."""
    maker, method = source
    made = object.__new__(maker if method is None else maker(method))
    vars(made).update(attributes)
    if hasattr(made, "_fit"):
        made.answers_ = made._fit.answers
    return made


def axes(ax):
    """Those given, or the present ones."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.gca()


def as_text(name, value):
    """The value of a parameter of a method as the library reads it."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (str, int, float, np.integer, np.floating)):
        raise TertiumError(f"{name} = {shown(value)} is neither a number nor a text, correct it")
    try:
        return text(name, str(value))
    except ValueError as problem:  # thousands of digits
        raise problem if isinstance(problem, TertiumError) else TertiumError(
            f"{name} is {shown(value)}, which is too large, correct it") from None  # fmt: skip


def expect_method(method):
    """A name, or an estimator, also of a class of them."""
    if isinstance(method, str):
        return text("method", method)
    if isinstance(method, type) and issubclass(method, Estimator) and method._method:
        return method()
    if not isinstance(method, Estimator) or not method._method:
        raise TertiumError(f"{shown(method)} is no method, give the name of one or an estimator")
    return method


def method_and_values(method):
    """The library's name of a method, and its parameters: of a name, a class of estimators, or an estimator."""
    method = expect_method(method)
    return (method, {}) if isinstance(method, str) else (method._method, method._values())


def method_names(methods):
    """Of one method, or of several: of an estimator its name with the parameters that it changes."""
    one = isinstance(methods, (str, Estimator, type))
    names = [method_name(method) for method in ([methods] if one else items("methods", methods))]
    if not names:
        raise TertiumError("there is no method (methods is empty), give one or more")
    return names


def method_name(method):
    method = expect_method(method)
    if isinstance(method, str):
        return method
    if method._clusters_asked():
        raise TertiumError(f"{type(method).__name__} has n_clusters = {method.n_clusters} (trees are compared by themselves), set "
                           f'it to None, or give the clusters a name: "{method._method}+cut(k = {method.n_clusters})"')  # fmt: skip
    return _tertium.method_called(method._method, method._values())


class Clustering(Estimator):
    """After fit: labels_, (n_objects,), int64, numbered as in the program's files."""

    _estimator_type = "clusterer"

    def fit_predict(self, X, y=None, sample_weight=None):
        """The labels of the objects."""
        return self.fit(X, y, sample_weight).labels_

    def membership(self, replicates=1000, *, verbose=False):
        """How sure the clusters are, by so many samples of the answers: `membership_`, (n_objects,), float64, the share
        of samples that have each object in its cluster, clusters being matched by their objects; `co_clustering_`,
        (n_objects, n_objects), the share that have both in one (NaN of more than 2,000 objects). verbose: tells on
        sys.stderr how far it is. Returns the first.
        """
        self._check_fitted()
        found = self._fit.membership(self._clusters(), whole("replicates", replicates, 1, MOST_REPLICATES),
                                     threads_of(self.n_jobs), flag("verbose", verbose))  # fmt: skip
        self.membership_, self.co_clustering_ = np.array(found["objects"]), found["together"]
        return self.membership_

    def _clusters(self):
        """Of a tree; a partition has its own number."""
        return 1

    def _take(self):
        self.labels_ = self._fit.labels(self.n_objects_)
        self._forget("membership_", "co_clustering_")

    def _forget(self, *names):
        """What was found of an earlier fit."""
        for name in names:
            vars(self).pop(name, None)


class Tree(Clustering):
    """After fit: labels_, (n_objects,), n_clusters of the tree, two where it is None: it is cut, or of a tree with lengths
    they are its parts, which need not be branches nor lie inside those of a smaller number; linkage_, (n_objects - 1, 4),
    float64, as scipy's: left, right, height, size. Heights are numbers of merges, from 1. predict and score go by the
    clusters where n_clusters is a number, so that a search over it tells which one predicts most, and by the tree where
    it is None.
    """

    def cut(self, n_clusters):
        """Labels of so many clusters of the tree."""
        self._check_fitted()
        return self._fit.labels(whole("n_clusters", n_clusters, 1, MOST_OBJECTS))

    def newick(self, names=None):
        """The tree as text; with the support of its branches once bootstrap_support has found it."""
        self._check_fitted()
        labels = [f"{share:.6g}" for share in self.support_[:-1]] + [""] if hasattr(self, "support_") else []
        return self._fit.newick(names_for(names, self.names_), labels)

    def root_by_outgroup(self, outgroup):
        """Moves the root of a tree with lengths into the middle of the branch that parts the outgroup (a name, or
        several) from all other objects; trees of samples get theirs as near to that as they can. Returns self; what was
        known of the tree is found anew. Raises TertiumError where no branch parts them.
        """
        self._check_fitted()
        self._fit = self._fit.rooted(texts("outgroup", outgroup))
        self._take()
        return self

    def bootstrap_support(self, replicates=1000, *, verbose=False):
        """The share of so many trees of resampled subjects (or of questions, where less than two subjects are known)
        that have each branch: (n_objects - 1,), float64, in the order of linkage_; also support_. transfer_support_:
        of these trees, 1 less the mean share of a branch's objects that have to be moved until they have it.
        support_of_: what was resampled, and how many there are. bootstrap_trees_: the trees, a Newick text a line;
        consensus_: what most of them have, with its share. verbose: tells on sys.stderr how far it is.
        """
        self._check_fitted()
        found = self._fit.support(whole("replicates", replicates, 1, MOST_REPLICATES), threads_of(self.n_jobs),
                                  flag("verbose", verbose))  # fmt: skip
        return self._take_support(found)

    def _take_support(self, found):
        self.support_, self.transfer_support_ = np.array(found["nodes"], float), np.array(found["transfer"], float)
        self.support_of_ = found["samples_of"], found["sampled"]
        self.bootstrap_trees_, self.consensus_ = found["bootstrap_trees"], found["consensus"]
        return self.support_

    def local_support(self):
        """How sure each branch is by the answers alone, beside its two nearest-neighbour interchanges: (n_objects - 1,),
        float64, in the order of linkage_; also local_support_. concordance_: the share of the deciding answers that
        agree with the branch. NaN of the root, and where no answer decides.
        """
        self._check_fitted()
        found = self._fit.local_support()
        self.local_support_, self.concordance_ = found["local"], found["concordance"]
        return self.local_support_

    def merge_similarities(self):
        """Of each row of linkage_ the share of statements about pairs joined there that call them the more alike, the heights
        of `tertium cluster --heights similarity`: (n_objects - 1,), float64, NaN where none is about such a pair.
        """
        self._check_fitted()
        return self._fit.merge_similarities()

    def collapsed(self, share, by="support", names=None):
        """The tree as Newick, where branches of less support become nodes with many children. by: support or transfer
        (once bootstrap_support has found them), or local (local_support).
        """
        self._check_fitted()
        known = {"support": "support_", "transfer": "transfer_support_", "local": "local_support_"}
        if not isinstance(by, str) or by not in known:
            raise TertiumError(f"by = {shown(by)} is no kind of support, give support, transfer or local")
        share = real("share", share, 0, 1)
        if not hasattr(self, known[by]):
            finder = "local_support" if by == "local" else "bootstrap_support"
            kind = "support" if by == "support" else f"{by} support"
            raise TertiumError(f"the {kind} of branches is not known yet, call {finder}() first")
        shares = getattr(self, known[by])
        labels = [f"{share:.6g}" for share in shares[:-1]] + [""]
        kept = [bool(value >= share) for value in shares[:-1]] + [True]
        return self._fit.collapsed(kept, names_for(names, self.names_), labels)

    def plot(self, ax=None, *, orientation="left", **options):
        """Draws the tree on axes of matplotlib, with the root on the left or at the top; clusters have colours. Its lines, a
        LineCollection, take the options. Returns the axes.
        """
        self._check_fitted()
        from ._pictures import dendrogram

        if orientation not in ("left", "top"):
            raise TertiumError(f"orientation = {shown(orientation)} is no side, give left or top")
        ax = axes(ax)
        dendrogram.plot(ax, self.linkage_, _tertium.short_names(self.names_), self.labels_, orientation == "left", **options)
        return ax

    def _clusters(self):
        return 2 if self.n_clusters is None else self.n_clusters

    def _clusters_asked(self):
        return 0 if self.n_clusters is None else whole("n_clusters", self.n_clusters, 1, MOST_OBJECTS)

    def _take(self):
        self.labels_ = self.cut(self._clusters())
        self.linkage_ = self._fit.linkage
        self._forget("support_", "support_of_", "transfer_support_", "bootstrap_trees_", "consensus_", "local_support_",
                     "concordance_", "membership_", "co_clustering_")  # fmt: skip


class Embedding(Estimator):
    """After fit: embedding_, (n_objects, d), float64: places of the objects."""

    _estimator_type = "transformer"

    def fit_transform(self, X, y=None, sample_weight=None):
        """The places of the objects."""
        return self.fit(X, y, sample_weight).embedding_

    def transform(self, X=None):
        """The places of the objects, whatever X: no other objects are known."""
        self._check_fitted()
        return self.embedding_

    def get_feature_names_out(self, input_features=None):
        """Names of the dimensions: tste0, tste1."""
        self._check_fitted()
        name = type(self).__name__.lower()
        return np.array([f"{name}{k}" for k in range(self.embedding_.shape[1])], object)

    def bootstrap_spread(self, replicates=200, *, verbose=False):
        """How sure the places are, by maps of so many samples of the participants (or of questions, where less than two
        participants are known), moved onto this one: (n_objects, d), float64, standard deviations; also spread_.
        covariances_: (n_objects, d, d); spread_of_: what was resampled, and how many there are. verbose: tells on
        sys.stderr how far it is.
        """
        self._check_fitted()
        found = self._fit.spread(whole("replicates", replicates, 2, MOST_REPLICATES), threads_of(self.n_jobs),
                                 flag("verbose", verbose))  # fmt: skip
        self.covariances_, self.spread_of_ = found["covariances"], (found["samples_of"], found["sampled"])
        self.spread_ = np.sqrt(np.diagonal(self.covariances_, axis1=1, axis2=2))
        return self.spread_

    def plot(self, ax=None, *, names=True, ellipses=True, **options):
        """Draws the places on axes of matplotlib, whose scatter takes the options: of more than two dimensions along the two
        directions of most spread. Names stand beside their points where they cover nothing; those that find no place are
        left out. ellipses: once bootstrap_spread has found how sure places are, 95 % of it. Returns the axes."""
        self._check_fitted()
        from ._pictures import places

        ax = axes(ax)
        plane, directions, _ = _tertium.main_plane(self.embedding_)
        if self.embedding_.shape[1] == 2:
            plane, directions = self.embedding_, np.eye(2)
        seen = None
        if flag("ellipses", ellipses) and hasattr(self, "covariances_"):
            seen = (directions.T @ self.covariances_ @ directions)[:, [0, 0, 1], [0, 1, 1]]
        places.plot(ax, _tertium.short_names(self.names_) if names else [], plane, seen, **options)
        return ax

    def _take(self):
        self.embedding_ = self._fit.embedding
        for name in ("spread_", "covariances_", "spread_of_"):  # of an earlier fit
            vars(self).pop(name, None)
