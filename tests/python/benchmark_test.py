"""The benchmark: tasks are what they were, entries are scored as their page says, and what is wrong is told with its line."""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
from sklearn.metrics import adjusted_rand_score
from tertium import _entries, _tasks, benchmark

FEW = ("car", "hierarchy-few", "hierarchy-quadruplets", "flat")


class Benchmark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        cls.tasks = {name: _tasks.task_of(name) for name in FEW}

    def test_tasks_are_what_they_were(self):
        self.assertEqual(set(_tasks.DIGESTS), set(_tasks.MAKERS))
        self.assertEqual(len(_tasks.MAKERS), 12)
        for name in _tasks.MAKERS:
            task = self.tasks.get(name) or _tasks.task_of(name)  # refuses another digest
            of_objects = {}
            for objects, fold in zip(map(tuple, np.sort(task.rows, axis=1)), task.fold):
                self.assertEqual(of_objects.setdefault(objects, fold), fold)
            self.assertEqual(sorted(task.order), list(range(len(task.rows))))
            self.assertFalse(set(task.given(task.budgets[0], 2)) & set(np.flatnonzero(task.fold == 2)))
        with self.assertRaisesRegex(Exception, "unknown task 'nix'; known: car"):
            _tasks.task_of("nix")
        few = self.tasks["hierarchy-few"]
        same = few.truth["label"][few.rows[:, 0]] == few.truth["label"][few.rows[:, 1]]
        other = few.truth["label"][few.rows[:, 0]] == few.truth["label"][few.rows[:, 2]]
        self.assertGreater(same.mean(), 8 * other.mean())  # near ones are of the same cluster

    def entry(self, name, tasks):
        """Of somebody else, who knows the truth, and writes it as the page says."""
        folder = self.folder / name
        folder.mkdir()
        (folder / "entry.json").write_text(json.dumps({"entry": name}))
        for task in tasks:
            with (folder / f"{task.name}-predicted.csv").open("w") as file:
                shown = list(csv.DictReader(task.files()["answers.csv"].splitlines()))
                right = [1 if k % 4 else 0.5 if k % 8 else 0 for k in range(len(shown))]
                file.write("budget,id,first\n" + "".join(f"{task.budgets[-1]},{k},{right[k] if row['answer'] == 'first' else 1 - right[k]}\n"
                                                         for k, row in enumerate(shown)))
            labels = task.truth["label"]
            with (folder / f"{task.name}-labels.csv").open("w") as file:
                file.write("budget,object,label\n" + "".join(f"{task.budgets[0]},{name},c{min(labels[i] + (i % 10 == 0), labels.max())}\n" for i, name in enumerate(task.names)))
            clusters = [[name for i, name in enumerate(task.names) if labels[i] == label] for label in sorted(set(labels))]
            tree = "(" + ",".join("('" + "','".join(cluster) + "'):2.5" for cluster in clusters) + ");"
            (folder / f"{task.name}-tree-{task.budgets[0]}.nwk").write_text(tree)
        return folder

    def test_scores_are_those_of_the_page(self):
        task, flat = self.tasks["hierarchy-few"], self.tasks["flat"]
        _, scores = _entries.scores_of(self.entry("known", [task, flat]), [task, flat])
        right = np.array([1 if k % 4 else 0.5 if k % 8 else 0 for k in range(len(task.rows))])
        folds = [right[task.fold == fold].mean() for fold in range(5)]
        score = scores["hierarchy-few", "predicted", task.budgets[-1]]
        self.assertAlmostEqual(score.value, right.mean())
        self.assertAlmostEqual(score.error, np.std(folds, ddof=1) / np.sqrt(5))
        labels = np.minimum(task.truth["label"] + (np.arange(len(task.names)) % 10 == 0), task.truth["label"].max())
        self.assertAlmostEqual(scores["hierarchy-few", "clusters", task.budgets[0]].value,
                               adjusted_rand_score(task.truth["label"], labels))
        # Of a tree of the 16 clusters alone: 16 are there, the 8, 4 and 2 above have at most one of 2, 4 and 8 below a node;
        # the whole is half of one of the two.
        expected = (16 * 1 + 8 / 2 + 4 / 4 + 2 / 2) / 30
        self.assertAlmostEqual(scores["hierarchy-few", "tree", task.budgets[0]].value, expected)
        self.assertEqual(scores["flat", "tree", flat.budgets[0]].value, 1)

    def test_who_says_the_same_of_all_is_worth_a_coin(self):
        folder, flat = self.folder / "same", self.tasks["flat"]
        folder.mkdir()
        (folder / "entry.json").write_text('{"entry": "same"}')
        (folder / "flat-predicted.csv").write_text("budget,id,first\n" + "".join(f"{flat.budgets[0]},{k},1\n" for k in range(len(flat.rows))))
        _, scores = _entries.scores_of(folder, [flat])
        self.assertAlmostEqual(scores["flat", "predicted", flat.budgets[0]].value, 0.5, delta=0.02)

    def test_what_is_wrong_has_its_line(self):
        task = self.tasks["flat"]
        for wrong, told in (("budget,id\n", ":1: the columns"), ("budget,id,first\n7,0,1\n", ":2: 7 is not a budget"),
                            (f"budget,id,first\n{task.budgets[0]},0,2\n", ":2: '2' is not a number"),
                            (f"budget,id,first\n{task.budgets[0]},0,1\n", "15999 of 16000 answers are missing, the first is 1"),
                            (f"budget,id,first\n{task.budgets[0]},0,1\n{task.budgets[0]},0,1\n", ":3: .* occurs twice"),
                            (f"\ufeffbudget,id,first\n{task.budgets[0]},0,nan\n", ":2: 'nan' is not a number"),
                            (f"budget,id,first\n{task.budgets[0]},0\n", ":2: 2 fields"),
                            ("budget,id,first\n" + "x" * 200000, ":2: is not CSV")):  # fmt: skip
            folder = self.folder / "wrong"
            folder.mkdir(exist_ok=True)
            (folder / "entry.json").write_text('{"entry": "wrong"}')
            (folder / "flat-predicted.csv").write_text(wrong)
            with self.assertRaisesRegex(Exception, told):
                _entries.scores_of(folder, [task])
        (folder / "flat-predicted.csv").unlink()
        others = ",".join(task.names[2:])
        for tree, told in (("(o000,(o001,o003));", "'o002' is missing, an object of flat"), ("(o000,o001);", "fewer than three"), (f"(x,o000,o001,{others});", "'x' is not an object"), ("(o000,o000);", "o000"),
                           ("(o000));", "nwk:1:"), ("(o000),(o001);", "nwk:1:"), ("((o000)(o001));", "nwk:1:"), ("no tree", "nwk:1:")):  # fmt: skip
            (folder / f"flat-tree-{task.budgets[0]}.nwk").write_text(tree)
            with self.assertRaisesRegex(Exception, told):
                _entries.scores_of(folder, [task])
        (folder / f"flat-tree-{task.budgets[0]}.nwk").write_bytes(b"(\xff);")
        with self.assertRaisesRegex(Exception, "is not UTF-8, save it as UTF-8"):
            _entries.scores_of(folder, [task])
        (folder / f"flat-tree-{task.budgets[0]}.nwk").rename(folder / "flat-tree-7.nwk")
        with self.assertRaisesRegex(Exception, "7 is not a budget of flat"):
            _entries.scores_of(folder, [task])
        (folder / "flat-tree-7.nwk").rename(folder / "plain-predicted.csv")
        with self.assertRaisesRegex(Exception, "is not a file of a task"):
            _entries.scores_of(folder, [task])
        (folder / "plain-predicted.csv").unlink()
        for described in ("[" * 100000, '{"entry": "a\\ud800"}', '{"entry": 7}', "[]"):
            (folder / "entry.json").write_text(described)
            with self.assertRaisesRegex(Exception, "is not JSON|the name of the entry is missing or invalid"):
                _entries.scores_of(folder, [task])

    def test_a_folder_keeps_what_it_has(self):
        folder = self.folder / "mine"
        folder.mkdir()
        (folder / "car-labels.csv").write_text("precious")
        (folder / "notes.txt").write_text("mine")
        words = ["run", "AddS-3+spectral", "--tasks", "flat", "-o", str(folder)]
        self.assertEqual(benchmark.main(words), 1)
        self.assertEqual((folder / "car-labels.csv").read_text(), "precious")
        (folder / "flat-tree-4000.nwk").write_text("of another method")
        self.assertEqual(benchmark.main([*words, "--force"]), 0)
        self.assertEqual({file.name for file in folder.iterdir()}, {"notes.txt", "entry.json", "flat-predicted.csv", "flat-labels.csv"})
        for method, task in (("AddS-3-AL", "hierarchy-quadruplets"), ("AddS-3+spectral", "music")):
            self.assertEqual(benchmark.main(["run", method, "--tasks", task, "-o", str(self.folder / "none")]), 1)

    def test_run_and_board(self):
        one = self.folder / "run"
        self.assertEqual(benchmark.main(["run", "AddS-3-AL", "--tasks", "car,hierarchy-quadruplets", "-o", str(one)]), 0)
        described = json.loads((one / "entry.json").read_text())
        self.assertEqual(list(described["seconds"]), ["car"])
        self.assertIn("triplets", described["left_out"]["hierarchy-quadruplets"])
        self.assertEqual(benchmark.main(["run", "AddS-3-AL", "--tasks", "car,hierarchy-quadruplets", "-o", str(one)]), 0, "the same line")
        made = subprocess.run([sys.executable, "-m", "tertium.benchmark", "run", "AddS-3-AL", "-o", one], capture_output=True, text=True)
        self.assertEqual(made.returncode, 1)
        self.assertIn("exists already", made.stderr)
        board = self.folder / "board"
        self.assertEqual(benchmark.main(["score", str(one), "--tasks", "car", "-o", str(board)]), 0)
        page = (board / "index.html").read_text()
        self.assertIn("AddS-3-AL", page)
        self.assertNotIn("http", page)
        rows = list(csv.DictReader((board / "scores.csv").read_text().splitlines()))
        self.assertEqual({(row["scored"], row["budget"]) for row in rows},
                         {(what, str(budget)) for what in ("predicted", "clusters", "tree") for budget in self.tasks["car"].budgets})
        predicted = next(row for row in rows if row["scored"] == "predicted" and row["budget"] == "12112")
        self.assertGreater(float(predicted["value"]), 0.62)
        self.assertLess(float(predicted["value"]), 0.70)


if __name__ == "__main__":
    unittest.main()
