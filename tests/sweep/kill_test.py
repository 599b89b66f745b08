"""kill -9 at random moments: every published file opens, and the same command completes the run, nothing lost or doubled."""
import os
import random
import subprocess
import time
import unittest

from sweep_support import SweepTest, command, environment, rows

KILLS = 20
SEAL = rb"^\ntertium-segment \d{4} xxh3 [0-9a-f]{16}\n$"
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
    return sorted((run / "segments").glob("[!.]*.rows")) if (run / "segments").exists() else []


class Kill(SweepTest):
    def test_kill_at_random_moments(self):
        config = self.config(SWEEP)
        begin = time.monotonic()
        reference = self.result(config, "whole", extra=("--workers", "2"))
        length = time.monotonic() - begin
        run = self.folder / "killed"
        published = safe = 0
        for number in range(KILLS):
            process = subprocess.Popen(command(config, run, 2 if number % 2 else None), env=environment(),
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(random.uniform(0, length * 0.5))
            if process.poll() is None:
                subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
            process.wait()
            for segment in segments(run):
                self.assertRegex(segment.read_bytes()[-44:], SEAL)
            if segments(run):
                # Reads every segment, and fails if one is damaged or two rows of one key differ.
                exported = subprocess.run([os.environ["TERTIUM_PROGRAM"], "report", str(run), "--format", "rows"],
                                          capture_output=True, text=True)
                self.assertEqual(exported.returncode, 0, exported.stderr)
                self.assertGreaterEqual(exported.stdout.count("\n") - 1, safe, "a published row is gone")
                safe = exported.stdout.count("\n") - 1
            if (run / "results.h5").exists():
                rows(run / "results.h5")
            status = subprocess.run([os.environ["TERTIUM_PROGRAM"], "status", str(run)], capture_output=True, text=True)
            self.assertIn(status.returncode, (0, 1, 3), status.stderr)
            published = max(published, len(segments(run)))
        self.run_sweep(config, run)
        self.assertEqual(rows(run / "results.h5"), reference)
        verified = subprocess.run([os.environ["TERTIUM_PROGRAM"], "status", "--verify", str(run)], capture_output=True, text=True)
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)


if __name__ == "__main__":
    unittest.main()
