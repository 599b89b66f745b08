"""What the program tells of answers, as functions."""

import os

import numpy as np

from . import _tertium
from ._answers import as_field, is_frame, some_answers
from ._clusters import choose_method
from ._estimator import as_text, method_and_values
from ._found import Found, columns_of, telling
from ._generate import estimator
from ._objects import names_of_methods
from ._products import MOST_REPLICATES, Tree
from ._tertium import TertiumError
from ._values import clusters_or_none, flag, folds_of, items, path_of, real, seed_of, shown, text, texts, threads_of, whole

@telling("overview", table="subject", objects="object", repeated="repeated")
class Overview(Found):
    """What answers are like. Shares are None where nothing tells them. source, kind, n_objects, notes: as of the answers;
    choices: possible answers to each question.
    """

    _columns = ("subject", "answers", "missing", "agreement", "accuracy", "checks", "checks_failed", "median_time", "flags")

    def _head(self):
        agreement = self.repeated["agreement"]
        return (f"{self.answers} {self.kind} to {self.questions} questions on {self.n_objects} objects, {len(self)} "
                f"subjects, {len(self.flagged)} of them flagged"
                + ("" if agreement is None else f", two answers to a question agree in {agreement:.1%}"))  # fmt: skip


@telling("comparison", table="comparison row", fold_table="fold row")
class Comparison(Found):
    """Which share of the answers methods predict that they have not seen. table: as the program's comparison.csv, best
    first; fold_table: as folds.csv. best: the first method; indistinguishable: those that are not worse by two standard errors
    of the difference; seconds: of a fit, by method. Shares are None where no question was answered twice.
    """

    _columns = ("method", "train_fraction", "accuracy", "standard_error", "ties", "difference_to_best")

    def _head(self):
        return f"{self.best} predicts most, chance is {self.chance:.1%} ({self.folds})"


@telling("groups", table="group")
class Groups(Found):
    """What tells groups of people apart. linkages, embeddings: what the method makes of each group, by its name, trees or
    places. distance and own_minus_other are of the groups as they are; p_distance, p_own: how many permutations (and the groups
    as they are) have as much; permuted_distance, permuted_own: what permutations have.
    """

    def _head(self):
        return (f"{len(self)} groups, p = {self.p:.2g}; {self.distance:.1%} of the triples have another closest pair "
                f"(p = {self.p_distance:.2g}), the own group predicts {100 * self.own_minus_other:+.1f} points more "
                f"than others (p = {self.p_own:.2g})")  # fmt: skip


@telling(table="bound")
class Bound(Found):
    """How many answers trees, and any distances, can satisfy at most: that is proved. Each class has the ones before it."""

    _columns = ("class", "satisfied_at_most", "sets", "sets_possible")

    def _head(self):
        shares = self.table["satisfied_at_most"]
        return ", ".join(f"{name}: at most {share:.2%}" for name, share in zip(self.table["class"], shares))


class Support(Found):
    """How sure the branches of a tree are. tree: the fitted estimator; table: as the program's nodes.csv: node, height,
    size, support (the share of `trees` trees from samples that have it), transfer (1 less the mean share of its objects
    that have to be moved until they have it), local and concordance (by the answers alone, beside its two rivals; NaN
    of the root), members; drawn: what samples are of, subjects or questions; units: how many of these there are;
    people: as of Clusters.
    """

    _columns = ("node", "size", "support", "transfer", "local", "members")

    def at_least(self, share, by="support"):
        """How many branches, the root apart, have such a support, or such a transfer or local one."""
        if not isinstance(by, str) or by not in ("support", "transfer", "local", "concordance"):
            raise TertiumError(f"by = {shown(by)} is no kind of support, give support, transfer, local or concordance")
        share = real("share", share)
        return int(np.sum(self.table[by][:-1] >= share))

    def _head(self):
        return (f"{self.at_least(0.95)} of {max(0, len(self) - 1)} branches are in at least 95 % of {self.trees} trees "
                f"from samples of the {self.units} {self.drawn}, {self.at_least(0.5)} in at least half")  # fmt: skip


def cite(method=None, *, bibtex=False):
    """What to cite: `tertium cite`. A text with a line for each work and its BibTeX entry.

    method: a name, also of a single step, or an estimator; None: Tertium itself. bibtex: the entries alone.
    """
    works = _tertium.references(None if method is None else method_and_values(method)[0])
    entries = "\n".join(work["bibtex"] for work in works)
    return entries if flag("bibtex", bibtex) else "".join(work["text"] + "\n" for work in works) + "\n" + entries


def overview(X, y=None, *, kind="auto", n_objects=None):
    """What answers are like before anything is made of them: what `tertium answers` tells. X, y: as `tertium.answers`.

    Returns an Overview.
    """
    given = some_answers(X, y, kind, n_objects)
    return overview_of(given, _tertium.overview(given))


def overview_of(given, found):
    """An Overview of what was found of answers."""
    tables = {name: columns_of(found.pop(name)) for name in ("table", "objects")}
    return Overview(source=given.source, kind=given.kind, n_objects=given.n_objects, notes=given.notes, **tables,
                    **found)  # fmt: skip


def compare(X, y=None, *, methods="all", folds=10, learning_curve=False, n_clusters=None, people="all", kind="auto",
            n_objects=None, random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """Which share of the answers each method predicts that it has not seen: `tertium compare`.

    methods: names, which may set parameters as in "STE(d=5)" or try several as in "STE(d=2..10)", or estimators, of which
    only the method and its parameters count, or objects of your own: a copy is given fit(rows), one answer a row
    (anchor, near, far, or i, j, k, l), and has linkage_, embedding_ or labels_ afterwards; pairs (name, object) name
    them; "trees", "clusters", "embeddings" and "all" stand for those that apply and
    take at most a minute of a core each. folds: in how many parts answers are held out; "subjects", one after the other; "subjects:5", in so many
    groups; "sets": learn from the file's set train, hold out test. learning_curve: also from a quarter, half and three
    quarters of the answers, or from these shares of them, (0.1, 0.3). n_clusters: of methods that make as many as they are told to. people: what answers count by
    who gave them: "all", the same; "attentive", not those of people of whom no more is predicted than by chance;
    "weighted", the more, the more of somebody's answers is predicted from those of others; or a list of these.
    n_jobs: threads, -1 for as many as there are. verbose: tells on sys.stderr how far it is.

    Returns a Comparison.
    """
    given = some_answers(X, y, kind, n_objects)
    with names_of_methods(methods, given) as names:
        found = _tertium.compare(given, names, clusters_or_none(n_clusters), folds_of(folds), shares_of(learning_curve),
                                 texts("people", people), seed_of(random_state), threads_of(n_jobs), flag("verbose", verbose))  # fmt: skip
    return comparison_of(found)


def shares_of(learning_curve):
    """Of the answers, from which methods learn beside all of them."""
    if isinstance(learning_curve, (bool, np.bool_)):
        return [0.25, 0.5, 0.75] if learning_curve else []
    shares = [real("a share of learning_curve", share, 0, 1) for share in items("learning_curve", learning_curve)]
    if 0.0 in shares:
        raise TertiumError("a share of learning_curve is 0 (nothing can be learned from no answers), give shares above 0")
    return sorted(set(shares) - {1.0})


def comparison_of(found):
    """A Comparison of what was found."""
    tables = {name: columns_of(found.pop(name)) for name in ("table", "fold_table")}
    return Comparison(**tables, **found)


def compare_groups(X, y=None, *, groups=None, method="auto", permutations=1000, folds=5, kind="auto", n_objects=None,
                   random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """Do groups of people, or answers under several conditions, differ? `tertium groups`.

    X: Answers with groups and subjects: read from a file or a data frame with such columns, or made by
    tertium.answers(..., subjects=, groups=). groups: of which group people are, told beside their answers: a dict or a
    series by subject, a data frame with columns subject and group, or the path of such a table. method: a name, or an estimator with its parameters, that makes places,
    trees or clusters ("auto": STE, of quadruplets 4K-AL). permutations: of people among the groups, and of the answers of those who are in several. folds: of
    people, whose answers are predicted from those of others. verbose: as compare takes it.

    Returns Groups.
    """
    found = _tertium.compare_groups(grouped(some_answers(X, y, kind, n_objects), groups), *method_and_values(method),
                                    whole("permutations", permutations, 19, 100_000), whole("folds", folds, 2, 1000),
                                    seed_of(random_state), threads_of(n_jobs), flag("verbose", verbose))  # fmt: skip
    tables = {name: columns_of(found.pop(name)) for name in ("table", "pairs")}
    return Groups(**tables, **found)


def grouped(given, groups):
    """The answers in the groups that are told of people, or as they are."""
    if groups is None:
        return given
    if isinstance(groups, (str, os.PathLike)):
        return _tertium.grouped_by_table(given, path_of("groups", groups))
    if is_frame(groups):
        if not {"subject", "group"} <= set(groups.columns):
            raise TertiumError("groups have no columns subject and group, name them so, or give a dict by subject")
        pairs = zip(groups["subject"], groups["group"])
    elif hasattr(groups, "items"):
        pairs = groups.items()
    else:
        raise TertiumError("groups are no dict, series, data frame or path, give a dict: {subject: group}")
    told = list(pairs)
    if any(hasattr(one, "__len__") and not isinstance(one, str) for pair in told for one in pair):
        raise TertiumError("groups hold lists (a person is in one group), give a dict: {subject: group}")
    subjects, theirs = ([text("groups", as_field(pair[k])) for pair in told] for k in (0, 1))
    return _tertium.grouped_by_lists(given, subjects, theirs)


def support(X, y=None, *, method=None, trees=1000, people="all", kind="auto", n_objects=None,
            random_state=1, n_jobs=-1, verbose=False):  # fmt: skip
    """How many of so many trees of resampled subjects (questions, where less than two subjects are known) have each
    branch of the tree that a method makes: `tertium cluster --support`.

    method: a name, or an estimator with its parameters; None: as choose_method chooses, once, by all answers. people:
    what answers count in the tree and in those of samples, as compare takes it, but for lists; who is drawn is drawn all
    the same, and local support counts all answers as they are. verbose: as compare takes it.

    Returns a Support.
    """
    given, seed = some_answers(X, y, kind, n_objects), seed_of(random_state)
    if method is None:
        method = choose_method(given, people=people, random_state=seed, n_jobs=n_jobs, verbose=verbose).method
    name, values = method_and_values(method)
    made = estimator(name)
    if not issubclass(made, Tree):
        raise TertiumError(f"support is for the branches of a tree ({name} makes none), take a method that ends in one")
    trees = whole("trees", trees, 1, MOST_REPLICATES)
    own = {ours: values[theirs] for ours, theirs in made._own.items() if theirs in values}
    tree = made(**own, random_state=seed, n_jobs=n_jobs)._fit_to(given, text("people", people))
    tree.bootstrap_support(trees, verbose=verbose)
    return support_of(tree, trees)


def support_of(tree, trees):
    """A Support of a tree whose bootstrap_support is known."""
    drawn, units = tree.support_of_
    table = nodes_of(tree.linkage_, tree.names_,
                     {"support": tree.support_, "transfer": tree.transfer_support_, "local": tree.local_support(),
                      "concordance": tree.concordance_})  # fmt: skip
    counted = tree._fit.people and columns_of(tree._fit.people)
    return Support(tree=tree, table=table, trees=trees, drawn=drawn, units=units, people=counted)


def nodes_of(linkage, names, told):
    """A table of the nodes of a tree, with what is told of each."""
    members = [[name] for name in names]
    for left, right in linkage[:, :2].astype(int):
        members.append(members[left] + members[right])
    return {"node": np.arange(len(names), len(members)), "height": linkage[:, 2], "size": linkage[:, 3].astype(int), **told,
            "members": members[len(names):]}  # fmt: skip


def bound(X, y=None, *, seconds=10, kind="auto", n_objects=None, n_jobs=-1):
    """What share of the answers rooted trees, trees with lengths and any distances can satisfy at most, proved: `tertium
    cluster --bound`. The answers are about three objects. seconds: for each class; 0: what sets of four objects tell at
    once.

    Returns a Bound.
    """
    found = _tertium.bound(some_answers(X, y, kind, n_objects), real("seconds", seconds, 0, 86400), threads_of(n_jobs))
    return Bound(table=columns_of(found))


def similarities(X, y=None, *, method="AddS-3", kind="auto", n_objects=None, random_state=1, n_jobs=-1, **parameters):
    """What a kernel makes of answers: how alike any two objects are, (n_objects, n_objects), larger is more alike;
    int64 where sums are whole numbers, float64 otherwise; 0 between an object and itself.

    method: a step that makes similarities, `tertium.kernels()`, with its parameters.
    """
    values = {name: as_text(name, value) for name, value in parameters.items()}
    return _tertium.similarities(some_answers(X, y, kind, n_objects), text("method", method), values, seed_of(random_state),
                                 threads_of(n_jobs))  # fmt: skip
