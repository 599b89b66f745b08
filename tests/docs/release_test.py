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

    def test_other_systems_have_a_name_for_all(self):
        """Each package of the groups build and figures has its names, and each name of Spack is in its recipe."""
        names = [line.split() for line in text("packaging/names.txt").splitlines() if line[:1] not in ("#", "")]
        groups = dict(line.split(":") for line in text("scripts/packages.txt").splitlines() if line[:1] != "#")
        self.assertEqual({package for package, *_ in names}, set(groups["build"].split() + groups["figures"].split()))
        recipe, easy = text("packaging/spack/package.py"), text("packaging/tertium.eb").lower()
        for package, _, _, spack in names:
            if spack != "-":
                self.assertRegex(recipe, f'"{spack}["@ ]', package)
        for library in ("cmake", "ninja", "random123", "xxhash", "nlohmann_json", "boost", "hdf5", "fmt", "highway", "eigen", "clp", "liblbfgs"):
            self.assertIn(f"('{library}'", easy)

    def test_the_site_has_formulas_or_says_why_not(self):
        """Set where KaTeX is installed: readable without scripts. Code is left alone."""
        with tempfile.TemporaryDirectory() as folder:
            for name, path in (("with", os.environ["PATH"]), ("without", folder)):
                made = subprocess.run([sys.executable, HOME / "scripts" / "site.py", f"{folder}/{name}"], capture_output=True, text=True,
                                      env={**os.environ, "PATH": path}, timeout=300)  # fmt: skip
                self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
                page = pathlib.Path(folder, name, "methods.html").read_text(encoding="utf-8")
                if name == "with":
                    self.assertEqual(made.stderr, "")
                    self.assertIn('<span class="katex-display">', page)
                    self.assertNotIn("$$", page)
                    self.assertNotRegex(page, r"FORMULA\d")
                    self.assertRegex(page, '<link rel="stylesheet" href="katex/katex.min.css">')
                    fonts = re.findall(r"url\(([^)]+)\)", pathlib.Path(folder, name, "katex", "katex.min.css").read_text(encoding="utf-8"))
                    self.assertGreater(len(fonts), 10)
                    self.assertTrue(all(pathlib.Path(folder, name, "katex", font).is_file() for font in fonts))
                else:
                    self.assertRegex(made.stderr, r"^scripts/site.py: KaTeX is not installed [^\n]+\n$")
                    self.assertIn("$$K_{ij}", page)

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
