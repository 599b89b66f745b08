"""The same seed gives the same bits, whatever computes them: ranks, threads, workers, and runs that were killed."""
import os
import pathlib
import random
import re
import signal
import subprocess
import time
import unittest

from sweep_support import SweepTest, command, environment, rows


class Determinism(SweepTest):
    def test_ranks_and_threads(self):
        config = self.config()
        reference = self.result(config, "alone", extra=("--workers", "1", "--threads", "1"))
        self.assertEqual(len(reference), 2 * 2 * (3 + 3 * 7))  # delta x repetition x (free of p, then for each p)
        for ranks in (1, 2, 4):
            for threads in (1, 2):
                with self.subTest(ranks=ranks, threads=threads):
                    self.assertEqual(self.result(config, f"r{ranks}t{threads}", ranks=ranks, threads=threads), reference)

    def test_workers(self):
        config = self.config()
        reference = self.result(config, "one", extra=("--workers", "1"))
        self.assertEqual(self.result(config, "three", extra=("--workers", "3", "--threads", "2")), reference)

    def test_workers_that_have_nothing_to_do_lend_their_threads(self):
        if len(os.sched_getaffinity(0)) < 2:
            self.skipTest("one core")
        config = self.config("[sweep]\nname = one\n[model]\nkind = planted-hierarchy\nn0 = 60\nlevels = 2\ndelta = 0.1\n"
                             "[comparisons]\np = 0.1\n[methods]\nrun = 4K-AL\n")
        most = {}
        for asked in ((), ("--workers", "2", "--threads", "1")):
            run = self.folder / f"run{len(asked)}"
            process = subprocess.Popen(command(config, run, extra=asked), env=environment(), stderr=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL)
            while process.poll() is None:
                status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
                found = re.search(r"Threads:\s*(\d+)", status)
                most[asked] = max(most.get(asked, 0), int(found[1]) if found else 0)
                time.sleep(0.002)
            self.assertEqual(process.returncode, 0)
        self.assertGreater(most[()], most["--workers", "2", "--threads", "1"])
        self.assertEqual(rows(self.folder / "run0" / "results.h5"), rows(self.folder / "run4" / "results.h5"))

    def test_killed_and_resumed(self):
        config = self.config()
        reference = self.result(config, "whole")
        for ranks in (None, 2):
            run = self.folder / f"killed{ranks}"
            for moment in (0.05, 0.3, 0.6, 0.8):
                process = subprocess.Popen(command(config, run, ranks), env=environment(), stderr=subprocess.DEVNULL,
                                           stdout=subprocess.DEVNULL, start_new_session=True)
                time.sleep(moment * (1 + 0.2 * random.random()))
                subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
                process.wait()
            self.run_sweep(config, run, ranks=ranks)
            self.assertEqual(rows(run / "results.h5"), reference)

    def test_growing_the_grid_adds_only(self):
        config = self.config()
        before = self.result(config, "run")
        after = self.result(config, "run", extra=("--set", "model.delta=0.1, 0.2, 0.3"))
        self.assertEqual({key: after[key] for key in before}, before)
        self.assertEqual(len(after), len(before) * 3 // 2)

    def test_interrupted_by_a_signal(self):
        config = self.config()
        run = self.folder / "stopped"
        process = subprocess.Popen(command(config, run, extra=("--workers", "1", "--set", "sweep.repetitions=400")),
                                   env=environment(), stderr=subprocess.PIPE, text=True)
        while not list(run.glob("log/*.log")) and process.poll() is None:
            time.sleep(0.01)
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        _, message = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, message)
        self.assertIn("the same command runs the missing ones", message)


if __name__ == "__main__":
    unittest.main()
