"""tertium trees from outside: what it reads, matches by name, tells, writes and refuses.

The environment variable TERTIUM_PROGRAM names the program.
"""

import csv
import json
import pathlib
import random
import subprocess
import unittest

from cli_test import TERTIUM, Cli  # beside this file

FIRST = "(((a:1,b:1)0.9:1,c)0.7,(d,('e 1',f)0.96)0.2);\n"
SECOND = "((a,b,c),((d,f),'e 1'));\n"
TREE_FILES = pathlib.Path(__file__).resolve().parents[1] / "files" / "trees"  # as programs of phylogenetics write them
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
                     "in the second only: 1, in both: 0", "0.45 for branches in both, 0.93 for the others",
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

    def test_consensus_of_many(self):
        sample = str(TREE_FILES / "beast.trees")
        out = self.folder / "out"
        report = " ".join(self.ok("trees", sample, "-o", str(out), "--picture", str(self.folder / "all.svg")).split())
        for part in ("4 of 6 leaves, from " + sample, "4 of at most 4 branches, those in more than half of the trees",
                     "their mean support is 0.81", "0.75 3 2 Homo_sapiens_2001, Pan (troglodytes)",
                     "consensus.nwk, branches.csv, distances.csv, summary.json"):  # fmt: skip
            self.assertIn(part, report)
        told = json.loads((out / "summary.json").read_text(encoding="utf-8"))
        self.assertEqual((told["trees"], told["branches"], told["mean_support"], told["tree"]), (4, 4, 0.8125, None))
        self.assertEqual(told["robinson_foulds"]["largest"], 4)
        with open(out / "distances.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["robinson_foulds"] for row in rows], ["0", "0", "2", "4"])
        self.assertEqual(rows[1]["source"], sample + ", tree 2")
        self.assertTrue((self.folder / "all.svg").read_text(encoding="utf-8").startswith("<?xml"))
        strict = self.figures(sample, "--threshold", "1")
        self.assertEqual((strict["branches"], strict["threshold"]), (1, 1.0))
        # What is written is read again, and is as far from the trees as it was.
        again = self.figures(sample, str(out / "consensus.nwk"))
        self.assertEqual([again[key] for key in ("branches", "mean_support", "triplet_distance")],
                         [told[key] for key in ("branches", "mean_support", "triplet_distance")])  # fmt: skip

    def test_many_trees_and_one(self):
        sample = str(TREE_FILES / "mrbayes.t")
        one = self.file("one.nwk", "(a:1,(b:1,(c:1,(d:1,e:1)0.2:2)0.3:2):3);")
        out = str(self.folder / "out")
        for words in ((sample, one), (one, sample)):
            report = " ".join(self.ok("trees", *words, "-o", out, "--force").split())
            self.assertIn("3 of 5 leaves, from " + sample, report)
            self.assertIn("all trees count as unrooted", report)
            self.assertEqual(pathlib.Path(out, "tree.nwk").read_text(encoding="utf-8"),
                             "(a:1,(b:1,(c:1,(d:1,e:1)1:2)0.666667:2):3);\n")  # fmt: skip
        found = self.figures(sample, one)
        self.assertEqual((found["unrooted"], found["triplet_distance"], found["tree"]), (True, None, one))
        self.assertEqual(found["robinson_foulds"], {"mean": 2 / 3, "median": 0, "low": 0, "high": 1.9, "largest": 2})
        pooled = self.figures(sample, one, str(TREE_FILES / "mrbayes.t"))
        self.assertEqual((pooled["trees"], pooled["branches"]), (7, 2))

    def test_a_thousand_trees_of_two_hundred_leaves(self):
        shuffle = random.Random(1)
        trees = []
        for _ in range(1000):
            parts = [f"leaf{i}:1" for i in range(200)]
            while len(parts) > 1:
                at = shuffle.randrange(max(1, len(parts) - 3))
                parts[at : at + 2] = [f"({parts[at]},{parts[at + 1]}):1"]
            trees.append(parts[0] + ";")
        found = self.figures(self.file("many.nwk", "\n".join(trees)))
        self.assertEqual((found["trees"], found["leaves"]), (1000, 200))

    def test_refuses_many_in_one_line(self):
        many = self.file("many.nwk", "((a,b),(c,d));\n((a,b),(c,d));((a,x),(c,d));")
        answers = self.file("answers.csv", ANSWERS)
        for says, *words in (
            ("tree 3: lacks the leaf 'b'", "trees", many),
            ("2:24: the end of the text", "trees", self.file("cut.nwk", "((a,b),(c,d));\n((a,b),(c,d));((a,b),(c")),
            ("has no tree, give a file", "trees", self.file("empty.nwk", "\n")),
            ("a leaf '6' that is not in the table 'translate'", "trees",
             self.file("table.nex", (TREE_FILES / "beast.trees").read_text(encoding="utf-8").replace("   6 macaque", "   7 macaque"))),
            ("has several trees (one is asked for here)", "cluster", answers, "--tree", many),
        ):  # fmt: skip
            self.refused(1, *words, says=[says])
        for says, *words in (
            ("is one tree, name another", self.file("one.nwk", FIRST)),
            ("below one half", many, "--threshold", ".3"),
            ("--threshold is for a consensus", self.file("one.nwk", FIRST), self.file("two.nwk", SECOND), "--threshold", ".6"),
        ):
            self.refused(2, "trees", *words, says=[says])

    def test_one_tree_and_vectors(self):
        tree = self.file("one.nwk", "(((a,b),c),d);\n")
        vectors = self.file("v.csv", "a,0,0\nb,0,1\nc,0,3\nd,9,0\ne,5,5\n")
        self.assertEqual(self.figures(tree, "--against", vectors)["same_closest_pair"], 1.0)
        turned = self.file("t.csv", "a,0,0\nb,9,1\nc,0,1\nd,9,0\n")
        self.assertIn("% of 4 triplets have the same closest pair", self.ok("trees", tree, "--against", turned))
        self.refused(2, "trees", tree, tree, "--against", vectors, says=["is for a single tree"])
        self.refused(2, "trees", tree, "--cosine", says=["--cosine is for --against"])
        self.refused(1, "trees", tree, "--against", self.file("x.csv", "q,1\na,2\n"), says=["has 1 of the objects"])

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
