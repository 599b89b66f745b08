"""All that the program tells of answers at once, and words for a paper about it."""

import numpy as np

from . import _tertium
from ._answers import some_answers
from ._clusters import clusters_of, number_of
from ._found import Found
from ._generate import estimator
from ._objects import names_of_methods
from ._products import MOST_REPLICATES
from ._tertium import TertiumError
from ._values import clusters_or_none, flag, folds_of, seed_of, shown, threads_of, whole
from ._verbs import comparison_of, overview_of, support_of


class Study(Found):
    """From answers to a paper. methods: paragraphs for a Methods section with numbers, settings, versions and BibTeX, as
    the program's methods.md; references: as its references.bib.

    overview, comparison: what look and compare return; table: that of the comparison, best method first; method: the
    best; tree: its fitted estimator, with support and cut into n_clusters; support, clusters: what support and cluster
    return, with a column share, in how many samples objects are in their clusters; number: a ClusterNumber, or None where n_clusters was given.
    """

    _columns = ("method", "accuracy", "standard_error", "difference_to_best")

    def _head(self):
        return f"{self.method} predicts most, {self.n_clusters} clusters; .methods has words for a paper"


def study(X, y=None, *, methods="trees", folds=10, trees=1000, n_clusters="held-out", kind="auto", n_objects=None,
          random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """From answers to a paper: what `tertium study` tells. Looks at the answers, compares methods that make trees by
    answers held out, makes the tree that predicts most of these, with the support of its branches by so many trees of
    samples, and cuts it into as many clusters as answers held out speak for.

    methods: names, estimators or objects of your own, as compare takes them; "trees" stands for those that apply and take at most a minute of a core each.
    n_clusters: a number, "held-out", or "auto", as choose_clusters has them. folds, verbose: as compare takes them.

    Returns a Study.
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
