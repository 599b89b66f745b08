"""The lines of Python in the documents run, in the order of the page, and print what the page says."""
import contextlib
import io
import os
import pathlib
import re
import tempfile
import unittest

import matplotlib

matplotlib.use("Agg")
PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md"


class Documents(unittest.TestCase):
    def test_python_page(self):
        names, before = {}, os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            self.addCleanup(os.chdir, before)
            blocks = re.findall(r"```python\n(.*?)```\n(?:\n```\n(.*?)```)?", PAGE.read_text(encoding="utf-8"), re.S)
            self.assertGreater(len(blocks), 2)
            for code, output in blocks:
                printed = io.StringIO()
                with self.subTest(code), contextlib.redirect_stdout(printed):
                    exec(compile(code, str(PAGE), "exec"), names)
                if output:
                    self.assertEqual(printed.getvalue(), output)
            os.chdir(before)


if __name__ == "__main__":
    unittest.main()
