"""Estimators by their results: clusters, trees and embeddings."""

import sys

import numpy as np

from . import _tertium
from ._docs import documented
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
    """A method that makes clusters.

    Attributes
    ----------
    labels_ : array of int64, shape (n_objects,)
        The cluster of each object, numbered as in the program's files.
    membership_ : array of float64, shape (n_objects,)
        After `membership`: the fraction of samples in which the object is in its cluster.
    co_clustering_ : array of float64, shape (n_objects, n_objects)
        After `membership`: the fraction of samples in which two objects are in one cluster; NaN for more than 2,000 objects.
    """

    _estimator_type = "clusterer"

    @documented
    def fit_predict(self, X, y=None, sample_weight=None):
        """Fits the method and returns the clusters.

        Parameters
        ----------
        {X, y, sample_weight}

        Returns
        -------
        array of int64, shape (n_objects,)
            The labels of the objects.

        Raises
        ------
        {TertiumError}
        """
        return self.fit(X, y, sample_weight).labels_

    @documented
    def membership(self, replicates=1000, *, verbose=False):
        """Estimates the stability of the clusters by resampling the answers.

        It sets `membership_` and `co_clustering_`. Clusters of samples are matched by their objects.

        Parameters
        ----------
        replicates : int, default 1000
            Number of samples.
        {verbose}

        Returns
        -------
        array of float64, shape (n_objects,)
            `membership_`.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        found = self._fit.membership(self._clusters(), whole("replicates", replicates, 1, MOST_REPLICATES),
                                     threads_of(self.n_jobs), flag("verbose", verbose))  # fmt: skip
        self.membership_, self.co_clustering_ = np.array(found["objects"]), found["together"]
        return self.membership_

    def _clusters(self):
        """Number of clusters of a tree; a partition has its own number."""
        return 1

    def _take(self):
        self.labels_ = self._fit.labels(self.n_objects_)
        self._forget("membership_", "co_clustering_")

    def _forget(self, *names):
        """Deletes the results of an earlier fit."""
        for name in names:
            vars(self).pop(name, None)


class Tree(Clustering):
    """A method that makes a tree.

    Attributes
    ----------
    linkage_ : array of float64, shape (n_objects - 1, 4)
        The tree, as scipy's linkage: left, right, height, size. Heights are numbers of merges, from 1.
    support_, transfer_support_, support_of_, bootstrap_trees_, consensus_
        After `bootstrap_support`.
    local_support_, concordance_ : array of float64, shape (n_objects - 1,)
        After `local_support`.

    Notes
    -----
    `labels_` is the tree cut into n_clusters (2 if None). Clusters of a tree with lengths are its parts, which need not be
    branches, nor lie within those of a smaller number. `predict` and `score` use the clusters if n_clusters is a number, so a
    search over n_clusters finds the most predictive number, and the tree if it is None.
    """

    @documented
    def cut(self, n_clusters, min_cluster_size=1):
        """Cuts the tree into clusters.

        Parameters
        ----------
        n_clusters : int
            Number of clusters.
        min_cluster_size : int, default 1
            Smallest number of objects in a cluster.

        Returns
        -------
        array of int64, shape (n_objects,)
            The labels of the objects.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        return self._fit.labels(whole("n_clusters", n_clusters, 1, MOST_OBJECTS),
                                whole("min_cluster_size", min_cluster_size, 1, MOST_OBJECTS))  # fmt: skip

    @documented
    def newick(self, names=None):
        """The tree as Newick text.

        Parameters
        ----------
        names : list of str, optional
            Names of the objects. None: `names_`.

        Returns
        -------
        str
            The tree, after `bootstrap_support` with the support of its branches.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        labels = [f"{share:.6g}" for share in self.support_[:-1]] + [""] if hasattr(self, "support_") else []
        return self._fit.newick(names_for(names, self.names_), labels)

    def root_by_outgroup(self, outgroup):
        """Moves the root of a tree with lengths to the branch of an outgroup.

        The root is in the middle of the branch that separates the outgroup from all other objects. Trees of samples are rooted as
        close to it as possible. Support found before is dropped.

        Parameters
        ----------
        outgroup : str or list of str
            Names of the objects.

        Returns
        -------
        self
            The estimator.

        Raises
        ------
        TertiumError
            If the tree has no lengths, or no branch separates the outgroup.
        """
        self._check_fitted()
        self._fit = self._fit.rooted(texts("outgroup", outgroup))
        self._take()
        return self

    @documented
    def bootstrap_support(self, replicates=1000, *, verbose=False):
        """Estimates the support of the branches by resampling.

        Participants are resampled, or questions if fewer than two participants are known. It sets `support_`;
        `transfer_support_`, 1 minus the mean fraction of a branch's objects that must be moved until a sample's tree has it;
        `support_of_`, what was resampled, and its number; `bootstrap_trees_`, Newick text, a tree in each line; and `consensus_`,
        the majority-rule consensus with its support.

        Parameters
        ----------
        replicates : int, default 1000
            Number of samples.
        {verbose}

        Returns
        -------
        array of float64, shape (n_objects - 1,)
            `support_`: the fraction of the samples' trees that have each branch, in the order of `linkage_`.

        Raises
        ------
        {TertiumError}
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

    @documented
    def local_support(self):
        """Support of each branch by the answers alone.

        A branch is compared with its two nearest-neighbour interchanges. It sets `local_support_`, and `concordance_`: the
        fraction of the deciding answers that agree with the branch.

        Returns
        -------
        array of float64, shape (n_objects - 1,)
            `local_support_`, in the order of `linkage_`. NaN for the root, and if no answer decides.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        found = self._fit.local_support()
        self.local_support_, self.concordance_ = found["local"], found["concordance"]
        return self.local_support_

    @documented
    def merge_similarities(self):
        """Similarity at which branches merge: the heights of `tertium cluster --heights similarity`.

        Returns
        -------
        array of float64, shape (n_objects - 1,)
            For each row of `linkage_`, the fraction of comparisons with a pair joined there that call this pair the more similar
            one. NaN if there is none.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        return self._fit.merge_similarities()

    @documented
    def collapsed(self, share, by="support", names=None):
        """The tree without weakly supported branches, as Newick text.

        Parameters
        ----------
        share : float
            Branches with less support are removed; their node has more than two children.
        by : {"support", "transfer", "local"}, default "support"
            The kind of support. `bootstrap_support` finds the first two, `local_support` the last.
        names : list of str, optional
            Names of the objects. None: `names_`.

        Returns
        -------
        str
            The tree.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        known = {"support": "support_", "transfer": "transfer_support_", "local": "local_support_"}
        if not isinstance(by, str) or by not in known:
            raise TertiumError(f"by = {shown(by)} is not a kind of support, give support, transfer or local")
        share = real("share", share, 0, 1)
        if not hasattr(self, known[by]):
            finder = "local_support" if by == "local" else "bootstrap_support"
            kind = "support" if by == "support" else f"{by} support"
            raise TertiumError(f"the {kind} of branches is not known yet, call {finder}() first")
        shares = getattr(self, known[by])
        labels = [f"{share:.6g}" for share in shares[:-1]] + [""]
        kept = [bool(value >= share) for value in shares[:-1]] + [True]
        return self._fit.collapsed(kept, names_for(names, self.names_), labels)

    @documented
    def plot(self, ax=None, *, orientation="left", **options):
        """Draws the tree with matplotlib; clusters have colours.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw. None: the current axes.
        orientation : {"left", "top"}, default "left"
            Position of the root.
        **options
            Options of the lines, a LineCollection.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        from ._pictures import dendrogram

        if orientation not in ("left", "top"):
            raise TertiumError(f"orientation = {shown(orientation)} is not known, give left or top")
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
    """A method that makes coordinates.

    Attributes
    ----------
    embedding_ : array of float64, shape (n_objects, d)
        Coordinates of the objects.
    spread_, covariances_, spread_of_
        After `bootstrap_spread`.
    """

    _estimator_type = "transformer"

    @documented
    def fit_transform(self, X, y=None, sample_weight=None):
        """Fits the method and returns the coordinates.

        Parameters
        ----------
        {X, y, sample_weight}

        Returns
        -------
        array of float64, shape (n_objects, d), or data frame
            The coordinates; see `set_output`.

        Raises
        ------
        {TertiumError}
        """
        return self._as_told(self.fit(X, y, sample_weight).embedding_)

    @documented
    def transform(self, X=None):
        """The coordinates of the objects.

        Parameters
        ----------
        X : any, optional
            Not used: an embedding knows no other objects.

        Returns
        -------
        array of float64, shape (n_objects, d), or data frame
            The coordinates; see `set_output`.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        return self._as_told(self.embedding_)

    @documented
    def set_output(self, *, transform=None):
        """Sets what `transform` and `fit_transform` return, as in scikit-learn.

        Parameters
        ----------
        transform : {"default", "pandas"}, optional
            "default": arrays. "pandas": data frames with the names of the objects. None: no change. Before the first call
            scikit-learn's `set_config(transform_output=...)` counts.

        Returns
        -------
        self
            The estimator.

        Raises
        ------
        {TertiumError}
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
            raise TertiumError("pandas is not installed (data frames need it), install it, or call "
                               'set_output(transform="default")') from None  # fmt: skip
        return pandas.DataFrame(places, index=self.names_, columns=self.get_feature_names_out())

    @documented
    def get_feature_names_out(self, input_features=None):
        """Names of the dimensions, such as tste0 and tste1.

        Parameters
        ----------
        input_features : any, optional
            Not used; scikit-learn expects it.

        Returns
        -------
        array of object, shape (d,)
            The names.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        name = type(self).__name__.lower()
        return np.array([f"{name}{k}" for k in range(self.embedding_.shape[1])], object)

    @documented
    def bootstrap_spread(self, replicates=200, *, verbose=False):
        """Estimates the stability of the coordinates by resampling.

        Participants are resampled, or questions if fewer than two participants are known. The embedding of each sample is moved
        onto this one. It sets `spread_`; `covariances_`, (n_objects, d, d); and `spread_of_`, what was resampled, and its number.

        Parameters
        ----------
        replicates : int, default 200
            Number of samples.
        {verbose}

        Returns
        -------
        array of float64, shape (n_objects, d)
            `spread_`: standard deviations of the coordinates.

        Raises
        ------
        {TertiumError}
        """
        self._check_fitted()
        found = self._fit.spread(whole("replicates", replicates, 2, MOST_REPLICATES), threads_of(self.n_jobs),
                                 flag("verbose", verbose))  # fmt: skip
        self.covariances_, self.spread_of_ = found["covariances"], (found["samples_of"], found["sampled"])
        self.spread_ = np.sqrt(np.diagonal(self.covariances_, axis1=1, axis2=2))
        return self.spread_

    @documented
    def plot(self, ax=None, *, names=True, ellipses=True, **options):
        """Draws the coordinates with matplotlib.

        More than two dimensions are projected onto the two principal directions. Names are next to their points; those without
        free space are left out.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw. None: the current axes.
        names : bool, default True
            Write names.
        ellipses : bool, default True
            After `bootstrap_spread`: draw ellipses of 95 % confidence.
        **options
            Options of `scatter`.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.

        Raises
        ------
        {TertiumError}
        """
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
