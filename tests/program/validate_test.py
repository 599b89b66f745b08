"""tertium answers --check: every bad row by its line, and the standard's form, which is read as the file itself."""

import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

TERTIUM = os.environ["TERTIUM_PROGRAM"]
ROOT = pathlib.Path(os.environ["TERTIUM_HOME"])
GOOD = {
    "triplets": "anchor,near,far,subject,rt\nowl,cat,cup,Ann,1.5\ncat,owl,cup,Bob,\ncup,cat,owl,Ann,2\n",
    "quadruplets": "i,j,k,l,count\na,b,c,d,2\na,c,b,d,1\n",
    "odd-one-outs": "a;b;c;odd;worker\nowl;cat;cup;cup;1\nowl;dog;cup;dog;2\n",
    "most-central": "central,a,b,set\nx,y,z,train\ny,z,x,test\n",
}


def tertium(*words, **options):
    return subprocess.run([TERTIUM, *words], capture_output=True, text=True, errors="replace", timeout=120, **options)


class Validate(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def written(self, text, name="study.csv"):
        path = self.folder / name
        path.write_text(text)
        return path

    def test_every_bad_row_is_told_with_its_line(self):
        rows = "".join(f"a,b{i},c{i}\n" for i in range(30))
        path = self.written("anchor,near,far\nowl,owl,cat\n" + rows + "x,y\n" * 15 + "p,q,q\n")
        made = tertium("answers", path, "--check")
        self.assertEqual((made.returncode, made.stderr), (1, ""))
        lines = [int(line.split(":")[1]) for line in made.stdout.splitlines() if line.startswith(f"{path}:") and ", " in line
                 and line.split(":")[1].isdigit()]  # fmt: skip
        self.assertEqual(lines, [2, *range(33, 49)])
        self.assertIn("17 rows cannot be read", made.stdout)

    def test_what_cannot_be_read_at_all_is_one_line(self):
        for text in ("", "anchor,near,far\n", "anchor,near,far\nx,x,y\nz,z,y\n"):
            made = tertium("answers", self.written(text), "--check")
            self.assertEqual(made.returncode, 1)
            self.assertEqual(len(made.stderr.splitlines()), 1, made.stderr)

    def test_the_standard_form_says_the_same(self):
        schema = json.loads((ROOT / "docs" / "answers.schema.json").read_text())
        for kind, text in GOOD.items():
            with self.subTest(kind):
                path, folder = self.written(text, f"{kind}.csv"), self.folder / kind
                made = tertium("answers", path, "--standard", folder)
                self.assertEqual(made.returncode, 0, made.stderr + made.stdout)
                self.assertIn("every row can be read", made.stdout)
                described = json.loads((folder / "datapackage.json").read_text())
                self.assertEqual(described["answers"]["kind"], kind)
                if jsonschema:
                    jsonschema.validate(described, schema)
                    described["answers"]["kind"] = next(other for other in GOOD if other != kind)
                    with self.assertRaises(jsonschema.ValidationError):
                        jsonschema.validate(described, schema)
                again = self.folder / f"{kind}-again"
                self.assertEqual(tertium("answers", folder / "answers.csv", "--standard", again).returncode, 0)
                self.assertEqual((folder / "answers.csv").read_text(), (again / "answers.csv").read_text())
                seen = [self.looked_at(file) for file in (path, folder / "answers.csv")]
                self.assertEqual(*seen)
        rows = list(csv.DictReader((self.folder / "odd-one-outs" / "answers.csv").read_text().splitlines()))
        self.assertEqual(rows[0], {"a": "owl", "b": "cat", "odd": "cup", "subject": "1"})
        self.assertEqual({rows[1]["a"], rows[1]["b"]}, {"owl", "cup"})
        self.assertTrue((self.folder / "most-central" / "answers.csv").read_text().startswith("central,a,b,set\n"))

    def looked_at(self, path):
        folder = self.folder / "look"
        self.assertEqual(tertium("answers", path, "-o", folder, "--force").returncode, 0)
        seen = json.loads((folder / "summary.json").read_text())
        return {key: seen[key] for key in ("kind", "objects", "answers", "questions", "rows")}

    def test_names_that_are_numbers_and_objects_without_answers(self):
        path, folder = self.written("anchor,near,far\n5,7,9\n7,5,9\n"), self.folder / "numbers"
        self.assertEqual(tertium("answers", path, "--base", "none", "--standard", folder).returncode, 0)
        self.assertEqual((folder / "objects.csv").read_text(), "object,name\n5,5\n7,7\n9,9\n")
        self.assertEqual(tertium("answers", folder / "answers.csv", "--check").returncode, 1)
        self.assertEqual(tertium("answers", folder / "answers.csv", "--check", "--names", folder / "objects.csv").returncode, 0)
        few = self.written("anchor,near,far\n0,1,2\n", "few.csv")
        self.assertEqual(tertium("answers", few, "--objects", "5", "--standard", self.folder / "few").returncode, 0)
        again = tertium("answers", self.folder / "few" / "answers.csv", "--check", "--names", self.folder / "few" / "objects.csv")
        self.assertIn("about 5 objects", again.stdout)

    def test_its_own_line_replaces_what_it_wrote(self):
        path, folder = self.written(GOOD["triplets"]), self.folder / "twice"
        for _ in range(2):
            self.assertEqual(tertium("answers", path, "--standard", folder).returncode, 0)
        self.assertIn("exists already", tertium("answers", path, "--base", "none", "--standard", folder).stderr)
        odd = self.folder / os.fsdecode(b"odd\xff.csv")
        odd.write_text(GOOD["triplets"])
        self.assertEqual(tertium("answers", odd, "--standard", self.folder / "odd").returncode, 0)

    def test_programs_of_experiments_become_standard(self):
        exports = ROOT / "tests" / "files" / "exports"
        made = tertium("answers", exports / "jspsych.csv", "--standard", self.folder / "out")
        self.assertEqual(made.returncode, 0, made.stderr + made.stdout)
        self.assertTrue((self.folder / "out" / "answers.csv").read_text().startswith("anchor,near,far,subject"))


if __name__ == "__main__":
    unittest.main()
