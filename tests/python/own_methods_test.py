"""Methods of one's own in Python: objects with fit, and steps that other programs do, in compare, study and the benchmark."""

import json
import pathlib
import tempfile
import unittest

import numpy as np
import tertium
from tertium import TertiumError, benchmark

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "own-step" / "steps.ini"


class Counts:
    """AddS-3-AL by hand: scipy's average linkage of signed counts."""

    def __init__(self, made="linkage_"):
        self.made = made

    def fit(self, rows, n_objects):
        from scipy.cluster.hierarchy import fcluster, linkage
        from scipy.spatial.distance import squareform

        counts = np.zeros((n_objects, n_objects))
        np.add.at(counts, (rows[:, 0], rows[:, 1]), 1)
        np.add.at(counts, (rows[:, 0], rows[:, 2]), -1)
        similar = counts + counts.T
        far = similar.max() - similar
        np.fill_diagonal(far, 0)
        tree = linkage(squareform(far), "average")
        self.seen = rows
        values = {"linkage_": tree, "labels_": fcluster(tree, 3, "maxclust"), "embedding_": similar}
        setattr(self, self.made, values[self.made])
        return self


class Wrong:
    def __init__(self, value, name="labels_"):
        self.value, self.name = value, name

    def fit(self, rows):
        if isinstance(self.value, Exception):
            raise self.value
        setattr(self, self.name, self.value)


class OwnMethods(unittest.TestCase):
    def test_an_object_predicts_what_the_same_method_predicts(self):
        mine = Counts()
        found = tertium.compare("car", methods=["AddS-3-AL", mine, ("labels", Counts("labels_")), ("places", Counts("embedding_")), "places+AL"], folds=3)
        shares = dict(zip(found.table["method"], found.table["accuracy"]))
        self.assertEqual(set(shares), {"AddS-3-AL", "Counts", "labels", "places", "places+AL"})
        self.assertAlmostEqual(shares["Counts"], shares["AddS-3-AL"], delta=0.01)  # ties apart
        self.assertFalse(hasattr(mine, "seen"))

    def test_study_and_benchmark(self):
        found = tertium.study("car", methods=["AddS-3-AL", Counts()], folds=3, trees=3, n_clusters=2)
        self.assertIn(found.method, ("AddS-3-AL", "Counts"))
        with tempfile.TemporaryDirectory() as folder:
            entry = pathlib.Path(folder) / "entry"
            seconds, left_out = benchmark.enter(Counts(), entry, ["car"])
            self.assertEqual((set(seconds), left_out), ({"car"}, {}))
            self.assertEqual(json.loads((entry / "entry.json").read_text())["entry"], "Counts")
            with self.assertRaisesRegex(TertiumError, "exists already"):
                benchmark.enter(Counts(), entry, ["car"])

    def test_what_is_wrong_is_told_in_one_line(self):
        def refused(method, says):
            with self.assertRaisesRegex(TertiumError, says) as raised:
                tertium.compare("car", methods=[("mine", method)], folds=3)
            self.assertNotIn("\n", str(raised.exception))

        refused(Wrong([1, 2, 3]), r"mine: labels_ has 3 labels \(60 objects need one each\)")
        refused(Wrong(np.full((60, 2), np.nan), "embedding_"), "mine: embedding_ has nan in row 0")
        refused(Wrong(np.zeros(60), "embedding_"), "mine: embedding_ has 1 dimensions")
        refused(Wrong([[0, 1], [60, 2]], "linkage_"), "mine: ")
        refused(Wrong(ValueError("no\nidea")), "mine: ValueError: no idea")
        refused(Wrong(1, "other_"), "has neither linkage_, embedding_ nor labels_ after fit")
        with self.assertRaisesRegex(TertiumError, "two objects are called Counts"):
            tertium.compare("car", methods=[Counts(), Counts("labels_")], folds=3)
        with self.assertRaisesRegex(TertiumError, "'AL' is a method of Tertium"):
            tertium.compare("car", methods=[("AL", Counts())], folds=3)

    def test_steps_of_other_programs(self):
        tertium.add_steps(EXAMPLE)
        found = tertium.compare("car", methods=["spectral-places(d=2)+AL", "AddS-3-AL"], folds=2)
        self.assertEqual(found.failed, {})
        fitted = tertium.estimator("spectral-places+AL")(n_clusters=3).fit(tertium.read("car"))
        self.assertEqual(len(fitted.labels_), 60)
        with self.assertRaisesRegex(TertiumError, "cannot read nix.ini"):
            tertium.add_steps("nix.ini")


if __name__ == "__main__":
    unittest.main()
