"""What the program prints and writes, for tests that expect the same of the module."""
import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy as np

PROGRAM = os.environ["TERTIUM_PROGRAM"]


def columns(text):
    """Of a table: a list of texts by name."""
    header, *rows = csv.reader(text.splitlines())
    return {name: [row[k] for row in rows] for k, name in enumerate(header)}


def as_written(value):
    """As the program's tables have it."""
    if value is None or value != value:
        return ""
    if isinstance(value, (bool, np.bool_)):
        return str(int(value))
    return f"{value:.6g}" if isinstance(value, float) else "; ".join(value) if isinstance(value, list) else str(value)


class BesideProgram(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="tertium-python-")
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)

    @classmethod
    def program(cls, *words):
        """What it prints."""
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=cls.folder, capture_output=True, text=True, check=True,
                              env={**os.environ, "OMP_NUM_THREADS": "2"})  # fmt: skip
        return done.stdout

    @classmethod
    def results(cls, *words):
        """The folder of its results, which the next ones replace."""
        cls.program(*words, "-o", "results", "--force")
        return cls.folder / "results"

    def expect_table(self, table, written):
        """A result's table is one of the program's, its text or its file."""
        text = written if isinstance(written, str) else written.read_text(encoding="utf-8")
        self.assertEqual({name: list(map(as_written, values)) for name, values in table.items()}, columns(text))

    def expect_questions(self, questions, printed):
        gains = ["" if np.isnan(gain) else f"{gain:.4f}" for gain in questions.gain]
        self.expect_table({**questions.table, "gain": gains}, printed)

    def expect_told(self, found, told, *names):
        """Attributes of a result are figures of a summary."""
        for name in names:
            self.assertEqual(getattr(found, name), told.get(name), name)

    @staticmethod
    def summary(results):
        return json.loads((results / "summary.json").read_text(encoding="utf-8"))
