"""The C++ reference is built without a warning, and a public declaration without a comment is one."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HOME = pathlib.Path(os.environ["TERTIUM_HOME"])
HEADER = """#pragma once
namespace tertium::core {
/// A tree.
struct Tree {
  /// Twice.
  int twice() const;
  int once() const;
  int leaves() const { return leaves_; }
  int nodes = 0;
};
struct Bare {
  int field = 0;
};
/// A leaf.
int leaf();
int root();
}
"""
UNTOLD = ["Compound tertium::core::Bare", "Member root() (function) of namespace tertium::core", "Member once() const (function) of struct"]


class CppReference(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tertium-cpp-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def build(self, tree):
        return subprocess.run([sys.executable, tree / "scripts" / "cpp_reference.py", self.folder / "made"], capture_output=True,
                              text=True, timeout=120)  # fmt: skip

    def expect(self, page, text):
        self.assertTrue(text in (self.folder / "made" / page).read_text(encoding="utf-8"), f"{page} lacks {text}")

    def test_every_public_declaration_is_described(self):
        made = self.build(HOME)
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        self.assertEqual(made.stderr, "")
        self.expect("index.html", '<a class="el" href="step_8hpp.html">core/methods/step.hpp</a>')
        self.expect("structtertium_1_1core_1_1Step.html", "One step of a method")
        self.expect("structtertium_1_1core_1_1Step.html", "core/methods/step.hpp")
        self.expect("fit_8hpp.html", "A method fitted to answers.")

    def test_what_is_not_described_is_told(self):
        """Fields and accessors say by their names what they are; nothing else does."""
        tree = self.folder / "tree"
        for name in ("scripts/cpp_reference.py", "cmake/Doxyfile", "cmake/cpp_reference.css", "docs/design.md", "CMakeLists.txt"):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(HOME / name, tree / name)
        (tree / "core").mkdir()
        (tree / "core" / "tree.hpp").write_text(HEADER, encoding="utf-8")
        (tree / "cmake" / "public_headers.txt").write_text("# A list.\n[Trees]\ncore/tree.hpp  trees\n", encoding="utf-8")
        made = self.build(tree)
        self.assertEqual(made.returncode, 1, made.stdout + made.stderr)
        lines = made.stdout.splitlines()
        self.assertEqual(len(lines), len(UNTOLD), made.stdout)
        for untold in UNTOLD:
            self.assertEqual(sum(f"warning: {untold}" in line for line in lines), 1, made.stdout)


if __name__ == "__main__":
    unittest.main()
