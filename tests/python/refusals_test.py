"""Whatever a function is given, it says in one line of Python's words what is wrong with it, or does its work: every
parameter of every public function, and of estimators, is given values of the wrong type, out of range, huge and NaN."""
import copy
import inspect
import os
import pathlib
import pickle
import re
import tempfile
import unittest
import unittest.mock

import numpy as np
import pandas
import tertium
from tertium import TertiumError, _tertium
from tertium._values import seed_of, shown, threads_of

ROWS = np.array([(a, b, c) for a in range(6) for b in range(6) for c in range(6)
                 if len({a, b, c}) == 3 and abs(a - b) < abs(a - c)])  # fmt: skip
WRONG = (None, True, False, -1, 0, 1, 2**31, 2**62, 2**63, 2**64, -(2**70), 10**5000, 0.5, 1e9, float("nan"), float("inf"),
         1j, "", "x", "\0", "\ud800", "a\nb", "1" * 5000, b"x", [], (), {}, set(), [1], ["x"], ["x", "x"], ["", "y"], [None],
         [[]], [[1], [1, 2]], [["a"]], {"x": 1}, {1: None}, {"x": ["y"]}, object(), int, len, iter([1]), np.uint64(2**63), np.float64("nan"),
         np.array([1, 2]), np.array(5), np.zeros((0, 3), int), np.array([[2**64 - 1, 1, 2]], np.uint64), np.array([[1e300, 1, 2]]),
         np.array([["a", "b", "c"]]), np.array([[0, 1, None]]), np.ma.masked, pandas.DataFrame(), pandas.DataFrame({"x": [1]}),
         pandas.DataFrame([[0, 1, "\ud800"]], columns=["anchor", "near", "far"]), pandas.DataFrame([[0, 1, 2, 3]], columns=list("abab")),
         pandas.DataFrame([["a", None, "b"]], columns=["anchor", "near", "far"]), pandas.NA, tertium.AddS3AL, tertium.TSTE(n_components="x"),
         pathlib.Path("/proc/nowhere"), pathlib.Path("/"))  # fmt: skip
NOT_PYTHON = re.compile(r"pybind|incompatible|invoked with|std::|vector|--[a-z]|precondition|internal error|-nan|cast")
NOT_TRIED = {"oracle"}  # what somebody's function raises is passed on


STEPS = pathlib.Path(__file__).resolve().parents[2] / "examples" / "own-step" / "steps.ini"


def base_calls():
    """Each public function with what it needs, small."""
    groups = tertium.answers(ROWS, subjects=np.arange(len(ROWS)) % 4, groups=np.arange(len(ROWS)) % 2)
    few, tree = {"method": "AddS-3-AL"}, "((0,1),(2,(3,(4,5))));"
    return {
        "answers": (tertium.answers, (ROWS,), {"y": np.ones(len(ROWS), bool)}),
        "read": (tertium.read, ("car",), {}),
        "graph": (tertium.graph, ([[0, 1], [1, 2], [0, 5]],), {"weights": [1, 2, 3]}),
        "overview": (tertium.overview, (ROWS,), {}),
        "compare": (tertium.compare, (ROWS,), {"methods": ["AddS-3-AL"], "folds": 2}),
        "compare_groups": (tertium.compare_groups, (groups,), {**few, "permutations": 19, "folds": 2}),
        "choose_method": (tertium.choose_method, (ROWS[:12],), {}),
        "choose_clusters": (tertium.choose_clusters, (ROWS,), {**few, "folds": 2}),
        "cluster": (tertium.cluster, (ROWS,), few),
        "support": (tertium.support, (ROWS,), {**few, "trees": 2}),
        "study": (tertium.study, (groups,), {"methods": "AddS-3-AL", "folds": 2, "trees": 2, "n_clusters": 2}),
        "similarities": (tertium.similarities, (ROWS,), {}),
        "bound": (tertium.bound, (ROWS,), {"seconds": 0}),
        "judge_tree": (tertium.judge_tree, (ROWS,), {"tree": tree, "seconds": 0}),
        "ask": (tertium.ask, (6, 2), {}),
        "ask_oracle": (tertium.ask_oracle, (6, lambda q: [1] * len(q)), {"budget": 4, "batch": 2}),
        "simulate_answers": (tertium.simulate_answers, (np.arange(12.0).reshape(6, 2), 5), {}),
        "simulate_asking": (tertium.simulate_asking, ("car",), {"rules": ["random"], "budget": 20, "runs": 1}),
        "compare_trees": (tertium.compare_trees, (tree, tree), {}),
        "summarize_trees": (tertium.summarize_trees, (tree + tree,), {"tree": tree}),
        "procrustes": (tertium.procrustes, ([[0.0], [1.0]], [[2.0], [3.0]]), {}),
        "add_steps": (tertium.add_steps, (STEPS,), {}),
        "cite": (tertium.cite, ("4-AL",), {}),
        "estimator": (tertium.estimator, ("4-AL",), {}),
        "method": (tertium.method, ("4-AL",), {}),
    }  # fmt: skip


class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.addClassCleanup(os.chdir, os.getcwd())
        os.chdir(holder.name)
        cls.tree = tertium.AddS3AL(n_jobs=1).fit(ROWS)

    def expect_words(self, what, value, call):
        """It works, or tells in one line of Python's words what is wrong."""
        try:
            return call()
        except TertiumError as problem:
            text = str(problem)
            if "\n" in text or len(text) > 1500 or NOT_PYTHON.search(text):
                self.fail(f"{what} = {shown(value)}: {text[:300]}")
        except Exception as problem:
            self.fail(f"{what} = {shown(value)}: {type(problem).__name__}: {problem}")
        return None

    def wrong_for(self, name, parameter, function, arguments, options):
        bound = inspect.signature(function).bind_partial(*arguments, **options)
        for value in WRONG:
            given = copy.copy(bound)
            given.arguments = {**bound.arguments, parameter.name: copy.copy(value) if isinstance(value, (list, dict)) else value}
            with unittest.mock.patch("sys.stderr"):
                self.expect_words(f"{name}({parameter.name})", value, lambda given=given: function(*given.args, **given.kwargs))

    def test_functions(self):
        for name, (function, arguments, options) in base_calls().items():
            for parameter in inspect.signature(function).parameters.values():
                if parameter.kind is parameter.VAR_KEYWORD or parameter.name in NOT_TRIED:
                    continue
                with self.subTest(name, parameter=parameter.name):
                    self.wrong_for(name, parameter, function, arguments, options)

    def test_every_function_is_tried(self):
        functions = {name for name in tertium.__all__ if inspect.isroutine(getattr(tertium, name))} - set(tertium.estimators())
        self.assertEqual(functions - set(base_calls()), {"kernels", "methods", "estimators"})

    def test_parameters_of_estimators(self):
        for made in tertium.estimators().values():
            kind = {"kind": "odd-one-outs" if made.__name__ == "SPoSE" else "auto"} if "kind" in made._defaults else {}
            given = ROWS if kind else [[0, 1], [1, 2]]
            for name in made._defaults:
                for value in WRONG[:24] + WRONG[-6:]:
                    estimator = made(**{**kind, "n_jobs": 1, name: value})
                    if self.refused_early(estimator):
                        self.expect_words(f"{made.__name__}({name})", value, lambda estimator=estimator, given=given: estimator.fit(given))

    @staticmethod
    def refused_early(estimator):
        """Whether fit would refuse: what fits is tried by other tests."""
        try:
            _tertium.method_called(estimator._method, estimator._values())
            return not (isinstance(estimator.random_state, int) or seed_of(estimator.random_state)) or threads_of(estimator.n_jobs) < 0
        except TertiumError:
            return True

    def test_methods_of_estimators(self):
        tree, places = self.tree, tertium.STE(n_jobs=1, max_iter=5, restarts=1).fit(ROWS)
        tree.bootstrap_support(2)
        tree.local_support()
        for name, calls in {
            "fit": [lambda v: tertium.AddS3AL().fit(v), lambda v: tertium.AddS3AL().fit(ROWS, v),
                    lambda v: tertium.AddS3AL().fit(ROWS, sample_weight=v)],
            "predict": [tree.predict, places.predict, places.predict_proba, lambda v: tree.score(v), lambda v: tree.score(ROWS, v)],
            "cut": [tree.cut, tree.newick, tree.root_by_outgroup, lambda v: tree.collapsed(v), lambda v: tree.collapsed(0.5, v),
                    lambda v: tree.collapsed(0.5, names=v)],
            "samples": [tree.bootstrap_support, tree.membership, lambda v: tree.set_params(**{str(v): 1} if isinstance(v, str) else {})],
            "found": [lambda v: tertium.support(ROWS, method="AddS-3-AL", trees=2).at_least(v),
                      lambda v: tertium.support(ROWS, method="AddS-3-AL", trees=2).at_least(0.5, v)],
        }.items():  # fmt: skip
            for k, call in enumerate(calls):
                for value in WRONG:
                    with self.subTest(name, call=k):
                        self.expect_words(f"{name} {k}", value, lambda value=value, call=call: call(copy.copy(value) if isinstance(value, list) else value))

    def test_names(self):
        for part, call in (
            ("two objects have the same name, 'a'", lambda: tertium.ask(["a", "a", "b"], 2)),
            ("name of object 1 .* is empty", lambda: tertium.ask(["a", "", "b"], 2)),
            ("surrogate", lambda: tertium.ask(["a", "\ud800", "b"], 2)),
            ("same name, 'x'", lambda: self.tree.newick(["x"] * 6)),
            ("is empty", lambda: self.tree.newick(["", *"abcde"])),
            ("6 objects", lambda: self.tree.newick("abcdef"[:5].split())),
            ("surrogate", lambda: tertium.compare_trees("((a,b),\ud800);", "((a,b),c);")),
            ("same name, 'a'", lambda: tertium.compare_trees([[0, 1], [2, 3]], "(a,b,c);", names=["a", "a", "b"])),
            ("row 1 of the data frame, far .* surrogate", lambda: tertium.answers(pandas.DataFrame(
                [["a", "b", "c"], ["a", "c", "\udcff"]], columns=["anchor", "near", "far"]))),
            ("two columns .*'near' and 'near' both mean near", lambda: tertium.answers(pandas.DataFrame([[1, 2, 3]], columns=["anchor", "near", "near"]))),
            ("n_clusters = 4611686018427387904 is not a whole", lambda: tertium.cluster(ROWS, n_clusters=2**62)),
            ("number of objects = 1000000000", lambda: tertium.ask(10**9)),
            ("runs = 1000000000.0 is not a whole number from 1 to 100000", lambda: tertium.simulate_asking(ROWS, runs=1e9)),
            ("runs = 1000000000 is not a whole number", lambda: tertium.simulate_asking(ROWS, runs=10**9)),
            ("18446744073709551615, which is too large", lambda: tertium.answers(np.array([[2**64 - 1, 1, 2]], np.uint64))),
            ("18446744073709551615, which is too large", lambda: tertium.answers([[0, 1, 2]], np.array([2**64 - 1], np.uint64))),
            ("near.* is empty .*skip_bad=True.*tertium.answers", lambda: tertium.AddS3AL().fit(pandas.DataFrame(
                {"anchor": list("abc"), "near": ["b", None, "a"], "far": list("cab")}))),
        ):  # fmt: skip
            with self.subTest(part), self.assertRaisesRegex(TertiumError, part) as raised:
                call()
            self.assertNotIn("\n", str(raised.exception))

    def test_what_is_advised_works(self):
        frame = pandas.DataFrame({"anchor": list("abcb"), "near": ["b", None, "a", "c"], "far": list("cabd")})
        self.assertEqual(len(tertium.answers(frame, skip_bad=True)), 3)
        renamed = frame.rename(columns={"anchor": "std", "near": "left", "far": "right"}).dropna().assign(said=[1, 2, 1])
        self.assertEqual(tertium.answers(renamed, columns={"std": "anchor", "said": "answer"}).array.tolist(), [[0, 1, 2], [2, 1, 0], [1, 2, 3]])
        with self.assertRaisesRegex(TertiumError, "names is for files"):
            tertium.answers(frame, names="names.csv")
        with self.assertRaisesRegex(TertiumError, "missing is for files and data frames"):
            tertium.answers(ROWS, missing="x")
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'colour'"):
            tertium.answers(ROWS, colour=1)
        self.assertEqual(tertium.AddS3AL(n_jobs=1).fit(ROWS.astype(object)).linkage_.tobytes(), self.tree.linkage_.tobytes())

    def test_results_can_be_pickled(self):
        for name, (function, arguments, options) in base_calls().items():
            if name in ("ask_oracle", "answers", "method", "estimator"):
                continue
            with self.subTest(name):
                found = function(*arguments, **options)
                self.assertEqual(repr(pickle.loads(pickle.dumps(found))), repr(found))
        found = tertium.simulate_asking("car", rules=["random", "arr"], budget=60, runs=2)
        again = pickle.loads(pickle.dumps(found))
        self.assertEqual(again.accuracy.tolist(), found.accuracy.tolist())
        self.assertEqual(again.answers_for("arr", 0.0), found.answers_for("arr", 0.0))
        with self.assertRaisesRegex(TertiumError, "rule = 3 is not a string"):
            found.answers_for(3, 0.5)


if __name__ == "__main__":
    unittest.main()
