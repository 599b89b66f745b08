"""Maps: the script draws them at any width, with open brackets, without a contour, in one column, and refuses what it cannot."""

import math
import unittest

from figure_support import PAGE, Folder, PaperTest

from pictures import FigureError, phase  # figure_support tells where they are


def one_map(title, rows=6, columns=7, **change):
    """A share that rises along y; the contour bends."""
    x = [0.02 * (k + 1) for k in range(columns)]
    y = [10.0**-k for k in range(rows)]
    contour = [0.002 / one for one in x]
    places = [(a, b) for a in x for b in y]
    return {
        "title": title,
        "places": {"x": [a for a, _ in places], "y": [b for _, b in places],
                   "mean": [1 / (1 + math.exp(-math.log(b * a / 0.002))) for a, b in places]},
        "contour": {"x": x, "y": contour, "low": [None, *(one / 2 for one in contour[1:])],
                    "high": [*(one * 2 for one in contour[1:]), None]},
        "curves": [{"label": "theorem 3: $\\sqrt{\\ln N / N}$", "x": x, "y": [None, *([0.05] * (columns - 1))]}],
        "laws": [{"label": "$1/N$", "x": x, "y": contour, "constant": [0.002, 0.001, 0.004],
                  "exponent": [1.0, None, None]}],
        **change,
    }  # fmt: skip


def picture(panels=3, **change):
    return {
        "title": "Where trees are exact", "metric": "exact", "level": 0.5, "range": [0.0, 1.0], "columns": None, "page": PAGE,
        "x": {"label": "$\\delta$", "scale": "auto", "limits": None}, "y": {"label": "p", "scale": "auto", "limits": None},
        "panels": [one_map(f"4K-AL, N = {k}") for k in range(panels)],
        **change,
    }  # fmt: skip


class Maps(Folder):
    def draws(self, description):
        return self.assert_saves(phase.Drawing(description).draw())

    def test_draws_the_same_bytes_twice(self):
        self.assertEqual(self.draws(picture()), self.draws(picture()))

    def test_draws_what_there_is(self):
        none = {"x": [], "y": [], "low": [], "high": []}
        nowhere = {"x": [], "y": [], "mean": []}
        for panels in ([one_map("no contour", contour=none, laws=[])],
                       [one_map("one row", rows=1, contour=none)],
                       [one_map("one column", columns=1, contour=none, curves=[], laws=[])],
                       [one_map("no rows", places=nowhere, contour=none, curves=[], laws=[]), one_map("rows")]):
            with self.subTest(panels=panels[0]["title"]):
                self.draws(picture(panels=1) | {"panels": panels})
        self.draws(picture(range=[None, None]))
        self.draws(picture(x={"label": "N", "scale": "log", "limits": [0.01, 1]}))

    def test_refuses_what_it_cannot_draw(self):
        zero = one_map("0")
        zero["places"]["y"][0] = 0.0
        empty = one_map("0", places={"x": [], "y": [], "mean": []})
        for words, description in (
            ("p is not above 0 everywhere", picture(y={"label": "p", "scale": "log", "limits": None}) | {"panels": [zero]}),
            ("5 cm are too low for this picture; take --height", picture(6, page={**PAGE, "height": 5})),
            ("no values to draw", picture() | {"panels": [empty]}),
        ):
            with self.assertRaisesRegex(FigureError, words):
                phase.Drawing(description).draw()


class Paper(PaperTest):
    def test_maps(self):
        for panels in (1, 3, 6):
            self.assert_on_paper(lambda page, n=panels: phase.Drawing(picture(n, page=page)).draw())


if __name__ == "__main__":
    unittest.main()
