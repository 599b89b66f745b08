"""The scaling model: what it must agree with, bounds it must keep, and its table and picture."""

import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPTS = os.path.join(os.path.dirname(os.path.dirname(HERE)), "benchmarks")
sys.path.insert(0, SCRIPTS)

import scaling_model as model  # noqa: E402


class Model(unittest.TestCase):
    def test_one_rank_takes_the_sum_of_all_cells(self):
        cells = [3.0, 1.0, 2.0]
        self.assertAlmostEqual(model.makespan(cells, 1, 0), 6.0 + 2 * model.HANDOUT)
        self.assertAlmostEqual(model.makespan(cells, 3, 0), 3.0)
        self.assertAlmostEqual(model.makespan(cells, 2, 0), 3.0 + model.HANDOUT)

    def test_a_busy_controller_is_the_limit(self):
        cells = [1e-6] * 1000
        self.assertGreater(model.makespan(cells, 500, 10), 1000 * 10 * model.ROW)

    def test_agrees_with_what_was_measured_at_240_and_480(self):
        # Measured core seconds of a cell with all eleven methods, p = 0.01 and 0.1.
        for n, p, seconds in ((240, 0.01, 0.97), (240, 0.1, 1.44), (480, 0.01, 17.1), (480, 0.1, 26.3)):
            with self.subTest(n=n, p=p):
                ratio = model.cell_seconds(n, p, 1) / seconds
                self.assertGreater(ratio, 0.7)
                self.assertLess(ratio, 1.4)

    def test_never_better_than_ideal(self):
        for n, with_four_al in model.SIZES:
            core = model.core_seconds(n, 10, with_four_al)
            for ranks in model.RANKS:
                for team in model.teams_of(ranks):
                    found = model.predict(n, ranks, team, 10, with_four_al)
                    self.assertGreaterEqual(found.seconds * ranks, core)
                    self.assertLessEqual(found.efficiency, 1.0)

    def test_a_team_of_one_sends_nothing_and_larger_ones_hold_less(self):
        for part in model.parts(2000, 0.1):
            self.assertEqual(model.exchange(part, 1), 0.0)
            self.assertGreaterEqual(model.part_seconds(part, 8), part.own)
        self.assertLess(model.cell_bytes(2000, 256), model.cell_bytes(2000, 128))

    def test_pieces_limit_a_team(self):
        part = model.Part("three pieces", 3.0, 0.0, 3, (0, 0), (0, 0))
        self.assertEqual([model.part_seconds(part, t) for t in (1, 2, 3, 8)], [3.0, 2.0, 1.0, 1.0])

    def test_what_does_not_fit_is_not_recommended(self):
        self.assertIsNone(model.best(2000, 100))
        found = model.best(2000, 1000)
        self.assertLessEqual(found.bytes, model.MEMORY)
        self.assertEqual(found.seconds, min(
            model.predict(2000, 1000, t).seconds for t in model.teams_of(1000) if model.cell_bytes(2000, t) <= 4e9))

    def test_prints_and_draws(self):
        with tempfile.TemporaryDirectory() as folder:
            stem = os.path.join(folder, "model")
            script = os.path.join(SCRIPTS, "scaling_model.py")
            done = subprocess.run([sys.executable, "-B", script, "--output", stem, "--repetitions", "2"],
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("N = 10,000, without 4-AL", done.stdout)
            for extension in ("png", "pdf", "svg"):
                self.assertGreater(os.path.getsize(f"{stem}.{extension}"), 5000)
            done = subprocess.run([sys.executable, "-B", script, "--output", stem, "--memory", "0"],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
