"""What the tests of the figure scripts share: folders, running a script, and whether all texts are on the paper."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PICTURES = os.path.join(ROOT, "pictures")
sys.path.insert(0, ROOT)

from pictures import tertium_figures as tf  # noqa: E402

# Two partitions, as the program tells them.
ROWS = {
    "figure": {"curves": ["method"], "panels": []}, "panels": [""], "repetitions": 1,
    "columns": {"method": {"values": ["a", "b"], "number": False, "varies": True, "ordered": False}},
    "rows": {"panels": [[0], [0]], "words": [["a"], ["b"]], "repetition": [0, 0], "labels": [[0, 0, 1], [0, 1, 1]],
             "ari": [None, None]},
}  # fmt: skip
PAGE = {"width": None, "height": None, "font_size": None, "title": True, "svg_text": False}
CENTIMETRES = re.compile(rb'<svg [^>]*width="([0-9.]+)pt"')
WIDTHS = (8.5, 12, 17)
ROWS["page"] = PAGE


class Folder(unittest.TestCase):
    """A test with a temporary folder and helpers to run a script in it."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def path(self, name, text=None):
        path = os.path.join(self.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def run_script(self, script, *arguments, description=None, environment=None):
        command = [sys.executable, "-B", PICTURES, script, *arguments]
        return subprocess.run(command, input=json.dumps(description or {}), capture_output=True, text=True, check=False,
                              cwd=self.folder, env={**os.environ, **(environment or {})})  # fmt: skip

    def assert_draws(self, script, *arguments, description, stem="figure", says=""):
        result = self.run_script(script, *arguments, stem, description=description)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1 if says else 0, result.stderr)
        self.assertIn(says, result.stderr)
        return self.contents(stem)

    def assert_saves(self, figure, stem="figure"):
        tf.save(figure, self.path(stem), tight=False)
        return self.contents(stem)

    def contents(self, stem):
        contents = {}
        for extension, magic in (("pdf", b"%PDF"), ("svg", b"<?xml"), ("png", b"\x89PNG")):
            with open(self.path(f"{stem}.{extension}"), "rb") as file:
                contents[extension] = file.read()
            self.assertTrue(contents[extension].startswith(magic))
        return contents

    def assert_width(self, contents, centimetres):
        points = float(CENTIMETRES.search(contents["svg"])[1])
        self.assertAlmostEqual(points / 72 * 2.54, centimetres, 2)

    def assert_refuses(self, words, script, *arguments, description=None, environment=None):
        result = self.run_script(script, *arguments, "refused", description=description, environment=environment)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertIn(words, result.stderr)
        self.assertTrue(result.stderr.startswith("no picture: "), result.stderr)
        self.assertFalse(os.path.exists(self.path("refused.png")))


def drawn_texts(figure):
    """[(text, box in pixels)] of all that is written in a figure."""
    from matplotlib.text import Text

    drawn = {}  # where each was drawn last: layouts draw more than once
    with unittest.mock.patch.object(Text, "draw", lambda text, renderer: drawn.update({text: text.get_window_extent(renderer)})):
        figure.canvas.draw()
    return [(text.get_text(), box) for text, box in drawn.items() if text.get_visible() and text.get_text().strip()]


def off_paper(figure):
    """Texts that do not lie on the paper, or on each other; a point does not count."""
    texts, point = drawn_texts(figure), figure.dpi / 72
    found = [text for text, box in texts if box.x0 < -point or box.y0 < -point or box.x1 > figure.bbox.width + point
             or box.y1 > figure.bbox.height + point]  # fmt: skip
    small = [(text, box.padded(-min(1.5 * point, 0.2 * box.height))) for text, box in texts]
    return found + [f"{a} / {b}" for k, (a, one) in enumerate(small) for b, other in small[:k] if one.overlaps(other)]


class PaperTest(Folder):
    """Every text is on the paper, at the widths of a column, of one and a half, and of a page."""

    def assert_on_paper(self, make, page=PAGE):
        for width in WIDTHS:
            with self.subTest(width=width), contextlib.redirect_stderr(io.StringIO()):
                figure = make({**page, "width": width})
                self.assertEqual(off_paper(figure), [])
                self.assertAlmostEqual(figure.get_figwidth() * 2.54, width)
