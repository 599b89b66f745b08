"""tertium trees from outside: what it reads, matches by name, tells, writes and refuses.

The environment variable TERTIUM_PROGRAM names the program.
"""

import csv
import json
import pathlib
import subprocess
import unittest

from cli_test import TERTIUM, Cli  # beside this file

FIRST = "(((a:1,b:1)0.9:1,c)0.7,(d,('e 1',f)0.96)0.2);\n"
SECOND = "((a,b,c),((d,f),'e 1'));\n"
ANSWERS = "anchor,near,far\n" + "".join(f"{a},{b},{c}\n" for a in "abc" for b in "abc" for c in "uvw" if a != b) \
    + "".join(f"{a},{b},{c}\n" for a in "uvw" for b in "uvw" for c in "abc" if a != b)


class Trees(Cli):
    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def figures(self, *words):
        return json.loads(self.ok("trees", *words, "--json"))

    def test_counts_triples_and_branches(self):
        first, second = self.file("first.nwk", FIRST), self.file("second.nwk", SECOND)
        found = self.figures(first, second)
        # Resolved differently: d, e and f; the second tree leaves a, b and c open. All others are of two and one.
        self.assertEqual(found["triples"], {"all": 20, "same": 18, "different": 1, "resolved_by_first_only": 1,
                                            "resolved_by_second_only": 0, "resolved_by_neither": 0})  # fmt: skip
        self.assertAlmostEqual(found["triplet_distance"], 0.1)
        self.assertEqual(found["branches"], {"both": 2, "first_only": 2, "second_only": 1})
        self.assertEqual((found["robinson_foulds"], found["crossings"]), (3, 0))
        report = self.ok("trees", first, second)
        for part in ("10.0 % of the triples", "2 in both, 2 in the first only, 1 in the second only",
                     "by the second only: 1, by both: 0", "0.45 of those in both, 0.93 of the others",
                     "first 2 0.96 0.67 (of 3) e 1, f"):
            self.assertIn(part, " ".join(report.split()))
        self.assertNotIn("e 1, f", self.ok("trees", first, second, "--list", "0"))
        self.assertEqual(self.figures(first, first)["triplet_distance"], 0.0)

    def test_matches_leaves_by_name(self):
        first, second = self.file("first.nwk", FIRST), self.file("second.nwk", "((a,b),(f,x),c);")
        self.refused(1, "trees", first, second,
                     says=["2 only in", "first.nwk: d, e 1; 1 only in", "second.nwk: x", "--common to compare the 4"])  # fmt: skip
        found = self.figures(first, second, "--common")
        self.assertEqual((found["leaves"], found["first"]["left_out"], found["second"]["left_out"]),
                         (4, ["d", "e 1"], ["x"]))  # fmt: skip
        nothing = self.file("nothing.nwk", "(a,(y,z));")
        self.refused(1, "trees", first, nothing, says=["give trees of the same objects"])
        self.refused(1, "trees", first, nothing, "--common", says=["1 leaves in common", "give larger trees"])

    def test_reads_what_the_program_writes(self):
        answers = self.file("answers.csv", ANSWERS)
        for name, more in (("adds", ("--support", "20")), ("three", ("--method", "3-AL"))):
            self.ok("cluster", answers, "--no-picture", "-o", str(self.folder / name), *more)
        adds, three = str(self.folder / "adds"), str(self.folder / "three")
        whole = self.figures(adds, three)
        self.assertEqual(whole["leaves"], 6)
        self.assertTrue(whole["first"]["support"])
        for one in (f"{three}/tree.nwk", f"{three}/linkage.csv"):
            self.assertEqual(self.figures(three, one)["triplet_distance"], 0.0)
        piped = subprocess.run([TERTIUM, "trees", adds, "-", "--json"], input=(self.folder / "three/tree.nwk").read_text(),
                               capture_output=True, text=True, check=True)  # fmt: skip
        self.assertEqual(json.loads(piped.stdout)["triples"], whole["triples"])

    def test_writes_and_draws(self):
        first, second = self.file("first.nwk", FIRST), self.file("second.nwk", SECOND)
        classes = self.file("classes.csv", "name,class\na,vowel\ne 1,vowel\nb,consonant\n")
        out, picture = str(self.folder / "out"), str(self.folder / "both.svg")
        report = self.ok("trees", first, second, "-o", out, "--picture", picture, "--classes", classes)
        self.assertIn("summary.json, branches.csv; " + picture, report)
        with open(f"{out}/branches.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 7)
        self.assertEqual((rows[0]["support"], rows[0]["members"], rows[0]["in_both"]), ("0.96", "e 1; f", "0"))
        self.assertTrue(pathlib.Path(picture).read_text(encoding="utf-8").startswith("<?xml"))
        self.ok("trees", first, second, "-o", out, "--force")  # again, in the same folder

    def test_refuses_in_one_line(self):
        first = self.file("first.nwk", FIRST)
        (self.folder / "empty").mkdir()
        for says, *words in (
            ("has no tree.nwk", first, str(self.folder / "empty")),
            ("bad.nwk:1:5", first, self.file("bad.nwk", "(a,b")),
            ("does not join two nodes", first, self.file("z.csv", "left,right,height,size\n0,0,1,2\n")),
            ("none of the trees' leaves", first, first, "--picture", "x.png", "--classes",
             self.file("classes.csv", "name,class\nq,1\n")),
            ("has 3 columns, none of them called name", first, first, "--picture", "x.png", "--classes",
             self.file("answers.csv", "anchor,near,far\na,b,c\n")),
        ):  # fmt: skip
            self.refused(1, "trees", *words, says=[says])
        self.refused(1, "trees", first, str(self.folder / "missing.nwk"), says=["missing.nwk"])
        for says, *words in (
            ("end its name in .png, .pdf or .svg", first, first, "--picture", "x.jpeg"),
            ("add --picture FILE", first, first, "--classes", first),
            ("name a file for the other", "-", "-"),
        ):
            self.refused(2, "trees", *words, says=[says])


if __name__ == "__main__":
    unittest.main()
