#!/usr/bin/python3
"""Proves that mutation.py names entries that are no longer right, touches nothing but its copy, and tells what kills."""
import contextlib
import dataclasses
import io
import os
import pathlib
import re
import tempfile
import unittest

import mutation  # beside this file

FAULT = mutation.Fault("one", "core/a.cpp", "x < y", "x <= y", "an edge", ["core.Order"])
PASSED = "100% tests passed, 0 tests failed out of 1\n"
FAILED = """1/2 Test #7: core.Order .......***Failed
[  FAILED  ] Order.IsStrict (0 ms)
The following tests FAILED:
\t  7 - core.Order (Failed)
"""


class Build:
    """Builds nothing; tests fail as `noticed` says, by what runs them."""

    def __init__(self, tree, noticed=(), builds=True):
        self.tree, self.noticed, self.builds, self.seen = tree, noticed, builds, []

    def targets(self, rooms):
        return [f"test_{room}" for room in rooms]

    def targets_of(self, tests):
        return self.targets(test.split(".")[0] for test in tests)

    def build(self, targets):
        self.seen.append((self.tree / FAULT.file).read_text())
        return self.builds

    def first_failure(self, tests):
        return next((name for name in self.noticed if re.search(tests, name)), None)


class Mutation(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.project = self.root / "project"
        for name, text in (("core/a.cpp", "return x < y;\n"), ("build/a.o", "made"), ("tests/core/build.txt", "kept"),
                           ("tests/core/a_test.cpp", "TEST(Order, IsStrict) {\n"), ("tests/core/cli_test.py", "\n")):
            (self.project / name).parent.mkdir(parents=True, exist_ok=True)
            (self.project / name).write_text(text)

    def problems(self, *faults):
        return list(mutation.problems_of(faults, self.project))

    def test_names_entries_that_are_no_longer_right(self):
        self.assertEqual(self.problems(FAULT, dataclasses.replace(FAULT, name="two", tests=["core.cli"])), [])
        for changed, problem in (({"text": "x > y"}, "is 0 times"), ({"text": "x"}, ""), ({"text": "r"}, "is 2 times"),
                                 ({"file": "core/b.cpp"}, "is 0 times"), ({"change": "x < y"}, "changes nothing"),
                                 ({"tests": ["core.Orders"]}, "no test core.Orders"), ({"tests": []}, "no test"),
                                 ({"file": "tests/core/a_test.cpp", "text": "Order"}, "tests is no room")):
            told = self.problems(dataclasses.replace(FAULT, **changed))
            self.assertEqual(len(told), 1 if problem else 0, told)
            self.assertIn(problem, "".join(told))
        self.assertIn("two of this name", self.problems(FAULT, FAULT)[0])

    def test_copies_what_has_changed_and_removes_what_is_gone(self):
        tree = self.root / "tree"
        mutation.copy_sources(self.project, tree)
        self.assertEqual((tree / "tests/core/build.txt").read_text(), "kept")
        self.assertFalse((tree / "build").exists())
        (tree / "build").mkdir()
        (tree / "build" / "a.o").write_text("of the copy")
        for name in ("core/a.cpp", "tests/core/cli_test.py"):
            os.utime(tree / name, (1, 1))
        (self.project / "core/a.cpp").write_text("return x > y;\n")
        (self.project / "tests/core/build.txt").unlink()
        mutation.copy_sources(self.project, tree)
        self.assertEqual((tree / "core/a.cpp").read_text(), "return x > y;\n")
        self.assertGreater((tree / "core/a.cpp").stat().st_mtime, 1)
        self.assertEqual((tree / "tests/core/cli_test.py").stat().st_mtime, 1)
        self.assertFalse((tree / "tests/core/build.txt").exists())
        self.assertEqual((tree / "build" / "a.o").read_text(), "of the copy")

    def test_leaves_folders_of_others_alone(self):
        with self.assertRaisesRegex(SystemExit, "no copy that this script made"):
            mutation.copy_sources(self.project, self.project / "core")
        self.assertEqual([path.name for path in (self.project / "core").iterdir()], ["a.cpp"])

    def test_tells_what_kills(self):
        for build, verdict in ((Build(self.project, ["core.Order"]), ("killed", "core.Order")),
                               (Build(self.project, ["core.Other"]), ("killed", "core.Other")),
                               (Build(self.project, ["files.Order"]), ("survived", "")),
                               (Build(self.project, ["core.Order"], builds=False), ("not built", ""))):
            self.assertEqual(mutation.run_fault(FAULT, build), verdict)
            self.assertEqual(set(build.seen), {"return x <= y;\n"})
            self.assertEqual((self.project / FAULT.file).read_text(), "return x < y;\n")

    def test_counts_verdicts_and_lists_those_that_are_left(self):
        equivalent = dataclasses.replace(FAULT, name="two", equivalent="it is the same")
        for noticed, count in ((["core.Order"], "1 equivalent, 1 killed"), ([], "1 equivalent, 1 survived")):
            told = io.StringIO()
            with contextlib.redirect_stdout(told):
                left, killers = mutation.run_all([FAULT, equivalent], Build(self.project, noticed))
            self.assertEqual(told.getvalue().splitlines()[-1], count)
            self.assertEqual((len(left), len(killers)), (0, 1) if noticed else (1, 0))

    def test_reads_what_ctest_says(self):
        self.assertEqual(mutation.failure_of(FAILED), "core: Order.IsStrict")
        self.assertEqual(mutation.failure_of(FAILED.replace("[  FAILED  ]", "")), "core.Order (Failed)")
        names = mutation.names_of(["core.Order", "python.verbs"])
        for name, is_one in (("core.Order", True), ("core.Kinds/Order", True), ("core.Kinds/Order/3", True),
                             ("python.verbs", True), ("core.Orders", False), ("core.InOrder", False)):
            self.assertEqual(bool(re.search(names, name)), is_one, name)


if __name__ == "__main__":
    unittest.main()
