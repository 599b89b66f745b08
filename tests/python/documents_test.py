"""The lines of Python in the documents run, in the order of the page, and print what the page says; the example's script, too."""
import contextlib
import io
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

import matplotlib

matplotlib.use("Agg")
ROOT = pathlib.Path(__file__).resolve().parents[2]


class Documents(unittest.TestCase):
    def run_page(self, page):
        """How many blocks it has."""
        names, before = {}, os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            self.addCleanup(os.chdir, before)
            blocks = re.findall(r"```python\n(.*?)```\n(?:\n```\n(.*?)```)?", page.read_text(encoding="utf-8"), re.S)
            for code, output in blocks:
                printed = io.StringIO()
                with self.subTest(code), contextlib.redirect_stdout(printed):
                    exec(compile(code, str(page), "exec"), names)
                if output:
                    self.assertEqual(printed.getvalue(), output)
            os.chdir(before)
        return len(blocks)

    def test_python_page(self):
        self.assertGreater(self.run_page(ROOT / "docs" / "python.md"), 2)

    def test_readme(self):
        self.assertEqual(self.run_page(ROOT / "README.md"), 1)

    def test_page_of_the_package(self):
        self.assertEqual(self.run_page(ROOT / "python" / "README.md"), 1)

    def test_example(self):
        """What the page of examples/ tells to type."""
        page = ROOT / "examples" / "answers-to-tree-python" / "README.md"
        (line,) = re.search(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.S)[1].splitlines()
        python, *words = shlex.split(line)
        self.assertEqual(python, "python3")
        made = subprocess.run([sys.executable, "-B", *words], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        for cluster in ("carp fox mole owl", "chisel drill pliers saw", "fern moss oak rose"):
            found = [sorted(line.split()[2:]) for line in made.stdout.splitlines() if line.startswith("cluster ")]
            self.assertIn(cluster.split(), found)
        self.assertRegex(made.stdout, r"(?m)^\(.+\).*;$")


if __name__ == "__main__":
    unittest.main()
