"""What two trees of the same objects have in common."""

import os

from . import _tertium
from ._answers import as_array, some_answers, whole_numbers
from ._found import Found, columns_of, telling
from ._products import Tree
from ._tertium import TertiumError
from ._values import flag, names_of_objects, path_of, real, text, threads_of
from ._verbs import Bound, nodes_of


@telling("trees", table="branch")
class TreesComparison(Found):
    """names: of the objects of both trees; left_out: those of each tree alone. unrooted: whether the roots mean nothing;
    then quartet_distance and quartets tell of sets of four objects (None of more than 1000 objects) what triplet_distance
    and triples tell of three, and these are None. mean_support: of each tree, of the branches of both and of the others;
    None where it is not known. orders: those of the leaves with the trees face to face.
    """

    def _head(self):
        both, first, second = self.branches["both"], self.branches["first_only"], self.branches["second_only"]
        distance, sets = (self.quartet_distance, "quartets") if self.unrooted else (self.triplet_distance, "triples")
        told = f"{sets} were not counted" if distance is None else f"{100 * distance:.1f} % of the {sets} differ"
        return (f"{len(self.names)} objects, {told}; {both} branches in both, {first} in the first only, {second} in the second only; {self.crossings} crossings")  # fmt: skip


def compare_trees(a, b, *, common=False, names=None, unrooted=False):
    """What two trees of the same objects have in common: the figures of `tertium trees`. Leaves are matched by name.

    a, b: fitted trees (with the support of their branches once bootstrap_support has found it); Newick, as text or a
    path; the folder of a result of `tertium cluster`; or scipy's linkages, as arrays or paths. names: of the objects of
    arrays; without it those of the other tree, if that is fitted to as many objects, else 0, 1, 2, ... common: leaves
    out leaves that only one of the trees has, which are refused without it. unrooted: roots mean nothing; so it is of itself
    where one of the trees is unrooted, by [&U] before it or three parts at its root ([&R] before it says that it has one).

    Returns TreesComparison. Raises TertiumError.
    """
    first, second = _source(a, "the first tree", names, b), _source(b, "the second tree", names, a)
    found = _tertium.compare_trees(first, second, flag("common", common), flag("unrooted", unrooted))
    return TreesComparison(table=columns_of(found.pop("table")), **found)


@telling("tree set", table="counted branch", distances="tree distance")
class TreeSummary(Found):
    """newick: the consensus, or the tree that is given, with the share of trees at each node that has its branch; names: of
    the objects.
    """

    _columns = ("support", "size", "members")

    def _head(self):
        against = "held against one" if self.tree is not None else "their consensus"
        return f"{self.trees} trees of {self.leaves} objects, {against} has {self.branches} branches"


def summarize_trees(trees, tree=None, *, threshold=0.5, common=False, names=None, unrooted=False):
    """What many trees have in common: `tertium trees` of more than two. Leaves are matched by name.

    trees: text of several trees (Newick, one after the other, or NEXUS), the path of a file of them, or a list of what
    compare_trees takes and of these. tree: one that they are held against, as compare_trees takes it; None: their
    majority-rule consensus, of the branches that more than half of them and a share of at least threshold have. common:
    leaves out leaves that only some of them have; names, unrooted: as compare_trees takes them.

    Returns a TreeSummary. Raises TertiumError.
    """
    several = trees if isinstance(trees, (list, tuple)) else [trees]
    sources = [source for number, one in enumerate(several, 1)
               for source in _sources(one, f"tree {number}" if len(several) > 1 else "trees", names)]  # fmt: skip
    if not sources:
        raise TertiumError("trees is an empty list, give trees")
    found = _tertium.summarize_trees(sources, None if tree is None else _source(tree, "the tree", names, None),
                                     real("threshold", threshold, 0.5, 1), flag("common", common), flag("unrooted", unrooted))  # fmt: skip
    return TreeSummary(table=columns_of(found.pop("table")), distances=columns_of(found.pop("distances")), **found)


def _sources(trees, called, names):
    if isinstance(trees, str) and _tertium.looks_like_newick(text(called, trees)):
        return _tertium.trees_of_newick(trees, called)
    if isinstance(trees, (str, os.PathLike)):
        return _tertium.read_trees(path_of(called, trees))
    return [_source(trees, called, names, None)]


@telling("answers", "agreement")
class JudgedTree(Found):
    """What answers say of a tree. table: its nodes: node, height, size, local and concordance (by the answers for the branch
    and for its two rivals; NaN of the root), members; linkage: as scipy's, of the objects as the answers number them;
    bounds: a Bound of trees like it, and of any distances, or None.
    """

    _columns = ("node", "size", "local", "members")

    def _head(self):
        proved = "" if self.bounds is None else f"; {self.bounds._head()}"
        return f"{self.satisfied:.2%} of {self.answers} answers are satisfied{proved}"


def judge_tree(X, y=None, *, tree, seconds=None, kind="auto", n_objects=None, n_jobs=-1):
    """What answers say of a tree that is there: `tertium cluster --tree`. X, y: as `tertium.answers`.

    tree: as compare_trees takes it; its leaves are the objects of the answers, by their names, or, of an array without
    them, in their order. seconds: for each bound on what such trees, and any distances, can satisfy of answers about three
    objects; None: nothing is proved.

    Returns a JudgedTree.
    """
    given = some_answers(X, y, kind, n_objects)
    found = _tertium.judge_tree(given, _source(tree, "the tree", given.names, None),
                                None if seconds is None else real("seconds", seconds, 0, 86400), threads_of(n_jobs))  # fmt: skip
    bounds = found.pop("bounds")
    return JudgedTree(table=nodes_of(found["linkage"], given.names, found.pop("votes")),
                      bounds=bounds and Bound(table=columns_of(bounds)), **found)  # fmt: skip


def _source(tree, called, names, other):
    if isinstance(tree, Tree):
        return _tertium.tree_of_newick(tree.newick(), called)
    if isinstance(tree, str) and _tertium.looks_like_newick(text(called, tree)):
        return _tertium.tree_of_newick(tree, called)
    if isinstance(tree, (str, os.PathLike)):
        return _tertium.read_tree(path_of(called, tree))
    merges = as_array(tree, called)
    if merges.ndim != 2 or merges.shape[1] not in (2, 4):
        raise TertiumError(f"{called} is an array of shape {merges.shape} (a linkage has (objects - 1, 4)), give a fitted "
                           "tree, a linkage, Newick or a path")  # fmt: skip
    objects = len(merges) + 1
    if names is None and isinstance(other, Tree) and len(getattr(other, "names_", ())) == objects:
        names = other.names_
    known = [str(i) for i in range(objects)] if names is None else names_of_objects("names", names)
    rows = merges if merges.shape[1] == 2 else merges[:, [0, 1, 3]]
    return _tertium.tree_of_linkage(whole_numbers(rows, called), known, called)
