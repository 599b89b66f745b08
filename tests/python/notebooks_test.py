"""The notebooks of examples/notebooks run and print what they show; the script that runs them finds what is wrong."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NAMES = ("answers-to-tree", "sweep-to-figure", "own-method")


def execute(*words):
    program = pathlib.Path(os.environ["TERTIUM_PROGRAM"]).resolve()
    return subprocess.run([sys.executable, "-B", FOLDER / "execute.py", *words], capture_output=True, text=True,
                          env={**os.environ, "TERTIUM_PROGRAM": str(program)})  # fmt: skip


class Notebooks(unittest.TestCase):
    def test_all_are_tried(self):
        self.assertEqual({path.stem for path in FOLDER.glob("*.ipynb")}, set(NAMES))

    def test_they_print_what_they_show(self):
        for name in NAMES:
            with self.subTest(name):
                done = execute(FOLDER / f"{name}.ipynb")
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_they_have_figures_and_are_of_the_form(self):
        for name in NAMES:
            with self.subTest(name):
                text = (FOLDER / f"{name}.ipynb").read_text(encoding="utf-8")
                notebook = json.loads(text)
                self.assertEqual((notebook["nbformat"], notebook["nbformat_minor"]), (4, 4))
                self.assertEqual(text, json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
                code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
                self.assertEqual([cell["execution_count"] for cell in code], list(range(1, len(code) + 1)))
                outputs = [output for cell in code for output in cell["outputs"]]
                self.assertTrue(any("image/png" in output.get("data", {}) for output in outputs))
                self.assertLess(len(text), 250_000)

    def small(self, source, outputs=(), tags=()):
        """The path of a notebook with this cell."""
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        cell = {"cell_type": "code", "metadata": {"tags": list(tags)}, "source": [source], "outputs": list(outputs), "execution_count": 1}
        path = pathlib.Path(holder.name) / "small.ipynb"
        path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
        return path

    def test_another_output_and_an_error_are_found(self):
        shown = {"output_type": "stream", "name": "stdout", "text": ["3\n"]}
        self.assertEqual(execute(self.small("print(3)", [shown])).returncode, 0)
        done = execute(self.small("print(4)", [shown]))
        self.assertEqual(done.returncode, 1)
        self.assertIn("small.ipynb, cell 1 prints\n['4\\n']\nand the file has\n['3\\n']", done.stderr)
        self.assertEqual(execute(self.small("print(4)", [shown], ["varies"])).returncode, 0)
        done = execute(self.small("1 / 0"))
        self.assertEqual(done.returncode, 1)
        self.assertIn('"small.ipynb, cell 1", line 1', done.stderr)

    def test_outputs_are_written(self):
        path = self.small("import matplotlib.pyplot as plt\nplt.plot([1, 2])\nprint('one')\n{1: 2}")
        self.assertEqual(execute("--write", path).returncode, 0)
        written = json.loads(path.read_text())["cells"][0]
        self.assertEqual([output["output_type"] for output in written["outputs"]], ["stream", "execute_result", "display_data"])
        self.assertEqual(written["outputs"][1]["data"], {"text/plain": ["{1: 2}"]})
        self.assertEqual(execute(path).returncode, 0)


if __name__ == "__main__":
    unittest.main()
