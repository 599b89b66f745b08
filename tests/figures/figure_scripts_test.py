"""Runs every figure script on small made-up inputs: the three files appear, problems are one line and exit code 1."""

import contextlib
import html
import io
import os
import re
import sys
import unittest

from figure_support import PAGE, ROOT, WIDTHS, Folder, PaperTest, off_paper

DOCS = os.path.join(ROOT, "docs")
sys.path.insert(0, os.path.join(DOCS, "pictures"))

import classes as top_of_trees  # noqa: E402
import co_clustering  # noqa: E402
import dendrogram  # noqa: E402
import draw  # noqa: E402
import figure_fonts  # noqa: E402
import groups  # noqa: E402
import numpy as np  # noqa: E402
import places  # noqa: E402
import support  # noqa: E402
import sweep  # noqa: E402
import tanglegram  # noqa: E402
import tertium_figures as tf  # noqa: E402

Z_OF_FOUR = "left,right,height,size\n0,1,1,2\n2,3,2,2\n4,5,3,4\n"
LABELS_OF_FOUR = "object,name,cluster\n0,cat,0\n1,lion,0\n2,\"ant, red\",1\n3,cost $5,1\n"
AGAIN = "draw it again: /usr/bin/python3 docs/pictures/draw.py"


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
        classes = ["mammals of the savanna", "birds that do not fly", "fish", "insects"] * 3
        points = np.array([[k, k * k % 5, k % 3] for k in range(12)], dtype=float)
        self.assert_on_paper(lambda page: places.draw(LONG, points, {"title": "t-STE", "page": page, "classes": classes}))

    def test_groups(self):
        panel = {"label": "answers foretold by one's own group less by the others (points)", "observed": 0.4,
                 "shuffled": [0.1, 0.12, 0.2, 0.11] * 30, "p": 0.0083}  # fmt: skip
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

    def test_sweeps(self):
        self.assert_on_paper(lambda page: sweep.Drawing(picture(page=page)).draw())


class Agreement(Folder):
    """Pictures of clusterings: tables of how partitions agree, and what trees do with classes."""

    def test_draws_tables_with_holes(self):
        panel = {"title": "zoo", "labels": ["AddS-3+SPUR", "a $b", "true classes"],
                 "values": [[1.0, 0.5, -0.031], [0.5, 1.0, None], [-0.031, None, 1.0]]}  # fmt: skip
        for panels in ([panel], [panel] * 3):
            self.assert_draws("agreement.py", description={"title": "$x$", "panels": panels, "page": PAGE})
        nothing = {"title": "", "labels": [], "values": []}
        self.assert_refuses("no partitions", "agreement.py",
                            description={"title": "", "panels": [nothing], "page": PAGE})  # fmt: skip

    def test_draws_classes_and_the_tops_of_trees(self):
        points = {"x": [0.0, 1.0, 5.0, 6.0], "y": [0.0, 1.0, 1.0, 0.0], "label": [0, 0, 1, 9]}
        trees = [{"label": "Linkage++", "merges": [[1, 2], [0, 3]], "clusters": [[2, 0], [0, 1], [0, 1]]},
                 {"label": "a $b", "merges": [], "clusters": [[2, 2]]}]  # fmt: skip
        for count in (1, 6):
            panels = [{"title": "n = 4", "points": points, "trees": (trees * 3)[:count]}] * min(2, count)
            self.assert_draws("classes.py", description={"title": "$x$", "panels": panels, "page": PAGE})

    def test_draws_every_tree_by_itself(self):
        tree = {"label": "4K-AL, d = 2", "children": [[0, 1], [2, 3], [4, 5]], "names": ["cat", "lion", "ant", "$5"],
                "classes": ["cats", "cats", "other things", "other things"]}  # fmt: skip
        alone = {"label": "one", "children": [], "names": ["cat"], "classes": []}
        description = {"title": "Cars", "trees": [tree, alone], "page": PAGE}
        self.assertEqual(self.run_script("trees.py", "figure", description=description).returncode, 0)
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
        result = self.run_script("tanglegram.py", file, description=description)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.path(file), "rb") as drawn:
            return drawn.read()

    def test_draws_trees_face_to_face(self):
        names = ["cat", "ant, red", "cost $5", "a name that is much too long for the picture " * 3]
        picture = self.draw("both.svg", tangled(names))
        self.assertEqual(picture, self.draw("both.svg", tangled(names)))
        classes = tangled(["cat"] * 200, classes=True, groups=["x $y", "z"] * 100, leaves=900)
        self.assertTrue(self.draw("both.pdf", classes).startswith(b"%PDF"))
        narrow = self.run_script("tanglegram.py", "n.pdf", description=tangled(names, page={**PAGE, "width": 3.0}))
        self.assertEqual((narrow.returncode, narrow.stderr.count("\n")), (1, 1))
        self.assertIn("no space for the trees", narrow.stderr)

    def test_draws_what_shuffled_groups_have(self):
        spread = {"label": "triples (%)", "observed": 0.4, "shuffled": [0.1, 0.12, 0.2, 0.11] * 30, "p": 0.0083}
        same = {"label": "points $", "observed": -0.02, "shuffled": [-0.02] * 20, "p": 1.0}
        for width in (None, 8.5):
            self.assert_draws("groups.py", description={"panels": [spread, same], "page": {**PAGE, "width": width}})

    def test_draws_support(self):
        classes = [{"from": 0, "branches": 10, "right": 2, "wrong": 8}, {"from": 50, "branches": 3, "right": 0, "wrong": 0},
                   {"from": 95, "branches": 1000, "right": 990, "wrong": 2}]  # fmt: skip
        curves = [{"label": "4-AL", "method": "4-AL", "variant": 0, "classes": classes},
                  {"label": "a $b", "method": "", "variant": 0, "classes": classes[:1]}]  # fmt: skip
        panel = {"title": "sigma = 0.1", "curves": curves}
        self.assert_draws("support.py", description={"title": "$x$", "panels": [panel] * 2, "page": PAGE})


class Sweep(Folder):
    def assert_sweep(self, description, **more):
        return self.assert_draws("sweep.py", description=description, **more)

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
            self.assert_sweep(picture(title="-x", panels=1), stem=stem)

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
            with self.subTest(words):
                self.assert_refuses(words, "sweep.py", description=description)
        self.assert_refuses("defect in ", "sweep.py", description={"page": PAGE})
        self.path("file", "in the way")
        result = self.run_script("sweep.py", "file/figure", description=picture(panels=1))
        self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1))
        self.assertIn("cannot be written", result.stderr)

    def test_missing_packages_are_one_line(self):
        for name in ("numpy", "matplotlib"):
            os.makedirs(self.path(f"broken/{name}"))
            self.path(f"broken/{name}/__init__.py", "raise ImportError('none here')\n")
            self.assert_refuses(f"python3-{name}", "sweep.py", description=picture(),
                                environment={"PYTHONPATH": self.path("broken")})  # fmt: skip
            os.remove(self.path(f"broken/{name}/__init__.py"))
            os.rmdir(self.path(f"broken/{name}"))


class Dendrogram(Folder):
    def assert_tree(self, tree, labels, says="", stem="tree", title="a tree", **page):
        page = {**PAGE, "orientation": "left", "heights": "rank", **page}
        description = {"title": title, "page": page, "similarities": [0.9, None, 0.2]}
        return self.assert_draws("dendrogram.py", tree, labels, description=description, says=says, stem=stem)

    def test_draws(self):
        tree, labels = self.path("-Z.csv", Z_OF_FOUR), self.path("-labels.csv", LABELS_OF_FOUR)
        contents = self.assert_tree("-Z.csv", "-labels.csv", stem="-c", title="-c: 4-AL, 93 % satisfied")
        self.assert_width(contents, 17.0)
        for page in ({"orientation": "top"}, {"heights": "similarity"}, {"title": False, "height": 6}):
            self.assert_width(self.assert_tree(tree, labels, width=8.5, **page), 8.5)

    def test_writes_the_support_of_every_branch_but_the_root(self):
        import tree_tables

        page = {**PAGE, "orientation": "left", "heights": "rank", "svg_text": True}
        tree, labels = self.path("Z.csv", Z_OF_FOUR), self.path("labels.csv", LABELS_OF_FOUR)
        for orientation in ("left", "top"):
            description = {"title": "", "page": {**page, "orientation": orientation}, "support": [0.97, 0.4, 1.0]}
            svg = self.assert_draws("dendrogram.py", tree, labels, description=description)["svg"]
            for number, drawn in ((b">97</text>", True), (b">40</text>", True), (b">100</text>", False)):
                self.assertEqual(number in svg, drawn, number)
        merges = tree_tables.read_tree(tree)
        small = {"title": "", "page": {**page, "font_size": 4}, "support": [1, 1, 1]}
        drawing = dendrogram.Drawing(merges, list("abcd"), list("0011"), small)
        self.assertFalse([text for axes in drawing.draw().axes for text in axes.texts if text.get_text() == "100"])

    def test_leaves_end_where_their_branches_do(self):
        tree = dendrogram.Tree(np.array([[0, 1], [2, 3]]), np.array([1.0, 2.0]))
        ends = dendrogram.leaf_heights(tree, [1.0, 0.25, 0.5, 1.0, 0.0])
        self.assertEqual(ends, {0: 0.0, 1: 0.75, 2: 1.5})
        segments, _, _ = dendrogram.branches(tree, [2, 0, 1], [], {}, 0.0, dict(ends))
        self.assertEqual(segments[0], [(0.0, 1), (1.0, 1), (1.0, 2), (0.75, 2)])
        self.assertEqual(segments[1], [(1.5, 0), (2.0, 0), (2.0, 1.5), (1.0, 1.5)])
        with self.assertRaises(tf.FigureError):
            dendrogram.leaf_heights(tree, [1.0])

    def test_a_merge_stands_no_lower_than_its_parts(self):
        import tree_tables

        tree = tree_tables.read_tree(self.path("Z.csv", Z_OF_FOUR))
        found = dendrogram.similarity_heights(tree, [0.5, None, 0.75])
        self.assertEqual(found.heights.tolist(), [0.5, 0.0, 0.5])

    def test_draws_names_without_clusters(self):
        tree, labels = self.path("Z.csv", Z_OF_FOUR), self.path("labels.csv", "name\nä\nb_{\nc^\n$d$\n")
        self.assert_tree(tree, labels)

    def test_letters_without_a_font_are_told_in_one_line(self):
        if "\u6f22" in "".join(map(chr, set().union(*self.installed()))):
            self.skipTest("a font for Chinese is installed")
        tree, labels = self.path("Z.csv", Z_OF_FOUR), self.path("labels.csv", "name\n漢字\nb\n漢\nd\n")
        self.assert_tree(tree, labels, says="no installed font has 字 漢 (boxes in the picture), install fonts-noto-cjk")

    def installed(self):
        from matplotlib import font_manager

        return figure_fonts.installed_fonts(font_manager).values()

    def test_installed_fonts_stand_in(self):
        from matplotlib import font_manager

        letter = next(iter(set().union(*self.installed())))
        families, left = figure_fonts.fonts_with({letter, 0x10FFFD})
        self.assertIn(letter, figure_fonts.installed_fonts(font_manager)[families[0]])
        self.assertEqual(left, {0x10FFFD})

    def test_names_that_are_cut_stay_different(self):
        import figure_texts

        figure = tf.pyplot().figure()
        for names, cut in ((["abc" * 9 + str(k) for k in range(3)], 3), (["one" * 9, "other" * 5, "b"], 2)):
            texts = [figure.text(0, 0, name) for name in names]
            self.assertEqual(figure_texts.cut_names(texts, 2.0), cut)
            self.assertEqual(len({text.get_text() for text in texts}), 3)
            self.assertLessEqual(max(figure_texts.extent(text)[0] for text in texts), 2.0)

    def test_numbers_cover_no_line(self):
        import figure_texts

        axes = tf.pyplot().figure().add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, 1), ylim=(0, 1))
        write = lambda lines, *more: figure_texts.write_numbers(  # noqa: E731
            axes, [("50", (0.5, 0.5), "black"), *more], lines, 6.0, 3.0, figure_texts.ROOT_LEFT, (0, 0, 1000, 1000))  # fmt: skip
        self.assertEqual(write([]), [])
        self.assertEqual((axes.texts[0].xyann[0] < 0, axes.texts[0].xyann[1] > 0), (True, True))
        self.assertEqual(write([[(0.4, 0.51), (0.5, 0.51)]]), [])
        self.assertLess(axes.texts[1].xyann[1], 0)
        self.assertEqual(len(write([[(0.0, y), (1.0, y)] for y in np.arange(0.45, 0.55, 0.005)])), 1)

    def test_a_name_is_never_cut_silently(self):
        tree = self.path("Z.csv", Z_OF_FOUR)
        labels = self.path("labels.csv", "name\n" + "m" * 100 + "\nb\nc\nd\n")
        self.assert_tree(tree, labels, says="1 name is too long for the picture", width=8.5)

    def test_draws_one_object(self):
        tree = self.path("Z.csv", "left,right,height,size\n")
        self.assert_tree(tree, self.path("labels.csv", "name,cluster\nalone,0\n"))

    def test_draws_a_long_chain_without_names(self):
        count = 1500
        rows = [f"{0 if r == 0 else count + r - 1},{r + 1},{r + 1},{r + 2}" for r in range(count - 1)]
        tree = self.path("Z.csv", "left,right,height,size\n" + "\n".join(rows) + "\n")
        labels = self.path("labels.csv", "name,cluster\n" + "".join(f"o{i},{i * 12 // count}\n" for i in range(count)))
        self.assert_tree(tree, labels, says="the names of 1500 objects are left out")

    def test_a_tree_too_large_to_see_is_drawn_as_parts(self):
        objects = 100_000
        rows = [f"{min(k, objects + k - 2) if k > 1 else 0},{max(k, objects + k - 2) if k > 1 else 1},{k},{k + 1}"
                for k in range(1, objects)]  # fmt: skip
        chain = self.path("Z.csv", "left,right,height,size\n" + "\n".join(rows) + "\n")
        labels = [f"o{i},{min(i // 99_000, 1)}" for i in range(objects)]
        labels = self.path("labels.csv", "name,cluster\n" + "\n".join(labels) + "\n")
        self.assert_tree(chain, labels, says="100000 objects are too many to draw one by one")

    def test_a_summary_has_the_last_merges(self):
        import tree_tables

        tree = tree_tables.Tree(tree_tables.np.array([[2, 4], [0, 5], [1, 3], [6, 7]]), tree_tables.np.arange(1.0, 5.0))
        found, names, clusters = tree_tables.summary(tree, list("abcde"), list("11212"), 3)
        self.assertEqual(names, ["(3 objects)", "b", "d"])
        self.assertEqual(clusters, [tree_tables.MIXED, "1", "1"])
        self.assertEqual(found.children.tolist(), [[1, 2], [0, 3]])
        self.assertEqual(found.heights.tolist(), [3.0, 4.0])

    def test_refuses_wrong_trees_and_labels(self):
        trees = {
            "no column 'height'": "left,right\n0,1\n",
            "was merged before": "left,right,height,size\n0,1,1,2\n1,4,2,3\n2,3,3,2\n",
            "does not exist yet": "left,right,height,size\n0,9,1,2\n2,3,2,2\n4,5,3,4\n",
            "not a number": Z_OF_FOUR.replace("2,3,2", "2,x,2"),
            "not finite": Z_OF_FOUR.replace("2,3,2", "2,3,inf"),
            "has 3 fields": Z_OF_FOUR.replace("2,3,2,2", "2,3,2"),
            "is empty": "",
        }
        for words, text in trees.items():
            with self.subTest(words):
                labels = self.path("labels.csv", LABELS_OF_FOUR)
                self.assert_refuses(words, "dendrogram.py", self.path("Z.csv", text), labels)
        three = self.path("three.csv", "name,cluster\na,0\nb,0\nc,1\n")
        self.assert_refuses("names 3 objects, the tree has 4", "dendrogram.py", self.path("Z.csv", Z_OF_FOUR), three)
        self.assert_refuses("does not exist", "dendrogram.py", self.path("Z.csv"), self.path("none.csv"))


class Pictures(Folder):
    def test_the_kept_pictures_are_those_that_are_drawn(self):
        for draw_one in (draw.house, draw.data_way):
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
        for page in ("design.md", "performance.md"):
            with open(os.path.join(DOCS, page), encoding="utf-8") as file:
                shown = re.findall(r"!\[[^]]*\]\(([^)]*)\)", file.read())
            self.assertTrue(shown, page)
            for name in shown:
                self.assertTrue(os.path.exists(os.path.join(DOCS, name)), f"{page} shows {name}")


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
