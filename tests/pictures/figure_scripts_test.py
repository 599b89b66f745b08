"""Runs the figure scripts on small made-up inputs: the three files appear, problems are one line and exit code 1. Sweeps,
dendrograms and maps have files of their own."""

import base64
import contextlib
import errno
import html
import io
import os
import re
import sys
import unittest
import unittest.mock

from figure_support import PAGE, ROOT, ROWS, WIDTHS, Folder, PaperTest

DOCS = os.path.join(ROOT, "docs")
sys.path.insert(0, os.path.join(DOCS, "pictures"))

import concepts  # noqa: E402
import draw  # noqa: E402
import numpy as np  # noqa: E402

from pictures import agreement, co_clustering, dendrogram, groups, maps, places, support, tanglegram  # noqa: E402
from pictures import classes as top_of_trees  # noqa: E402
from pictures import tertium_figures as tf  # noqa: E402

AGAIN = "draw it again: /usr/bin/python3 docs/pictures/draw.py, or concepts.py for concept_*.svg"


def tangled(names, **more):
    """A pair of trees: a chain of all leaves, and pairs of neighbours below one root."""
    count = len(names)
    chain = {"name": "a $b/tree.nwk", "order": list(range(count)), "parent": [-1], "object": [-1], "shared": [True],
             "support": [None]}  # fmt: skip
    for leaf in range(count):
        inner = len(chain["parent"]) - 1 if leaf < 2 else chain["parent"][-1]
        chain["parent"].append(max(0, inner) if leaf else 0)
        chain["object"].append(leaf)
        chain["shared"].append(True)
        chain["support"].append(None)
    pairs = {"name": "other", "order": list(reversed(range(count))), "parent": [-1], "object": [-1], "shared": [True]}
    for leaf in range(0, count - 1, 2):
        node = len(pairs["parent"])
        pairs["parent"] += [0, node, node]
        pairs["object"] += [-1, leaf, leaf + 1]
        pairs["shared"] += [False, True, True]
    return {"page": PAGE, "leaves": count, "distance": 0.25, "crossings": 3, "named": count <= 120, "classes": False,
            "names": names, "counts": [1] * count, "groups": ["1"] + [""] * (count - 1), "trees": [chain, pairs], **more}  # fmt: skip


LONG = [f"A photograph of animal No. {k} (Löwe)" for k in range(12)]

class Paper(PaperTest):
    def chain(self, count):
        """A chain, the worst that can be: the numbers of branches are close to each other."""
        rows = [[0 if k == 1 else count + k - 2, k] for k in range(1, count)]
        return dendrogram.Tree(np.array(rows), np.arange(1.0, count))

    def test_dendrograms(self):
        for orientation in ("left", "top"):
            for heights in ("rank", "similarity"):
                page = {**PAGE, "orientation": orientation, "heights": heights}
                self.assert_on_paper(lambda page: dendrogram.Drawing(self.chain(12), LONG, ["0", "1"] * 6, {
                    "title": "A title that is rather long: 4-AL+search+lengths, k = 2", "page": page,
                    "support": [0.1 * (k % 11) for k in range(11)], "similarities": [1 - 0.05 * k for k in range(11)],
                }).draw(), page)  # fmt: skip

    def test_trees_face_to_face(self):
        for classes in (False, True):
            self.assert_on_paper(lambda page: tanglegram.Drawing(tangled(
                LONG, page=page, classes=classes, groups=["mammals of the savanna", "birds that do not fly", "fish"] * 4
            )).draw())  # fmt: skip

    def test_co_clustering(self):
        for count in (12, 100):
            shares, names = np.eye(count), (LONG * 9)[:count]
            self.assert_on_paper(lambda page: co_clustering.draw(
                shares, names, ["0"] * 5 + ["1"] * (count - 5), {"title": "A title", "page": page, "order": list(range(count))}
            ))  # fmt: skip

    def test_co_clustering_cuts_no_name_that_has_space(self):
        for width in WIDTHS:
            told, picture = io.StringIO(), {"title": "", "page": {**PAGE, "width": width}, "order": [0, 1, 2, 3]}
            with contextlib.redirect_stderr(told):
                co_clustering.draw(np.eye(4), ["owl", "mixer", "cat", "toaster"], list("0101"), picture)
            self.assertEqual(told.getvalue(), "")

    def test_places(self):
        classes = ["mammals of the savanna", "birds that do not fly", "fish", ""] * 3
        plane = [[k, k * k % 5] for k in range(12)]
        known = {"title": "t-STE", "names": LONG, "plane": plane, "dimensions": 3, "shown": 0.8}
        for more in ({"classes": classes, "called": "known classes"}, {"values": [*range(11), None], "called": "a $b"},
                     {"covariances": [[0.1, 0.05, 0.2]] * 12, "samples": 200}):  # fmt: skip
            self.assert_on_paper(lambda page: places.draw({**known, **more, "page": page}))

    def test_places_with_pictures(self):
        stream = io.BytesIO()
        tf.pyplot(9, False).imsave(stream, np.zeros((40, 30, 3)), format="png")
        image = "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode()
        images = [image] * 10 + ["", "data:image/svg+xml;base64,eA=="]
        known = {"title": "t-STE", "names": LONG, "plane": [[k, k * k % 5] for k in range(12)], "dimensions": 2, "shown": 1.0}
        figure = places.draw({**known, "images": images, "page": PAGE})
        drawn = [child for child in figure.axes[0].get_children() if type(child).__name__ == "AnnotationBbox"]
        self.assertEqual(len(drawn), 10)
        named = {text.get_text() for text in figure.axes[0].texts}
        self.assertLessEqual(named, {LONG[10], LONG[11]})

    def test_ellipses_hold_95_percent(self):
        drawn = np.random.default_rng(1).multivariate_normal([0, 0], [[4.0, 1.5], [1.5, 1.0]], 20000)
        axes = tf.pyplot(9, False).figure().add_axes((0, 0, 1, 1))
        places.draw_ellipses(axes, np.zeros((1, 2)), [[4.0, 1.5, 1.0]], [(0, 0, 0, 1)])
        ellipse = axes.collections[0]
        long, short, angle = (float(getattr(ellipse, name)[0]) for name in ("_widths", "_heights", "_angles"))
        along = drawn @ np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        inside = ((along / (long, short)) ** 2).sum(axis=1) <= 1.0
        self.assertAlmostEqual(inside.mean(), 0.95, delta=0.01)

    def test_maps(self):
        panels = [{"label": f"patients of the clinic {k}", "plane": [[j, j * k % 5] for j in range(12)], "distance": 0.25}
                  for k in range(3)]  # fmt: skip
        self.assert_on_paper(lambda page: maps.draw({"panels": panels, "names": LONG, "dimensions": 3, "page": page}))

    def test_groups(self):
        panel = {"label": "answers predicted by one's own group less by the others (points)", "observed": 0.4,
                 "permuted": [0.1, 0.12, 0.2, 0.11] * 30, "p": 0.0083}  # fmt: skip
        self.assert_on_paper(lambda page: groups.draw({"panels": [panel] * 2, "page": page}))

    def test_support(self):
        classes = [{"from": 0, "branches": 10, "right": 2, "wrong": 8}, {"from": 50, "branches": 1000, "right": 990, "wrong": 2}]
        panel = {"title": "sigma = 0.1", "curves": [{"label": "4-AL", "method": "4-AL", "variant": 0, "classes": classes}]}
        self.assert_on_paper(lambda page: support.draw({"title": "Support", "panels": [panel] * 3, "page": page}))

    def test_classes(self):
        points = {"x": [0.0, 1.0, 5.0, 6.0], "y": [0.0, 1.0, 1.0, 0.0], "label": [0, 0, 1, 9]}
        tree = {"label": "Linkage++", "merges": [[1, 2], [0, 3]], "clusters": [[2, 0], [0, 1], [0, 1]]}
        panel = {"title": "n = 4", "points": points, "trees": [tree] * 6}
        self.assert_on_paper(lambda page: top_of_trees.draw({"title": "Classes", "panels": [panel], "page": page}))


class Agreement(Folder):
    """Pictures of clusterings: tables of how partitions agree, and what trees do with classes."""

    def test_draws_tables_with_holes(self):
        panel = {"title": "zoo", "labels": ["AddS-3+SPUR", "a $b", "true classes"],
                 "values": [[1.0, 0.5, -0.031], [0.5, 1.0, None], [-0.031, None, 1.0]]}  # fmt: skip
        for panels in ([panel], [panel] * 3):
            self.assert_saves(agreement.draw({"title": "$x$", "panels": panels, "page": PAGE}))
        nothing = {"title": "", "labels": [], "values": []}
        with self.assertRaisesRegex(tf.FigureError, "no partitions"):
            agreement.draw({"title": "", "panels": [nothing], "page": PAGE})

    def test_draws_classes_and_the_tops_of_trees(self):
        points = {"x": [0.0, 1.0, 5.0, 6.0], "y": [0.0, 1.0, 1.0, 0.0], "label": [0, 0, 1, 9]}
        trees = [{"label": "Linkage++", "merges": [[1, 2], [0, 3]], "clusters": [[2, 0], [0, 1], [0, 1]]},
                 {"label": "a $b", "merges": [], "clusters": [[2, 2]]}]  # fmt: skip
        for count in (1, 6):
            panels = [{"title": "n = 4", "points": points, "trees": (trees * 3)[:count]}] * min(2, count)
            self.assert_saves(top_of_trees.draw({"title": "$x$", "panels": panels, "page": PAGE}))

    def test_draws_every_tree_by_itself(self):
        objects = {"0": {"names": ["cat", "lion", "ant", "$5"], "classes": ["cats", "cats", "other", "other"]},
                   "1": {"names": ["cat"], "classes": []}}  # fmt: skip
        rows = {"panels": [[0], [0]], "words": [["4K-AL, d = 2"], ["one"]], "cell": ["0", "1"],
                "tree": [{"leaf": [0, 1, 2, 3], "merges": [[0, 1], [2, 3], [4, 5]]}, {"leaf": [0], "merges": []}]}  # fmt: skip
        result = self.run_script("trees", "figure", description={**ROWS, "objects": objects, "rows": rows})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for name in ("figure-4K-AL_d_2", "figure-one"):
            for extension in ("pdf", "svg", "png"):
                self.assertTrue(os.path.isfile(self.path(f"{name}.{extension}")), name)

    def test_sets_expressions_as_formulas(self):
        self.assertEqual(tf.expression("n*ln(n)^2.5"), r"$n\,(\ln\,n)^{2.5}$")
        self.assertEqual(tf.expression("n^2"), "$n^{2}$")
        self.assertEqual(tf.expression("2^{"), "2^{")
        self.assertEqual(tf.length(tf.expression("n*ln(n)^2.5")), 9)


class TwoTrees(Folder):
    """Trees face to face, and whether the support of branches is calibrated."""

    def draw(self, file, description):
        result = self.run_script("tanglegram", file, description=description)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.path(file), "rb") as drawn:
            return drawn.read()

    def test_draws_trees_face_to_face(self):
        names = ["cat", "ant, red", "cost $5", "a name that is much too long for the picture " * 3]
        picture = self.draw("both.svg", tangled(names))
        self.assertEqual(picture, self.draw("both.svg", tangled(names)))
        classes = tangled(["cat"] * 200, classes=True, groups=["x $y", "z"] * 100, leaves=900)
        self.assertTrue(self.draw("both.pdf", classes).startswith(b"%PDF"))
        narrow = self.run_script("tanglegram", "n.pdf", description=tangled(names, page={**PAGE, "width": 3.0}))
        self.assertEqual((narrow.returncode, narrow.stderr.count("\n")), (1, 1))
        self.assertIn("no space for the trees", narrow.stderr)

    def test_draws_what_shuffled_groups_have(self):
        spread = {"label": "triples (%)", "observed": 0.4, "permuted": [0.1, 0.12, 0.2, 0.11] * 30, "p": 0.0083}
        same = {"label": "points $", "observed": -0.02, "permuted": [-0.02] * 20, "p": 1.0}
        for width in (None, 8.5):
            self.assert_draws("groups", description={"panels": [spread, same], "page": {**PAGE, "width": width}})

    def test_draws_support(self):
        classes = [{"from": 0, "branches": 10, "right": 2, "wrong": 8}, {"from": 50, "branches": 3, "right": 0, "wrong": 0},
                   {"from": 95, "branches": 1000, "right": 990, "wrong": 2}]  # fmt: skip
        curves = [{"label": "4-AL", "method": "4-AL", "variant": 0, "classes": classes},
                  {"label": "a $b", "method": "", "variant": 0, "classes": classes[:1]}]  # fmt: skip
        panel = {"title": "sigma = 0.1", "curves": curves}
        self.assert_saves(support.draw({"title": "$x$", "panels": [panel] * 2, "page": PAGE}))


class Pictures(Folder):
    def test_the_kept_pictures_are_those_that_are_drawn(self):
        for draw_one in (draw.house, draw.data_way, *concepts.DRAWINGS):
            draw_one().save(self.path("drawn.svg"))
            with open(self.path("drawn.svg"), encoding="utf-8") as drawn:
                with open(os.path.join(DOCS, "pictures", f"{draw_one.__name__}.svg"), encoding="utf-8") as kept:
                    self.assertEqual(drawn.read(), kept.read(), AGAIN)

    def test_the_kept_picture_of_includes_is_true(self):
        names, inside, between = draw.drawn_edges()
        with open(os.path.join(DOCS, "pictures", "includes.svg"), encoding="utf-8") as file:
            picture = html.unescape(file.read())
        self.assertEqual(set(re.findall(r'id="([a-z0-9_/]+)>([a-z0-9_/]+)"', picture)), inside | between, AGAIN)
        rooms = {name.split("/")[0] + "/" for name in names}
        self.assertEqual(set(re.findall(r">([a-z0-9_/]+)</text>", picture)),
                         {name.split("/", 1)[1] for name in names} | rooms, AGAIN)  # fmt: skip

    def test_includes_that_follow_from_others_are_left_out(self):
        sources = {
            "core/low/a.hpp": "",
            "core/middle/b.hpp": '#include "core/low/a.hpp"',
            "core/high/c.cpp": '#include "core/low/a.hpp"\n#include "core/middle/b.hpp"\n#include <vector>',
            "kernels/bits/d.cpp": '#include "core/high/e.hpp"\n// #include "core/low/a.hpp"',
        }
        for name, text in sources.items():
            os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
            self.path(name, text)
        names, inside, between = draw.drawn_edges(self.folder)
        self.assertEqual(names, {"core/low", "core/middle", "core/high", "kernels/bits"})
        self.assertEqual(inside, {("core/middle", "core/low"), ("core/high", "core/middle")})
        self.assertEqual(between, {("kernels", "core")})

    def test_every_picture_of_a_page_exists(self):
        for page in ("concepts.md", "design.md", "performance.md"):
            with open(os.path.join(DOCS, page), encoding="utf-8") as file:
                shown = re.findall(r"!\[[^]]*\]\(([^)]*)\)", file.read())
            self.assertTrue(shown, page)
            for name in shown:
                self.assertTrue(os.path.exists(os.path.join(DOCS, name)), f"{page} shows {name}")


class Files(Folder):
    """Pictures are whole or not there, and nothing else is left."""

    def test_a_full_disk_leaves_what_was_there_and_names_the_file(self):
        picture = self.path("figure.svg", "before")

        def write(file):
            file.write(b"half")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        with self.assertRaisesRegex(tf.FigureError, "figure.svg cannot be written .No space left on device."):
            tf.replace_file(picture, write)
        with open(picture, encoding="utf-8") as file:
            self.assertEqual(file.read(), "before")
        self.assertEqual(os.listdir(self.folder), ["figure.svg"])

    def test_leftovers_have_the_name_that_the_program_looks_for(self):
        name = r"\.tmp-tertium-.+-[0-9a-f]{8}-[0-9]+-[0-9a-f]{16}"
        self.assertRegex(os.path.basename(tf.temporary_name(self.folder)), f"^{name}$")

    def test_a_pipe_is_not_waited_for(self):
        os.mkfifo(self.path("refused.svg"))
        self.assert_refuses("refused.svg is not a file", "agreement", description=ROWS)
        self.assertEqual(sorted(os.listdir(self.folder)), ["refused.pdf", "refused.svg"])

    def test_the_date_of_a_build_is_not_looked_at(self):
        drawn = [self.assert_draws("agreement", description=ROWS)]
        with unittest.mock.patch.dict(os.environ, SOURCE_DATE_EPOCH="yesterday"):
            drawn.append(self.assert_draws("agreement", description=ROWS))
        self.assertEqual(*drawn)


class Styles(unittest.TestCase):
    def test_styles_differ(self):
        for styles in (list(tf.STYLES.values()), list(tf.SPARE_STYLES)):
            self.assertEqual(len({style.color for style in styles}), len(styles))
        self.assertEqual(len({style.marker for style in tf.STYLES.values()}), len(tf.STYLES))

    def test_a_dollar_sign_alone_is_no_formula(self):
        self.assertEqual(tf.formula("cost $5"), r"cost \$5")
        self.assertEqual(tf.formula(r"$\delta$"), r"$\delta$")
        self.assertEqual(tf.formula(r"$\nonsense$"), r"\$\nonsense\$")


if __name__ == "__main__":
    unittest.main()
