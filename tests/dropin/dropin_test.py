"""One file each is all that a new step, model, scheme, score or form of files of answers takes, and a data set a section
beside its files. So does the step of examples/own-step-cpp, whose page is typed."""
import csv
import io
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["TERTIUM_PROGRAM"]
HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent.parent
EXAMPLE = TREE / "examples" / "own-step-cpp"
# Where somebody would put such a file: wherever it belongs.
PLACES = {"step": "partition/methods", "model": "problems/models", "scheme": "problems/schemes", "score": "metrics/scores",
          "form": "files/answers/reshape"}
SIX = """
[six]
sentence = six objects in two groups of three
citation = made up for a test
file = six.csv
objects = 6
columns = 2
names = object
classes = left; right
answers = six_answers.csv
answer_rows = 36
"""
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

    def tertium(self, *words, home=None):
        env = dict(os.environ, TERTIUM_HOME=str(home)) if home else None
        done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=120, cwd=self.folder, env=env)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_a_copy_of_the_tree_finds_the_files(self):
        copy = self.folder / "tree"
        shutil.copytree(TREE, copy, ignore=shutil.ignore_patterns("build*", "runs", ".git", "docs", "data"))
        shutil.rmtree(copy / "tests" / "dropin")
        for kind, place in PLACES.items():
            shutil.copy(HERE / f"dropped_{kind}.cpp", copy / place)
        shutil.copy(EXAMPLE / "neighbour_groups.cpp", copy / "partition" / "methods")
        subprocess.run(["cmake", "-S", copy, "-B", copy / "build", "-G", "Ninja", "-DTERTIUM_TESTS=OFF"], check=True,
                       capture_output=True, timeout=300)
        generated = (copy / "build/generated/tertium_registry.cpp").read_text()
        for kind in PLACES:
            self.assertEqual(len(re.findall(rf"^  (?:add_described\(registry, )?register_{kind}_dropped\b", generated, re.M)), 1, kind)
        self.assertIn("\n  add_described(registry, register_step_neighbour_groups, ", generated)

    def test_the_files_show_where_things_are_listed(self):
        for command, name in (("methods", "sign-split"), ("models", "two-groups"), ("schemes", "every"),
                              ("metrics", "smallest_cluster")):
            self.assertIn(name, self.tertium("list", command))
            self.assertIn("made up for a test", self.tertium("list", command, name))
            self.assertIn(f"## {name}", self.tertium("list", command, "--markdown"))
        page = self.tertium("list", "methods", "dropped")
        self.assertIn("AddS-4+sign-split", page)
        # The head of the file, whatever marks it has.
        self.assertIn('Marks: `"a;b" [c] ${d} @e@ \\f`\n\n      $$S_{1i} > \\text{threshold}$$\n\n', page)

    def test_the_page_of_the_example(self):
        lines = re.search(r"```sh\n(.*?)```", (EXAMPLE / "README.md").read_text(), re.S)[1].splitlines()
        self.assertEqual([line.split()[:2] for line in lines], [["build/tertium", "list"], ["build/tertium", "cluster"]])
        listed, clustered = (self.tertium(*shlex.split(line)[1:]) for line in lines)
        for told in ("neighbour-groups", "nearest-neighbour", "neighbours", "alone"):
            self.assertIn(told, listed)
        self.assertIn("alone", clustered)
        with (self.folder / "car-groups" / "labels.csv").open() as file:
            labels = [int(row["label"]) for row in csv.DictReader(file)]
        self.assertEqual(len(labels), 60)
        self.assertGreater(len(set(labels)), 1)

    def test_they_run_in_a_sweep(self):
        config = self.folder / "dropped.ini"
        config.write_text(SWEEP)
        self.assertIn("smallest_cluster", self.tertium("run", "--dry-run", config))
        self.tertium("run", config, "-o", "run")
        rows = list(csv.DictReader(io.StringIO(self.tertium("report", "run", "--format", "rows"))))
        self.assertEqual(len(rows), 2 * 2 * 2 * 4)
        self.assertEqual({row["status"] for row in rows}, {"done"})
        for row in rows:
            self.assertGreaterEqual(float(row["smallest_cluster"]), 1)
            self.assertNotEqual(row["ari"], "")
            self.assertEqual(row["alike"] != "", row["method"] == "dropped")
            self.assertEqual(row["threshold"] != "", row["method"] == "dropped")
        self.assertEqual({row["step"] for row in rows}, {"1", "2"})

    def test_a_data_set_is_a_section_and_its_files(self):
        data = self.folder / "home" / "data"
        shutil.copytree(TREE / "data", data)
        with (data / "datasets.ini").open("a") as file:
            file.write(SIX)
        (data / "six.csv").write_text("object,label\n" + "".join(f"thing {i},{i // 3}\n" for i in range(6)))
        near = [(i, j, k) for i in range(6) for j in range(6) for k in range(6) if i != j and i // 3 == j // 3 != k // 3]
        (data / "six_answers.csv").write_text("anchor,near,far\n" + "".join(f"{i},{j},{k}\n" for i, j, k in near))
        home = data.parent
        self.assertIn("made up for a test", self.tertium("list", "datasets", "six", home=home))
        text = self.tertium("cluster", "six", "--method", "AddS-3+sign-split", "--no-picture", "-o", "out", home=home)
        self.assertIn("1.000 with the 2 known classes", text)
        self.assertIn("alike", text)
        self.assertIn("k = 2", text)

    def test_a_form_of_files_is_read(self):
        (self.folder / "ranks.csv").write_text("anchor,nearest,middle,farthest\nowl,lark,carp,trout\ncarp,trout,owl,lark\n"
                                               "lark,lark,owl,carp\n")
        read = subprocess.run([PROGRAM, "answers", "ranks.csv", "--standard", "out"], capture_output=True, text=True,
                              timeout=120, cwd=self.folder)
        self.assertIn("every row is taken for three triplets", read.stdout)
        self.assertIn("ranks.csv:4: 'lark' is compared with itself", read.stdout)
        rows = (self.folder / "out" / "answers.csv").read_text().splitlines()
        self.assertEqual(rows[:4], ["anchor,near,far", "owl,lark,carp", "owl,lark,trout", "owl,carp,trout"])
        self.assertEqual(len(rows), 1 + 7)


if __name__ == "__main__":
    unittest.main()
