#!/usr/bin/python3
"""execute.py [--write] NOTEBOOK...: runs the code cells of notebooks without Jupyter, each notebook in an empty folder.

What the cells print is compared with the outputs in the file; pictures are only counted, and cells with the tag "varies"
may print anything. With --write the outputs in the file are replaced. The notebooks call the program `tertium`; set
TERTIUM_PROGRAM to another path if it is not on PATH.
"""

import argparse
import ast
import base64
import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def lines(text):
    return text.splitlines(keepends=True)


def result_of(source, name, space):
    """Runs a cell; the value of its last line, if that is an expression without a semicolon at its end."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";") else None
    exec(compile(tree, name, "exec"), space)
    return None if last is None else eval(compile(ast.Expression(last.value), name, "eval"), space)


def pictures():
    """The open figures of matplotlib, which are closed."""
    found = []
    for number in plt.get_fignums():
        file = io.BytesIO()
        plt.figure(number).savefig(file, format="png", dpi=72, bbox_inches="tight", metadata={"Software": None})
        found.append({"output_type": "display_data", "metadata": {}, "data": {
            "image/png": base64.b64encode(file.getvalue()).decode() + "\n", "text/plain": ["<Figure>"]}})  # fmt: skip
    plt.close("all")
    return found


def outputs_of(cell, count, name, space):
    """What a cell prints, returns and draws, in nbformat's form."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        value = result_of("".join(cell["source"]), f"{name}, cell {count}", space)
    found = [{"output_type": "stream", "name": "stdout", "text": lines(printed.getvalue())}] if printed.getvalue() else []
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = lines(value._repr_html_())
        found.append({"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data})
    return found + pictures()


def compared(outputs):
    """What has to stay the same: text, and how many pictures there are."""
    return ["".join(one.get("text") or one["data"]["text/plain"]) for one in outputs]


def execute(path, write):
    """Whether the outputs are those in the file, or are written."""
    notebook, here, space, same = json.loads(path.read_text(encoding="utf-8")), os.getcwd(), {"__name__": "__main__"}, True
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
            for count, cell in enumerate(cells, 1):
                found = outputs_of(cell, count, path.name, space)
                if not write and "varies" not in cell["metadata"].get("tags", []) and compared(found) != compared(cell["outputs"]):
                    print(f"{path.name}, cell {count} prints\n{compared(found)}\nand the file has\n{compared(cell['outputs'])}\n"
                          f"Correct the cell, or write the outputs: execute.py --write {path.name}", file=sys.stderr)  # fmt: skip
                    same = False
                cell["outputs"], cell["execution_count"] = found, count
        finally:
            os.chdir(here)
    if write:
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    return same


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--write", action="store_true", help="replace the outputs in the files")
    parser.add_argument("notebooks", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    return 0 if all([execute(path.resolve(), options.write) for path in options.notebooks]) else 1


if __name__ == "__main__":
    sys.exit(main())
