"""Chains, schemes, scores and dimensions of methods, as a person writes them in a configuration."""
import csv
import io
import os
import subprocess
import unittest

from sweep_support import SweepTest, environment

PROGRAM = os.environ["TERTIUM_PROGRAM"]
SWEEP = """
[sweep]
repetitions = 3
[model]
kind = planted-hierarchy
n0 = 5
levels = 2
delta = 0.1, 0.3
[comparisons]
p = 0.2, 1
[methods]
run = SL, 4-AL, 4K+SL, MulK-3+AL, 4-AL+cut
[metrics]
compute = aari
[store]
products = yes
"""


class Vocabulary(SweepTest):
    def table(self, run):
        done = subprocess.run([PROGRAM, "report", run, "--format", "rows"], capture_output=True, text=True, timeout=60, check=True)
        return {row["key"]: row for row in csv.DictReader(io.StringIO(done.stdout))}

    def swept(self, text, name, **how):
        run = self.folder / name
        done = self.run_sweep(self.config(text, name + ".ini"), run, **how)
        return self.table(run), done

    def refused(self, text, *says):
        done = subprocess.run([PROGRAM, "run", "--dry-run", self.config(text)], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for part in says:
            self.assertIn(part, done.stderr)

    def test_a_score_is_added_without_running_again(self):
        more = SWEEP.replace("compute = aari", "compute = aari, agreement, exact, ari")
        before, _ = self.swept(SWEEP, "run")
        after, _ = self.swept(more, "run")
        fresh, _ = self.swept(more, "fresh")
        self.assertEqual(before.keys(), after.keys())
        self.assertEqual(after.keys(), fresh.keys())
        for key, row in after.items():
            self.assertEqual(row["t_wall"], before[key]["t_wall"], "the method did not run again")
            for column in ("aari", "exact", "ari", "revenue", "satisfied", "normalised_revenue"):
                self.assertEqual(row[column], fresh[key][column], column)
            # SL asks and is not given comparisons of one p: it is scored on those of the first.
            self.assertEqual(row["satisfied"] == "", row["method"] == "4-AL+cut")

    def test_a_score_of_what_is_not_stored_runs_again(self):
        bare = SWEEP.replace("products = yes", "products = no")
        before, _ = self.swept(bare, "run")
        after, _ = self.swept(bare.replace("compute = aari", "compute = aari, exact"), "run")
        self.assertEqual(before.keys(), after.keys())
        self.assertTrue(all(row["exact"] != "" for row in after.values() if row["method"] != "4-AL+cut"))

    def test_methods_that_ask_feel_the_noise(self):
        noisy = SWEEP.replace("p = 0.2, 1", "p = 1\neps = 1, 0.5, 0.1").replace("run = SL, 4-AL, 4K+SL, MulK-3+AL, 4-AL+cut",
                                                                                 "run = SL, CL")
        rows, _ = self.swept(noisy, "noise")
        self.assertEqual(len(rows), 2 * 3 * 3 * 2)
        for method in ("SL", "CL"):
            mean = {eps: sum(float(row["aari"]) for row in rows.values() if row["method"] == method and row["eps"] == eps
                             and row["delta"] == "0.3") for eps in ("1", "0.5", "0.1")}
            self.assertGreater(mean["1"], mean["0.1"], method)
            self.assertEqual(len(set(mean.values())), 3, f"{method}: {mean}")

    def test_a_parameter_of_a_method_is_a_dimension(self):
        rows, _ = self.swept(SWEEP + "[method.4-AL]\nm = 1, 5\n", "dimension")
        self.assertEqual({row["m"] for row in rows.values() if row["method"] == "4-AL"}, {"1", "5"})
        self.assertEqual({row["m"] for row in rows.values() if row["method"] != "4-AL"}, {""})
        report = subprocess.run([PROGRAM, "report", self.folder / "dimension", "--by", "m"], capture_output=True, text=True,
                                timeout=60, check=True).stdout
        self.assertIn("m", report)

    def test_counted_comparisons_and_answers_of_a_data_set(self):
        counted = SWEEP.replace("p = 0.2, 1", "scheme = count\ncount = n*ln(n)^2, 300").replace("run = SL, ", "run = ")
        rows, _ = self.swept(counted, "counted")
        given = {(row["count"], row["method"]): int(row["n_comparisons"]) for row in rows.values()}
        self.assertEqual(given["300", "4-AL"], 300)
        self.assertEqual(given["n*ln(n)^2", "4-AL"], int(20 * 2.995732273553991 ** 2))
        car = "[model]\nkind = dataset\nname = car\n[comparisons]\nscheme = own\n[methods]\nrun = AddS-3-AL\n[metrics]\n" \
              "compute = triplet_agreement, aari\n"
        row = list(self.swept(car, "car")[0].values())[0]
        self.assertEqual(row["n_comparisons"], "12112")
        self.assertGreater(float(row["triplet_satisfied"]), 0.6)

    def test_what_does_not_fit_is_answered_with_what_does(self):
        self.refused(SWEEP.replace("4K+SL", "4-AL+SL"), "SL cannot follow 4-AL (4-AL returns a tree", "after 4-AL use one of: cut")
        self.refused(SWEEP.replace("4K+SL", "4K"), "ends in similarities", "AL")
        self.refused(SWEEP.replace("4K+SL", "cut"), "cut cannot begin a chain")
        self.refused(SWEEP.replace("4K+SL", "4K+LS"), "unknown step of 4K+LS 'LS'")
        self.refused(SWEEP.replace("p = 0.2, 1", "scheme = count\ncount = n*lm(n)"), "'n*lm(n)' is not understood (unknown function 'lm'; known: min, max")


if __name__ == "__main__":
    unittest.main()
