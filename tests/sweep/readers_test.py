"""The ways to read a result file that docs/results.md shows: every command block there is run on a real one."""
import os
import pathlib
import re
import subprocess
import unittest

from sweep_support import SweepTest

PAGE = pathlib.Path(os.environ["TERTIUM_HOME"]) / "docs" / "results.md"


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL)


class Readers(SweepTest):
    def test_every_block_of_the_page(self):
        run = self.folder / "runs" / "hc19-fig2"
        self.run_sweep(self.config(), run)
        python = blocks("python")
        shell = blocks("sh")
        self.assertGreaterEqual(len(python), 2)
        self.assertGreaterEqual(len(shell), 1)
        for text in python:
            with self.subTest(block=text):
                done = subprocess.run(["/usr/bin/python3", "-W", "error::UserWarning", "-c", text], cwd=self.folder,
                                      capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertTrue(done.stdout.strip())
        for text in shell:
            with self.subTest(block=text):
                done = subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=self.folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("aari", done.stdout)


if __name__ == "__main__":
    unittest.main()
