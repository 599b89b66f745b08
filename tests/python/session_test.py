"""What docs/answers.md does with the program, done in Python: the numbers are those of the program's files."""
import csv
import os
import pathlib
import unittest

import numpy as np
import tertium
from program_files import BesideProgram
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import pdist, squareform

DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
ORACLE = """#!/usr/bin/python3
import csv, sys
for q in csv.DictReader(sys.stdin):
    near, far = (abs(len(q["anchor"]) - len(q[one])) for one in ("first", "second"))
    print("first" if near < far else "second" if far < near else "skip")
"""
METHODS = ["AddS-3-AL", "4K-AL", "t-STE"]


class Session(BesideProgram):
    """Of a file: what 39 people said of 36 faces."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        os.symlink(DATA / "faces_triplets.csv", cls.folder / "faces.csv")
        with open(DATA / "faces_names.csv", encoding="utf-8", newline="") as file:
            names = [f"{row['face']},{row['expression']} {row['image']}" for row in csv.DictReader(file)]
        (cls.folder / "names.csv").write_text("\n".join(["object,name", *names]), encoding="utf-8")
        cls.file = "faces.csv", "--names", "names.csv"
        cls.answers = tertium.read(cls.folder / "faces.csv", names=cls.folder / "names.csv")
        cls.program("cluster", *cls.file, "--method", "AddS-3-AL", "-k", "held-out", "--folds", 5, "--support", 30,
                    "--no-picture", "-o", "tree")  # fmt: skip
        cls.tree = cls.folder / "tree"
        cls.told = cls.summary(cls.tree)

    def test_names_that_the_project_has(self):
        named = tertium.read(self.folder / "faces.csv", names=DATA / "faces_names.csv")
        self.assertEqual(named.names[:2], ["CFD-BF-002-004-HO", "CFD-BF-002-018-A"])

    def test_look(self):
        found, results = tertium.overview(self.answers), self.results("answers", *self.file)
        told = self.summary(results)
        self.expect_table(found.table, results / "subjects.csv")
        self.expect_table(found.objects, results / "objects.csv")
        self.expect_told(found, told, "kind", "notes", "answers", "questions", "satisfiable", "agreement_with_others",
                         "accuracy_from_others", "checks_failed", "repeated")  # fmt: skip
        self.assertEqual((found.n_objects, found.groups), (told["objects"], told["linked_groups"]))
        self.assertEqual(found.flagged, told["flagged_subjects"])
        self.assertIn(f"{found.answers} triplets to {found.questions} questions", repr(found))

    def test_compare(self):
        found = tertium.compare(self.answers, methods=METHODS, folds="subjects:4")
        results = self.results("compare", *self.file, "--methods", ",".join(METHODS), "--folds", "subjects:4")
        told = self.summary(results)
        self.expect_table(found.table, results / "comparison.csv")
        self.expect_table(found.fold_table, results / "folds.csv")
        self.expect_told(found, told, "chance", "majority_of_others", "ceiling", "ceiling_at_most")
        self.assertEqual((found.folds, found.best), (told["folds_are"], told["methods"][0]["method"]))
        self.assertEqual(found.errors_over, told["errors_over"])
        worse = [method["method"] for method in told["methods"] if method["worse_than_the_first"]]
        self.assertEqual(sorted([found.best, *found.indistinguishable, *worse]), sorted(METHODS))
        self.assertIn(f"<tertium.Comparison: {found.best} is most accurate", repr(found))

    def test_cluster_and_the_number_of_clusters(self):
        found = tertium.cluster(self.answers, method=tertium.AddS3AL, n_clusters="held-out", folds=5)
        tried = dict(zip(map(str, found.number.table["n_clusters"]), found.number.table["log_likelihood"]))
        self.assertEqual(tried, self.told["log_likelihood_by_clusters"])
        self.assertEqual(found.number.n_clusters, self.told["clusters"])
        self.assertEqual(found.number.indistinguishable.tolist(), self.told["clusters_indistinguishable"])
        self.assertIn(found.number.best, found.number.indistinguishable)
        sure = tertium.AddS3AL(n_clusters=len(found.cluster_sizes)).fit(self.answers)
        self.expect_table({**found.table, "share": sure.membership(30)}, self.tree / "labels.csv")
        self.expect_co_clustering(sure.co_clustering_, self.tree / "co_clustering.csv")
        self.expect_told(found, self.told, "answers", "questions", "questions_disputed", "questions_tied", "satisfied",
                         "satisfied_by_chance", "revenue", "normalised_revenue", "cluster_sizes")  # fmt: skip
        written = np.loadtxt(self.tree / "linkage.csv", delimiter=",", skiprows=1)
        self.assertEqual(found.linkage.tobytes(), written.tobytes())

    def test_support_and_newick(self):
        found, told = tertium.support(self.answers, method="AddS-3-AL", trees=30), self.told["support"]
        self.expect_table(found.table, self.tree / "nodes.csv")
        self.assertEqual((found.trees, found.drawn, found.units), (told["trees"], "subjects", told["sampled"]))
        self.assertEqual(found.at_least(0.5), told["branches_of_50_percent"])
        self.assertEqual(found.tree.newick() + "\n", (self.tree / "tree.nwk").read_text(encoding="utf-8"))
        self.assertIn(f"30 bootstrap trees (resampled: {found.units} subjects)", repr(found))

    def expect_co_clustering(self, shares, path):
        written = np.array([line.split(",")[-shares.shape[0]:] for line in path.read_text().splitlines()[1:]], dtype=float)
        np.testing.assert_allclose(shares, written, atol=1e-6)

    def test_transfer_local_and_consensus(self):
        found, told = tertium.support(self.answers, method="AddS-3-AL", trees=30), self.told
        self.assertEqual(found.at_least(0.5, "transfer"), told["support"]["transfer_of_50_percent"])
        self.assertTrue((found.table["transfer"] >= found.table["support"]).all())
        self.assertEqual(found.tree.bootstrap_trees_, (self.tree / "bootstrap.nwk").read_text(encoding="utf-8"))
        self.assertEqual(found.tree.consensus_, (self.tree / "consensus.nwk").read_text(encoding="utf-8"))
        self.program("cluster", *self.file, "--method", "AddS-3-AL", "--support", 30, "--no-picture", "--collapse", 0.5,
                     "-o", "left")  # fmt: skip
        self.assertEqual(found.tree.collapsed(0.5) + "\n",
                         (self.folder / "left" / "tree.nwk").read_text(encoding="utf-8"))
        with self.assertRaisesRegex(tertium.TertiumError, "is not a kind of support"):
            found.tree.collapsed(0.5, by="chance")
        with self.assertRaisesRegex(tertium.TertiumError, r"call local_support\(\) first"):
            tertium.AddS3AL().fit(self.answers).collapsed(0.5, by="local")

    def test_a_root_by_outgroup_an_outgroup(self):
        tree = tertium.estimator("AddS-3-AL+search+lengths")().fit(self.answers)
        name = self.answers.names[3]
        self.assertIs(tree.root_by_outgroup(name), tree)
        tree.bootstrap_support(9)
        self.program("cluster", *self.file, "--method", "AddS-3-AL+search+lengths", "--no-picture", "--support", 9,
                     "--outgroup", name, "-o", "rooted")  # fmt: skip
        self.assertEqual(tree.newick() + "\n", (self.folder / "rooted" / "tree.nwk").read_text(encoding="utf-8"))
        self.assertEqual(tree.consensus_, (self.folder / "rooted" / "consensus.nwk").read_text(encoding="utf-8"))
        with self.assertRaisesRegex(tertium.TertiumError, "no object is called 'nobody'"):
            tree.root_by_outgroup(["nobody"])
        with self.assertRaisesRegex(tertium.TertiumError, "is empty, name one"):
            tree.root_by_outgroup([])
        with self.assertRaisesRegex(tertium.TertiumError, "gives no lengths"):
            tertium.AddS3AL().fit(self.answers).root_by_outgroup(name)

    def test_two_trees(self):
        first = tertium.support(self.answers, method="AddS-3-AL", trees=30).tree
        second = tertium.estimator("t-STE+AL")().fit(self.answers)
        found = tertium.compare_trees(first, second)
        self.program("cluster", *self.file, "--method", "t-STE+AL", "--no-picture", "-o", "second")
        printed = self.program("trees", "tree", "second", "-o", "both")
        told = self.summary(self.folder / "both")
        self.expect_table(found.table, self.folder / "both" / "branches.csv")
        self.expect_told(found, told, "triplet_distance", "triples", "branches", "robinson_foulds", "crossings",
                         "robinson_foulds_share")  # fmt: skip
        means = "first tree: {:.2f} for branches in both, {:.2f} for the others".format(*found.mean_support[0])
        self.assertIn(means, " ".join(printed.split()))
        self.assertIn(f"{len(found.names)} objects, {100 * found.triplet_distance:.1f} % of the triples", repr(found))
        self.assertEqual(sorted(found.orders[0]), sorted(found.names))

    def test_what_to_ask_next(self):
        self.expect_questions(tertium.ask(self.answers, 6, rule="arr", random_state=np.int64(4)),
                              self.program("ask", *self.file, "-n", 6, "--choose", "arr", "--seed", 4))  # fmt: skip

    def test_an_oracle(self):
        (self.folder / "oracle.py").write_text(ORACLE, encoding="utf-8")
        self.program("ask", *self.file, "--oracle", "python3 oracle.py", "--budget", 20, "--votes", 2, "--counterbalance",
                     "--log", "program.csv")  # fmt: skip
        lengths = np.array(list(map(len, self.answers.names)))

        def oracle(questions):
            near, far = (np.abs(lengths[questions[:, 0]] - lengths[questions[:, k]]) for k in (1, 2))
            return np.sign(far - near)

        log = self.folder / "log.csv"
        asked = tertium.ask_oracle(self.answers, oracle, budget=20, votes=2, swap=True, log=log)
        self.assertEqual((len(asked), asked.left, len(asked.answers)), (20, 0, 20 - asked.skipped))
        # Both logs say the same, the seconds apart; and the program's is gone on from.
        lines = [[line.rsplit(",", 1)[0] for line in path.read_text(encoding="utf-8").splitlines()]
                 for path in (log, self.folder / "program.csv")]  # fmt: skip
        self.assertEqual(lines[0], lines[1])
        again = tertium.ask_oracle(self.answers, oracle, budget=20, votes=2, swap=True, log=self.folder / "program.csv")
        self.assertEqual((again.before, again.table["answer"]), (20, asked.table["answer"]))

    def test_what_choosing_is_worth(self):
        self.program("ask", *self.file, "--simulate", "--runs", 2, "--budget", 100, "--batch", 50,
                     "--choose", "mixed,random", "-o", "curves.csv")  # fmt: skip
        found = tertium.simulate_asking(self.answers, rules=["mixed", "random"], runs=2, budget=100, batch=50)
        self.expect_table(found.table, self.folder / "curves.csv")
        self.assertTrue(np.allclose(found.mean, found.accuracy.mean(axis=2)))

    def test_similarities_and_coordinates(self):
        """The program writes neither, but the trees that average linkage makes of them."""
        alike = tertium.similarities(self.answers, method="AddS-3")
        made = linkage(squareform(alike.max() - alike, checks=False), "average")
        self.assertEqual(tertium.compare_trees(self.tree, made, names=self.answers.names).triplet_distance, 0)
        places = tertium.TSTE().fit_transform(self.answers)
        results = self.results("cluster", *self.file, "--method", "t-STE+AL", "--no-picture")
        made = linkage(pdist(places), "average")
        self.assertEqual(tertium.compare_trees(results, made, names=self.answers.names).triplet_distance, 0)


if __name__ == "__main__":
    unittest.main()
