"""Comparison-based clustering: objects of which nothing is known but answers such as "i is more like j than like k".

    import tertium
    answers = tertium.read("car")                     # a file, or a data set that comes along
    tree = tertium.FourKAL(n_clusters=4).fit(answers)
    tree.labels_, tree.linkage_, tree.newick()

What the program tells of answers are functions: `overview`, `compare`, `compare_groups`, `choose_method`, `choose_clusters`,
`cluster`, `support` and `similarities` return objects whose `table` pandas takes as it is, and `study` does all of it
at once and writes the paragraphs for a paper.

Answers are sliced as arrays are, keep their counts and people, and can be pickled: answers[answers.subjects == 3].

There is an estimator, in scikit-learn's manner, for every method and embedding that works on answers, or on a graph, as
`graph` makes it of edges, matrices and files (`estimators()`),
and `estimator("AddS-3+SPUR")` makes one of any chain of steps. Its results are, bit for bit, those of the program with
the same seed, for any number of threads. `ask` says what to ask next, `ask_oracle` asks a function, `simulate_asking`
tells what choosing is worth, `compare_trees` what two trees have in common, `summarize_trees` what many have, and `judge_tree` what answers say of one, and `procrustes` moves one map onto another. `cite("4K-AL")` names the papers.
"""

import atexit as _atexit
import os as _os
from pathlib import Path as _Path

from . import _tertium
from ._answers import answers, read
from ._asking import ask, ask_oracle, simulate_asking
from ._clusters import choose_clusters, choose_method, cluster
from ._generate import estimator, estimators
from ._graphs import graph
from ._tertium import Answers, Graph, TertiumError, __version__, kernels, method, methods
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
    """The folder with the data sets: in the package, beside it, or where it is installed to."""
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
