"""Comparison-based clustering: only answers such as "i is more like j than like k" are known about the objects.

    >>> import tertium
    >>> answers = tertium.read("car")                     # a data set, or a file of your own
    >>> tree = tertium.FourKAL(n_clusters=3).fit(answers)
    >>> print(tree.labels_[:10], f"{tree.score(answers):.1%}")
    [0 1 0 0 0 1 1 1 1 1] 62.9%

Functions do what the program does: `overview`, `compare`, `compare_groups`, `choose_method`, `choose_clusters`, `cluster`,
`support`, `bound` and `judge_tree` return objects with a `table` for pandas. `study` does all at once and writes text for
a paper.

There is an estimator with scikit-learn's interface for each method and embedding that works on answers or on a `graph`;
`estimators` lists them. `estimator("AddS-3+SPUR")` makes one of any chain of steps. With the same seed the results are
bit-identical to those of the program, for any number of threads.

`ask` chooses the next questions, `ask_oracle` asks a function, `simulate_asking` measures the benefit of choosing.
`compare_trees`, `summarize_trees` and `procrustes` compare trees and coordinates. `cite("4K-AL")` returns the papers.
"""

import atexit as _atexit
import os as _os
from pathlib import Path as _Path

from . import _tertium
from ._answers import answers, read
from ._asking import ask, ask_oracle, simulate_asking
from ._clusters import choose_clusters, choose_method, cluster
from ._generate import estimator, estimators, kernels, method, methods
from ._graphs import graph
from ._tertium import Answers, Graph, TertiumError, __version__
from ._objects import add_steps
from ._places import procrustes
from ._programs import SDPK, SPUR, SDPLambda
from ._simulate import simulate_answers
from ._study import study
from ._trees import compare_trees, judge_tree, summarize_trees
from ._verbs import bound, cite, compare, compare_groups, overview, similarities, support

__all__ = ["Answers", "Graph", "SDPK", "SDPLambda", "SPUR", "TertiumError", "add_steps", "answers", "ask", "ask_oracle", "bound", "choose_clusters", "choose_method", "cite", "cluster", "compare",
           "compare_groups", "compare_trees", "estimator", "estimators", "graph", "judge_tree", "kernels", "overview", "method", "methods", "procrustes", "read", "similarities",
           "simulate_answers", "simulate_asking", "study", "summarize_trees", "support"]  # fmt: skip


def _find_home():
    """The folder with the data sets: in the package, next to it, or where it is installed."""
    package = _Path(__file__).resolve().parent
    places = [package / "share", package.parents[1]]
    if len(package.parents) > 3:
        places.append(package.parents[3] / "share" / "tertium")
    return next((place for place in places if (place / "data" / "car_triplets.csv").is_file()), None)


if not _os.environ.get("TERTIUM_HOME") and _find_home() is not None:
    _tertium.use_home(str(_find_home()))
_atexit.register(_tertium.wait_for_forgotten)

globals().update(estimators())
__all__ += sorted(estimators())
