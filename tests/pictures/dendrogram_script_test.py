"""Dendrograms: the script draws trees and their support, cuts no name silently, and refuses what is no tree."""

import unittest

from figure_support import PAGE, Folder

import numpy as np

from pictures import FigureError, dendrogram, figure_fonts, figure_texts, tree_parts  # figure_support tells where they are
from pictures import tertium_figures as tf

FOUR = {"linkage": [[0, 1, 1], [2, 3, 2], [4, 5, 3]], "names": ["cat", "lion", "ant, red", "cost $5"], "clusters": list("0011")}
TREE = dendrogram.Tree(np.array([[0, 1], [2, 3], [4, 5]]), np.array([1.0, 2.0, 3.0]))


class Dendrogram(Folder):
    def assert_tree(self, tree=FOUR, says="", stem="tree", title="a tree", **page):
        page = {**PAGE, "orientation": "left", "heights": "rank", **page}
        description = {**tree, "title": title, "page": page, "similarities": [0.9, None, 0.2]}
        return self.assert_draws("dendrogram", description=description, says=says, stem=stem)

    def test_draws(self):
        contents = self.assert_tree(stem="-c", title="-c: 4-AL, 93 % satisfied")
        self.assert_width(contents, 17.0)
        for page in ({"orientation": "top"}, {"heights": "similarity"}, {"title": False, "height": 6}):
            self.assert_width(self.assert_tree(width=8.5, **page), 8.5)

    def test_writes_the_support_of_every_branch_but_the_root(self):
        page = {**PAGE, "orientation": "left", "heights": "rank", "svg_text": True}
        for orientation in ("left", "top"):
            description = {**FOUR, "title": "", "page": {**page, "orientation": orientation}, "support": [0.97, 0.4, 1.0]}
            svg = self.assert_draws("dendrogram", description=description)["svg"]
            for number, drawn in ((b">97</text>", True), (b">40</text>", True), (b">100</text>", False)):
                self.assertEqual(number in svg, drawn, number)
        small = {"title": "", "page": {**page, "font_size": 4}, "support": [1, 1, 1]}
        drawing = dendrogram.Drawing(TREE, list("abcd"), list("0011"), small)
        self.assertFalse([text for axes in drawing.draw().axes for text in axes.texts if text.get_text() == "100"])

    def test_leaves_end_where_their_branches_do(self):
        tree = dendrogram.Tree(np.array([[0, 1], [2, 3]]), np.array([1.0, 2.0]))
        ends = dendrogram.leaf_heights(tree, [1.0, 0.25, 0.5, 1.0, 0.0])
        self.assertEqual(ends, {0: 0.0, 1: 0.75, 2: 1.5})
        segments, _, _ = dendrogram.branches(tree, [2, 0, 1], [], {}, 0.0, dict(ends))
        self.assertEqual(segments[0], [(0.0, 1), (1.0, 1), (1.0, 2), (0.75, 2)])
        self.assertEqual(segments[1], [(1.5, 0), (2.0, 0), (2.0, 1.5), (1.0, 1.5)])
        with self.assertRaises(FigureError):
            dendrogram.leaf_heights(tree, [1.0])

    def test_branches_that_are_cut_are_dashed(self):
        # ((0, 1), 2), (3, 4): cut off are 0 and 1, and 3 and 4; cluster "a" is 2 alone, at the root's end of the cut
        tree = dendrogram.Tree(np.array([[0, 1], [5, 2], [3, 4], [6, 7]]), np.array([1.0, 2.0, 1.5, 3.0]))
        clusters, cut = list("bbacc"), frozenset({5, 6, 7})
        owner = dendrogram.owners(tree, clusters, cut)
        self.assertEqual([owner[node] for node in range(5, 9)], ["b", "a", "c", None])
        self.assertEqual(dendrogram.owners(tree, list("bbbcc"), frozenset({6, 7}))[6], "b")
        self.assertEqual(dendrogram.owners(tree, clusters, frozenset())[6], None)
        colors = dict(zip("bac", "rgb"))
        segments, tints, _ = dendrogram.branches(tree, [0, 1, 2, 3, 4], clusters, colors, 0.0, cut=cut)
        self.assertEqual(tints, ["r", "g", "b", dendrogram.ABOVE_THE_CUT])
        solid, dashes = dendrogram.without_cut_branches(tree, segments, cut)
        self.assertEqual([len(line) for line in solid], [4, 3, 4, 0])
        self.assertEqual([len(line) for line in dashes], [2, 4])
        self.assertEqual(solid[1] + dashes[0][:1], segments[1][1:] + segments[1][:1])
        page = {**PAGE, "orientation": "left", "heights": "rank"}
        described = {"linkage": [[0, 1, 1], [5, 2, 2], [3, 4, 3], [6, 7, 4]], "names": list("abcde"), "clusters": list("11022")}
        self.assert_draws("dendrogram", description={**described, "title": "", "page": page, "cut": sorted(cut)})

    def test_a_merge_stands_no_lower_than_its_parts(self):
        found = dendrogram.similarity_heights(TREE, [0.5, None, 0.75])
        self.assertEqual(found.heights.tolist(), [0.5, 0.0, 0.5])

    def test_draws_names_without_clusters(self):
        self.assert_tree({**FOUR, "names": ["ä", "b_{", "c^", "$d$"], "clusters": []})

    def test_letters_without_a_font_are_told_in_one_line(self):
        if "\u6f22" in "".join(map(chr, set().union(*self.installed()))):
            self.skipTest("a font for Chinese is installed")
        self.assert_tree({**FOUR, "names": ["漢字", "b", "漢", "d"]}, says="no installed font has 字 漢 (boxes in the picture), install fonts-noto-cjk")

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
        figure = tf.pyplot().figure()
        for names, cut in ((["abc" * 9 + str(k) for k in range(3)], 3), (["one" * 9, "other" * 5, "b"], 2)):
            texts = [figure.text(0, 0, name) for name in names]
            self.assertEqual(figure_texts.cut_names(texts, 2.0), cut)
            self.assertEqual(len({text.get_text() for text in texts}), 3)
            self.assertLessEqual(max(figure_texts.extent(text)[0] for text in texts), 2.0)

    def test_numbers_cover_no_line(self):
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
        self.assert_tree({**FOUR, "names": ["m" * 100, "b", "c", "d"]}, says="1 name is too long for the picture", width=8.5)

    def test_draws_one_object(self):
        self.assert_tree({"names": ["alone"], "clusters": ["0"]})

    def chain(self, count, clusters):
        rows = [[0 if k == 1 else count + k - 2, k, k] for k in range(1, count)]
        return {"linkage": rows, "names": [f"o{k}" for k in range(count)], "clusters": list(map(str, clusters))}

    def test_draws_a_long_chain_without_names(self):
        count = 1500
        self.assert_tree(self.chain(count, [i * 12 // count for i in range(count)]), says="the names of 1500 objects are left out")

    def test_a_tree_too_large_to_see_is_drawn_as_parts(self):
        objects = 100_000
        self.assert_tree(self.chain(objects, [min(i // 99_000, 1) for i in range(objects)]), says="100000 objects are too many to draw each")

    def test_a_summary_has_the_last_merges(self):
        tree = tree_parts.Tree(np.array([[2, 4], [0, 5], [1, 3], [6, 7]]), np.arange(1.0, 5.0))
        found, names, clusters = tree_parts.summary(tree, list("abcde"), list("11212"), 3)
        self.assertEqual(names, ["(3 objects)", "b", "d"])
        self.assertEqual(clusters, [tree_parts.MIXED, "1", "1"])
        self.assertEqual(found.children.tolist(), [[1, 2], [0, 3]])
        self.assertEqual(found.heights.tolist(), [3.0, 4.0])


if __name__ == "__main__":
    unittest.main()
