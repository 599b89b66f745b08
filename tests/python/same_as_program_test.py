"""What the module makes of answers is, bit for bit, what `tertium cluster` writes: tree, labels, Newick."""
import unittest

import numpy as np
import tertium
from program_files import BesideProgram, columns


class SameAsProgram(BesideProgram):
    def cluster(self, *words):
        return self.results("cluster", *words, "--no-picture")

    def expect_same(self, estimator, results):
        labels = columns((results / "labels.csv").read_text(encoding="utf-8"))["label"]
        self.assertEqual(list(map(str, estimator.labels_)), labels)
        if not hasattr(estimator, "linkage_"):
            return
        written = np.loadtxt(results / "linkage.csv", delimiter=",", skiprows=1)
        self.assertEqual(estimator.linkage_.tobytes(), written.tobytes())
        self.assertEqual(estimator.newick() + "\n", (results / "tree.nwk").read_text(encoding="utf-8"))

    def test_trees_and_labels(self):
        answers = tertium.read("car")
        for method, k in (("AddS-3-AL", 2), ("4K-AL", 4), ("3-AL", 3), ("t-STE+AL", 5), ("AddS-4-AL", 2)):
            for seed in (1, 7):
                with self.subTest(method=method, seed=seed):
                    made = tertium.estimator(method)(n_clusters=k, random_state=seed, n_jobs=1).fit(answers)
                    self.expect_same(made, self.cluster("car", "--method", method, "-k", k, "--seed", seed))

    def test_partitions_and_parameters(self):
        made = tertium.AddS3Sparse(n_clusters=3, max_iter=10).fit("car")
        self.expect_same(made, self.cluster("car", "--method", "AddS-3-sparse", "-k", 3, "--set", "passes=10"))
        made = tertium.estimator("AddS-3+SPUR")(k_max=5).fit("car")
        self.expect_same(made, self.cluster("car", "--method", "AddS-3+SPUR", "-k", "auto", "--set", "k_max=5"))

    def test_score_is_near_what_is_predicted_of_folds(self):
        predicted = tertium.compare("material", methods="t-STE", folds=2).table["accuracy"][0]
        answers = tertium.read("material")
        self.assertAlmostEqual(tertium.TSTE().fit(answers).score(answers), predicted, delta=0.1)

    def test_a_file_of_names(self):
        path = self.folder / "animals.csv"
        path.write_text("anchor,near,far,subject\n" + "".join(f"{a},{b},{c},{s}\n" for s in "xyz" for a, b, c in (
            ("cat", "lynx", "hen"), ("lynx", "cat", "duck"), ("hen", "duck", "cat"), ("duck", "hen", "lynx"))))  # fmt: skip
        made = tertium.ThreeAL().fit(path)
        self.assertEqual(made.names_, ["cat", "duck", "hen", "lynx"])
        self.assertEqual(made.answers_.subject_names, ["x", "y", "z"])
        self.expect_same(made, self.cluster(path, "--method", "3-AL"))


if __name__ == "__main__":
    unittest.main()
