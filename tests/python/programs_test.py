"""SDP-k, SDP-lambda and SPUR of any similarities: solutions that are feasible and optimal, and one line for what is none."""
import inspect
import pickle
import unittest

import numpy as np
import tertium
from sklearn.base import clone
from tertium import SDPK, SPUR, SDPLambda, TertiumError


def blocks(sizes, contrast, noise, seed=1):
    """(similarities, labels): of a planted partition, symmetric."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    random = np.random.default_rng(seed)
    rows = noise * random.normal(size=(len(labels), len(labels)))
    return contrast * (labels[:, None] == labels) + (rows + rows.T) / 2, labels


class Programs(unittest.TestCase):
    def expect_feasible(self, made, trace=None):
        X = made.solution_
        self.assertLess(np.abs(X - X.T).max(), 1e-12)
        self.assertLess(np.abs(X.sum(1) - 1).max(), 1e-9)
        self.assertGreater(X.min(), -0.01)
        values = np.linalg.eigvalsh(X)
        self.assertGreater(values[0], -1e-9)
        if trace is not None:
            self.assertAlmostEqual(np.trace(X), trace, delta=1e-6)
        leading = values[::-1][: round(np.trace(X))].sum() / np.trace(X)
        self.assertAlmostEqual(made.theta_, leading, delta=1e-6)

    def test_planted_clusters_are_found_and_proved(self):
        S, labels = blocks([12, 9, 15], 1.0, 0.5)
        partition = (labels[:, None] == labels) / np.bincount(labels)[labels]
        for scale in (1.0, 1e-6, 3e8):
            for model in (SDPK(3), SDPLambda(), SPUR()):
                with self.subTest(model, scale=scale):
                    made = model.fit(scale * S)
                    self.assertEqual(made.labels_.tolist(), labels.tolist())
                    self.assertEqual((made.n_clusters_, made.n_features_in_), (3, 36))
                    self.assertTrue(made.certified_)
                    self.assertEqual(made.gap_, 0.0)
                    np.testing.assert_allclose(made.solution_, partition, atol=1e-9)
                    self.expect_feasible(made, 3)
        self.assertEqual(list(SPUR().fit(S).thetas_), [3])

    def test_what_is_not_proved_is_near_the_optimum(self):
        S, _ = blocks([10, 10, 10], 0.3, 1.0)
        made = SDPK(3, tolerance=1e-5).fit(S)
        self.assertFalse(made.certified_)
        self.assertTrue(0 < made.gap_ < 1e-3)
        self.expect_feasible(made, 3)
        self.assertLess(made.theta_, 0.95)
        # The same X is the optimum of the penalty that is the multiplier of its trace.
        unit = np.linalg.norm(S) / np.sqrt(len(S))
        other = SDPLambda(made.trace_penalty_ / unit, tolerance=1e-5).fit(S)
        self.assertLess(np.abs(other.solution_ - made.solution_).max(), 0.01)

    def test_the_same_as_in_chains_of_answers(self):
        answers = tertium.simulate_answers(np.repeat(np.eye(3), 8, axis=0) + 0.1 * np.random.default_rng(2).random((24, 3)), 4000)
        S = tertium.similarities(answers, method="AddS-3")
        chained = tertium.estimator("AddS-3+SPUR")().fit(answers)
        alone = SPUR(len(answers)).fit(S)
        self.assertEqual(alone.labels_.tolist(), chained.labels_.tolist())
        for name in ("certified", "gap", "trace"):
            self.assertEqual(alone.reports_[name], chained.reports_[name])
        self.assertEqual(alone.n_clusters_, chained.reports_["k_hat"])
        self.assertEqual(SDPK(3).fit(S).labels_.tolist(), tertium.estimator("AddS-3+SDP-k")(n_clusters=3).fit(answers).labels_.tolist())

    def test_they_are_estimators(self):
        S, labels = blocks([6, 6], 1.0, 0.2)
        for model, step in ((SDPK(n_jobs=1), "SDP-k"), (SDPLambda(2.0), "SDP-lambda"), (SPUR(tolerance=0.01), "AddS-3+SPUR")):
            self.assertEqual(clone(model).get_params(), model.get_params())
            self.assertFalse(hasattr(model, "labels_"))
            self.assertEqual(pickle.loads(pickle.dumps(model.fit(S))).labels_.tolist(), labels.tolist())
            self.assertEqual(model.fit_predict(S.tolist()).tolist(), labels.tolist())
            theirs = {entry["name"]: entry["default"] for entry in tertium.method(step)["parameters"]}
            names = {"n_clusters": "k", "lambda_": "lambda", "max_iter": "iterations"}
            for name, parameter in inspect.signature(type(model)).parameters.items():
                if names.get(name, name) in theirs and name != "n_clusters":
                    self.assertEqual(parameter.default, theirs[names.get(name, name)], name)
        self.assertEqual(repr(SDPK(4)), "SDPK(n_clusters=4)")

    def test_what_is_no_table_of_similarities_is_refused(self):
        S, _ = blocks([4, 4], 1.0, 0.1)
        nan, slanted = S.copy(), S.copy()
        nan[1, 2] = np.nan
        slanted[0, 3] += 1
        for given, said in ((S[:3], r"have shape \(3, 8\)"), (nan, "1 and 2 is nan"), (slanted, "row 0, column 3"), (0 * S, "all similarities are 0"),
                            (S[:1, :1], "at least two objects are needed"), ([["a", "b"], ["b", "a"]], "have type"), (np.ma.masked_less(S, 0.05), "masked")):  # fmt: skip
            with self.assertRaisesRegex(TertiumError, said) as caught:
                SDPK().fit(given)
            self.assertNotIn("\n", str(caught.exception))
        for model in (SDPK(0), SDPK(9), SDPLambda(-1.0), SPUR(0), SDPK(tolerance="x"), SDPK(rounding="no")):
            with self.assertRaises(TertiumError, msg=model) as caught:
                model.fit(S)
            self.assertNotIn("\n", str(caught.exception))
        with self.assertRaisesRegex(TertiumError, "did not converge in 3 iterations"):
            SDPK(max_iter=3).fit(blocks([10, 10], 0.1, 1.0)[0])


if __name__ == "__main__":
    unittest.main()
