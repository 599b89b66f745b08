"""Trees without a root: lengths are those of the tree, no branches cross, gaps are more even, and names cover nothing."""

import contextlib
import html
import io
import json
import os
import re
import shutil
import subprocess
import unittest

from figure_support import PAGE, PICTURES, WIDTHS, Folder, drawn_texts

import numpy as np

from pictures import FigureError, additive_tree, slanted_names, unrooted  # figure_support tells where they are

CHAIN = np.array([[0, 1], *([7 + k, k + 2] for k in range(5))])  # of 7 objects


def random_tree(rng, objects):
    """(children, lengths): any two parts are joined next; some inner branches have no length."""
    parts, children = list(range(objects)), []
    for node in range(objects, 2 * objects - 1):
        left, right = (parts.pop(rng.integers(len(parts))) for _ in range(2))
        children.append([left, right])
        parts.append(node)
    lengths = rng.exponential(size=2 * objects - 1)
    lengths[objects:] *= rng.random(objects - 1) < 0.8
    return np.array(children), lengths


def paths(children, lengths):
    """Between all nodes of the rooted tree, along its branches."""
    above = {child: len(children) + 1 + row for row, pair in enumerate(children.tolist()) for child in pair}
    def up(node):
        way, far = {node: 0.0}, 0.0
        while node in above:
            far, node = far + lengths[node], above[node]
            way[node] = far
        return way
    ways = [up(node) for node in range(len(lengths))]
    return np.array([[min(one[node] + other[node] for node in one.keys() & other.keys()) for other in ways] for one in ways])


def crossings(layout):
    """How many pairs of branches cross, ends that touch apart."""
    first, last = layout.places[layout.above[1:]], layout.places[1:]
    def turn(a, b, c):
        (ax, ay), (bx, by) = np.moveaxis(b - a, -1, 0), np.moveaxis(c - a, -1, 0)
        return ax * by - ay * bx
    a, b, c, d = first[:, None], last[:, None], first[None], last[None]
    return np.count_nonzero((turn(a, b, c) * turn(a, b, d) < -1e-12) & (turn(c, d, a) * turn(c, d, b) < -1e-12))


CHROMIUM = shutil.which("chromium")
TOLD = """<pre id="told"></pre><script>
document.getElementById("told").textContent = JSON.stringify({ buttons: [...document.querySelectorAll("button")].map(button => button.textContent),
  places: lengths && placesWithoutRoot().map(place => [place.node.id, place.x, place.y]), drawn: svg.querySelectorAll(".branch").length });
</script></body>"""


class Unrooted(unittest.TestCase):
    def test_random_trees(self):
        rng = np.random.default_rng(1)
        before = after = 0.0
        for objects in rng.integers(5, 61, 50).tolist():
            children, lengths = random_tree(rng, objects)
            layout = unrooted.equal_angle(*unrooted.without_root(children, lengths))
            better = unrooted.equal_daylight(layout)
            for found in (layout, better):
                ways = np.hypot(*(found.places[1:] - found.places[found.above[1:]]).T)
                np.testing.assert_allclose(ways, found.lengths[1:], atol=1e-9)
                self.assertEqual(crossings(found), 0)
            before, after = before + unrooted.unevenness(layout), after + unrooted.unevenness(better)
            self.assertLessEqual(unrooted.unevenness(better), unrooted.unevenness(layout))
        self.assertLess(after, 0.2 * before)
        self.assertEqual(unrooted.drawn(children, lengths).places.tobytes(), better.places.tobytes())

    def test_parts_that_are_turned_have_equal_gaps(self):
        children, lengths = random_tree(np.random.default_rng(5), 15)
        layout = unrooted.equal_angle(*unrooted.without_root(children, lengths))
        for node in unrooted.inner_nodes(layout):
            unrooted.turn_parts(layout, node)
            _, directions, lows, highs = unrooted.parts_around(layout, node)
            gaps = (np.roll(directions, -1) - directions) % (2 * np.pi) + np.roll(lows, -1) - highs
            self.assertGreater(gaps.min(), 0.0)
            np.testing.assert_allclose(gaps, gaps[0])

    def test_sectors_of_equal_angle_hold_their_parts(self):
        children, lengths = random_tree(np.random.default_rng(2), 20)
        layout = unrooted.equal_angle(*unrooted.without_root(children, lengths))
        leaves = np.bincount(layout.above[1:], minlength=len(layout.nodes)) == 0
        for node in np.flatnonzero(~leaves)[1:]:
            part = slice(node + 1, node + layout.sizes[node])
            half = np.pi * leaves[part].sum() / 20
            seen = layout.places[part] - layout.places[layout.above[node]]
            aside = unrooted.wrapped(np.arctan2(seen[:, 1], seen[:, 0]) - layout.directions[node])
            self.assertLessEqual(np.abs(aside[np.hypot(*seen.T) > 1e-9]).max(initial=0.0), half + 1e-9)

    def test_the_paths_are_those_of_the_tree(self):
        children, lengths = random_tree(np.random.default_rng(3), 12)
        nodes, above, kept = unrooted.without_root(children, lengths)
        self.assertEqual(sorted(nodes), list(range(22)))  # all but the root
        far = np.zeros((22, 22))
        for node in range(1, 22):
            far[node, :node] = far[:node, node] = far[above[node], :node] + kept[node]
        np.testing.assert_allclose(far, paths(children, lengths)[np.ix_(nodes, nodes)])

    def test_small_trees(self):
        none = np.zeros((0, 2), int)
        self.assertEqual(unrooted.drawn(none, [0.0]).places.tolist(), [[0.0, 0.0]])
        two = unrooted.drawn(np.array([[0, 1]]), [1.0, 2.0, 0.0])
        self.assertAlmostEqual(np.hypot(*(two.places[1] - two.places[0])), 3.0)
        star = unrooted.drawn(CHAIN, [1.0] * 7 + [0.0] * 6)
        ends = np.sort(star.directions[[node < 7 for node in star.nodes]] % (2 * np.pi))
        np.testing.assert_allclose(np.diff(ends), 2 * np.pi / 7)
        self.assertFalse(unrooted.drawn(CHAIN, [0.0] * 13).places.any())


class AdditiveTree(Folder):
    def description(self, **page):
        children, lengths = random_tree(np.random.default_rng(4), 40)
        heights = np.arange(1.0, 40.0)
        return {"linkage": np.column_stack([children, heights]).tolist(), "lengths": lengths.tolist(),
                "names": [f"object {k}" for k in range(40)], "clusters": ["0"] * 20 + ["1"] * 20, "cut": [76],
                "support": [0.5] * 39, "title": "a tree", "page": {**PAGE, "orientation": "left", "heights": "rank", **page}}  # fmt: skip

    def drawing(self, description):
        tree = additive_tree.Tree(np.array(description["linkage"])[:, :2].astype(int), np.array(description["linkage"])[:, 2])
        drawing = additive_tree.AdditiveTree(tree, description["names"], description["clusters"], description)
        with contextlib.redirect_stderr(io.StringIO()) as told:
            drawing.draw()
        return drawing, told.getvalue()

    def test_lengths_are_to_scale_and_names_cover_nothing(self):
        for width in WIDTHS[::2]:
            drawing, told = self.drawing(self.description(width=width))
            ways = np.hypot(*(drawing.at[1:] - drawing.at[drawing.layout.above[1:]]).T)
            np.testing.assert_allclose(ways, drawing.scale * drawing.layout.lengths[1:], atol=1e-9)
            self.assertTrue(drawing.free.all(), told)
            names = drawing.name_boxes(drawing.scale, drawing.places, drawing.angles, drawing.shifts)
            for k in range(40):
                self.assertFalse(slanted_names.covered(names[k : k + 1], np.delete(names, k, axis=0)).any())
            paper = drawing.figure.bbox
            for text, box in drawn_texts(drawing.figure):
                self.assertTrue(box.x0 > -1 and box.y0 > -1 and box.x1 < paper.width + 1 and box.y1 < paper.height + 1, text)

    def test_draws(self):
        description = {**self.description(width=12), "support": []}
        self.assert_width(self.assert_draws("additive_tree", description=description), 12.0)
        self.assert_draws("additive_tree", description={"names": ["alone"], "clusters": ["0"], "lengths": [0.0], "title": "",
                                                        "page": description["page"]})  # fmt: skip
        del description["lengths"]
        self.assert_refuses("0 lengths are given for 79 nodes", "additive_tree", description=description)

    def test_too_many_to_be_drawn(self):
        with self.assertRaisesRegex(FigureError, "too many"):
            additive_tree.AdditiveTree(None, ["x"] * 5001, [], {})

    def test_a_bar_of_round_length(self):
        self.assertEqual([additive_tree.round_length(most) for most in (0.3, 1.0, 4.9, 70.0)], [0.2, 1.0, 2.0, 50.0])

    def test_boxes_that_lie_anyhow(self):
        box = lambda x, y, degrees: slanted_names.boxes(np.array([[x, y]]), np.radians([degrees]), np.array([2.0]), 1.0)  # noqa: E731
        for other, covers in ((box(1.0, 0.5, 0), True), (box(0.0, 1.1, 0), False), (box(2.3, -1.0, 60), False), (box(1.5, -1.0, 60), True)):
            self.assertEqual(slanted_names.covered(box(0.0, 0.0, 0), other).tolist(), [covers])
        lines = slanted_names.line_boxes(np.array([[0.0, 2.0], [3.0, 1.0]]), np.array([[3.0, -1.0], [3.0, -1.0]]))
        self.assertEqual(slanted_names.covered(box(0.0, 0.0, 0), lines[:1]).tolist(), [True])
        self.assertEqual(slanted_names.covered(box(0.0, 0.0, 0), lines[1:]).tolist(), [False])


@unittest.skipUnless(CHROMIUM, "chromium is not installed")
class Page(Folder):
    def told(self, children, lengths):
        """By the page of a tree, which begins without a root."""
        objects = len(children) + 1
        data = {"title": "a tree", "names": [f"o{k}" for k in range(objects)], "labels": [0] * objects, "measured": [],
                "rows": [[*pair, k + 1] for k, pair in enumerate(children.tolist())]}  # fmt: skip
        with open(os.path.join(PICTURES, "tree.html"), encoding="utf-8") as file:
            page = file.read().replace("TERTIUM_DATA", json.dumps(data | ({"lengths": list(lengths)} if lengths is not None else {})))
        path = self.path("tree.html", page.replace("</body>", TOLD))
        done = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.folder}/browser",
                               "--dump-dom", f"file://{path}#unrooted"], capture_output=True, text=True, check=True, timeout=120)  # fmt: skip
        return json.loads(html.unescape(re.search(r'<pre id="told">([^<]*)', done.stdout)[1]))

    def test_nodes_stand_where_pictures_have_them(self):
        children, lengths = random_tree(np.random.default_rng(6), 25)
        told, layout = self.told(children, lengths), unrooted.drawn(children, lengths)
        self.assertEqual([node for node, _, _ in told["places"]], layout.nodes)
        np.testing.assert_allclose([place for _, *place in told["places"]], layout.places, atol=1e-6)
        self.assertEqual(told["drawn"], 48)  # 47 branches and the bar
        self.assertIn("Rows", told["buttons"])

    def test_a_tree_without_lengths_has_its_root(self):
        told = self.told(CHAIN, None)
        self.assertFalse({"Unrooted", "Rows"} & set(told["buttons"]))


if __name__ == "__main__":
    unittest.main()
