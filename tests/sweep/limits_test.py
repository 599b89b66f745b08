"""Limits of a trial are statuses of its row; the sweep goes on, and --redo failed does the trial again."""
import math
import unittest

import h5py

from sweep_support import SweepTest, rows

# 4-AL of 400 objects takes seconds, SL milliseconds.
SLOW = """
[sweep]
repetitions = 1
[model]
kind = planted-hierarchy
n0 = 50
levels = 3
delta = 0.1, 0.2
[comparisons]
p = 0.1
[methods]
run = SL, 4-AL
"""
# Where tables do not fit they are drawn again; a list of comparisons is not.
LISTED = SLOW.replace("p = 0.1", "p = 0.01")
FAILING = """
[sweep]
repetitions = 5000
[model]
kind = planted-hierarchy
n0 = 4
levels = 1
[methods]
run = SL, 4-AL
"""


class Limits(SweepTest):
    def statuses(self, run):
        """{method: set of its statuses by name}, out of the merged file and what it says of its own numbers."""
        with h5py.File(run / "results.h5") as file:
            status = file["trials/status"]
            meanings = status.attrs["flag_meanings"]
            names = meanings.split() if isinstance(meanings, str) else [name.decode() if isinstance(name, bytes) else name for name in meanings]
            found = {}
            for method, value in zip(file["trials/method_name"].asstr()[:], status[:]):
                found.setdefault(method, set()).add(names[list(status.attrs["flag_values"]).index(value)])
        return found

    def between(self, run):
        """A timeout between what SL and 4-AL took in this run, on this machine."""
        with h5py.File(run / "results.h5") as file:
            methods, seconds = file["trials/method_name"].asstr()[:], file["trials/t_wall"][:]
        quick, slow = seconds[methods == "SL"].max(), seconds[methods == "4-AL"].min()
        self.assertLess(10 * quick, slow)
        return f"{math.sqrt(quick * slow):.3f}s"

    def test_a_timeout_and_the_retry(self):
        config = self.config(SLOW)
        reference = self.result(config, "whole")
        timeout = self.between(self.folder / "whole")
        for ranks in (None, 2):
            with self.subTest(ranks=ranks):
                run = self.folder / f"late{ranks}"
                done = self.run_sweep(config, run, ranks=ranks, expect=3, extra=("--trial-timeout", timeout))
                self.assertIn("2 of 4 trials done, 2 failed", done.stderr)
                self.assertEqual(self.statuses(run), {"SL": {"done"}, "4-AL": {"timed_out"}})
                self.run_sweep(config, run, expect=3)
                self.run_sweep(config, run, extra=("--redo", "failed"))
                self.assertEqual(rows(run / "results.h5"), reference)

    def test_a_timeout_of_a_team(self):
        team = {"ranks": 2, "threads": 1}
        self.run_sweep(self.config(SLOW), self.folder / "whole", extra=("--team-size", "2"), **team)
        timeout = self.between(self.folder / "whole")
        run = self.folder / "team"
        self.run_sweep(self.config(SLOW), run, expect=3, extra=("--team-size", "2", "--trial-timeout", timeout), **team)
        self.assertEqual(self.statuses(run), {"SL": {"done"}, "4-AL": {"timed_out"}})

    def test_what_is_predicted_to_need_too_much_is_not_run(self):
        run = self.folder / "big"
        self.run_sweep(self.config(LISTED), run, expect=3, extra=("--trial-memory", "100MB"))
        self.assertEqual(self.statuses(run), {"SL": {"done"}, "4-AL": {"out_of_memory"}})
        with h5py.File(run / "results.h5") as file:
            messages = set(file["trials/message"].asstr()[:])
        self.assertTrue(any("not run: needs about" in message for message in messages), messages)

    def test_what_takes_too_much_is_ended(self):
        # A made-up file says that 4-AL needs next to nothing.
        costs = self.folder / "costs.ini"
        costs.write_text("[4-AL]\nmethod = 4-AL\np = 0.01\nmemory_factor = 0.001\n")
        run = self.folder / "grows"
        self.run_sweep(self.config(LISTED), run, expect=3,
                       extra=("--trial-memory", "100MB", "--costs", str(costs), "--workers", "1"))
        self.assertEqual(self.statuses(run), {"SL": {"done"}, "4-AL": {"out_of_memory"}})

    def test_max_fail_ends_the_sweep(self):
        config = self.config(FAILING)
        for ranks in (None, 3):
            with self.subTest(ranks=ranks):
                done = self.run_sweep(config, self.folder / f"failing{ranks}", ranks=ranks, expect=3,
                                      extra=("--max-fail", "3", "--trial-timeout", "0s"))
                self.assertRegex(done.stderr, r"stopped after \d+ failures \(--max-fail 3\), the last one: not finished after 0 s")
                self.assertRegex(done.stderr, r"[1-9]\d* missing")

    def test_max_fail_counts_what_is_predicted_to_need_too_much(self):
        done = self.run_sweep(self.config(LISTED), self.folder / "big", expect=3,
                              extra=("--max-fail", "1", "--trial-memory", "100MB"))
        self.assertRegex(done.stderr, r"stopped after 2 failures \(--max-fail 1\), the last one: not run: needs about")
        self.assertIn("2 missing", done.stderr)


if __name__ == "__main__":
    unittest.main()
