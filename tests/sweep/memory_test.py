"""The memory that `run --dry-run` states against the memory that `run` takes, cell by cell in processes of their own."""
import os
import re
import subprocess
import unittest

from sweep_support import SweepTest, command, environment

PROGRAM = os.environ["TERTIUM_PROGRAM"]
UNITS = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}
SWEEP = """
[model]
kind = planted-hierarchy
n0 = {n0}
levels = 3
[comparisons]
p = {p}
eps = {eps}
[methods]
run = {methods}
"""
SHARING = "4K-AL, 4K-AL-literal, AddS-4-AL, 4-AL, 4-AL-I3, 3-AL, 3-AL-I3, 3K-AL"
# (objects of a cluster, p, eps, methods): what lives at once is a panel, a table, a list, or next to nothing.
CELLS = [(30, 0.01, 1, SHARING), (30, 0.1, 0.8, SHARING), (30, 1, 1, SHARING), (60, 0.1, 1, "AddS-4-AL, 4-AL, 4-AL-I5"),
         (60, 0.002, 1, "4K-AL, 4-AL"), (60, 0.05, 0.8, "3-AL, 3K-AL"), (88, 0.001, 1, "4-AL, AddS-4-AL"),
         (88, 1, 1, "4K-AL, 4-AL, 3-AL, 3K-AL")]


class Memory(SweepTest):
    def peak(self, words):
        """Peak memory of one process; it may use two threads."""
        child = subprocess.Popen([str(word) for word in words], env=environment(threads=2), stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE)
        error = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(child.returncode, 0, error)
        return usage.ru_maxrss * 1024

    def planned(self, config):
        text = subprocess.run([PROGRAM, "run", "--dry-run", config], capture_output=True, text=True, timeout=60, check=True).stdout
        value, unit = re.search(r"^all .* ([\d.]+) (B|kB|MB|GB)$", text, re.M).groups()
        return float(value) * UNITS[unit]

    def test_what_lives_at_once_is_what_was_planned(self):
        program = self.peak([PROGRAM, "list", "methods"])
        for number, (n0, p, eps, methods) in enumerate(CELLS):
            with self.subTest(N=8 * n0, p=p, eps=eps, methods=methods):
                config = self.config(SWEEP.format(n0=n0, p=p, eps=eps, methods=methods), f"{number}.ini")
                planned = self.planned(config)
                taken = self.peak([*command(config, self.folder / str(number)), "--workers", "1"]) - program
                print(f"N = {8 * n0}, p = {p}, eps = {eps}: planned {planned / 1e6:.0f} MB, taken {taken / 1e6:.0f} MB")
                self.assertLess(taken, 1.3 * planned + 40e6)
                self.assertGreater(taken, 0.5 * planned - 40e6)


if __name__ == "__main__":
    unittest.main()
