"""kill -9 at random moments: every published file opens, and the same command completes the run, nothing lost or doubled."""
import os
import random
import subprocess
import time
import unittest

import h5py

from sweep_support import SweepTest, command, environment, rows

KILLS = 20
SWEEP = """
[sweep]
repetitions = 60
[model]
kind = planted-hierarchy
n0 = 5
levels = 2
delta = 0.1, 0.2, 0.3
[comparisons]
p = 0.1, 1
[methods]
run = SL, AL, 4K-AL, 4-AL
"""


def segments(run):
    return sorted((run / "segments").glob("[!.]*.h5")) if (run / "segments").exists() else []


class Kill(SweepTest):
    def test_kill_at_random_moments(self):
        config = self.config(SWEEP)
        begin = time.monotonic()
        reference = self.result(config, "whole", extra=("--workers", "2"))
        length = time.monotonic() - begin
        run = self.folder / "killed"
        published = 0
        for number in range(KILLS):
            process = subprocess.Popen(command(config, run, 2 if number % 2 else None), env=environment(),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(random.uniform(0, length * 0.5))
            if process.poll() is None:
                subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
            process.wait()
            for segment in segments(run):
                with h5py.File(segment) as file:
                    self.assertGreater(len(file), 0)
            if (run / "results.h5").exists():
                rows(run / "results.h5")
            status = subprocess.run([os.environ["TERTIUM_PROGRAM"], "status", str(run)], capture_output=True, text=True)
            self.assertIn(status.returncode, (0, 1, 3), status.stderr)
            published = max(published, len(segments(run)))
        self.run_sweep(config, run)
        self.assertEqual(rows(run / "results.h5"), reference)
        verified = subprocess.run([os.environ["TERTIUM_PROGRAM"], "verify", str(run)], capture_output=True, text=True)
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)


if __name__ == "__main__":
    unittest.main()
