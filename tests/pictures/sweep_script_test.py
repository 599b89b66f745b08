"""Sweeps: the script draws them whatever an axis is, at any width, the same bytes each time, and refuses what it cannot."""

import os
import unittest

from figure_support import PAGE, ROWS, Folder, PaperTest, off_paper

import numpy as np

from pictures import FigureError, sweep  # figure_support tells where they are
from pictures.tertium_figures import DOTS_PER_INCH


def curve(number, places, sd=0.05):
    return {"curve": number, "x": places, "mean": [0.1 * (k + number + 1) for k in range(len(places))],
            "sd": [sd] * len(places), "n": [2] * len(places)}  # fmt: skip


def picture(places=(0.02, 0.1, 0.2), panels=3, methods=("SL", "4-AL", "mine"), **change):
    """A description of a sweep; the first method does not depend on x."""
    level = {"curve": 0, "x": None, "mean": 0.3, "sd": 0.1, "n": 2}
    curves = [level] + [curve(k, list(places)) for k in range(1, len(methods))]
    return {
        "title": "$\\delta$ and cost $", "columns": None, "thin": None, "page": PAGE,
        "x": {"label": "delta", "scale": "auto", "limits": None, "categories": None, "ordered": True,
              "over": None},
        "y": [{"label": "aari", "scale": "auto", "limits": None}],
        "curves": [{"label": name, "method": name, "variant": 0} for name in methods],
        "panels": [{"title": f"p = {k}", "metric": 0, "curves": curves, "thin": []} for k in range(panels)],
        **change,
    }  # fmt: skip


class Paper(PaperTest):
    def test_sweeps(self):
        self.assert_on_paper(lambda page: sweep.Drawing(picture(page=page)).draw())

    def test_a_long_legend_stays_below_the_labels_at_the_resolution_of_the_file(self):
        methods = [f"a method with a long name, its parameter = {k}, noise = independent" for k in range(20)]
        figure = sweep.Drawing(picture(methods=methods)).draw()
        figure.dpi = DOTS_PER_INCH
        self.assertEqual(off_paper(figure), [])


class Sweep(Folder):
    def assert_sweep(self, description, **more):
        return self.assert_saves(sweep.Drawing(description).draw(), **more)

    def test_draws_the_same_bytes_twice(self):
        first, second = (self.assert_sweep(picture(), stem=stem) for stem in ("one", "two"))
        self.assertEqual(first, second)
        self.assert_width(first, 17.0)

    def test_draws_at_the_width_of_a_column_with_letters_as_text(self):
        contents = self.assert_sweep(picture(page={**PAGE, "width": 8.5, "svg_text": True}))
        self.assert_width(contents, 8.5)
        self.assertIn(b">4-AL</text>", contents["svg"])

    def test_panels_stand_below_each_other_where_they_would_be_narrow(self):
        wide, narrow = (sweep.Layout(picture(page={**PAGE, "width": width})) for width in (17, 8.5))
        self.assertEqual([(wide.rows, wide.columns), (narrow.rows, narrow.columns)], [(1, 3), (3, 1)])
        grid = picture(panels=8, columns=4, page={**PAGE, "width": 8.5})
        self.assertEqual([sweep.Layout(grid).place(k) for k in (0, 1, 4)], [(0, 0), (1, 0), (0, 1)])

    def test_draws_whatever_an_axis_is(self):
        x, y = picture()["x"], picture()["y"][0]
        cases = {
            "one place": picture([0.1], 1),
            "only levels": picture([], 1, methods=("SL",)),
            "logarithmic": picture([1e-6, 0.01, 1], y=[{**y, "scale": "log"}]),
            "texts": picture([0, 1], 1, x={**x, "ordered": False, "categories": ["n*ln(n)^2", "$ and a very long name indeed"]}),
            "limits": picture(x={**x, "limits": [0, 1]}, y=[{**y, "limits": [0, 2]}]),
            "over": picture(x={**x, "over": {"label": r"$\delta/\sigma$", "divisor": 0.1}}),
            "thin": picture(1 * (0.1, 0.2), 1, thin="aari"),
        }
        cases["thin"]["panels"][0]["thin"] = [curve(1, [0.1, 0.2])]
        for name, description in cases.items():
            with self.subTest(name):
                sweep.Drawing(description).draw()  # not saved: every other test saves

    def test_the_axis_is_broken_where_one_method_squeezes_the_others(self):
        ranges = [(0.0, 1.0), (0.5, 1.2), (9.0, 10.0)]
        self.assertEqual(sweep.far_apart(ranges), (1.2, 9.0, True))
        self.assertEqual(sweep.far_apart([(10 - high, 10 - low) for low, high in ranges]), (1.0, 8.8, False))
        for together in ([(0.0, 1.0), (9.0, 10.0)], [(0.0, 4.0), (0.5, 4.2), (9.0, 10.0)], [(0.0, 1.0), (0.5, 9.0), (9.0, 10.0)], []):
            self.assertIsNone(sweep.far_apart(together))
        axis = sweep.BrokenAxis(0.0, 10.0, 1.2, 9.0, True)
        places = axis.place(np.array([-1.0, 0.0, 0.6, 1.2, 9.0, 10.0, 11.0]))
        self.assertTrue((np.diff(places) > 0).all())
        self.assertGreater(places[3] - places[1], 0.45)
        self.assertTrue(np.allclose(axis.line(places, axis.places, axis.values), [-1.0, 0.0, 0.6, 1.2, 9.0, 10.0, 11.0]))
        description = picture(panels=1)
        for number, low in enumerate((0.1, 0.11, 5.0)):
            description["panels"][0]["curves"][number] = {"curve": number, "x": [0.1, 0.2], "mean": [low, low + 0.01], "sd": [0.01] * 2}
        self.assertEqual(sweep.Drawing(description).draw().axes[0].get_yscale(), "function")
        self.assertEqual(off_paper(sweep.Drawing(description).draw()), [])

    def test_bars_are_never_cut(self):
        for scale in ("linear", "log"):
            description = picture(panels=1, y=[{"label": "aari", "scale": scale, "limits": None}])
            drawing = sweep.Drawing(description)
            low, high = drawing.draw().axes[0].get_ylim()
            ends = sweep.reach(description["panels"][0]["curves"])
            self.assertGreater(high, ends[1])
            self.assertLess(low, max(ends[0], 0.1))

    def test_curves_of_one_method_differ(self):
        curves = [{"label": str(k), "method": m, "variant": k} for m in ("SL", "4-AL") for k in range(3)]
        for these in (curves, curves[:3]):
            self.assertEqual(len(set(sweep.styles_of(these))), len(these))

    def test_any_name_is_a_name(self):
        for stem in ("--title=x", "a b.ä"):
            self.assert_draws("agreement", description=ROWS, stem=stem)

    def test_refuses_what_it_cannot_draw(self):
        y = picture()["y"][0]
        cases = {
            "is not above 0 everywhere": picture([-1, 0], methods=("SL", "CL"), y=[{**y, "scale": "log"}]),
            "no values": picture(panels=1),
            "too low": picture(page={**PAGE, "height": 3}),
        }
        cases["no values"]["panels"][0]["curves"] = []
        cases["is not above 0 everywhere"]["panels"][0]["curves"][0]["mean"] = -1
        for words, description in cases.items():
            with self.assertRaisesRegex(FigureError, words):
                sweep.Drawing(description).draw()
        self.assert_refuses("defect in ", "sweep", description={"page": PAGE})
        self.path("file", "in the way")
        result = self.run_script("agreement", "file/figure", description=ROWS)
        self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1))
        self.assertIn("cannot be written", result.stderr)

    def test_missing_packages_are_one_line(self):
        for name in ("numpy", "matplotlib"):
            os.makedirs(self.path(f"broken/{name}"))
            self.path(f"broken/{name}/__init__.py", "raise ImportError('none here')\n")
            self.assert_refuses(f"python3-{name}", "agreement", description=ROWS,
                                environment={"PYTHONPATH": self.path("broken")})  # fmt: skip
            os.remove(self.path(f"broken/{name}/__init__.py"))
            os.rmdir(self.path(f"broken/{name}"))


if __name__ == "__main__":
    unittest.main()
