"""Estimators by what they make: clusters, trees and embeddings."""

import sys

import numpy as np

from . import _tertium
from ._estimator import Estimator
from ._tertium import TertiumError
from ._values import MOST_OBJECTS, flag, names_for, real, shown, texts, threads_of, whole

MOST_REPLICATES = 1_000_000


def axes(ax):
    """Those given, or the present ones."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.gca()


def output_called(transform):
    if not isinstance(transform, str) or transform not in ("default", "pandas"):
        raise TertiumError(f'transform = {shown(transform)} is not known, give "default" or "pandas"')
    return transform


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

    def cut(self, n_clusters, min_cluster_size=1):
        """Labels of so many clusters of the tree, none of which has fewer objects than min_cluster_size."""
        self._check_fitted()
        return self._fit.labels(whole("n_clusters", n_clusters, 1, MOST_OBJECTS),
                                whole("min_cluster_size", min_cluster_size, 1, MOST_OBJECTS))  # fmt: skip

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
        return self._as_told(self.fit(X, y, sample_weight).embedding_)

    def transform(self, X=None):
        """The places of the objects, whatever X: no other objects are known."""
        self._check_fitted()
        return self._as_told(self.embedding_)

    def set_output(self, *, transform=None):
        """What transform and fit_transform make, as of scikit-learn's transformers: "default" arrays, "pandas" data frames with
        the objects' names beside their places; None leaves it as it is. Until it is told, scikit-learn's set_config
        (transform_output) counts. Returns self.
        """
        if transform is not None:
            self._sklearn_output_config = {"transform": output_called(transform)}  # where clone looks for it
        return self

    def _as_told(self, places):
        known = getattr(sys.modules.get("sklearn"), "get_config", dict)()
        told = getattr(self, "_sklearn_output_config", {}).get("transform", known.get("transform_output", "default"))
        if output_called(told) == "default":
            return places
        try:
            import pandas
        except ImportError:
            raise TertiumError("pandas is not installed (data frames of places are its own), install it, or "
                               'set_output(transform="default")') from None  # fmt: skip
        return pandas.DataFrame(places, index=self.names_, columns=self.get_feature_names_out())

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
