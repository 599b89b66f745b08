"""Asking and comparing trees from Python: the numbers are those of `tertium ask` and `tertium trees`."""
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np
import tertium
from tertium import TertiumError

PROGRAM = os.environ["TERTIUM_PROGRAM"]
ORACLE = """#!/usr/bin/python3
import csv, sys
for q in csv.DictReader(sys.stdin):
    near, far = abs(int(q["anchor"]) - int(q["first"])), abs(int(q["anchor"]) - int(q["second"]))
    print("first" if near < far else "second" if far < near else "skip")
"""


def by_numbers(questions):
    """The same oracle as a function: objects are numbers on a line."""
    near, far = (np.abs(questions[:, 0] - questions[:, k]) for k in (1, 2))
    return np.sign(far - near)


def columns(text):
    """Of a table: a list of texts by name."""
    rows = list(csv.DictReader(text.splitlines()))
    return {name: [row[name] for row in rows] for name in rows[0]}


class Asking(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="tertium-python-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def program(self, *words):
        """What it prints."""
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder, capture_output=True, text=True, check=True,
                              env={**os.environ, "OMP_NUM_THREADS": "2"})  # fmt: skip
        return done.stdout

    def expect_questions(self, asked, *words):
        printed = columns(self.program("ask", *words))
        shown = dict(asked.table, gain=["" if np.isnan(gain) else f"{gain:.4f}" for gain in asked.table["gain"]])
        self.assertEqual(shown, printed)

    def test_questions_are_those_of_the_program(self):
        self.expect_questions(tertium.ask("car", 15, n_threads=1), "car", "-n", 15)
        self.expect_questions(tertium.ask("food", 9, rule="arr", votes=3, seed=4), "food", "-n", 9, "--choose", "arr",
                              "--votes", 3, "--seed", 4)  # fmt: skip
        self.expect_questions(tertium.ask("car", 5, rule="infogain", method=tertium.STE(d=3)), "car", "-n", 5, "--choose",
                              "infogain", "--method", "STE", "--set", "d=3")  # fmt: skip
        self.expect_questions(tertium.ask(7, 9), "--objects", 7, "-n", 9)
        named = tertium.ask(["fig", "pear", "plum"], 3)
        self.assertEqual(named.array.shape, (3, 3))
        self.assertEqual(named.table["anchor"][0], named.names[named.array[0, 0]])
        self.assertEqual(set(named.names), {"fig", "pear", "plum"})
        self.assertIn("3 about 3 objects, chosen by mixed", repr(named))

    def test_an_oracle_is_asked_as_a_program_is(self):
        (self.folder / "answer.py").write_text(ORACLE)
        self.program("ask", "--objects", 12, "--oracle", "python3 answer.py", "--budget", 60, "--batch", 10, "--votes", 2,
                     "--swap", "--log", "log.csv")  # fmt: skip
        logged = columns((self.folder / "log.csv").read_text())
        options = {"budget": 60, "batch": 10, "votes": 2, "swap": True}
        asked = tertium.ask_oracle(12, by_numbers, **options)
        self.expect_log(asked, logged)
        self.assertEqual((asked.left, asked.before, len(asked.answers)), (0, 0, 60 - asked.skipped))
        self.assertTrue(np.all(asked.said == by_numbers(asked.questions)))
        self.assertIn(f"60 answers to {asked.n_questions} questions about 12 objects", repr(asked))
        # The program's log, cut off, is gone on from.
        lines = (self.folder / "log.csv").read_text().splitlines(keepends=True)
        path = self.folder / "half.csv"
        path.write_text("".join(lines[:31]) + lines[31][:4])
        again = tertium.ask_oracle(12, by_numbers, log=path, **options)
        self.expect_log(again, logged)
        self.assertEqual(again.before, 30)
        self.assertIn("cut off", again.remark)
        self.expect_log(asked, columns(path.read_text()))

    def expect_log(self, asked, logged):
        table = asked.table
        for name in ("anchor", "first", "second"):
            self.assertEqual(table[name], logged[name])
        self.assertEqual([word or "NA" for word in table["answer"]], logged["answer"])
        self.assertEqual([str(vote) for vote in table["vote"]], logged["vote"])
        self.assertEqual(["yes" if swapped else "no" for swapped in table["swapped"]], logged["swapped"])
        self.assertEqual([str(batch) for batch in table["batch"]], logged["batch"])

    def test_answers_in_every_form(self):
        said = by_numbers(tertium.ask_oracle(6, by_numbers, budget=20).questions).tolist()
        words = {1: "First", -1: "second", 0: "skip"}
        for oracle in (lambda q: [words[one] for one in by_numbers(q)],
                       lambda q: [{1: 1, -1: 2, 0: 0}[one] for one in by_numbers(q)],
                       lambda q: by_numbers(q).astype(float)):  # fmt: skip
            self.assertEqual(tertium.ask_oracle(6, oracle, budget=20).said.tolist(), said)
        always = tertium.ask_oracle(6, lambda q: np.full(len(q), True), budget=20)
        self.assertEqual(always.said.tolist(), [1] * 20)
        all_of_them = tertium.ask_oracle(4, lambda q: ["first"] * len(q), budget=100)
        self.assertEqual((len(all_of_them), all_of_them.left), (12, 88))
        fitted = tertium.TSTE().fit("car")
        guessed = tertium.ask_oracle("car", fitted.predict, budget=40)
        self.assertEqual(guessed.said.tolist(), fitted.predict(guessed.questions).tolist())
        self.assertEqual(guessed.names, fitted.names_)

    def test_what_an_oracle_raises_loses_nothing(self):
        log, calls = self.folder / "log.csv", []

        def failing(questions):
            calls.append(len(questions))
            if len(calls) == 3:
                raise KeyError("gone")
            return by_numbers(questions)

        with self.assertRaises(KeyError):
            tertium.ask_oracle(9, failing, budget=50, log=log)
        self.assertEqual(tertium.ask_oracle(9, by_numbers, budget=50, log=log).before, 40)

    def test_simulations_are_those_of_the_program(self):
        for words, options in ((("--truth", "exact"), {"truth": "exact"}), ((), {})):
            self.program("ask", "food", "--simulate", "--runs", 2, "--budget", 200, "--batch", 50, "--choose", "arr,random",
                         "-o", "curves.csv", *words)  # fmt: skip
            written = columns((self.folder / "curves.csv").read_text())
            found = tertium.simulate_asking("food", rules=["arr", "random"], runs=2, budget=200, batch=50, **options)
            self.assertEqual(found.table["choose"], written["choose"])
            for name in ("answers", "run"):
                self.assertEqual([str(number) for number in found.table[name]], written[name])
            self.assertEqual([f"{share:.6g}" for share in found.table["foretold"]], written["foretold"])
            self.assertTrue(np.allclose(found.mean, found.foretold.mean(axis=2)))
            self.assertEqual(found.answers_for("arr", 0.0), found.answers[0])
            self.assertIsNone(found.answers_for("arr", 1.1))
            self.assertIn(" ± ", repr(found))

    def test_refusals(self):
        for part, call in (
            ("unknown way of choosing 'best'; known: mixed", lambda: tertium.ask("car", rule="best")),
            ("known: t-STE, STE, CKL", lambda: tertium.ask("car", method="SOE")),
            ("known: t-STE, STE, CKL", lambda: tertium.ask("car", method=tertium.SOE())),
            ("count = 0", lambda: tertium.ask("car", 0)),
            ("holds quadruplets", lambda: tertium.ask([[0, 1, 2, 3]])),
            ("2 objects", lambda: tertium.ask(2)),
            ("at most 5000", lambda: tertium.ask(6000)),
            ("give votes=2", lambda: tertium.ask_oracle(5, by_numbers, budget=9, swap=True)),
            ("gave 1 answers", lambda: tertium.ask_oracle(5, lambda q: ["first"], budget=9)),
            ("answer 1 of 9 is 'left'", lambda: tertium.ask_oracle(5, lambda q: ["left"] * 9, budget=9)),
            ("answer 1 of 9 is nan", lambda: tertium.ask_oracle(5, lambda q: [float("nan")] * 9, budget=9)),
            ("known: file, model, exact", lambda: tertium.simulate_asking("car", truth="me")),
            ("a fifth is held out", lambda: tertium.simulate_asking([[0, 1, 2], [1, 2, 3]], runs=1)),
            ("rules is empty", lambda: tertium.simulate_asking("car", rules=[])),
            ("was not tried", lambda: tertium.simulate_asking("food", rules=["random"], runs=1,
                                                               budget=50).answers_for("arr", 0.5)),
        ):  # fmt: skip
            with self.subTest(part), self.assertRaisesRegex(TertiumError, part) as raised:
                call()
            self.assertNotIn("\n", str(raised.exception))


class Trees(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="tertium-python-")
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        cls.adds, cls.three = tertium.AddS3AL().fit("food"), tertium.ThreeAL().fit("food")
        cls.adds.bootstrap_support(20)
        cls.three.bootstrap_support(10)
        for name, tree in (("adds", cls.adds), ("three", cls.three)):
            (cls.folder / f"{name}.nwk").write_text(tree.newick(), encoding="utf-8")
        done = subprocess.run([PROGRAM, "trees", "adds.nwk", "three.nwk", "-o", "out"], cwd=cls.folder, check=True,
                              capture_output=True, text=True)  # fmt: skip
        cls.figures = json.loads((cls.folder / "out" / "summary.json").read_text())
        cls.branches = columns((cls.folder / "out" / "branches.csv").read_text(encoding="utf-8"))
        cls.report = done.stdout

    def expect_figures(self, found):
        for name in ("triplet_distance", "triples", "branches", "robinson_foulds", "robinson_foulds_share", "crossings"):
            self.assertEqual(getattr(found, name), self.figures[name])
        self.assertEqual(len(found.names), self.figures["leaves"])

    def test_figures_are_those_of_the_program(self):
        found = tertium.compare_trees(self.adds, self.three)
        self.expect_figures(found)
        table = dict(found.table, in_both=[int(both) for both in found.table["in_both"]],
                     members=["; ".join(names) for names in found.table["members"]])  # fmt: skip

        def written(value):
            if value is None or value != value:
                return ""
            return f"{value:.6g}" if isinstance(value, float) else str(value)

        self.assertEqual({name: [written(value) for value in column] for name, column in table.items()}, self.branches)
        in_both, others = found.mean_support[0]
        self.assertIn(f"first tree: {in_both:.2f} of those in both, {others:.2f} of the others", " ".join(self.report.split()))
        self.assertIn(f"{len(found.names)} objects, {100 * found.triplet_distance:.1f} % of the triples", repr(found))
        self.assertEqual(sorted(found.orders[0]), sorted(found.names))

    def test_trees_in_every_form(self):
        for one, other in ((self.adds.newick(), self.three.linkage_), (self.folder / "adds.nwk", self.three),
                           (str(self.folder / "adds.nwk"), self.three.newick()), (self.adds.linkage_, self.three)):  # fmt: skip
            named = {"names": self.three.names_} if not isinstance(other, tertium.ThreeAL) else {}
            self.expect_figures(tertium.compare_trees(one, other, **named))
        both = tertium.compare_trees([[0, 1], [2, 3]], "((0,1),2);")
        self.assertEqual((both.names, both.triplet_distance, both.table["tree"]), (["0", "1", "2"], 0.0, ["first", "second"]))
        self.assertEqual(both.table["support"][0] != both.table["support"][0], True)

    def test_leaves_of_one_tree_only(self):
        with self.assertRaisesRegex(TertiumError, "1 only in the first tree: d.*add common=True to compare the 3"):
            tertium.compare_trees("((a,b),(c,d));", "(a,b,c);")
        found = tertium.compare_trees("((a,b),(c,d));", "(a,b,c);", common=True)
        self.assertEqual((found.names, found.left_out), (["a", "b", "c"], (["d"], [])))

    def test_refusals(self):
        for part, call in (
            ("shape", lambda: tertium.compare_trees(np.zeros((3, 3)), "(a,b,c);")),
            ("the first tree: merge 0", lambda: tertium.compare_trees([[0, 7]], "(a,b,c);")),
            ("2 names for 3 objects", lambda: tertium.compare_trees([[0, 1], [2, 3]], "(a,b,c);", names=["a", "b"])),
            ("two objects have the same name", lambda: tertium.compare_trees([[0, 1], [2, 3]], "(a,b,c);", names=["a"] * 3)),
            ("the first tree:1:5", lambda: tertium.compare_trees("(a,b", "(a,b,c);")),
            ("not fitted yet", lambda: tertium.compare_trees(tertium.AddS3AL(), "(a,b,c);")),
            ("nowhere", lambda: tertium.compare_trees("nowhere.nwk", "(a,b,c);")),
        ):
            with self.subTest(part), self.assertRaisesRegex(TertiumError, part) as raised:
                call()
            self.assertNotIn("\n", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
