"""Graphs of edges, matrices and files: the same trees as `tertium cluster` makes of them, and one line for what is none."""
import pathlib
import pickle
import re
import tempfile
import unittest

import numpy as np
import tertium
from program_files import BesideProgram, columns
from sklearn.base import clone
from tertium import TertiumError

try:
    import scipy.io
    import scipy.sparse
except ImportError:
    scipy = None
try:
    import pandas
except ImportError:
    pandas = None


def random_edges(rng, objects=30):
    """(edges, weights): each pair with some probability, the last object among them, in any order and direction."""
    pairs = np.argwhere(np.triu(rng.random((objects, objects)) < 0.25, 1))
    pairs = np.vstack([pairs[(pairs < objects - 1).all(axis=1)], [[0, objects - 1]], [[k, k + 1] for k in range(objects - 2)]])
    pairs = rng.permutation(np.unique(pairs, axis=0))
    turned = rng.random(len(pairs)) < 0.5
    return np.where(turned[:, None], pairs[:, ::-1], pairs), rng.integers(1, 40, len(pairs)) / 4


class Graphs(BesideProgram):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.edges, cls.weights = random_edges(np.random.default_rng(1))
        cls.loops = np.vstack([cls.edges, cls.edges[3][::-1], [[2, 2]]])
        cls.weights_of_loops = np.append(cls.weights, [cls.weights[3], 1.0])
        cls.path = cls.folder / "graph.csv"
        rows = [f"{u},{v},{w}\n" for (u, v), w in zip(cls.loops.tolist(), cls.weights_of_loops.tolist())]
        cls.path.write_text("source,target,weight\n" + "".join(rows), encoding="utf-8")

    def expect_same(self, made, results):
        self.assertEqual(list(map(str, made.labels_)), columns((results / "labels.csv").read_text(encoding="utf-8"))["label"])
        written = np.loadtxt(results / "linkage.csv", delimiter=",", skiprows=1)
        self.assertEqual(made.linkage_.tobytes(), written.tobytes())
        self.assertEqual(made.newick() + "\n", (results / "tree.nwk").read_text(encoding="utf-8"))

    def test_the_same_as_the_program(self):
        given = tertium.graph(self.loops, self.weights_of_loops)
        for method in ("AL", "graph-SL", "graph-CL", "Linkage++"):
            for seed in (1, 7):
                with self.subTest(method, seed=seed):
                    results = self.results("cluster", self.path, "--method", method, "-k", 3, "--seed", seed, "--no-picture")
                    made = tertium.estimator(method)(n_clusters=3, random_state=seed)
                    for X, weights in ((given, None), (self.loops, self.weights_of_loops), (self.path, None)):
                        self.expect_same(made.fit(X, sample_weight=weights), results)
        told = self.summary(self.results("cluster", self.path, "-k", 3, "--no-picture"))
        found = tertium.cluster(given, n_clusters=3)
        self.expect_told(found, told, "dasgupta_cost", "cluster_sizes")
        self.assertEqual((found.satisfied, found.method_choice), (None, None))
        read = tertium.graph(self.path)
        self.assertEqual(read.notes, given.notes)
        self.assertEqual(len(given.notes), 2)  # a loop, and an edge that is there twice
        self.assertEqual(read.edges.tolist(), given.edges.tolist())
        self.assertEqual(read.weights.tolist(), given.weights.tolist())

    def test_edges_without_weights(self):
        self.path.with_name("plain.csv").write_text("source,target\n" + "".join(f"{u},{v}\n" for u, v in self.edges), encoding="utf-8")
        self.expect_same(tertium.AL().fit(self.edges.tolist()), self.results("cluster", "plain.csv", "--no-picture"))

    @unittest.skipUnless(scipy, "scipy is not installed")
    def test_sparse_matrices(self):
        u, v = self.edges.T
        half = scipy.sparse.coo_matrix((self.weights, (u, v)), (31, 31))  # object 30 has no edge
        whole = (half + half.T + scipy.sparse.eye(31)).tocsc()
        scipy.io.mmwrite(str(self.folder / "graph.mtx"), whole, symmetry="symmetric")
        results = self.results("cluster", "graph.mtx", "--method", "AL", "-k", 3, "--no-picture")
        labels = columns((results / "labels.csv").read_text(encoding="utf-8"))["label"]
        for form in (whole, whole.tocoo(), whole.tolil(), scipy.sparse.csr_array(whole)):
            made = tertium.AL(n_clusters=3).fit(form)
            self.assertEqual(list(map(str, made.labels_)), labels)
            self.assertEqual(made.linkage_.tobytes(), np.loadtxt(results / "linkage.csv", delimiter=",", skiprows=1).tobytes())
            self.assertEqual((made.n_objects_, made.n_features_in_, len(made.graph_.notes)), (31, 31, 1))
        self.assertEqual(made.linkage_.tobytes(), tertium.AL(n_objects=31).fit(self.edges, sample_weight=self.weights).linkage_.tobytes())
        self.assertEqual(tertium.cluster(whole, n_clusters=3).labels.tolist(), made.labels_.tolist())
        self.assertEqual(tertium.graph(whole != 0).weights.tolist(), [1.0] * len(self.edges))
        uneven = whole.tolil()
        uneven[3, 30] = 2
        for part, matrix in (("row 3, column 30 has 2.0, row 30, column 3 0.0", uneven), ("has shape \\(31, 30\\)", whole[:, :30]),
                             ("weight -", -whole), ("weight nan", whole * np.nan), ("type complex", whole * 1j)):  # fmt: skip
            with self.subTest(part), self.assertRaisesRegex(TertiumError, part):
                tertium.graph(matrix)
        self.assertEqual(uneven[30, 3], 0)

    def test_ratings(self):
        text = "subject,word1,word2,rating\nP1,a,b,5\nP2,a,b,4\nP1,a,c,1\nP2,c,d,5\nP1,b,d,1\n"
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "r.csv"
            path.write_text(text)
            read = tertium.graph(path, ratings=True)
            apart = tertium.graph(path, ratings=True, distances=True)
        self.assertEqual(read.names, list("abcd"))
        self.assertEqual(read.weights.tolist(), [4.5, 1.0, 1.0, 5.0])
        self.assertEqual(apart.weights.tolist(), [0.5, 4.0, 4.0, 0.0])
        self.assertEqual(tertium.cluster(read, n_clusters=2).labels.tolist(), [0, 0, 1, 1])
        if pandas is None:
            self.skipTest("pandas is missing")
        rows = [line.split(",") for line in text.split()]
        framed = tertium.graph(pandas.DataFrame(rows[1:], columns=rows[0]), ratings=True)
        self.assertEqual(framed.weights.tolist(), read.weights.tolist())
        matrix = pandas.DataFrame([[0, 3, 1], [5, 0, 2], [1, 2, 0]], index=list("xyz"), columns=list("xyz"))
        self.assertEqual(tertium.graph(matrix, ratings=True, symmetric="mean").weights.tolist(), [4.0, 1.0, 2.0])
        for part, wrong in (("symmetric", lambda: tertium.graph(matrix, ratings=True)),
                            ("are for ratings", lambda: tertium.graph([[0, 1]], distances=True)),
                            ("symmetric = 'max' is not known, give mean", lambda: tertium.graph(matrix, ratings=True, symmetric="max"))):  # fmt: skip
            with self.assertRaisesRegex(tertium.TertiumError, part):
                wrong()

    def test_an_estimator_of_graphs(self):
        names = [f"o{k}" for k in range(30)]
        given = tertium.graph(self.edges, self.weights, names=names)
        self.assertEqual(repr(given), f"<tertium.Graph: 30 objects, {len(self.edges)} edges>")
        made = tertium.AL(n_clusters=4).fit(given)
        again = pickle.loads(pickle.dumps(made))
        self.assertEqual((again.newick(), again.graph_.weights.tolist(), again.names_), (made.newick(), given.weights.tolist(), names))
        self.assertEqual(clone(made).fit_predict(given).tolist(), made.labels_.tolist())
        self.assertNotIn("kind", made.get_params())
        tree = clone(made).set_params(n_clusters=None).fit(self.edges, sample_weight=self.weights)
        left, right = tree.linkage_[0, :2].astype(int)
        other = next(k for k in range(30) if k not in (left, right))
        self.assertEqual(tree.predict([[left, right, other], [left, other, right]]).tolist(), [1, -1])
        self.assertEqual(tree.score([[left, right, other]]), 1.0)
        self.assertEqual(tertium.estimators()["PCAPlus"]._method, "PCA+")

    def test_refusals(self):
        edges, answers = [[0, 1], [1, 2]], [[0, 1, 2]]
        made = tertium.AL().fit(edges)
        for part, call in (
            ("weight -1.0 is not a finite", lambda: tertium.graph(edges, [1.0, -1.0])),
            ("weight nan is not a finite", lambda: tertium.graph(edges, [np.nan, 1.0])),
            ("weight inf is not a finite", lambda: tertium.AL().fit(edges, sample_weight=[np.inf, 1.0])),
            ("weight '1' is not a finite", lambda: tertium.graph(edges, ["1", "2"])),
            ("shape \\(3,\\) for 2 edges", lambda: tertium.graph(edges, [1, 2, 3])),
            ("too large to be added up", lambda: tertium.graph(edges, [1e308, 1e308])),
            ("X is not a graph: give an array", lambda: tertium.AL().fit(answers)),
            ("X is not a graph: give an array", lambda: tertium.AL().fit(tertium.answers(answers))),
            ("X is not a graph: give an array", lambda: tertium.graph([[0, -1]])),
            ("X is not a graph: give an array", lambda: tertium.graph(np.zeros((0, 2)))),
            ("object 2 \\(n_objects = 2", lambda: tertium.graph(edges, n_objects=2)),
            ("2 names for 3 objects", lambda: tertium.graph(edges, names=["a", "b"])),
            ("edges 0 and 2 .* 0 and 1, with weights 1 and 3", lambda: tertium.graph([[0, 1], [1, 2], [1, 0]], [1, 2, 3])),
            ("1000001 vertices are too many", lambda: tertium.graph([[0, 10**6]])),
            ("y is for answers", lambda: tertium.AL().fit(edges, [1, 2])),
            ("a graph \\(answers are needed", lambda: tertium.AddS3AL().fit(made.graph_)),
            ("a graph \\(answers are needed", lambda: tertium.overview(made.graph_)),
            ("n_clusters needs answers", lambda: tertium.cluster(made.graph_, n_clusters="auto")),
            ("people needs answers", lambda: tertium.cluster(made.graph_, people="weighted")),
            ("t-STE\\+AL needs answers .*this is a graph", lambda: tertium.cluster(made.graph_, method="t-STE+AL")),
            ("a sample needs single answers", lambda: made.bootstrap_support(5)),
            ("a sample needs single answers", lambda: made.membership(5)),
            ("local support needs single answers", made.local_support),
            ("weights is for arrays", lambda: tertium.graph(made.graph_, [1, 2])),
            ("nowhere.csv: no such file", lambda: tertium.graph("nowhere.csv")),
        ):
            with self.subTest(part), self.assertRaisesRegex(TertiumError, part) as raised:
                call()
            self.assertFalse(re.search(r"\n|--[a-z]", str(raised.exception)), str(raised.exception))


if __name__ == "__main__":
    unittest.main()
