"""Asking and comparing trees, beyond session_test.py: questions of every kind, oracles and trees in every form."""
import pathlib
import tempfile
import unittest

import numpy as np
import tertium
from program_files import BesideProgram, columns
from tertium import TertiumError


def by_numbers(questions):
    """An oracle: objects are numbers on a line."""
    near, far = (np.abs(questions[:, 0] - questions[:, k]) for k in (1, 2))
    return np.sign(far - near)


class Asking(BesideProgram):
    def test_questions_are_those_of_the_program(self):
        self.expect_questions(tertium.ask("car", 9, votes=3, n_jobs=1),
                              self.program("ask", "car", "-n", 9, "--votes", 3))  # fmt: skip
        self.expect_questions(tertium.ask("car", 5, rule="infogain", method=tertium.STE(n_components=3)), self.program(
            "ask", "car", "-n", 5, "--choose", "infogain", "--method", "STE", "--set", "d=3"))  # fmt: skip
        self.expect_questions(tertium.ask(7, 9), self.program("ask", "--objects", 7, "-n", 9))
        named = tertium.ask(["fig", "pear", "plum"], 3)
        self.assertEqual(named.array.shape, (3, 3))
        self.assertEqual(named.table["anchor"][0], named.names[named.array[0, 0]])
        self.assertEqual(set(named.names), {"fig", "pear", "plum"})
        self.assertIn("3 about 3 objects, chosen by mixed", repr(named))

    def test_by_vectors_asks_as_the_program_does(self):
        vectors = np.array([[8 * (k >> 3 & 1), 4 * (k >> 2 & 1), 2 * (k >> 1 & 1), k & 1] for k in range(16)])

        def oracle(questions):
            odd = []
            for a, b, c in questions.tolist():
                apart = [(b ^ c).bit_length(), (a ^ c).bit_length(), (a ^ b).bit_length()]
                odd.append(1 + apart.index(min(apart)))
            return odd

        log = self.folder / "placed.csv"
        tertium.ask_oracle(16, oracle, budget=9, prior=vectors, log=log)
        asked = tertium.ask_oracle(16, oracle, budget=200, prior=vectors, log=log)
        self.assertLessEqual(len(asked), 2 * 16)
        table = self.folder / "vectors.csv"
        table.write_text("name,a,b,c,d\n" + "".join(f"{k},{','.join(map(str, row))}\n" for k, row in enumerate(vectors.tolist())))
        self.program("ask", "--prior", table, "--objects", 16, "--replay", log, "--budget", 200, "--log", self.folder / "placed-again.csv")
        again = [row.split(",")[:4] for row in (self.folder / "placed-again.csv").read_text().splitlines()]
        self.assertEqual(again, [row.split(",")[:4] for row in log.read_text().splitlines()])
        for more, says in (({"prior": vectors[:3]}, "prior has 3 rows"), ({"prior": vectors, "rule": "random"}, "leave rule"),
                           ({"cosine": True}, "give prior, too")):  # fmt: skip
            with self.assertRaisesRegex(TertiumError, says):
                tertium.ask_oracle(16, oracle, budget=9, **more)

    def test_vectors_choose_questions_for_people_as_the_program_does(self):
        vectors = np.random.default_rng(1).normal(size=(16, 3))
        table = self.folder / "vectors.csv"
        table.write_text("name,a,b,c\n" + "".join(f"{k},{','.join(map(repr, row))}\n" for k, row in enumerate(vectors.tolist())))
        self.expect_questions(tertium.ask(16, 9, prior=vectors, n_jobs=1), self.program("ask", "--prior", table, "-n", 9))
        self.expect_same(tertium.ask(16, 5, prior=vectors, cosine=True, participants=2, screens="odd-one-outs", n_jobs=1),
                         self.program("ask", "--prior", table, "--cosine", "-n", 5, "--participants", 2, "--question-type",
                                      "odd-one-outs"))  # fmt: skip
        for more, says in (({"prior": vectors[:3]}, "prior has 3 rows"), ({"prior": vectors, "rule": "random"}, "does not use rule"),
                           ({"cosine": True}, "give prior, too"), ({"prior": vectors, "screens": "quadruplets"}, "have four")):  # fmt: skip
            with self.assertRaisesRegex(TertiumError, says):
                tertium.ask(16, 9, **more)

    def test_other_screens_are_those_of_the_program(self):
        for screens in ("odd-one-outs", "quadruplets"):
            self.expect_same(tertium.ask("car", 6, screens=screens, n_jobs=1),
                             self.program("ask", "car", "-n", 6, "--question-type", screens))  # fmt: skip
            self.expect_same(tertium.ask("car", 5, screens=screens, participants=2, repeats=1, n_jobs=1), self.program(
                "ask", "car", "-n", 5, "--question-type", screens, "--participants", 2, "--repeats", 1))  # fmt: skip
            self.expect_same(tertium.ask(9, 8, screens=screens, participants=3, repeats=2), self.program(
                "ask", "--objects", 9, "-n", 8, "--question-type", screens, "--participants", 3, "--repeats", 2))  # fmt: skip
        path = self.folder / "odd.csv"
        asked = tertium.ask_oracle(8, lambda q: ["third"] * len(q), screens="odd-one-outs", budget=30, log=path)
        self.assertEqual(asked.said.tolist(), [3] * 30)
        self.assertEqual(columns(path.read_text())["odd"], asked.table["odd"])
        self.assertEqual((asked.answers.kind, len(asked.answers)), ("odd-one-outs", 30))
        pairs = tertium.ask_oracle(8, lambda q: [False] * len(q), screens="quadruplets", budget=30)
        self.assertEqual((pairs.questions.shape, pairs.answers.kind), ((30, 4), "quadruplets"))

    def expect_same(self, found, text):
        printed = columns(text)
        self.assertEqual(list(printed), list(found.table))
        for name, values in found.table.items():
            if name != "entropy":
                self.assertEqual(["" if value is None else str(value) for value in values], printed[name])

    def test_a_log_is_gone_on_from(self):
        path, options = self.folder / "asked.csv", {"budget": 60, "batch": 10, "votes": 2, "swap": True}
        asked = tertium.ask_oracle(12, by_numbers, log=path, **options)
        self.assertEqual((asked.left, asked.before, len(asked.answers)), (0, 0, 60 - asked.skipped))
        self.assertTrue(np.all(asked.said == by_numbers(asked.questions)))
        self.assertIn(f"60 answers to {asked.n_questions} questions about 12 objects", repr(asked))
        self.expect_log(asked, path)
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(lines[:31]) + lines[31][:4])
        again = tertium.ask_oracle(12, by_numbers, log=path, **options)
        self.assertEqual(again.before, 30)
        self.assertIn("cut off", again.note)
        self.expect_log(again, path)
        self.assertEqual(again.questions.tolist(), asked.questions.tolist())

    def expect_log(self, asked, path):
        logged = columns(path.read_text())
        table = {**asked.table, "answer": [word or "NA" for word in asked.table["answer"]],
                 "swapped": ["yes" if swapped else "no" for swapped in asked.swapped]}  # fmt: skip
        for name in sorted(set(logged) - {"seconds"}):
            self.assertEqual([str(value) for value in table[name]], logged[name])

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
        log, calls = self.folder / "failing.csv", []

        def failing(questions):
            calls.append(len(questions))
            if len(calls) == 3:
                raise KeyError("gone")
            return by_numbers(questions)

        with self.assertRaises(KeyError):
            tertium.ask_oracle(9, failing, budget=50, log=log)
        self.assertEqual(tertium.ask_oracle(9, by_numbers, budget=50, log=log).before, 40)

    def test_simulated_answers(self):
        """By definition; every question with different objects, all of them; errors as often as the noise says."""
        places = np.random.default_rng(1).normal(size=(9, 2))
        apart = np.linalg.norm(places[:, None] - places[None], axis=2)
        right = {
            "triplets": lambda a: apart[a[:, 0], a[:, 1]] <= apart[a[:, 0], a[:, 2]],
            "quadruplets": lambda a: apart[a[:, 0], a[:, 1]] <= apart[a[:, 2], a[:, 3]],
            "odd-one-outs": lambda a: apart[a[:, 0], a[:, 1]] <= np.minimum(apart[a[:, 0], a[:, 2]], apart[a[:, 1], a[:, 2]]),
        }
        for kind, is_right in right.items():
            with self.subTest(kind):
                made = tertium.simulate_answers(places, 4000, kind=kind)
                self.assertTrue(is_right(made.array).all())
                self.assertTrue((np.sort(made.array, axis=1)[:, 1:] != np.sort(made.array, axis=1)[:, :-1]).all())
                self.assertTrue((np.bincount(made.array.ravel(), minlength=9) > 0.9 * made.array.size / 9).all())
                noisy = tertium.simulate_answers(places, 4000, kind=kind, noise=1.0, random_state=2)
                wrong = 1 - is_right(noisy.array).mean()
                self.assertTrue(0.2 < wrong < (0.5 if kind == "odd-one-outs" else 0.3), wrong)
                self.assertFalse((noisy.array == made.array).all())
        self.assertTrue((tertium.simulate_answers(places, 50).array == tertium.simulate_answers(places, 50).array).all())
        for part, call in (
            ("not a table of finite numbers", lambda: tertium.simulate_answers([1.0, 2.0], 3)),
            ("not a table of finite numbers", lambda: tertium.simulate_answers([[1.0], [float("nan")], [2.0]], 3)),
            ("has 2 objects", lambda: tertium.simulate_answers([[1.0], [2.0]], 3)),
            ("known, give one of triplets", lambda: tertium.simulate_answers(places, 3, kind="pairs")),
            ("n = 0", lambda: tertium.simulate_answers(places, 0)),
            ("noise = -1", lambda: tertium.simulate_answers(places, 3, noise=-1)),
        ):  # fmt: skip
            with self.subTest(part), self.assertRaisesRegex(TertiumError, part):
                call()

    def test_simulations(self):
        self.program("ask", "car", "--simulate", "--truth", "exact", "--runs", 2, "--budget", 100, "--batch", 50,
                     "--choose", "arr,random", "-o", "curves.csv")  # fmt: skip
        found = tertium.simulate_asking("car", rules=["arr", "random"], truth="exact", runs=2, budget=100, batch=50)
        self.expect_table(found.table, self.folder / "curves.csv")
        self.assertEqual(found.answers_for("arr", 0.0), found.answers[0])
        self.assertIsNone(found.answers_for("arr", 1.1))
        self.assertIn(" ± ", repr(found))

    def test_refusals(self):
        for part, call in (
            ("unknown way of choosing 'best'; known: mixed", lambda: tertium.ask("car", rule="best")),
            ("known: t-STE, STE, CKL", lambda: tertium.ask("car", method="SOE")),
            ("known: t-STE, STE, CKL", lambda: tertium.ask("car", method=tertium.SOE())),
            ("count = 0", lambda: tertium.ask("car", 0)),
            ("contains quadruplets", lambda: tertium.ask([[0, 1, 2, 3]], screens="triplets")),
            ("odd-one-outs have none", lambda: tertium.ask("car", rule="arr", screens="odd-one-outs")),
            ("unknown kind of question 'pairs'", lambda: tertium.ask("car", screens="pairs")),
            ("give participants, too", lambda: tertium.ask(9, repeats=2)),
            ("are for lists if there are answers", lambda: tertium.ask(9, 3, participants=2, rule="arr")),
            ("are for lists if there are answers", lambda: tertium.ask(9, 3, participants=2, votes=2)),
            ("questions are too many", lambda: tertium.ask(9, 5, participants=10**11)),
            ("is 'third'", lambda: tertium.ask_oracle(5, lambda q: ["third"] * 9, budget=9)),
            ("2 objects", lambda: tertium.ask(2)),
            ("at most 5000", lambda: tertium.ask(6000)),
            ("give votes=2", lambda: tertium.ask_oracle(5, by_numbers, budget=9, swap=True)),
            ("returned 1 answers", lambda: tertium.ask_oracle(5, lambda q: ["first"], budget=9)),
            ("answer 1 of 9 is 'left'", lambda: tertium.ask_oracle(5, lambda q: ["left"] * 9, budget=9)),
            ("answer 1 of 9 is nan", lambda: tertium.ask_oracle(5, lambda q: [float("nan")] * 9, budget=9)),
            ("known: file, model, exact", lambda: tertium.simulate_asking("car", truth="me")),
            ("a fifth is held out", lambda: tertium.simulate_asking([[0, 1, 2], [1, 2, 3]], runs=1)),
            ("rules is empty", lambda: tertium.simulate_asking("car", rules=[])),
            ("was not simulated", lambda: tertium.simulate_asking("car", rules=["random"], runs=1,
                                                               budget=50).answers_for("arr", 0.5)),
        ):  # fmt: skip
            with self.subTest(part), self.assertRaisesRegex(TertiumError, part) as raised:
                call()
            self.assertNotIn("\n", str(raised.exception))


class Trees(unittest.TestCase):
    def test_trees_in_every_form(self):
        adds, three = tertium.AddS3AL().fit("car"), tertium.ThreeAL().fit("car")
        expected = tertium.compare_trees(adds, three)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "adds.nwk")
            path.write_text(adds.newick(), encoding="utf-8")
            for one, other in ((adds.newick(), three.linkage_), (path, three), (str(path), three.newick()),
                               (adds.linkage_, three)):  # fmt: skip
                named = {"names": three.names_} if other is not three else {}
                found = tertium.compare_trees(one, other, **named)
                for name in ("triplet_distance", "triples", "branches", "robinson_foulds_share", "crossings"):
                    self.assertEqual(getattr(found, name), getattr(expected, name))
        both = tertium.compare_trees([[0, 1], [2, 3]], "((0,1),2);")
        self.assertEqual((both.names, both.triplet_distance, both.table["tree"]), (["0", "1", "2"], 0.0, ["first", "second"]))
        self.assertTrue(np.isnan(both.table["support"][0]))

    def test_leaves_of_one_tree_only(self):
        with self.assertRaisesRegex(TertiumError, "1 only in the first tree: d.*add common=True to compare the 3"):
            tertium.compare_trees("((a,b),(c,d));", "(a,b,c);")
        found = tertium.compare_trees("((a,b),(c,d));", "(a,b,c);", common=True)
        self.assertEqual((found.names, found.left_out), (["a", "b", "c"], (["d"], [])))

    def test_many_trees(self):
        fitted = tertium.AddS3AL().fit("car")
        fitted.bootstrap_support(20)
        found = tertium.summarize_trees(fitted.bootstrap_trees_)
        self.assertEqual((found.trees, found.tree), (20, None))
        same = tertium.compare_trees(found.newick, fitted.consensus_)  # children stand in another order
        self.assertEqual((same.robinson_foulds, same.mean_support[0]), (0, same.mean_support[1]))
        held = tertium.summarize_trees(fitted.bootstrap_trees_, fitted)
        self.assertEqual(sorted(held.table["support"]), sorted(fitted.support_[:-1]))
        self.assertEqual(len(held.distances["robinson_foulds"]), 20)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "trees.nwk")
            path.write_text(fitted.bootstrap_trees_, encoding="utf-8")
            for trees in (path, str(path), fitted.bootstrap_trees_.splitlines(), [path, *fitted.bootstrap_trees_.splitlines()]):
                again = tertium.summarize_trees(trees)
                self.assertEqual(again.newick, found.newick)
        self.assertIn("20 trees of 60 objects, their consensus has", repr(found))
        for part, call in (
            ("tree 2: lacks the leaf 'c'", lambda: tertium.summarize_trees("((a,b),c);((a,b),d);")),
            ("add common=True to use the 3", lambda: tertium.summarize_trees("((a,b),c);((a,b),(c,d));")),
            ("empty list", lambda: tertium.summarize_trees([])),
            ("from 0.5 to 1", lambda: tertium.summarize_trees("((a,b),c);", threshold=0.3)),
            ("several trees", lambda: tertium.compare_trees("((a,b),c);((a,b),c);", "((a,b),c);")),
        ):
            with self.subTest(part), self.assertRaisesRegex(TertiumError, part):
                call()

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
