"""The analyses of the program as functions."""

import os

import numpy as np

from . import _tertium
from ._answers import some_answers
from ._clusters import choose_method
from ._docs import documented
from ._estimator import as_text, method_and_values
from ._found import Found, columns_of, telling
from ._frames import as_field, is_frame
from ._generate import estimator
from ._objects import names_of_methods
from ._products import MOST_REPLICATES, Tree
from ._tertium import TertiumError
from ._values import clusters_or_none, flag, folds_of, items, path_of, real, seed_of, shown, text, texts, threads_of, whole

@telling("overview", table="subject", objects="object", repeated="repeated")
class Overview(Found):
    """Summary and quality of answers.

    Attributes that are not known are None.

    Attributes
    ----------
    source, kind, n_objects, notes
        As those of the answers.
    choices : int
        Number of possible answers to each question.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.overview("faces")
    >>> found.answers, found.subjects, f"{found.repeated['agreement']:.1%}"
    (37234, 39, '65.8%')
    """

    _columns = ("subject", "answers", "missing", "agreement", "accuracy", "checks", "checks_failed", "median_time", "flags")

    def _head(self):
        agreement = self.repeated["agreement"]
        return (f"{self.answers} {self.kind} to {self.questions} questions about {self.n_objects} objects, "
                f"{len(self)} participants, {len(self.flagged)} flagged"
                + ("" if agreement is None else f", two answers to a question agree with probability {agreement:.1%}"))  # fmt: skip


@telling("comparison", table="comparison row", fold_table="fold row")
class Comparison(Found):
    """Accuracy of methods on held-out answers.

    Attributes that need repeated questions are None if there are none.

    Attributes
    ----------
    best : str
        The method with the highest accuracy.
    indistinguishable : list of str
        Methods that are not worse by two standard errors of the difference.
    seconds : dict
        Mean time of a fit, by method.

    Notes
    -----
    The tables are the program's comparison.csv, best method first, and folds.csv.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.compare("car", methods=["AddS-3-AL", "4K-AL"], folds=3)
    >>> found.best, found.chance
    ('4K-AL', 0.5)
    """

    _columns = ("method", "train_fraction", "accuracy", "standard_error", "ties", "difference_to_best")

    def _head(self):
        return f"{self.best} is most accurate, chance is {self.chance:.1%} ({self.folds})"


@telling("groups", table="group")
class Groups(Found):
    """Differences between groups of participants.

    Attributes
    ----------
    linkages, embeddings : dict
        The tree or the coordinates that the method makes of each group, by its name.
    p_distance, p_own : float
        Fraction of the permutations (and the groups themselves) with at least this distance, or this own_minus_other.
    permuted_distance, permuted_own : array of float64
        The values of the permutations.

    Examples
    --------
    >>> import tertium
    >>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 400, noise=1).array
    >>> given = tertium.answers(answers, subjects=[k % 8 for k in range(400)])
    >>> found = tertium.compare_groups(given, groups={k: k % 2 for k in range(8)}, method="4-AL",
    ...                                permutations=69)
    >>> found.differ, found.people
    (False, 8)
    """

    def _head(self):
        return (f"{len(self)} groups, p = {self.p:.2g}; the closest pair of {self.distance:.1%} of the triples differs "
                f"(p = {self.p_distance:.2g}), accuracy is {100 * self.own_minus_other:+.1f} points higher from the own group "
                f"(p = {self.p_own:.2g})")  # fmt: skip


@telling(table="bound")
class Bound(Found):
    """The largest fraction of answers that trees, and any distances, can satisfy, proved.

    Each class contains the classes before it.

    Attributes
    ----------

    Examples
    --------
    >>> import tertium
    >>> found = tertium.bound("faces", seconds=0)
    >>> found
    <tertium.Bound: rooted tree: at most 72.36%, tree with lengths: at most 82.04%, distances: at most 83.59%>
    class              satisfied_at_most   sets  sets_possible
    rooted tree                   0.7236  58905          58905
    tree with lengths             0.8204  58905          58905
    distances                     0.8359  58905          58905
    """

    _columns = ("class", "satisfied_at_most", "sets", "sets_possible")

    def _head(self):
        shares = self.table["satisfied_at_most"]
        return ", ".join(f"{name}: at most {share:.2%}" for name, share in zip(self.table["class"], shares))


class Support(Found):
    """Support of the branches of a tree.

    Attributes
    ----------
    tree : Estimator
        The fitted estimator.
    trees : int
        Number of bootstrap trees.
    drawn : {"subjects", "questions"}
        What was resampled.
    units : int
        Number of these.
    people : dict of columns or None
        As in `Clusters`.
    table : dict of columns
        As the program's nodes.csv: node, height, size, support (fraction of the bootstrap trees that have the branch),
        transfer (1 minus the mean fraction of its objects that must be moved until they have it), local and concordance (by
        the answers alone, compared with the two alternative branches; NaN for the root), members.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.support("car", method="4K-AL", trees=50)
    >>> found.at_least(0.95), len(found)
    (0, 59)
    >>> found.table["support"][:3].tolist()
    [0.52, 0.56, 0.68]
    """

    _columns = ("node", "size", "support", "transfer", "local", "members")

    @documented
    def at_least(self, share, by="support"):
        """Number of branches with at least this support, without the root.

        Parameters
        ----------
        share : float
            The support, from 0 to 1.
        by : {"support", "transfer", "local", "concordance"}, default "support"
            The kind of support.

        Returns
        -------
        int
            Number of branches.

        Raises
        ------
        {TertiumError}
        """
        if not isinstance(by, str) or by not in ("support", "transfer", "local", "concordance"):
            raise TertiumError(f"by = {shown(by)} is not a kind of support, give support, transfer, local or concordance")
        share = real("share", share)
        return int(np.sum(self.table[by][:-1] >= share))

    def _head(self):
        return (f"{self.at_least(0.95)} of {max(0, len(self) - 1)} branches are in at least 95 % of {self.trees} bootstrap "
                f"trees (resampled: {self.units} {self.drawn}), {self.at_least(0.5)} in at least half")  # fmt: skip


@documented
def cite(method=None, *, bibtex=False):
    """What to cite, as text with BibTeX: `tertium cite`.

    Parameters
    ----------
    method : str or estimator, optional
        A method, a chain or a step. None: Tertium itself.
    bibtex : bool, default False
        Return the BibTeX entries alone.

    Returns
    -------
    str
        A line for each work, then the BibTeX entries.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> print(tertium.cite("4-AL", bibtex=True).splitlines()[0])
    @inproceedings{ghoshdastidar2019foundations,
    """
    works = _tertium.references(None if method is None else method_and_values(method)[0])
    entries = "\n".join(work["bibtex"] for work in works)
    return entries if flag("bibtex", bibtex) else "".join(work["text"] + "\n" for work in works) + "\n" + entries


@documented
def overview(X, y=None, *, kind="auto", n_objects=None):
    """Summarizes answers and their quality: `tertium answers`.

    Parameters
    ----------
    {X, y, kind, n_objects}

    Returns
    -------
    Overview
        Numbers of answers and questions, agreement, noise ceiling, and a row for each participant.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> found = tertium.overview("faces")
    >>> found.questions, round(found.repeated["ceiling"], 4)
    (17522, 0.742)
    """
    given = some_answers(X, y, kind, n_objects)
    return overview_of(given, _tertium.overview(given))


def overview_of(given, found):
    """An Overview from the results."""
    tables = {name: columns_of(found.pop(name)) for name in ("table", "objects")}
    return Overview(source=given.source, kind=given.kind, n_objects=given.n_objects, notes=given.notes, **tables,
                    **found)  # fmt: skip


@documented
def compare(X, y=None, *, methods="all", folds=10, learning_curve=False, n_clusters=None, people="all", kind="auto",
            n_objects=None, random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """Compares methods by their accuracy on held-out answers: `tertium compare`.

    Parameters
    ----------
    {X, y}
    methods : str, estimator, object or list of these, default "all"
        Names, with parameters as in "STE(d=5)", or several values as in "STE(d=2..10)"; estimators, whose method and
        parameters count; and objects of your own: a copy is given fit(rows), with an answer in each row (anchor, near, far,
        or i, j, k, l), and then has linkage_, embedding_ or labels_. Pairs (name, object) name them. "trees", "clusters",
        "embeddings" and "all": those that apply and take at most a minute of one core each.
    {folds}
    learning_curve : bool or list of float, default False
        Learn also from a quarter, half and three quarters of the answers, or from these fractions: (0.1, 0.3).
    n_clusters : int, optional
        Number of clusters, for methods that need it.
    people : str or list of str, default "all"
        How participants count in fits. "all": equally. "attentive": participants whose answers are predicted no better than
        by chance are left out. "weighted": more, if more of a participant's answers are predicted from those of others. Or a
        list of these.
    {kind, n_objects, random_state, n_jobs, verbose}

    Returns
    -------
    Comparison
        Accuracy and standard error of each method.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> tertium.compare("car", methods=["AddS-3-AL", "4K-AL"], folds=3)
    <tertium.Comparison: 4K-AL is most accurate, chance is 50.0% (3 folds; all answers about the same three objects are in one of them)>
    method     train_fraction  accuracy  standard_error    ties  difference_to_best
    4K-AL                   1    0.6768        0.001298  0.4512                   0
    AddS-3-AL               1    0.6586        0.003343  0.4391             0.01821
    """
    given = some_answers(X, y, kind, n_objects)
    with names_of_methods(methods, given) as names:
        found = _tertium.compare(given, names, clusters_or_none(n_clusters), folds_of(folds), shares_of(learning_curve),
                                 texts("people", people), seed_of(random_state), threads_of(n_jobs), flag("verbose", verbose))  # fmt: skip
    return comparison_of(found)


def shares_of(learning_curve):
    """Fractions of the answers from which methods also learn."""
    if isinstance(learning_curve, (bool, np.bool_)):
        return [0.25, 0.5, 0.75] if learning_curve else []
    shares = [real("a fraction of learning_curve", share, 0, 1) for share in items("learning_curve", learning_curve)]
    if 0.0 in shares:
        raise TertiumError("a fraction of learning_curve is 0 (there is nothing to learn from), give fractions above 0")
    return sorted(set(shares) - {1.0})


def comparison_of(found):
    """A Comparison from the results."""
    tables = {name: columns_of(found.pop(name)) for name in ("table", "fold_table")}
    return Comparison(**tables, **found)


@documented
def compare_groups(X, y=None, *, groups=None, method="auto", permutations=1000, folds=5, kind="auto", n_objects=None,
                   random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """Tests whether groups of participants, or conditions, differ: `tertium groups`.

    Parameters
    ----------
    X : Answers, data frame, path or name of a data set
        Answers with groups and subjects: from a file or a data frame with such columns, or from
        `tertium.answers(..., subjects=, groups=)`.
    y : array of shape (m,), optional
        If X has questions: the answers to them, as `tertium.answers` takes them.
    groups : dict, series, data frame or path, optional
        The group of each participant, if X does not have it: a dict or a series by subject, or a table with the columns
        subject and group.
    method : str or estimator, default "auto"
        A method that makes coordinates, trees or clusters. "auto": STE; for quadruplets 4K-AL.
    permutations : int, default 1000
        Number of permutations of participants among the groups, and of the answers of participants in several groups.
    folds : int, default 5
        Number of folds of participants, whose answers are predicted from those of others.
    {kind, n_objects, random_state, n_jobs, verbose}

    Returns
    -------
    Groups
        Differences of the groups, with p-values.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 400, noise=1).array
    >>> given = tertium.answers(answers, subjects=[k % 8 for k in range(400)])
    >>> tertium.compare_groups(given, groups={k: k % 2 for k in range(8)}, method="4-AL", permutations=69)
    <tertium.Groups: 2 groups, p = 0.69; the closest pair of 0.0% of the triples differs (p = 1), accuracy is +0.1 points higher from the own group (p = 0.34)>
    group  people  answers
    0           4      200
    1           4      200
    """
    found = _tertium.compare_groups(grouped(some_answers(X, y, kind, n_objects), groups), *method_and_values(method),
                                    whole("permutations", permutations, 19, 100_000), whole("folds", folds, 2, 1000),
                                    seed_of(random_state), threads_of(n_jobs), flag("verbose", verbose))  # fmt: skip
    tables = {name: columns_of(found.pop(name)) for name in ("table", "pairs")}
    return Groups(**tables, **found)


def grouped(given, groups):
    """The answers with the given groups of participants, or unchanged."""
    if groups is None:
        return given
    if isinstance(groups, (str, os.PathLike)):
        return _tertium.grouped_by_table(given, path_of("groups", groups))
    if is_frame(groups):
        if not {"subject", "group"} <= set(groups.columns):
            raise TertiumError("groups have no columns subject and group, rename the columns, or give a dict by subject")
        pairs = zip(groups["subject"], groups["group"])
    elif hasattr(groups, "items"):
        pairs = groups.items()
    else:
        raise TertiumError("groups must be a dict, series, data frame or path, give a dict: {subject: group}")
    told = list(pairs)
    if any(hasattr(one, "__len__") and not isinstance(one, str) for pair in told for one in pair):
        raise TertiumError("groups contain lists (a participant is in one group), give a dict: {subject: group}")
    subjects, theirs = ([text("groups", as_field(pair[k])) for pair in told] for k in (0, 1))
    return _tertium.grouped_by_lists(given, subjects, theirs)


@documented
def support(X, y=None, *, method=None, trees=1000, people="all", kind="auto", n_objects=None,
            random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """Bootstrap support of the branches of a tree: `tertium cluster --support`.

    The bootstrap resamples participants, or questions if fewer than two participants are known.

    Parameters
    ----------
    {X, y}
    method : str or estimator, optional
        A method that makes a tree. None: as `choose_method` chooses, once, by all answers.
    trees : int, default 1000
        Number of bootstrap trees.
    {people, kind, n_objects, random_state, n_jobs, verbose}

    Returns
    -------
    Support
        The tree, with the support of each branch.

    Raises
    ------
    {TertiumError}

    Notes
    -----
    `people` changes the fits, not who is drawn. Local support counts all answers equally.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.support("car", method="4K-AL", trees=50)
    >>> found.at_least(0.5), "of", len(found) - 1, "branches in half of the trees"
    (7, 'of', 58, 'branches in half of the trees')
    """
    given, seed = some_answers(X, y, kind, n_objects), seed_of(random_state)
    if method is None:
        method = choose_method(given, people=people, random_state=seed, n_jobs=n_jobs, verbose=verbose).method
    name, values = method_and_values(method)
    made = estimator(name)
    if not issubclass(made, Tree):
        raise TertiumError(f"support needs the branches of a tree ({name} makes none), choose a method that makes a tree")
    trees = whole("trees", trees, 1, MOST_REPLICATES)
    own = {ours: values[theirs] for ours, theirs in made._own.items() if theirs in values}
    tree = made(**own, random_state=seed, n_jobs=n_jobs)._fit_to(given, text("people", people))
    tree.bootstrap_support(trees, verbose=verbose)
    return support_of(tree, trees)


def support_of(tree, trees):
    """A Support of a tree after bootstrap_support."""
    drawn, units = tree.support_of_
    table = nodes_of(tree.linkage_, tree.names_,
                     {"support": tree.support_, "transfer": tree.transfer_support_, "local": tree.local_support(),
                      "concordance": tree.concordance_})  # fmt: skip
    counted = tree._fit.people and columns_of(tree._fit.people)
    return Support(tree=tree, table=table, trees=trees, drawn=drawn, units=units, people=counted)


def nodes_of(linkage, names, told):
    """A table of the nodes of a tree, with the given columns."""
    members = [[name] for name in names]
    for left, right in linkage[:, :2].astype(int):
        members.append(members[left] + members[right])
    return {"node": np.arange(len(names), len(members)), "height": linkage[:, 2], "size": linkage[:, 3].astype(int), **told,
            "members": members[len(names):]}  # fmt: skip


@documented
def bound(X, y=None, *, seconds=10, kind="auto", n_objects=None, n_jobs=-1):
    """Proves how many answers trees, and any distances, can satisfy: `tertium cluster --bound`.

    The answers are about three objects. The classes are rooted trees, trees with lengths, and distances.

    Parameters
    ----------
    {X, y}
    seconds : float, default 10
        Time for each class. 0: only what sets of four objects show at once.
    {kind, n_objects, n_jobs}

    Returns
    -------
    Bound
        The largest fraction of the answers, for each class.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> found = tertium.bound("faces", seconds=0)
    >>> found.table["class"][0], round(found.table["satisfied_at_most"][0], 4)
    ('rooted tree', 0.7236)
    """
    found = _tertium.bound(some_answers(X, y, kind, n_objects), real("seconds", seconds, 0, 86400), threads_of(n_jobs))
    return Bound(table=columns_of(found))


@documented
def similarities(X, y=None, *, method="AddS-3", kind="auto", n_objects=None, random_state=1, n_jobs=-1, **parameters):
    """Similarities of the objects, computed from answers by a kernel.

    Parameters
    ----------
    {X, y}
    method : str, default "AddS-3"
        A step that makes similarities: one of `tertium.kernels()`.
    {kind, n_objects, random_state, n_jobs}
    **parameters
        Parameters of the step.

    Returns
    -------
    array of int64 or float64, shape (n_objects, n_objects)
        Larger is more similar; the diagonal is 0. int64 if they are sums of whole numbers.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> answers = tertium.simulate_answers([[0], [1], [10], [11]], 200)
    >>> tertium.similarities(answers)
    array([[  0,  67, -32, -66],
           [ 67,   0,  -2, -32],
           [-32,  -2,   0,  65],
           [-66, -32,  65,   0]])
    """
    values = {name: as_text(name, value) for name, value in parameters.items()}
    return _tertium.similarities(some_answers(X, y, kind, n_objects), text("method", method), values, seed_of(random_state),
                                 threads_of(n_jobs))  # fmt: skip
