"""Comparison of trees of the same objects."""

import os

from . import _tertium
from ._answers import some_answers, whole_numbers
from ._docs import documented
from ._found import Found, columns_of, telling
from ._products import Tree
from ._tertium import TertiumError
from ._values import as_array, flag, names_of_objects, path_of, real, text, threads_of
from ._verbs import Bound, nodes_of


@telling("trees", table="branch")
class TreesComparison(Found):
    """The common branches of two trees, and their distances.

    Attributes
    ----------
    names : list of str
        Objects of both trees.
    left_out : tuple of two lists
        Objects that only the first tree has, and only the second.
    unrooted : bool
        Whether roots are ignored. Then quartet_distance and quartets are about sets of four objects, as triplet_distance and
        triples are about three, and these two are None.
    quartet_distance : float or None
        Fraction of the quartets that differ; None for more than 1000 objects.
    quartets : dict or None
        The numbers of quartets.
    mean_support : tuple
        For each tree, the mean support of the branches in both trees and of the others; None if not known.
    orders : tuple of two lists
        Leaves of the two trees when they are drawn face to face.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.compare_trees("((a,b),(c,(d,e)));", "((a,b),(d,(c,e)));")
    >>> found.triplet_distance, found.branches["both"]
    (0.1, 2)
    """

    def _head(self):
        both, first, second = self.branches["both"], self.branches["first_only"], self.branches["second_only"]
        distance, sets = (self.quartet_distance, "quartets") if self.unrooted else (self.triplet_distance, "triples")
        told = f"{sets} were not counted" if distance is None else f"{100 * distance:.1f} % of the {sets} differ"
        return (f"{len(self.names)} objects, {told}; {both} branches in both, {first} in the first only, {second} in the second only; {self.crossings} crossings")  # fmt: skip


@documented
def compare_trees(a, b, *, common=False, names=None, unrooted=False):
    """Compares two trees of the same objects: `tertium trees`.

    Leaves are matched by name.

    Parameters
    ----------
    a, b : fitted tree, str, path or array
        A fitted estimator (with the support of its branches after `bootstrap_support`); Newick, as text or path; the folder
        of a result of `tertium cluster`; or scipy's linkage, as array or path.
    common : bool, default False
        Leave out leaves that only one tree has. Otherwise they are refused.
    names : list of str, optional
        Names of the objects of arrays. None: those of the other tree, if it is fitted to the same number of objects, else 0,
        1, 2, ...
    unrooted : bool, default False
        Ignore roots. This is so by itself if a tree is unrooted: [&U] precedes it, or its root has three children ([&R]
        makes it rooted).

    Returns
    -------
    TreesComparison
        Distances, and the branches of both trees.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> tree, other = tertium.FourKAL().fit("car"), tertium.AddS3AL().fit("car")
    >>> round(tertium.compare_trees(tree, other).triplet_distance, 3)
    0.155
    """
    first, second = _source(a, "the first tree", names, b), _source(b, "the second tree", names, a)
    found = _tertium.compare_trees(first, second, flag("common", common), flag("unrooted", unrooted))
    return TreesComparison(table=columns_of(found.pop("table")), **found)


@telling("tree set", table="counted branch", distances="tree distance")
class TreeSummary(Found):
    """The common branches of many trees, and their distances to one tree.

    Attributes
    ----------
    newick : str
        The consensus, or the given tree; each node has the fraction of trees with its branch.
    names : list of str
        The objects.

    Examples
    --------
    >>> import tertium
    >>> found = tertium.summarize_trees("((a,b),(c,d)); ((a,c),(b,d)); ((a,b),(c,d));")
    >>> print(found.newick, end="")
    ((a,b)0.666667,(c,d)0.666667);
    """

    _columns = ("support", "size", "members")

    def _head(self):
        against = "the given tree" if self.tree is not None else "their consensus"
        return f"{self.trees} trees of {self.leaves} objects, {against} has {self.branches} branches"


@documented
def summarize_trees(trees, tree=None, *, threshold=0.5, common=False, names=None, unrooted=False):
    """Summarizes many trees: `tertium trees` of more than two.

    Leaves are matched by name.

    Parameters
    ----------
    trees : str, path or list
        Text of several trees (Newick one after the other, or NEXUS), the path of a file of them, or a list of these and of
        what `compare_trees` takes.
    tree : fitted tree, str, path or array, optional
        A tree to compare them with. None: their majority-rule consensus.
    threshold : float, default 0.5
        Fraction of trees that a branch of the consensus needs; it also needs more than half.
    common : bool, default False
        Leave out leaves that only some trees have.
    names, unrooted
        As in `compare_trees`.

    Returns
    -------
    TreeSummary
        The consensus, or the given tree, with the support of its branches, and the distances of the trees to it.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> tertium.summarize_trees("((a,b),(c,d)); ((a,c),(b,d)); ((a,b),(c,d));")
    <tertium.TreeSummary: 3 trees of 4 objects, their consensus has 2 branches>
    support  size  members
     0.6667     2  a; b
     0.6667     2  c; d
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
    """How well a given tree agrees with the answers.

    Attributes
    ----------
    linkage : array of float64, shape (n_objects - 1, 4)
        The tree, as scipy's linkage, with the objects numbered as in the answers.
    bounds : Bound or None
        How many answers such a tree, and any distances, can satisfy.
    table : dict of columns
        The nodes: node, height, size, local and concordance (support by the answers; NaN for the root), members.

    Examples
    --------
    >>> import tertium
    >>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 500)
    >>> found = tertium.judge_tree(answers, tree="((0,(1,2)),((3,4),5));")
    >>> f"{found.satisfied:.1%}", len(found)
    ('83.3%', 5)
    """

    _columns = ("node", "size", "local", "members")

    def _head(self):
        proved = "" if self.bounds is None else f"; {self.bounds._head()}"
        return f"{self.satisfied:.2%} of {self.answers} answers are satisfied{proved}"


@documented
def judge_tree(X, y=None, *, tree, seconds=None, kind="auto", n_objects=None, n_jobs=-1):
    """Evaluates a given tree on answers: `tertium cluster --tree`.

    Parameters
    ----------
    {X, y}
    tree : fitted tree, str, path or array
        As in `compare_trees`. Its leaves are the objects of the answers, by name; or, for an array without names, in order.
    seconds : float, optional
        Time for each bound on the answers that such trees, and any distances, can satisfy; for answers about three objects.
        None: no bounds.
    {kind, n_objects, n_jobs}

    Returns
    -------
    JudgedTree
        The agreement of the tree and of each of its nodes.

    Raises
    ------
    {TertiumError}

    Examples
    --------
    >>> import tertium
    >>> answers = tertium.simulate_answers([[0], [1], [2], [10], [11], [12]], 500)
    >>> tertium.judge_tree(answers, tree="((0,(1,2)),((3,4),5));", seconds=0)
    <tertium.JudgedTree: 83.30% of 500 answers are satisfied; rooted tree: at most 83.30%, distances: at most 98.40%>
    node  size   local  members
       6     2  0.5205  1; 2
       7     2  0.5205  3; 4
       8     3  0.9685  0; 1; 2
       9     3  0.9708  5; 3; 4
      10     6       -  0; 1; 2; 5; 3; 4
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
        raise TertiumError(f"{called} is an array of shape {merges.shape} (a linkage has shape (objects - 1, 4)), give a fitted "
                           "tree, a linkage, Newick or a path")  # fmt: skip
    objects = len(merges) + 1
    if names is None and isinstance(other, Tree) and len(getattr(other, "names_", ())) == objects:
        names = other.names_
    known = [str(i) for i in range(objects)] if names is None else names_of_objects("names", names)
    rows = merges if merges.shape[1] == 2 else merges[:, [0, 1, 3]]
    return _tertium.tree_of_linkage(whole_numbers(rows, called), known, called)
