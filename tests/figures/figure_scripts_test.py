"""Runs every figure script on small made-up inputs: the three files appear, problems are one line and exit code 1."""

import html
import math
import os
import re
import subprocess
import sys
import tempfile
import unittest

import h5py
import numpy as np

import synthetic_results

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DOCS = os.path.join(ROOT, "docs")
SCRIPTS = os.path.join(ROOT, "experiments", "figures")
sys.path.insert(0, SCRIPTS)

import hc18_initial_clusters  # noqa: E402
import docs_pictures_includes  # noqa: E402
import hc19_fig2  # noqa: E402
import tertium_figures as tf  # noqa: E402

Z_OF_FOUR = "left,right,height,size\n0,1,1,2\n2,3,2,2\n4,5,3,4\n"
LABELS_OF_FOUR = "object,name,cluster\n0,cat,0\n1,lion,0\n2,\"ant, red\",1\n3,cost $5,1\n"


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

    def run_script(self, script, *arguments):
        command = [sys.executable, "-B", os.path.join(SCRIPTS, script), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def assert_draws(self, script, *arguments, stem="figure"):
        result = self.run_script(script, *arguments, "--output", self.path(stem))
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        contents = {}
        for extension, magic in (("pdf", b"%PDF"), ("svg", b"<?xml"), ("png", b"\x89PNG")):
            with open(self.path(f"{stem}.{extension}"), "rb") as file:
                contents[extension] = file.read()
            self.assertTrue(contents[extension].startswith(magic))
        return contents

    def assert_refuses(self, words, script, *arguments):
        result = self.run_script(script, *arguments, "--output", self.path("refused"))
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertIn(words, result.stderr)
        self.assertFalse(os.path.exists(self.path("refused.png")))


class Figure2(Folder):
    def results(self, **change):
        path = self.path("results.h5")
        synthetic_results.fig2(path, **{"deltas": [0.04, 0.12, 0.2], "ps": [0.01, 0.1, 1.0], "reps": 2, **change})
        return path

    def test_draws_the_same_bytes_twice(self):
        path = self.results()
        first = self.assert_draws("hc19_fig2.py", path, "--title", "planted hierarchy", stem="one")
        second = self.assert_draws("hc19_fig2.py", path, "--title", "planted hierarchy", stem="two")
        self.assertEqual(first, second)

    def test_draws_a_single_trial(self):
        self.assert_draws("hc19_fig2.py", self.results(deltas=[0.1], ps=[0.1], reps=1, methods=("4-AL",)))

    def test_draws_only_methods_without_p(self):
        path = self.results(methods=("SL", "CL", "AL"))
        self.assertEqual(tf.distinct(tf.read_results(path).column("p")), [])
        self.assert_draws("hc19_fig2.py", path)

    def test_draws_without_a_column_p_and_without_methods(self):
        path = self.results(methods=("SL", "CL"), keep=("method_name", "status", "delta", "aari"))
        with h5py.File(path, "a") as file:
            del file["methods"], file["points"], file["config"]
        self.assert_draws("hc19_fig2.py", path)

    def test_rows_without_p_are_in_every_panel(self):
        results = tf.read_results(self.results())
        first, last = (hc19_fig2.curves_of_panel(results, p) for p in (0.01, 1.0))
        for method in ("SL", "CL", "AL"):
            np.testing.assert_array_equal(first[method].mean, last[method].mean)
            self.assertEqual(first[method].count.tolist(), [2, 2, 2])
        self.assertFalse(np.array_equal(first["4-AL"].mean, last["4-AL"].mean))

    def test_methods_keep_the_order_of_the_plan(self):
        path = self.results()
        with h5py.File(path, "a") as file:
            del file["methods"]
            names = ["not run", "4-AL", "SL"]
            file.create_dataset("methods/name", data=np.array(names, dtype=object), dtype=h5py.string_dtype())
        self.assertEqual(tf.read_results(path).methods[:3], ["4-AL", "SL", "CL"])

    def test_counts_finished_trials_only(self):
        path = self.results()
        with h5py.File(path, "a") as file:
            failed = file["trials/rep"][...] == 1
            file["trials/status"][...] = np.where(failed, 2, 0)
            file["trials/aari"][...] = np.where(failed, math.nan, 1.0)
        curve = hc19_fig2.curves_of_panel(tf.read_results(path), 0.1)["4-AL"]
        self.assertEqual((curve.mean.tolist(), curve.count.tolist()), ([1.0] * 3, [1] * 3))

    def test_refuses_what_it_cannot_draw(self):
        cases = {
            "has no column 'aari'": dict(keep=("method_name", "status", "delta", "p")),
            "has no column 'delta'": dict(keep=("method_name", "status", "aari", "p")),
            "no column 'status'": dict(keep=("method_name", "aari", "delta")),
            "no finished trial": dict(status=3),
            "also varies 'eps'": dict(extra="eps"),
        }
        for words, change in cases.items():
            with self.subTest(words):
                self.assert_refuses(words, "hc19_fig2.py", self.results(**change))

    def test_refuses_a_run_without_scores(self):
        path = self.results()
        with h5py.File(path, "a") as file:
            file["trials/aari"][...] = math.nan
        self.assert_refuses("no AARI", "hc19_fig2.py", path)

    def test_refuses_an_empty_table(self):
        path = self.path("empty.h5")
        synthetic_results.write(path, [], {"delta": [0.1]}, "")
        self.assert_refuses("no finished trial", "hc19_fig2.py", path)

    def test_refuses_unwritable_output(self):
        self.path("file", "in the way")
        result = self.run_script("hc19_fig2.py", self.results(), "--output", self.path("file/figure"))
        self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1))
        self.assertIn("cannot be written", result.stderr)


class Inputs(Folder):
    def test_every_results_script_refuses_foreign_files(self):
        with h5py.File(self.path("foreign.h5"), "w") as file:
            file.create_dataset("measurements", data=[1.0, 2.0])
        self.path("text.h5", "not HDF5")
        cases = {"does not exist": "missing.h5", "not an HDF5 file": "text.h5", "no group /trials": "foreign.h5"}
        for script in ("hc18_initial_clusters.py", "hc19_fig2.py", "hc19_fig3.py"):
            for words, name in cases.items():
                with self.subTest(script=script, words=words):
                    self.assert_refuses(words, script, self.path(name))

    def test_refuses_a_cut_off_file(self):
        synthetic_results.fig2(self.path("whole.h5"), [0.1], [0.1], 1)
        with open(self.path("whole.h5"), "rb") as whole, open(self.path("cut.h5"), "wb") as cut:
            cut.write(whole.read()[:3000])
        self.assert_refuses("cannot be read as HDF5", "hc19_fig2.py", self.path("cut.h5"))


class InitialClusters(Folder):
    def results(self, **change):
        path = self.path("results.h5")
        synthetic_results.hc18(path, **{"deltas": [0.02, 0.1, 0.2], "reps": 2, **change})
        return path

    def test_draws(self):
        self.assert_draws("hc18_initial_clusters.py", self.results(), "--title", "Initial clusters")

    def test_draws_without_the_cut_by_order(self):
        path = self.results(keep=("method_name", "status", "delta", "aari_depth"))
        self.assertEqual(hc18_initial_clusters.curves_of_panel(tf.read_results(path), 1, "aari"), {})
        self.assert_draws("hc18_initial_clusters.py", path)

    def test_shows_both_cuts_of_every_family_in_the_panel_of_its_size(self):
        results = tf.read_results(self.results())
        depth, order = (hc18_initial_clusters.curves_of_panel(results, 3, score) for score in ("aari_depth", "aari"))
        self.assertEqual(list(depth), ["SL", "CL", "4-AL", "3-AL", "3K-AL"])
        np.testing.assert_array_equal(depth["4-AL"].mean, order["4-AL"].mean)
        self.assertGreater(depth["3-AL"].mean[-1], 0.9)
        self.assertLess(order["3-AL"].mean[-1], 0.7)

    def test_refuses_a_run_without_the_cut_by_depth(self):
        path = self.results(keep=("method_name", "status", "delta", "aari"))
        self.assert_refuses("has no column 'aari_depth'", "hc18_initial_clusters.py", path)


class Figure3(Folder):
    def results(self, **change):
        path = self.path("results.h5")
        synthetic_results.fig3(path, **{"ps": [0.01, 0.05, 0.1], "reps": 2, **change})
        return path

    def test_draws(self):
        self.assert_draws("hc19_fig3.py", self.results(), "--title", "Real data")

    def test_draws_reference_lines_alone(self):
        self.assert_draws("hc19_fig3.py", self.results(methods=("AL",)))

    def test_draws_one_p_and_a_wide_range_of_p(self):
        self.assert_draws("hc19_fig3.py", self.results(ps=[0.1]), stem="one")
        self.assert_draws("hc19_fig3.py", self.results(ps=[0.001, 0.01, 1.0]), stem="wide")

    def test_refuses_missing_columns(self):
        without_cost = self.results(keep=("method_name", "status", "name", "p"))
        self.assert_refuses("has no column 'dasgupta_cost'", "hc19_fig3.py", without_cost)
        without_name = self.results(keep=("method_name", "status", "dasgupta_cost", "p"))
        self.assert_refuses("has no column 'name'", "hc19_fig3.py", without_name)


class Dendrogram(Folder):
    def test_draws(self):
        tree, labels = self.path("Z.csv", Z_OF_FOUR), self.path("labels.csv", LABELS_OF_FOUR)
        self.assert_draws("dendrogram.py", tree, labels, "--title", "4-AL: revenue 0.1, 93 % satisfied")

    def test_draws_names_without_clusters(self):
        tree, labels = self.path("Z.csv", Z_OF_FOUR), self.path("labels.csv", "name\nä\nb_{\nc^\n$d$\n")
        self.assert_draws("dendrogram.py", tree, labels)

    def test_draws_one_object(self):
        tree = self.path("Z.csv", "left,right,height,size\n")
        self.assert_draws("dendrogram.py", tree, self.path("labels.csv", "name,cluster\nalone,0\n"))

    def test_draws_a_long_chain_without_names(self):
        count = 1500
        rows = [f"{0 if r == 0 else count + r - 1},{r + 1},{r + 1},{r + 2}" for r in range(count - 1)]
        tree = self.path("Z.csv", "left,right,height,size\n" + "\n".join(rows) + "\n")
        labels = self.path("labels.csv", "name,cluster\n" + "".join(f"o{i},{i * 12 // count}\n" for i in range(count)))
        self.assert_draws("dendrogram.py", tree, labels)

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
    def test_draws_the_kept_pictures_the_same_every_time(self):
        drawn = []
        for again in range(2):
            result = self.run_script("docs_pictures.py", "--output", self.path(str(again)))
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            drawn.append({})
            for name in os.listdir(self.path(str(again))):
                with open(os.path.join(self.path(str(again)), name), "rb") as file:
                    drawn[again][name] = file.read()
        self.assertTrue(drawn[0] == drawn[1])
        self.assertIn("rank_space.svg", drawn[0])
        self.assertLessEqual(set(drawn[0]), set(os.listdir(os.path.join(DOCS, "pictures"))))

    def test_the_kept_picture_of_includes_is_true(self):
        names, inside, between = docs_pictures_includes.drawn_edges()
        with open(os.path.join(DOCS, "pictures", "includes.svg"), encoding="utf-8") as file:
            picture = html.unescape(file.read())
        again = "draw it again: /usr/bin/python3 experiments/figures/docs_pictures.py"
        drawn = set(re.findall(r'id="([a-z0-9_/]+)>([a-z0-9_/]+)"', picture))
        self.assertEqual(drawn, inside | between, again)
        boxes = set(re.findall(r"<!-- ([a-z0-9_/]+) -->", picture))
        rooms = {docs_pictures_includes.room(name) + "/" for name in names}
        self.assertEqual(boxes, {docs_pictures_includes.label(name) for name in names} | rooms, again)

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
        names, inside, between = docs_pictures_includes.drawn_edges(self.folder)
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


class Arithmetic(unittest.TestCase):
    def test_mean_and_population_deviation(self):
        x = np.array([2.0, 1.0, 1.0, math.nan, 1.0])
        y = np.array([5.0, 0.0, 1.0, 9.0, math.nan])
        curve = tf.curve(x, y)
        self.assertEqual(curve.x.tolist(), [1.0, 2.0])
        self.assertEqual(curve.mean.tolist(), [0.5, 5.0])
        self.assertEqual(curve.sd.tolist(), [0.5, 0.0])
        self.assertEqual(curve.count.tolist(), [2, 1])

    def test_styles_differ(self):
        for styles in (list(tf.STYLES.values()), list(tf.SPARE_STYLES)):
            self.assertEqual(len({style.color for style in styles}), len(styles))
        self.assertEqual(len({style.marker for style in tf.STYLES.values()}), len(tf.STYLES))

    def test_config_number(self):
        text = "[model]\nsigma = 0.1   # spread\ndelta = 0.02, 0.04\n[model]\nmu = 0.8\n"
        results = tf.Results("r.h5", {}, [], text, set())
        self.assertEqual(tf.config_number(results, "model", "sigma"), 0.1)
        self.assertIsNone(tf.config_number(results, "model", "delta"))
        self.assertIsNone(tf.config_number(results, "method", "sigma"))


if __name__ == "__main__":
    unittest.main()
