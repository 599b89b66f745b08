"""Ranks share the cells of a sweep: fewer and more ranks than cells, nothing left to do, and errors that must end all ranks."""
import contextlib
import os
import pathlib
import subprocess
import time
import unittest

from sweep_support import SweepTest, command, environment

ONE_CELL = """
[model]
kind = planted-hierarchy
n0 = 4
levels = 1
[methods]
run = AL, 4-AL
"""

OWN = """
[sweep]
repetitions = 3
[model]
kind = answers
file = own.csv
[comparisons]
scheme = held-out
seen = 0.5, 1
[methods]
run = AddS-3-AL, 3-AL
"""


MAP = """
[sweep]
repetitions = 10
refine = exact
refine_max_repetitions = 20
[model]
kind = planted-hierarchy
n0 = 4
levels = 1
delta = 0.02:0.04:0.5
[comparisons]
p = 0.1:0.1:0.9
[methods]
run = 4-AL, SL
"""

LONG = """
[sweep]
repetitions = 200
[model]
kind = planted-hierarchy
n0 = 20
levels = 3
[comparisons]
p = 0.1
[methods]
run = 4K-AL, 4-AL
"""


class Ranks(SweepTest):
    def test_ranks_1_to_4(self):
        config = self.config()
        reference = self.result(config, "alone")
        for ranks in (1, 2, 3, 4):
            with self.subTest(ranks=ranks):
                self.assertEqual(self.result(config, f"ranks{ranks}", ranks=ranks), reference)

    def test_more_ranks_than_cells(self):
        config = self.config(ONE_CELL)
        self.assertEqual(len(self.result(config, "few", ranks=4)), 2)

    def test_nothing_to_do(self):
        config = self.config(ONE_CELL)
        first = self.result(config, "again", ranks=3)
        self.assertEqual(self.result(config, "again", ranks=3), first)

    def test_every_rank_reads_a_file_of_answers(self):
        rows = [f"{a},{b},{c}\n" for a in "abc" for b in "abc" for c in "uvw" if a != b]
        (self.folder / "own.csv").write_text("anchor,near,far\n" + "".join(rows))
        config = self.config(OWN)
        reference = self.result(config, "alone")
        self.assertEqual(len(reference), 3 * 2 * 2)
        self.assertEqual(self.result(config, "ranks", ranks=3), reference)

    def test_a_refined_sweep_looks_at_the_same_on_any_ranks(self):
        config = self.config(MAP)
        reference = self.result(config, "alone")
        self.assertEqual(self.result(config, "ranks", ranks=3), reference)
        self.assertLess(len(reference), 13 * 9 * 20)
        said = self.run_sweep(config, self.folder / "rounds").stderr
        self.assertIn("for a closer look", said)
        first = self.run_sweep(config, self.folder / "slow", extra=("--time-limit", "0s"), expect=3)
        self.assertIn("missing", first.stderr)
        self.assertEqual(self.result(config, "slow", ranks=2), reference)

    def test_a_rank_has_cores_for_its_threads(self):
        cores = os.sched_getaffinity(0)
        if len(cores) < 2:
            self.skipTest("one core")
        env = environment()
        env.pop("OMPI_MCA_hwloc_base_binding_policy")  # Open MPI binds to a core
        line = command(self.config(LONG), self.folder / "bound", extra=("-w", "1", "-t", "2"))
        with subprocess.Popen(["mpirun", "-n", "1", "--bind-to", "core", *line], env=env, stderr=subprocess.PIPE) as mpirun:
            end, most = time.monotonic() + 60, 0
            while most < 2 and mpirun.poll() is None and time.monotonic() < end:
                time.sleep(0.05)
                most = max([most] + [len(os.sched_getaffinity(thread)) for thread in self.threads_below(mpirun.pid)])
            mpirun.terminate()
            mpirun.communicate()
        self.assertGreaterEqual(most, 2)

    @staticmethod
    def threads_below(parent):
        """Ids of the threads of the children of a process, the first of each apart."""
        found = []
        with contextlib.suppress(OSError):
            for child in pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
                found += [int(thread) for thread in os.listdir(f"/proc/{child}/task") if thread != child]
        return found

    def test_an_error_ends_all_ranks_with_one_line(self):
        config = self.config(ONE_CELL.replace("n0 = 4", "n0 = 0"))
        done = subprocess.run(command(config, self.folder / "bad", 3), env=environment(), capture_output=True, text=True,
                              timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("tertium run:"), 1, done.stderr)
        self.assertIn("n0", done.stderr)

    def test_an_unwritable_folder_ends_all_ranks(self):
        config = self.config(ONE_CELL)
        file = self.folder / "file"
        file.write_text("not a folder")
        done = subprocess.run(command(config, file, 2), env=environment(), capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("tertium run:"), 1, done.stderr)
        self.assertEqual(file.read_text(), "not a folder")


if __name__ == "__main__":
    unittest.main()
