"""Results that earlier versions wrote are read: tests/experiments/formats has a result file and a segment of each."""

import csv
import gzip
import io
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TERTIUM = os.environ["TERTIUM_PROGRAM"]
FORMATS = pathlib.Path(__file__).parent.parent / "experiments" / "formats"
ROWS = [("fcda1794d1badaaa3b1ebaf3122c88f0", "4K-AL", "1"), ("36cfff82c5bdf2a793a6bf2e62da56b2", "AddS-4-AL", "1")]


def tertium(*words):
    return subprocess.run([TERTIUM, *words], capture_output=True, text=True, timeout=120)


class Formats(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.run = pathlib.Path(folder.name, "run")
        (self.run / "segments").mkdir(parents=True)
        shutil.copy(FORMATS / "config.ini", self.run)

    def expect_rows(self):
        made = tertium("report", self.run, "--format", "rows")
        self.assertEqual(made.returncode, 0, made.stderr)
        rows = list(csv.DictReader(io.StringIO(made.stdout)))
        self.assertEqual([(row["key"], row["method"], row["aari"]) for row in rows], ROWS)
        self.assertEqual(tertium("status", "--verify", self.run).returncode, 0)
        again = tertium("status", self.run, "--trial", ROWS[0][0])  # the same bits as that version had
        self.assertIn("bit for bit", again.stdout, again.stderr)

    def test_result_files(self):
        files = sorted(FORMATS.glob("results-*.h5.gz"))
        self.assertTrue(files)
        for file in files:
            with self.subTest(file.name):
                (self.run / "results.h5").write_bytes(gzip.decompress(file.read_bytes()))
                self.expect_rows()

    def test_segments(self):
        files = sorted(FORMATS.glob("segment-*.rows"))
        self.assertTrue(files)
        for file in files:
            with self.subTest(file.name):
                shutil.copy(file, self.run / "segments" / f"{ROWS[0][0]}-host-1-0.rows")
                self.expect_rows()
        merged = tertium("merge", self.run)
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.expect_rows()


if __name__ == "__main__":
    unittest.main()
