"""All analyses of answers at once, and text for a paper."""

import numpy as np

from . import _tertium
from ._answers import some_answers
from ._clusters import clusters_of, number_of
from ._docs import documented
from ._found import Found
from ._generate import estimator
from ._objects import names_of_methods
from ._products import MOST_REPLICATES
from ._tertium import TertiumError
from ._values import clusters_or_none, flag, folds_of, seed_of, shown, threads_of, whole
from ._verbs import comparison_of, overview_of, support_of


class Study(Found):
    """From answers to a paper: all analyses, and text for a Methods section.

    Attributes
    ----------
    methods : str
        Paragraphs for a Methods section, with numbers, settings, versions and BibTeX, as the program's methods.md.
    references : str
        BibTeX entries, as the program's references.bib.
    overview : Overview
        What `overview` returns.
    comparison : Comparison
        What `compare` returns.
    method : str
        The best method.
    tree : Estimator
        The fitted estimator of this method, with support, cut into n_clusters.
    support : Support
        What `support` returns.
    clusters : Clusters
        What `cluster` returns. Its table has a column `share`: the fraction of samples in which the object is in its
        cluster.
    n_clusters : int
        Number of clusters.
    number : ClusterNumber or None
        How the number was chosen; None if it was given.
    table : dict of columns
        The table of the comparison, best method first.

    Examples
    --------
    >>> import tertium
    >>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 120, noise=0.5)
    >>> found = tertium.study(answers, methods=["AddS-3-AL", "4-AL"], folds=3, trees=20)
    >>> found.method, found.n_clusters
    ('AddS-3-AL', 2)
    >>> print(found.methods[:9])
    # Methods
    """

    _columns = ("method", "accuracy", "standard_error", "difference_to_best")

    def _head(self):
        return f"{self.method} is most accurate, {self.n_clusters} clusters; .methods is text for a paper"


@documented
def study(X, y=None, *, methods="trees", folds=10, trees=1000, n_clusters="held-out", kind="auto", n_objects=None,
          random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """From answers to a paper, all at once: `tertium study`.

    It summarizes the answers, compares methods of trees on held-out answers, fits the best one with bootstrap support, and
    cuts its tree into the number of clusters that held-out answers support.

    Parameters
    ----------
    {X, y}
    methods : str, estimator, object or list of these, default "trees"
        As in `compare`. "trees": those that apply and take at most a minute of one core each.
    folds : int or str, default 10
        As in `compare`.
    trees : int, default 1000
        Number of bootstrap trees.
    n_clusters : int or {"held-out", "auto"}, default "held-out"
        Number of clusters, or how to choose it, as in `choose_clusters`.
    {kind, n_objects, random_state, n_jobs, verbose}

    Returns
    -------
    Study
        The results of all analyses, and text for a paper.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 120, noise=0.5)
    >>> tertium.study(answers, methods=["AddS-3-AL", "4-AL"], folds=3, trees=20)
    <tertium.Study: AddS-3-AL is most accurate, 2 clusters; .methods is text for a paper>
    method     accuracy  standard_error  difference_to_best
    AddS-3-AL    0.8208         0.03017                   0
    4-AL            0.8         0.05252             0.02083
    """
    given, seed, threads = some_answers(X, y, kind, n_objects), seed_of(random_state), threads_of(n_jobs)
    if isinstance(n_clusters, str) and n_clusters not in ("held-out", "auto"):
        raise TertiumError(f'n_clusters = {shown(n_clusters)} is not known, give a number, "held-out" or "auto"')
    by_criterion = isinstance(n_clusters, str) and n_clusters == "auto"
    clusters = None if isinstance(n_clusters, str) else clusters_or_none(n_clusters)
    with names_of_methods(methods, given) as names:
        found = _tertium.study(given, names, folds_of(folds), clusters, by_criterion,
                               whole("trees", trees, 1, MOST_REPLICATES), seed, threads, flag("verbose", verbose))  # fmt: skip
        tree = estimator(found["method"])(n_clusters=found["n_clusters"], random_state=seed, n_jobs=n_jobs)._fit_to(given)
    tree._take_support(found["support"])
    comparison = comparison_of(found["comparison"])
    number = found["number"] and number_of(found["number"])
    clusters = clusters_of(given, found["clusters"], number)
    clusters.table["share"] = np.array(found["stays"])
    return Study(table=comparison.table, overview=overview_of(given, found["overview"]), comparison=comparison, tree=tree,
                 support=support_of(tree, trees), number=number, clusters=clusters,
                 **{name: found[name] for name in ("method", "n_clusters", "methods", "references")})  # fmt: skip
