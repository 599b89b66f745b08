"""Estimators keep scikit-learn's promises, as far as they can be asked of estimators of answers."""
import inspect
import pickle
import unittest

import numpy as np
import scipy.cluster.hierarchy
import tertium
from sklearn.base import clone, is_classifier
from sklearn.model_selection import GridSearchCV, GroupKFold, KFold, cross_val_score
from sklearn.utils import estimator_checks
from sklearn.utils.validation import check_is_fitted

# Those of scikit-learn's checks that fit nothing. All others fit to random tables objects x features, of which
# estimators of answers know nothing; what they are about is tested below on answers.
CHECKS = ("check_no_attributes_set_in_init", "check_parameters_default_constructible", "check_get_params_invariance",
          "check_set_params", "check_estimator_get_tags_default_keys", "check_estimators_unfitted")  # fmt: skip


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

    def test_a_name_may_set_parameters(self):
        made = tertium.estimator("t-STE(d = 5)")
        self.assertEqual((made.__name__, made().d, made(d=3).d, clone(made()).d), ("TSTE", 5, 3, 5))
        few = {"iterations": 5, "restarts": 1}
        one, other = made(**few).fit(self.car), tertium.TSTE(d=5, **few).fit(self.car)
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
                kind = "odd-one-outs" if "odd" in needs else "auto"
                made = estimator(kind=kind, n_threads=1)
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

    def test_grid_search(self):
        search = GridSearchCV(tertium.AddS3Sparse(), {"n_clusters": [2, 4]}, cv=3).fit(self.triplets)
        self.assertIn(search.best_params_["n_clusters"], (2, 4))
        self.assertEqual(len(search.best_estimator_.labels_), 60)

    def test_pickles_keep_parameters_and_results(self):
        made = tertium.estimator("AddS-3+SPUR")(k_max=4).fit(self.car)
        again = pickle.loads(pickle.dumps(made))
        self.assertEqual(again.get_params(), made.get_params())
        self.assertEqual(again.labels_.tolist(), made.labels_.tolist())
        with self.assertRaises(tertium.TertiumError):
            again.score(self.car)

    def test_shown(self):
        self.assertEqual(repr(tertium.FourAL(n_clusters=4)), "FourAL(n_clusters=4)")
        self.assertEqual(repr(self.car), "<tertium.Answers car: triplets, 60 objects, 12112 answers>")


if __name__ == "__main__":
    unittest.main()
