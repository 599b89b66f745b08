"""Verdicts by the program: none without all rows, with the line that runs them; and repetitions added until they are decided."""
import os
import shlex
import subprocess
import unittest

from sweep_support import SweepTest, environment

PROGRAM = os.environ["TERTIUM_PROGRAM"]
SWEEP = """
[sweep]
name = small
repetitions = 10
[model]
kind = planted-hierarchy
n0 = 4
levels = 1
delta = 0.3
[methods]
run = SL, 4-AL
"""
# All are 1: bets leave .704 at ten repetitions, .839 at twenty, .916 at forty.
CLAIMS = """
[1]
statement = SL is never better than exact
condition = at_least(1, aari(SL)) > 0.85
[2]
statement = nothing can be divided by nothing
condition = aari(SL) / 0 > 1
"""


class Claims(SweepTest):
    def setUp(self):
        super().setUp()
        self.config(SWEEP)
        self.config(CLAIMS, "tiny.claims")
        self.run_folder = self.folder / "run"

    def tertium(self, *words, expect=0, start=()):
        done = subprocess.run([*start, PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=120, check=False,
                              env=environment(1), cwd=self.folder)
        self.assertEqual(done.returncode, expect, f"{words}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def claims(self, *words, **how):
        return self.tertium("report", "--claims", "tiny.ini", "-o", self.run_folder, *words, **how)

    def test_no_verdict_before_the_line_is_run_that_is_told(self):
        text = self.claims(expect=3)
        self.assertIn("no data", text)
        self.assertIn("10 trials missing", text)
        line = text.split("to run them: ")[1].splitlines()[0]
        self.tertium(*shlex.split(line)[1:])
        self.assertIn("2 are undecided", self.claims())
        text = self.claims("--set", "sweep.repetitions=12", expect=3)
        self.assertIn("2 trials missing", text)
        self.assertIn("tertium run tiny.ini --set 'sweep.repetitions=12' -o", text)

    def test_failed_trials_are_missing(self):
        self.run_sweep(self.folder / "tiny.ini", self.run_folder, expect=3, extra=("--trial-timeout", "0s"))
        text = self.claims(expect=3)
        self.assertIn("10 trials missing, 10 of them failed", text)
        self.assertIn("--redo failed", text)

    def test_until_decided(self):
        text = self.claims("--until-decided")
        for look in ("10 repetitions: 2 are undecided", "20 repetitions: 2 are undecided",
                     "40 repetitions: 1 holds, 1 is undecided"):
            self.assertIn(look, text)
        self.assertNotIn("80 repetitions", text)
        self.assertIn("40/40 trials" if "40/40" in text else "20/20 trials", text)  # of SL alone
        self.assertNotIn("trials,", self.claims("--until-decided"), "all of it is there")
        self.assertIn("20 repetitions: 2 are undecided", self.claims("--until-decided", "--limit", "20"))
        for words in (("--limit", "20"), ("--workers", "2"), ("--redo", "failed")):
            self.assertIn(f"{words[0]} only applies with --until-decided", self.claims(*words, expect=2))

    def test_until_decided_over_ranks(self):
        text = self.claims("--until-decided", start=("mpirun", "-n", "2"))
        self.assertIn("40 repetitions: 1 holds, 1 is undecided", text)


if __name__ == "__main__":
    unittest.main()
