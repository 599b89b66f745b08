"""The commands that look after a run, as a person uses them: in a pipe and on a terminal."""
import csv
import io
import os
import pathlib
import pty
import subprocess
import threading
import time
import unittest

import numpy as np
from scipy.cluster import hierarchy

from sweep_support import SweepTest, command, environment, rows

PROGRAM = os.environ["TERTIUM_PROGRAM"]
SWEEP = """
[sweep]
name = small
repetitions = 2
[model]
kind = planted-hierarchy
n0 = 4
levels = 1
delta = 0.1, 0.3
[comparisons]
p = 0.5, 1
[methods]
run = SL, 4-AL
[store]
products = yes
"""
# Ends every trial at its first merge.
NO_TIME = ("--trial-timeout", "0s")


class Operations(SweepTest):
    def tertium(self, *words, expect=0, widest=250):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=120, check=False,
                              env=environment())
        self.assertEqual(done.returncode, expect, f"{words}: {done.stdout}{done.stderr}")
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), widest)
        return done.stdout + done.stderr

    def finished(self, text=SWEEP, name="run", expect=0, extra=()):
        run = self.folder / name
        self.run_sweep(self.config(text), run, expect=expect, extra=extra)
        return run

    def table(self, run):
        return list(csv.DictReader(io.StringIO(self.tertium("report", run, "--format", "rows", widest=1000))))

    def test_failures_name_the_line_that_does_one_again(self):
        self.assertIn("no failures among 12 trials", self.tertium("status", "--failures", self.finished()))
        run = self.finished(name="late", expect=3, extra=NO_TIME)
        text = self.tertium("status", "--failures", run, expect=3)
        self.assertIn("12 of 12 trials did not succeed", text)
        self.assertIn("12 x timed_out: not finished after 0 s", text)
        again = next(line for line in text.splitlines() if " --trial " in line).split()
        self.assertEqual(again[:2], ["tertium", "status"])
        self.assertIn("The stored outcome differs, timed_out", self.tertium(*again[1:]))
        last = text.splitlines()[-1].split("tertium ", 1)[1].split()
        self.tertium(*last)
        self.tertium("status", "--failures", run)

    def test_a_trial_done_again_is_the_same(self):
        run = self.finished()
        for row in self.table(run):
            text = self.tertium("status", run, "--trial", row["key"][:10], "--threads", "2")
            self.assertIn("The same as stored, bit for bit.", text)
            self.assertIn(row["method"], text)
        config = self.folder / "tiny.ini"
        self.assertIn(row["key"], self.tertium("status", config, "--trial", row["key"].upper()))
        self.assertIn("no trial has a key", self.tertium("status", run, "--trial", "0000000000", expect=2))

    def test_diff(self):
        run = self.finished()
        again = self.finished(name="again", extra=("--workers", "1", "--threads", "2"))
        self.assertIn("12 the same, 0 different, 0 only in", self.tertium("status", run, "--against", again))
        late = self.finished(name="late", expect=3, extra=NO_TIME)
        text = self.tertium("status", run, "--against", late, expect=3)
        self.assertIn("0 the same, 12 different", text)
        self.assertIn("status: done and timed_out", text)
        smaller = self.finished(SWEEP.replace("repetitions = 2", "repetitions = 1"), "smaller")
        self.assertIn("6 the same, 0 different, 6 only in", self.tertium("status", run, "--against", smaller, expect=3))

    def test_export_as_csv(self):
        run = self.finished()
        table = self.table(run)
        self.assertEqual(len(table), 12)
        stored = rows(run / "results.h5")
        for row in table:
            key = (int(row["key"][:16], 16), int(row["key"][16:], 16))
            self.assertEqual(np.float64(row["aari"]).tobytes(), stored[key]["aari"])
        file = self.folder / "rows.csv"
        self.tertium("report", run, "--format", "rows", "-o", file)
        self.assertEqual(file.read_text().count("\n"), 13)

    def test_export_of_trees(self):
        run = self.finished()
        folder = self.folder / "trees"
        self.tertium("report", run, "--format", "npy", "-o", folder)
        stored = rows(run / "results.h5")
        files = sorted(folder.glob("*.npy"))
        self.assertEqual(len(files), 12)
        for file in files:
            z = np.load(file)
            self.assertTrue(hierarchy.is_valid_linkage(z))
            self.assertEqual(z.tobytes(), stored[(int(file.stem[:16], 16), int(file.stem[16:], 16))]["tree"])
        newick = self.tertium("report", run, "--format", "newick").splitlines()
        self.assertEqual(len(newick), 12)
        for line in newick:
            self.assertEqual(line.count("("), 7)
            self.assertTrue(line.endswith(";"))
        without = self.finished(SWEEP.replace("products = yes", "products = no"), "without")
        self.assertIn("contains no trees", self.tertium("report", without, "--format", "newick", expect=1))
        self.assertIn("known: text, csv", self.tertium("report", run, "--format", "row", expect=2))

    def test_info(self):
        text = self.tertium("status", "--programs", self.finished())
        for part in ("small", "planted-hierarchy", "SL, 4-AL", "12 trials", "12 done; 12 with trees", "written by 1 program",
                     "commit", "tertium run"):
            self.assertIn(part, text)

    def test_watch_in_a_pipe_ends_with_the_run(self):
        config = self.config(SWEEP.replace("repetitions = 2", "repetitions = 2000"))
        run = self.folder / "watched"
        process = subprocess.Popen(command(config, run), env=environment(1), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while not (run / "config.ini").exists():
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        text = self.tertium("status", run, "--watch", "--interval", "0.2s")
        self.assertEqual(process.wait(timeout=60), 0)
        lines = text.splitlines()
        self.assertRegex(lines[-1], r"^\d{4}-.* 12000 of 12000 done, 0 failed, 0 missing$")
        self.assertNotIn("\033", text)

    def test_watch_on_a_terminal_draws_in_place(self):
        config = self.config(SWEEP)
        run = self.folder / "terminal"
        self.run_sweep(config, run, expect=3, extra=("--deadline", "@1"))
        main, side = pty.openpty()
        watcher = subprocess.Popen([PROGRAM, "status", str(run), "--watch", "--interval", "0.1s"], stdout=side,
                                   stderr=side, env=environment())
        os.close(side)
        seen = []

        def read():
            while True:
                try:
                    part = os.read(main, 4096)
                except OSError:
                    return
                if not part:
                    return
                seen.append(part.decode())

        reader = threading.Thread(target=read)
        reader.start()
        time.sleep(0.5)
        self.run_sweep(config, run)
        self.assertEqual(watcher.wait(timeout=30), 0)
        reader.join(timeout=10)
        os.close(main)
        text = "".join(seen)
        self.assertIn("0 of 12 done", text)
        self.assertIn("12 of 12 done", text)
        self.assertRegex(text, r"\x1b\[[3-9]F\x1b\[J")


if __name__ == "__main__":
    unittest.main()
