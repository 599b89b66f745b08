"""What the verbs return is what the program's files say: comparison.csv, subjects.csv, nodes.csv, labels.csv, summary.json."""
import csv
import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np
import tertium

PROGRAM = os.environ["TERTIUM_PROGRAM"]


def as_written(value):
    """A number as the program's tables have it."""
    if value is None or isinstance(value, float) and math.isnan(value):
        return ""
    return f"{value:.6g}" if isinstance(value, float) else "; ".join(value) if isinstance(value, list) else str(value)


class Verbs(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="tertium-verbs-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def program(self, *arguments):
        """The folder of its results."""
        results = self.folder / "results"
        subprocess.run([PROGRAM, *map(str, arguments), "-o", results, "--force"], check=True, capture_output=True,
                       env={**os.environ, "OMP_NUM_THREADS": "2"})  # fmt: skip
        return results

    def expect_table(self, rows, path):
        with open(path, encoding="utf-8", newline="") as file:
            written = list(csv.DictReader(file))
        self.assertEqual(len(rows), len(written))
        for row, line in zip(rows, written):
            self.assertEqual({name: as_written(value) for name, value in row.items()}, line)

    @staticmethod
    def summary(results):
        return json.loads((results / "summary.json").read_text(encoding="utf-8"))

    def test_compare(self):
        methods = ["AddS-3-AL", "4-AL", "t-STE"]
        for source, folds, curve in (("car", 3, True), ("faces", "subjects:4", False)):
            with self.subTest(source):
                found = tertium.compare(source, methods=methods, folds=folds, learning_curve=curve)
                line = ["cluster", source, "--compare", ",".join(methods), "--folds", folds]
                results = self.program(*line, *(["--learning-curve"] if curve else []))
                self.expect_table(found.table, results / "comparison.csv")
                self.expect_table(found.fold_table, results / "folds.csv")
                told = self.summary(results)
                self.assertEqual(found.folds, told["folds_are"])
                self.assertEqual(found.chance, told["chance"])
                self.assertEqual(found.majority_of_others, told["majority_of_others"])
                self.assertEqual(found.best, told["methods"][0]["method"])
                worse = [method["method"] for method in told["methods"] if method["worse_than_the_first"]]
                self.assertEqual(sorted([found.best, *found.not_told_apart, *worse]), sorted(methods))
                self.assertIn(f"<tertium.Comparison: {found.best} foretells most", repr(found))

    def test_compare_all(self):
        found = tertium.compare([[0, 1, 2], [1, 0, 2], [3, 4, 0], [4, 3, 1], [0, 1, 4]] * 3, folds=3)
        self.assertGreater(len(found.table), 20)
        self.assertEqual(set(found.seconds), {row["method"] for row in found.table})

    def test_look(self):
        for source in ("faces", "food"):
            with self.subTest(source):
                found, results = tertium.look(source), self.program("answers", source)
                self.expect_table(found.table, results / "subjects.csv")
                self.expect_table(found.objects, results / "objects.csv")
                told = self.summary(results)
                for name in ("answers", "questions", "satisfiable", "agreement_with_others", "checks_failed", "repeated"):
                    self.assertEqual(getattr(found, name), told[name], name)
                self.assertEqual(found.remarkable, told["remarkable_subjects"])
                self.assertEqual(found.groups, told["linked_groups"])
                self.assertEqual(found.n_objects, told["objects"])
                self.assertIn(f"{found.answers} triplets to {found.questions} questions", repr(found))

    def test_cluster_and_the_number_of_clusters(self):
        for source, method, k, given in (("car", "4-AL", 4, ["-k", 4]), ("material", "AddS-3-AL", "held-out", ["-k", "held-out"]),
                                         ("car", "AddS-3+SPUR", None, ["-k", "auto"])):  # fmt: skip
            with self.subTest(method):
                found = tertium.cluster(source, method=method, n_clusters=k)
                results = self.program("cluster", source, "--method", method, "--no-picture", *given)
                self.expect_table(found.table, results / "labels.csv")
                told = self.summary(results)
                for name in ("answers", "questions", "questions_disputed", "questions_tied", "cluster_sizes", "ari",
                             "ari_without_outliers", "odd_one_outs_satisfied"):  # fmt: skip
                    self.assertEqual(getattr(found, name), told[name], name)
                for name in ("satisfied", "satisfied_by_chance", "revenue", "normalised_revenue"):
                    self.assertEqual(getattr(found, name), told.get(name), name)
                for name, value in found.reports.items():
                    self.assertEqual(value, told[name], name)
                if found.linkage is not None:
                    written = np.loadtxt(results / "linkage.csv", delimiter=",", skiprows=1)
                    self.assertEqual(found.linkage.tobytes(), written.tobytes())
                if k == "held-out":
                    tried = {str(row["n_clusters"]): row["foretold"] for row in found.number.table}
                    self.assertEqual(tried, told["foretold_by_clusters"])
                    self.assertEqual(found.number.n_clusters, told["clusters"])
                self.assertIn("clusters of", repr(found))

    def test_support(self):
        for source, drawn in (("car", "questions"), ("faces", "subjects")):
            with self.subTest(source):
                found = tertium.support(source, method=tertium.AddS3AL(), trees=30)
                results = self.program("cluster", source, "--method", "AddS-3-AL", "--support", 30, "--no-picture")
                rows = [{**row, "height": f"{row['height']:g}"} for row in found.table]
                self.expect_table(rows, results / "nodes.csv")
                told = self.summary(results)["support"]
                self.assertEqual((found.trees, found.drawn, found.units), (told["trees"], drawn, told["sampled"]))
                self.assertEqual(found.at_least(0.95), told["branches_of_95_percent"])
                self.assertIn(f"trees from samples of the {found.units} {drawn}", repr(found))

    def test_similarities(self):
        answers = [[0, 1, 2], [1, 0, 2], [0, 1, 3], [2, 3, 0]]
        sums = np.zeros((4, 4), dtype=np.int64)
        for anchor, near, far in answers:
            for other, times in ((near, 1), (far, -1)):
                sums[anchor, other] += times
                sums[other, anchor] += times
        for method in ("AddS-3", "AddS-4"):
            np.testing.assert_array_equal(tertium.similarities(answers, method=method), sums)
        for method in tertium.kernels():
            with self.subTest(method):
                alike = tertium.similarities("material", method=method)
                self.assertEqual(alike.shape, (100, 100))
                np.testing.assert_array_equal(alike, alike.T)
                self.assertFalse(alike.diagonal().any())

    def test_refusals(self):
        rows = [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
        for part, call in (
            ("no answer", lambda: tertium.look(np.empty((0, 3), int))),
            ("AL needs a graph", lambda: tertium.compare(rows, methods=["AL"])),
            ("folds 1 is not known", lambda: tertium.compare(rows, folds=1)),
            ("does not tell who answered", lambda: tertium.compare(rows, folds="subjects")),
            ("unknown method", lambda: tertium.cluster(rows, method="5-AL")),
            ("is no method", lambda: tertium.cluster(rows, method=5)),
            ("4 clusters cannot be made of 3 objects", lambda: tertium.cluster(rows, n_clusters=4)),
            ("n_clusters = 'many'", lambda: tertium.cluster(rows, n_clusters="many")),
            ("makes coordinates", lambda: tertium.cluster(rows, method="t-STE")),
            ("unknown parameter of AddS-3\\+SPUR 'k'", lambda: tertium.choose_clusters(rows, method="AddS-3+SPUR")),
            ("makes none", lambda: tertium.support(rows, method="AddS-3+SPUR")),
            ("no similarities", lambda: tertium.similarities(rows, method="t-STE")),
            ("random_state", lambda: tertium.compare(rows, random_state=-1)),
        ):
            with self.subTest(part), self.assertRaisesRegex(tertium.TertiumError, part) as raised:
                call()
            self.assertNotIn("\n", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
