"""What tells of the version tells the same one, and the site is whole."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ["TERTIUM_PROGRAM"]
HOME = pathlib.Path(os.environ["TERTIUM_HOME"])


def text(name):
    return (HOME / name).read_text(encoding="utf-8")


def found(pattern, name):
    match = re.search(pattern, text(name), re.M)
    return match[1] if match else f"nothing like {pattern} in {name}"


class Release(unittest.TestCase):
    def test_versions_agree(self):
        version = found(r"^project\(tertium VERSION ([\d.]+)", "CMakeLists.txt")
        told = {
            "program": subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.split()[1],
            "CITATION.cff": found(r"^version: (\S+)", "CITATION.cff"),
            "codemeta.json": json.loads(text("codemeta.json"))["version"],
            ".zenodo.json": json.loads(text(".zenodo.json"))["version"],
            "CHANGELOG.md": found(r"^## \[(\d[^\]]*)\]", "CHANGELOG.md"),
            "debian/changelog": found(r"^tertium \(([^)]+)\)", "debian/changelog"),
            "spack": found(r'version\("([\d.]+)"', "packaging/spack/package.py"),
            "easybuild": found(r"^version = '([\d.]+)'", "packaging/tertium.eb"),
        }
        self.assertEqual(told, dict.fromkeys(told, version))

    def test_dates_agree(self):
        date = found(r"^## \[\d[^\]]*\] - (\S+)", "CHANGELOG.md")
        self.assertEqual(date, found(r"^date-released: (\S+)", "CITATION.cff"))
        self.assertEqual(date, json.loads(text("codemeta.json"))["datePublished"])
        self.assertEqual(date, json.loads(text(".zenodo.json"))["publication_date"])

    def test_recipes_name_what_the_build_needs(self):
        """Each library of the group build has its name in every recipe."""
        recipes = {name: text(f"packaging/{name}") for name in ("spack/package.py", "tertium.eb", "names.txt")}
        for package, *others in (line.split() for line in recipes["names.txt"].splitlines() if line[:1] not in ("#", "")):
            self.assertIn(package, text("scripts/packages.txt"))
            dnf, brew, spack = others
            if spack != "-":
                self.assertIn(f'"{spack}', recipes["spack/package.py"], package)
        listed = {line.split()[0] for line in recipes["names.txt"].splitlines() if line[:1] not in ("#", "")}
        build = next(line for line in text("scripts/packages.txt").splitlines() if line.startswith("build:")).split()[1:]
        self.assertEqual(listed, set(build))

    def test_the_site_is_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([sys.executable, HOME / "scripts" / "site.py", f"{folder}/site"], capture_output=True, text=True, timeout=300)
            self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
            pages = list(pathlib.Path(folder, "site").glob("*.html"))
            self.assertGreater(len(pages), 30)
            for page in pages:
                self.assertNotRegex(page.read_text(encoding="utf-8"), r'(src|<link[^>]*href)="https?:')  # nothing is asked of servers


if __name__ == "__main__":
    unittest.main()
