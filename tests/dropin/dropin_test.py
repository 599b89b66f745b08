"""One file each is all that a new step, model, data set, scheme, score or form of files of answers takes."""
import csv
import io
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["TERTIUM_PROGRAM"]
HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent.parent
# Where somebody would put such a file: wherever it belongs.
PLACES = {"step": "partition/methods", "model": "problems/models", "dataset": "problems/datasets", "scheme": "problems/schemes",
          "score": "metrics/scores", "form": "files/answers/reshape"}
SWEEP = """
[sweep]
repetitions = 2
[model]
kind = two-groups
half = 4, 6
[comparisons]
scheme = every
step = 1, 2
[methods]
run = dropped, 4-AL, AddS-4+AL
[method.dropped]
threshold = -1, 1
[metrics]
compute = smallest_cluster, ari
"""


class DropIn(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tertium-dropin-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def tertium(self, *words):
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=120, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_a_copy_of_the_tree_finds_the_files(self):
        copy = self.folder / "tree"
        shutil.copytree(TREE, copy, ignore=shutil.ignore_patterns("build*", "runs", ".git", "docs", "data"))
        shutil.rmtree(copy / "tests" / "dropin")
        for kind, place in PLACES.items():
            shutil.copy(HERE / f"dropped_{kind}.cpp", copy / place)
        subprocess.run(["cmake", "-S", copy, "-B", copy / "build", "-G", "Ninja", "-DTERTIUM_TESTS=OFF"], check=True,
                       capture_output=True, timeout=300)
        generated = (copy / "build/generated/tertium_registry.cpp").read_text()
        for kind in PLACES:
            self.assertEqual(len(re.findall(rf"^  register_{kind}_dropped\(registry\);$", generated, re.M)), 1, kind)

    def test_the_files_show_where_things_are_listed(self):
        for command, name in (("methods", "sign-split"), ("models", "two-groups"), ("datasets", "six"),
                              ("schemes", "every"), ("metrics", "smallest_cluster")):
            self.assertIn(name, self.tertium(command))
            self.assertIn("made up for a test", self.tertium(command, name))
            self.assertIn(f"## {name}", self.tertium(command, "--markdown"))
        self.assertIn("AddS-4+sign-split", self.tertium("methods", "dropped"))

    def test_they_run_in_a_sweep(self):
        config = self.folder / "dropped.ini"
        config.write_text(SWEEP)
        self.assertIn("smallest_cluster", self.tertium("plan", config))
        self.tertium("run", config, "-o", "run")
        rows = list(csv.DictReader(io.StringIO(self.tertium("export", "run", "--csv"))))
        self.assertEqual(len(rows), 2 * 2 * 2 * 4)
        self.assertEqual({row["status"] for row in rows}, {"done"})
        for row in rows:
            self.assertGreaterEqual(float(row["smallest_cluster"]), 1)
            self.assertNotEqual(row["ari"], "")
            self.assertEqual(row["alike"] != "", row["method"] == "dropped")
            self.assertEqual(row["threshold"] != "", row["method"] == "dropped")
        self.assertEqual({row["step"] for row in rows}, {"1", "2"})

    def test_they_work_on_a_persons_answers(self):
        text = self.tertium("cluster", "six", "--method", "AddS-3+sign-split", "--no-picture", "-o", "out")
        self.assertIn("1.000 with the 2 known classes", text)
        self.assertIn("alike", text)
        self.assertIn("k = 2", text)

    def test_a_form_of_files_is_read(self):
        (self.folder / "ranks.csv").write_text("anchor,nearest,middle,farthest\nowl,lark,carp,trout\ncarp,trout,owl,lark\n"
                                               "lark,lark,owl,carp\n")
        read = subprocess.run([PROGRAM, "validate", "ranks.csv", "--skip-bad", "-o", "out"], capture_output=True, text=True,
                              timeout=120, cwd=self.folder)
        self.assertIn("every row is taken for three triplets", read.stdout)
        self.assertIn("ranks.csv:4: 'lark' is compared with itself", read.stdout)
        rows = (self.folder / "out" / "answers.csv").read_text().splitlines()
        self.assertEqual(rows[:4], ["anchor,near,far", "owl,lark,carp", "owl,lark,trout", "owl,carp,trout"])
        self.assertEqual(len(rows), 1 + 7)


if __name__ == "__main__":
    unittest.main()
