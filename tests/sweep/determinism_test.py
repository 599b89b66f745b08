"""The same seed gives the same bits, whatever computes them: ranks, threads, workers, and runs that were killed."""
import random
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
        self.assertIn("the same command does the missing ones", message)


if __name__ == "__main__":
    unittest.main()
