"""Estimators keep scikit-learn's promises, as far as they can be asked of estimators of answers."""
import inspect
import os
import pathlib
import pickle
import subprocess
import sys
import types
import unittest
import unittest.mock
import xml.etree.ElementTree

import matplotlib
import numpy as np
import pandas
import scipy.cluster.hierarchy
import scipy.spatial
import tertium
from sklearn import config_context
from sklearn.base import clone, is_classifier
from sklearn.metrics import log_loss
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import estimator_checks
from sklearn.utils.validation import check_is_fitted

matplotlib.use("agg")
import matplotlib.pyplot  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
# Those of scikit-learn's checks that fit nothing. All others fit to random tables objects x features, of which
# estimators of answers know nothing; what they are about is tested below on answers.
CHECKS = ("check_no_attributes_set_in_init", "check_parameters_default_constructible", "check_get_params_invariance",
          "check_set_params", "check_estimator_get_tags_default_keys", "check_estimators_unfitted")  # fmt: skip


class Mine(tertium.FourAL):
    """Somebody's own."""


class Estimators(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.car = tertium.read("car")
        cls.triplets = cls.car.array

    def test_names(self):
        classes = tertium.estimators()
        for name, method in (("FourAL", "4-AL"), ("ThreeAL", "3-AL"), ("FourKAL", "4K-AL"), ("AddS3AL", "AddS-3-AL"),
                             ("TSTE", "t-STE"), ("LsMS", "Ls-MS"), ("AddS3Sparse", "AddS-3-sparse")):  # fmt: skip
            self.assertEqual(classes[name]._method, method)
            self.assertIs(getattr(tertium, name), classes[name])
        self.assertEqual({made._method for made in classes.values()}, {entry["name"] for entry in tertium.methods()})
        self.assertEqual(tertium.estimator("AddS-3+SPUR").__name__, "AddS3SPUR")
        self.assertEqual(tertium.estimator("4K+Linkage++").__name__, "FourKLinkagePlusPlus")

    def test_help_has_the_descriptions_of_the_steps(self):
        text = inspect.getdoc(tertium.FourKAL)
        self.assertLess(text.index("\n4K: "), text.index("\nAL: "))
        self.assertIn("    $$K_{ij} = ", text)
        self.assertNotIn("Source:", text)  # descriptions name it
        self.assertEqual(text.count("Guarantee: "), 2)

    def test_a_name_may_set_parameters(self):
        made = tertium.estimator("t-STE(d = 5)")
        self.assertEqual((made.__name__, made().n_components, made(n_components=3).n_components, clone(made()).n_components), ("TSTE", 5, 3, 5))
        few = {"max_iter": 5, "restarts": 1}
        one, other = made(**few).fit(self.car), tertium.TSTE(n_components=5, **few).fit(self.car)
        self.assertEqual(one.embedding_.tobytes(), other.embedding_.tobytes())
        self.assertEqual(pickle.loads(pickle.dumps(one)).embedding_.shape, (60, 5))
        self.assertEqual(tertium.cluster(self.car, method="AddS-3-AL(ties=random)").method,
                         tertium.cluster(self.car, method=tertium.AddS3AL(ties="random")).method)  # fmt: skip
        found = tertium.compare(self.car, methods=["STE(d=1, iterations=5, restarts=1)"], folds=2)
        self.assertEqual(found.best, "STE (d = 1, iterations = 5, restarts = 1)")
        with self.assertRaisesRegex(tertium.TertiumError, "unknown parameter of t-STE 'e'"):
            tertium.estimator("t-STE(e = 5)")

    def test_checks_of_scikit_learn(self):
        for name, estimator in tertium.estimators().items():
            for check in CHECKS:
                with self.subTest(name, check=check):
                    getattr(estimator_checks, check)(name, estimator())
            self.assertTrue(inspect.getdoc(estimator))

    def test_every_estimator_fits(self):
        """On answers about few objects: fit says what its class promises, twice the same, and changes no parameter."""
        rng = np.random.default_rng(2)
        objects = np.array([rng.permutation(10)[:3] for _ in range(300)])
        near = np.abs(objects[:, 1] - objects[:, 0]) < np.abs(objects[:, 2] - objects[:, 0])
        triplets = np.where(near[:, None], objects, objects[:, [0, 2, 1]])
        for name, estimator in tertium.estimators().items():
            with self.subTest(name):
                needs = next(entry["needs"] for entry in tertium.methods() if entry["name"] == estimator._method)
                if needs == "a graph":
                    continue  # graphs_test.py
                kind = "odd-one-outs" if "odd" in needs else "auto"
                made = estimator(kind=kind, n_jobs=1)
                before = made.get_params()
                self.assertIs(made.fit(triplets), made)
                self.assertEqual(made.get_params(), before)
                check_is_fitted(made)
                again = clone(made).fit(triplets)
                for attribute in ("labels_", "linkage_", "embedding_"):
                    self.assertEqual(hasattr(made, attribute), hasattr(again, attribute))
                    if hasattr(made, attribute):
                        self.assertEqual(getattr(made, attribute).tobytes(), getattr(again, attribute).tobytes())
                self.assertTrue(hasattr(made, "labels_") != hasattr(made, "embedding_"))
                if hasattr(made, "linkage_"):
                    self.assertTrue(scipy.cluster.hierarchy.is_valid_linkage(made.linkage_, throw=True))
                    self.assertEqual(sorted(set(made.labels_)), [0, 1])
                self.assertGreater(made.score(triplets), 0.3)

    def test_scipy_cuts_the_same_clusters(self):
        made = tertium.FourKAL(n_clusters=5).fit(self.car)
        cut = scipy.cluster.hierarchy.fcluster(made.linkage_, 5, "maxclust")
        self.assertEqual(len(set(zip(made.labels_, cut))), 5)
        self.assertEqual(made.cut(5).tolist(), made.labels_.tolist())
        self.assertEqual(made.linkage_.dtype, np.float64)

    def test_cross_validation(self):
        scores = cross_val_score(tertium.AddS3AL(), self.triplets, cv=KFold(5, shuffle=True, random_state=0))
        self.assertTrue(np.all((scores > 0.6) & (scores < 0.75)), scores)
        responses = np.ones(len(self.triplets), int)
        self.assertEqual(cross_val_score(tertium.AddS3AL(), self.triplets, responses, cv=3).shape, (3,))
        faces = tertium.read("faces")
        scores = cross_val_score(tertium.TSTE(), faces.array, groups=faces.subjects, cv=GroupKFold(3), n_jobs=2)
        self.assertTrue(np.all((scores > 0.68) & (scores < 0.75)), scores)
        self.assertFalse(is_classifier(tertium.AddS3AL()))

    def test_answers_are_cut_into_folds_with_their_votes(self):
        votes = np.arange(len(self.triplets)) % 4 - 1
        voted = tertium.answers(self.triplets, votes)
        kept = np.flatnonzero(votes)
        cv = KFold(4, shuffle=True, random_state=1)
        scores = cross_val_score(tertium.AddS3AL(), voted, cv=cv, n_jobs=2)
        self.assertEqual(scores.tolist(), [
            tertium.AddS3AL().fit(self.triplets[kept[train]], votes[kept[train]])
            .score(self.triplets[kept[test]], votes[kept[test]]) for train, test in cv.split(kept)])  # fmt: skip
        faces = tertium.read("faces")
        scores = cross_val_score(tertium.AddS3AL(), faces, groups=faces.subjects, cv=GroupKFold(3))
        self.assertTrue(np.all((scores > 0.6) & (scores < 0.7)), scores)

    def test_grid_search(self):
        search = GridSearchCV(tertium.AddS3Sparse(), {"n_clusters": [2, 4]}, cv=3).fit(self.triplets)
        self.assertIn(search.best_params_["n_clusters"], (2, 4))
        self.assertEqual(len(search.best_estimator_.labels_), 60)

    def test_a_tree_predicts_by_its_clusters_where_their_number_is_set(self):
        search = GridSearchCV(tertium.AddS3AL(), {"n_clusters": [None, 2, 4, 8, 60]}, cv=3).fit(self.car)
        whole, *by_clusters = search.cv_results_["mean_test_score"]
        self.assertEqual(len(set(by_clusters)), 4)
        self.assertEqual(by_clusters[-1], 0.5)  # of clusters of one nothing is predicted
        self.assertGreater(whole, max(by_clusters))
        tree = tertium.AddS3AL(n_clusters=4).fit(self.car)
        anchor, near, far = self.triplets.T
        near_in, far_in = (tree.labels_[anchor] == tree.labels_[other] for other in (near, far))
        self.assertEqual(tree.predict(self.car).tolist(), (near_in.astype(int) - far_in).tolist())
        with self.assertRaisesRegex(tertium.TertiumError, "61 clusters"):
            tree.set_params(n_clusters=61).score(self.car)

    def test_sample_weight_is_how_often_each_answer_counts(self):
        times = np.arange(len(self.triplets)) % 3
        expected = tertium.AddS3AL().fit(np.repeat(self.triplets, times, axis=0)).linkage_.tobytes()
        for X, y in ((self.triplets, None), (self.car, None), (self.triplets, np.ones(len(times), int))):
            self.assertEqual(tertium.AddS3AL().fit(X, y, sample_weight=times).linkage_.tobytes(), expected)
        some = tertium.AddS3AL().fit(self.triplets, np.ones(len(times), bool), sample_weight=(self.triplets != 59).all(1))
        self.assertEqual((some.n_objects_, some.answers_.counts.tolist().count(1)), (60, len(some.answers_)))
        self.assertEqual(tertium.AddS3AL().fit_predict(self.car, sample_weight=times).tolist(),
                         tertium.AddS3AL().fit(self.car, sample_weight=times).labels_.tolist())  # fmt: skip
        for bad in (times[:-1], -times, times / 2, times * 2**31, ["x"]):
            with self.assertRaisesRegex(tertium.TertiumError, "sample_weight"):
                tertium.AddS3AL().fit(self.car, sample_weight=bad)

    def test_pickles_keep_all(self):
        for method in ("AddS-3+SPUR", "AddS-3-AL(ties=random)", "t-STE(d = 3, iterations = 9, restarts = 1)",
                       "4-AL+search(max_evaluations=1000)+lengths"):  # fmt: skip
            with self.subTest(method):
                made = tertium.estimator(method)(random_state=3).fit(self.car)
                again = pickle.loads(pickle.dumps(made))
                self.assertEqual(again.get_params(), made.get_params())
                self.assertEqual(again.method_, made.method_)
                self.assertEqual(again.score(self.car), made.score(self.car))
                self.assertEqual(again.predict(self.car).tolist(), made.predict(self.car).tolist())
                self.assertEqual(again.answers_.array.tolist(), self.car.array.tolist())
                if hasattr(made, "linkage_"):
                    self.assertEqual(again.newick(), made.newick())
                    self.assertEqual(again.bootstrap_support(5).tolist(), made.bootstrap_support(5).tolist())

        self.assertIs(type(pickle.loads(pickle.dumps(Mine(n_clusters=3)))), Mine)

    def test_probabilities_are_those_of_the_loss_that_is_fitted(self):
        some = self.car[:1500]
        for name, loss in (("STE", "embedding_loss"), ("t-STE(d=3, restarts=1)", "embedding_loss"), ("FORTE", "embedding_loss"),
                           ("CKL(mu=0.2)", "embedding_loss"), ("AddS-3-AL+lengths(ridge=1e-9, interchanges=0)", "loss")):  # fmt: skip
            with self.subTest(name):
                made = tertium.estimator(name)().fit(some)
                shares = made.predict_proba(some)
                self.assertEqual((shares.shape, made.classes_.tolist()), ((1500, 2), [-1, 1]))
                np.testing.assert_allclose(shares.sum(axis=1), 1.0)
                self.assertAlmostEqual(-np.log(shares[:, 1]).mean(), made.reports_[loss], places=5)
                self.assertEqual(np.sign(shares[:, 1] - shares[:, 0]).tolist(), made.predict(some).tolist())
                turned = made.predict_proba(some.array[:, [0, 2, 1]])
                np.testing.assert_allclose(turned, shares[:, ::-1], atol=1e-12)
                again = pickle.loads(pickle.dumps(made))
                self.assertEqual(again.predict_proba(some).tolist(), shares.tolist())
                self.assertAlmostEqual(log_loss(np.ones(1500), shares, labels=made.classes_), made.reports_[loss], places=5)
        self.assertEqual(made.predict_proba([[0, 1, 60]]).tolist(), [[0.5, 0.5]])
        pairs = made.predict_proba(some.array[:, [0, 1, 0, 2]])
        self.assertEqual(pairs.tolist(), shares.tolist())

    def test_places_as_data_frames(self):
        made = tertium.TSTE(restarts=1)
        plain = made.fit_transform(self.car)
        self.assertIs(made.set_output(transform="pandas"), made)
        for found in (made.transform(), made.fit_transform(self.car), clone(made).fit_transform(self.car), pickle.loads(pickle.dumps(made)).transform()):
            self.assertEqual((found.index.tolist(), found.columns.tolist()), (self.car.names, ["tste0", "tste1"]))
            self.assertEqual(found.to_numpy().tobytes(), plain.tobytes())
        self.assertIsInstance(made.set_output().transform(), pandas.DataFrame)
        self.assertIsInstance(made.set_output(transform="default").transform(), np.ndarray)
        both = make_pipeline(tertium.TSTE(restarts=1), StandardScaler()).set_output(transform="pandas").fit_transform(self.car)
        self.assertEqual((both.index.tolist(), both.columns.tolist()), (self.car.names, ["tste0", "tste1"]))
        told = tertium.TSTE(restarts=1).fit(self.car)
        with config_context(transform_output="pandas"):
            self.assertIsInstance(told.transform(), pandas.DataFrame)
            self.assertIsInstance(made.transform(), np.ndarray)
        for bad in ("polars", 5, np.arange(2), ["pandas"]):
            with self.assertRaisesRegex(tertium.TertiumError, 'give "default" or "pandas"'):
                made.set_output(transform=bad)
        with unittest.mock.patch.dict(sys.modules, {"pandas": None}), self.assertRaisesRegex(tertium.TertiumError, "pandas is not installed"):
            made.set_output(transform="pandas").transform()

    def test_no_probabilities_of_what_only_decides(self):
        for made, why in ((tertium.SOE(), "without probabilities"), (tertium.FourAL(), "without probabilities"), (tertium.AddS3Sparse(), "without probabilities"),
                          (tertium.SPoSE(), "without probabilities"), (tertium.estimator("t-STE+AL")(), "without probabilities"),
                          (tertium.estimator("AddS-3-AL+lengths")(n_clusters=3), "set n_clusters to None"),
                          (tertium.estimator("AddS-3-AL+lengths")(n_clusters="x"), "n_clusters")):  # fmt: skip
            self.assertFalse(hasattr(made, "predict_proba") or hasattr(made, "classes_"))
            with self.assertRaisesRegex(tertium.TertiumError, why):
                made.predict_proba(self.car)
        self.assertTrue(hasattr(tertium.estimator("AddS-3-AL+lengths")(), "predict_proba"))
        with self.assertRaisesRegex(tertium.TertiumError, "not fitted yet"):
            tertium.STE().predict_proba(self.car)
        with self.assertRaisesRegex(tertium.TertiumError, "triplets or quadruplets"):
            tertium.STE().fit(self.car).predict_proba(tertium.answers([[0, 1, 2]], kind="odd-one-outs"))

    def test_a_fit_forgets_the_one_before(self):
        made = tertium.AddS3AL().fit("car")
        made.bootstrap_support(5)
        made.local_support()
        self.assertTrue(hasattr(made, "support_"))
        self.assertEqual(vars(made.fit("car")).keys(), vars(tertium.AddS3AL().fit("car")).keys())

    def test_heights_by_answers(self):
        made = tertium.AddS3AL().fit([[0, 1, 2], [1, 0, 2], [2, 0, 1], [0, 1, 2]])
        found = made.merge_similarities()
        self.assertEqual(made.linkage_[0, :2].tolist(), [0, 1])
        self.assertEqual(found[0], 1.0)
        self.assertEqual(found[1], 1 / 5)

    def test_tags_of_newer_versions(self):
        """scikit-learn from 1.6 on asks for them; here it has classes of these names that keep what they are given."""
        def kept(name):
            return lambda **given: types.SimpleNamespace(_name=name, **given)
        names = ("Tags", "TargetTags", "TransformerTags", "InputTags")
        with unittest.mock.patch.multiple("sklearn.utils", create=True, **{name: kept(name) for name in names}):
            tree, places = tertium.AddS3AL().__sklearn_tags__(), tertium.TSTE().__sklearn_tags__()
        self.assertEqual((tree.estimator_type, tree.target_tags.required, tree.transformer_tags), ("clusterer", False, None))
        self.assertEqual((places.estimator_type, places.transformer_tags._name), ("transformer", "TransformerTags"))

    def test_pictures(self):
        tree, places = tertium.AddS3AL(n_clusters=4).fit(self.car), tertium.TSTE(n_components=3, restarts=1).fit(self.car)
        page = tree._repr_html_()
        self.assertEqual((page.count("<text"), page.count("<polyline")), (60, 59))
        self.assertEqual(xml.etree.ElementTree.fromstring(page[page.index("<svg"):]).get("height"), "840")
        self.assertNotIn("<svg", tertium.AddS3AL()._repr_html_())
        figure, (left, right) = matplotlib.pyplot.subplots(1, 2, figsize=(12, 8))
        self.assertIs(tree.plot(left), left)
        self.assertEqual(len(left.get_yticklabels()), 60)
        self.assertEqual(len(tree.plot(figure.add_subplot(3, 3, 1), orientation="top", linewidths=1).get_xticklabels()), 60)
        with self.assertRaisesRegex(tertium.TertiumError, "give left or top"):
            tree.plot(left, orientation="down")
        boxes = [text.get_window_extent() for text in places.plot(right, s=4).texts]
        self.assertGreater(len(boxes), 12)
        self.assertFalse([a for k, a in enumerate(boxes) for b in boxes[:k] if a.overlaps(b)], "names that cover each other")
        matplotlib.pyplot.close(figure)
        self.assertEqual(places.get_feature_names_out().tolist(), ["tste0", "tste1", "tste2"])
        self.assertEqual((places.n_features_in_, tree.n_features_in_), (3, 3))

    def test_spread_of_places(self):
        places = tertium.TSTE(n_components=3, restarts=1).fit(self.car)
        spread = places.bootstrap_spread(12)
        self.assertEqual((spread.shape, places.covariances_.shape), ((60, 3), (60, 3, 3)))
        self.assertEqual(places.spread_of_[0], "questions")
        np.testing.assert_allclose(spread**2, np.diagonal(places.covariances_, axis1=1, axis2=2))
        self.assertTrue((np.linalg.eigvalsh(places.covariances_) > -1e-9 * spread.max()).all())
        figure, (left, right) = matplotlib.pyplot.subplots(1, 2)
        self.assertEqual([len(axes.collections) for axes in (places.plot(left), places.plot(right, ellipses=False))], [2, 1])
        matplotlib.pyplot.close(figure)
        again = pickle.loads(pickle.dumps(places))
        np.testing.assert_array_equal(again.covariances_, places.covariances_)
        self.assertFalse(hasattr(places.fit(self.car), "covariances_"), "of an earlier fit")

    def test_procrustes_is_scipys(self):
        draws = np.random.default_rng(2)
        for d, e in ((2, 2), (3, 3), (10, 10)):
            a, b = draws.normal(size=(20, d)), draws.normal(size=(20, e))
            moved, distance = tertium.procrustes(a, b)
            _, theirs, disparity = scipy.spatial.procrustes(b, a)
            self.assertAlmostEqual(distance, disparity)
            centred = b - b.mean(axis=0)
            np.testing.assert_allclose(moved, theirs * np.linalg.norm(centred) + b.mean(axis=0), atol=1e-9)
        for message, call in (
            ("not a table of finite numbers", lambda: tertium.procrustes([1.0, 2.0], [[1.0]])),
            ("places has 20 objects and target 3", lambda: tertium.procrustes(a, b[:3])),
        ):
            with self.assertRaisesRegex(tertium.TertiumError, message):
                call()

    def test_vectors_of_the_same_objects(self):
        places, tree = tertium.TSTE(restarts=1).fit(self.car), tertium.AddS3AL().fit(self.car)
        same = places.against(places.embedding_)
        self.assertEqual((same["common"], same["same_closest_pair"]), (60, 1.0))
        self.assertAlmostEqual(same["procrustes_distance"], 0.0)
        self.assertEqual(same["predicted_by_table"], places.score(self.car))
        frame = pandas.DataFrame(places.embedding_, index=self.car.names)[10:]
        part = tree.against(frame)
        self.assertEqual((part["common"], part["procrustes_distance"]), (50, None))
        self.assertEqual(part, tree.against(frame.to_numpy(), frame.index))
        self.assertLess(part["answers"], len(self.car))
        self.assertNotEqual(part, tree.against(frame, cosine=True))
        for message, call in (
            ("50 rows for 60 objects", lambda: tree.against(frame.to_numpy())),
            ("51 names for 50 vectors", lambda: tree.against(frame.to_numpy(), self.car.names[:51])),
            ("contains a name twice", lambda: tree.against(frame.to_numpy(), [*self.car.names[:49], self.car.names[0]])),
            ("has 2 of the objects", lambda: tree.against(frame[:2])),
            ("not a table of finite numbers", lambda: tree.against([[np.nan]] * 60)),
        ):
            with self.assertRaisesRegex(tertium.TertiumError, message):
                call()

    def test_mypy_finds_mistakes(self):
        lines = (HERE / "typed.py").read_text(encoding="utf-8").splitlines()
        done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, HERE / "typed.py"],
                              capture_output=True, text=True, check=False,
                              env={**os.environ, "MYPYPATH": str(pathlib.Path(tertium.__file__).parents[1])})  # fmt: skip
        expected = {k: line.split("# mistake: ")[1] for k, line in enumerate(lines, 1) if "# mistake: " in line}
        found = {int(line.split(":")[1]): line for line in done.stdout.splitlines() if ": error:" in line}
        self.assertEqual(sorted(found), sorted(expected), done.stdout + done.stderr)
        for k, word in expected.items():
            self.assertIn(word, found[k])

    def test_shown(self):
        self.assertEqual(repr(tertium.FourAL(n_clusters=4)), "FourAL(n_clusters=4)")
        self.assertEqual(repr(self.car), "<tertium.Answers car: triplets, 60 objects, 12112 answers>")
        twice = self.car.taken([3, 5], [2, 7])
        self.assertEqual(repr(twice), "<tertium.Answers car: triplets, 60 objects, 9 answers in 2 rows>")


if __name__ == "__main__":
    unittest.main()
