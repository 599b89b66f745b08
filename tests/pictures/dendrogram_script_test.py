"""Dendrograms: the script draws trees and their support, cuts no name silently, and refuses what is no tree."""

import unittest

from figure_support import PAGE, Folder

import dendrogram  # noqa: E402  (figure_support tells where scripts are)
import figure_fonts  # noqa: E402
import numpy as np  # noqa: E402
import tertium_figures as tf  # noqa: E402

Z_OF_FOUR = "left,right,height,size\n0,1,1,2\n2,3,2,2\n4,5,3,4\n"
LABELS_OF_FOUR = "object,name,cluster\n0,cat,0\n1,lion,0\n2,\"ant, red\",1\n3,cost $5,1\n"


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
        z = "left,right,height,size\n0,1,1,2\n5,2,2,3\n3,4,3,2\n6,7,4,5\n"
        labels = "object,name,label\n" + "".join(f"{i},n{i},{c}\n" for i, c in enumerate((1, 1, 0, 2, 2)))
        description = {"title": "", "page": page, "cut": sorted(cut)}
        self.assert_draws("dendrogram.py", self.path("cut.csv", z), self.path("l.csv", labels), description=description)

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


if __name__ == "__main__":
    unittest.main()
