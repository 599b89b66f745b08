"""What tells of the version tells the same one, addresses are those of one file, and the site is whole."""

import email
import importlib.util
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ["TERTIUM_PROGRAM"]
HOME = pathlib.Path(os.environ["TERTIUM_HOME"])
PUBLISHED = """[addresses]
repository = https://code.example/tertium
reports =                     # empty
site = https://tertium.example
doi = 10.1234/example.5
name = Tertium group
contact = tertium@lab.example # of all
"""
SEARCH = """
const fs = require("fs"), vm = require("vm"), page = vm.createContext();
for (const name of ["lunr", "sections", "find"]) vm.runInContext(fs.readFileSync(`${process.argv[1]}/${name}.js`, "utf8"), page);
process.stdout.write(JSON.stringify(process.argv.slice(2).map((query) => vm.runInContext("find", page)(query))));
"""


def text(name):
    return (HOME / name).read_text(encoding="utf-8")


def found(pattern, name):
    match = re.search(pattern, text(name), re.M)
    return match[1] if match else f"nothing like {pattern} in {name}"


def module(path):
    """A script of the tree, as a module."""
    about = importlib.util.spec_from_file_location(path.stem, path)
    made = importlib.util.module_from_spec(about)
    sys.modules[path.stem] = made  # where its dataclasses look
    about.loader.exec_module(made)
    return made


class Addresses(unittest.TestCase):
    script = HOME / "packaging" / "addresses.py"

    def setUp(self):
        self.addresses = module(self.script)

    def copy(self, folder):
        """The files that have addresses, as a tree of their own."""
        for name in [*self.addresses.FILES, "packaging/addresses.py", "packaging/addresses.ini"]:
            target = pathlib.Path(folder, name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(HOME / name, target)
        return pathlib.Path(folder)

    def write(self, tree, *words):
        return subprocess.run([sys.executable, "-B", tree / "packaging" / "addresses.py", *words], capture_output=True, text=True)

    def test_the_files_have_those_of_addresses_ini(self):
        for name, wanted in self.addresses.wanted(HOME).items():
            self.assertEqual(text(name), wanted, f"{name}: run packaging/addresses.py")

    def test_filled_in_they_are_in_every_file_and_leave_it_again(self):
        with tempfile.TemporaryDirectory() as folder:
            tree = self.copy(folder)
            ini = tree / "packaging" / "addresses.ini"
            before = {name: (tree / name).read_text() for name in self.addresses.FILES}
            empty, published = ini.read_text(), PUBLISHED
            ini.write_text(published)
            self.assertEqual(self.write(tree, "--check").returncode, 1)
            made = self.write(tree)
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assertEqual(made.stdout, "".join(f"written: {name}\n" for name in self.addresses.FILES))
            self.assertEqual((self.write(tree, "--check").returncode, self.write(tree).stdout), (0, ""))
            for name in self.addresses.FILES:
                self.assertRegex((tree / name).read_text(), r"https://(code|tertium)\.example|tertium@lab\.example", name)
            self.check_forms(tree)
            ini.write_text(empty)
            self.write(tree)
            self.assertEqual({name: (tree / name).read_text() for name in self.addresses.FILES}, before)

    def check_forms(self, tree):
        """What has a form still has it, and the values where programs look for them."""
        meta = json.loads((tree / "codemeta.json").read_text())
        self.assertEqual((meta["codeRepository"], meta["issueTracker"], meta["url"], meta["identifier"], meta["author"][0]["email"]),
                         ("https://code.example/tertium", "https://code.example/tertium/issues", "https://tertium.example",
                          "https://doi.org/10.1234/example.5", "tertium@lab.example"))  # fmt: skip
        zenodo = json.loads((tree / ".zenodo.json").read_text())
        self.assertEqual([one["identifier"] for one in zenodo["related_identifiers"]], ["https://code.example/tertium", "https://tertium.example"])
        self.assertEqual(zenodo["creators"], [{"name": "Tertium group"}])
        control = (tree / "debian/control").read_text()
        self.assertIn("Maintainer: Tertium group <tertium@lab.example>\n", control)
        self.assertIn("\nHomepage: https://tertium.example\nVcs-Browser: https://code.example/tertium\n"
                      "Vcs-Git: https://code.example/tertium.git\n\nPackage:", control)  # fmt: skip
        self.assertRegex((tree / "pyproject.toml").read_text(), r"(?s)email = \"tertium@lab.example\".*\n\n\[project.urls\]\nHomepage = ")
        compile((tree / "packaging/spack/package.py").read_text(), "package.py", "exec")
        backend = module(HOME / "python" / "wheel_backend.py")
        backend.ROOT = tree
        told = backend.project()
        self.assertEqual(told["authors"], [{"name": "Tertium group", "email": "tertium@lab.example"}])
        self.assertEqual(told["urls"], {"Homepage": "https://tertium.example", "Documentation": "https://tertium.example",
                                        "Repository": "https://code.example/tertium", "Issues": "https://code.example/tertium/issues",
                                        "Changelog": "https://tertium.example/changes.html"})  # fmt: skip

    def test_what_is_empty_is_said_and_what_is_wrong_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            tree = self.copy(folder)
            ini = tree / "packaging" / "addresses.ini"
            ini.write_text("[addresses]\nname = A\n")
            self.assertIn("packaging/addresses.ini has no repository, reports, site, doi, contact, security: the files have none",
                          self.write(tree).stdout)  # fmt: skip
            for line, told in (("site = http://a", "no value of 'site'"), ("contact = nobody", "no value of 'contact'"),
                               ("home = https://a", "unknown key 'home'")):  # fmt: skip
                ini.write_text(f"[addresses]\nname = A\n{line}\n")
                self.assertIn(told, self.write(tree).stderr)


class Wheel(unittest.TestCase):
    """Of what needs no build: tests/python/installed_test.py installs one."""

    ONCE = {"Metadata-Version", "Name", "Version", "Summary", "Author", "Author-email", "Keywords", "License", "Requires-Python",
            "Description-Content-Type"}  # fmt: skip
    OFTEN = {"Classifier", "Project-URL", "Requires-Dist"}

    def setUp(self):
        self.backend = module(HOME / "python" / "wheel_backend.py")

    def test_metadata_is_that_of_pyproject(self):
        told = email.message_from_string(self.backend.metadata())
        self.assertEqual(told.defects, [])
        for name in told:
            self.assertIn(name, self.ONCE | self.OFTEN)
            self.assertTrue(told[name].strip() and "\n" not in told[name] and told[name] != "UNKNOWN", name)
        for name in self.ONCE & set(told):
            self.assertEqual(len(told.get_all(name)), 1, name)
        self.assertTrue({"Metadata-Version", "Name", "Version", "Summary", "License"} <= set(told))
        self.assertIn(told["Metadata-Version"], ("2.1", "2.2", "2.3"))  # from 2.4 on a licence is an expression
        self.assertEqual(told["Version"], self.backend.version())
        self.assertLess(len(told["Summary"]), 512)
        self.assertEqual(told["License"], "MIT")
        self.assertIn("License :: OSI Approved :: MIT License", told.get_all("Classifier"))
        self.assertEqual(told["Description-Content-Type"], "text/markdown; charset=UTF-8")
        self.assertEqual(told.get_payload(), text("python/README.md"))
        self.assertNotRegex(told.get_payload(), r"\]\((?!https://)")  # links of a page without a folder around it
        if sys.version_info >= (3, 11):
            import tomllib

            wanted = tomllib.loads(text("pyproject.toml"))["project"]
            self.assertEqual(self.backend.project(), {"urls": {}, **wanted})
            self.assertEqual(told["Requires-Python"], wanted["requires-python"])
            self.assertEqual(told.get_all("Requires-Dist"), wanted["dependencies"])

    def test_libraries_bring_their_licences(self):
        with tempfile.TemporaryDirectory() as folder:
            self.backend.DOCUMENTS, self.backend.COMMON = pathlib.Path(folder, "doc"), pathlib.Path(folder, "common")
            self.backend.package_of = lambda library: library.name.split(".")[0]
            self.backend.COMMON.mkdir()
            (self.backend.COMMON / "GPL-3").write_text("the licence")
            for package in ("libone", *self.backend.OF_HEADERS):
                (self.backend.DOCUMENTS / package).mkdir(parents=True)
                (self.backend.DOCUMENTS / package / "copyright").write_text(f"{package} is under {self.backend.COMMON}/GPL-3.\n")
            found = self.backend.licences_of({"libone.so.1": pathlib.Path("libone.so.1")})
            self.assertEqual(set(found), {"libone.txt", "common/GPL-3.txt", *(f"{package}.txt" for package in self.backend.OF_HEADERS)})
            self.assertTrue(all(path.is_file() for path in found.values()))
            with self.assertRaisesRegex(SystemExit, "libtwo.so.1: no package states its licence"):
                self.backend.licences_of({"libtwo.so.1": pathlib.Path("libtwo.so.1")})


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

    def test_presets_are_what_the_scripts_do(self):
        """CMakePresets.json configures as ./test, in the same folders."""
        presets = {preset["name"]: preset for preset in json.loads(text("CMakePresets.json"))["configurePresets"]}

        def variables(name):
            parent = presets[name].get("inherits")
            return {**(variables(parent) if parent else {}), **presets[name].get("cacheVariables", {})}

        def given(pattern):
            words = shlex.split(re.search(pattern, text("test"), re.S)[1])
            return dict(word.removeprefix("-D").split("=", 1) for word in words)

        of_all, of_python = given(r"\noptions=\((.*?)\)\n"), given(r"\npython=\((.*?)\)\n")
        batches = {"TERTIUM_UNITY": found(r'TERTIUM_UNITY:-(\w+)\}" "\$@"', "scripts/common.sh")}
        best = {"TERTIUM_TARGETS": found(r"set\(TERTIUM_TARGETS (\w+)", "cmake/TertiumTargets.cmake"),
                "CMAKE_BUILD_TYPE": found(r"set\(CMAKE_BUILD_TYPE (\w+)", "CMakeLists.txt")}  # fmt: skip
        release = {**of_all, **of_python, **batches, **best}
        self.assertEqual(variables("release"), release)
        self.assertEqual(variables("all-targets"), {**release, "TERTIUM_TARGETS": "all"})
        self.assertEqual(variables("sanitize"), {**of_all, **batches, **given(r"options\+=\((-DTERTIUM_SANITIZE.*?)\)\n")})
        for name, folder in (("release", found(r"^dir=(\S+)", "test")), ("sanitize", found(r"^ +dir=(\S+)", "test"))):
            self.assertEqual(presets[name]["binaryDir"], f"${{sourceDir}}/{folder}")
        tests = {preset["name"]: preset for preset in json.loads(text("CMakePresets.json"))["testPresets"]}
        for variable, value in tests["sanitize"]["environment"].items():
            self.assertIn(f"{variable}=${{{variable}:-{value.replace('${sourceDir}', '$PWD')}}}", text("test"))
        listed = subprocess.run(["cmake", "--list-presets=all"], cwd=HOME, capture_output=True, text=True)
        self.assertEqual(listed.returncode, 0, listed.stderr)

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
                    self.assertRegex(made.stderr, r"^scripts/site.py: KaTeX is not installed [^\n]+\nscripts/site.py: Doxygen is not installed [^\n]+\n$")
                    self.assertIn("$$K_{ij}", page)

    def test_the_site_is_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([sys.executable, HOME / "scripts" / "site.py", f"{folder}/site"], capture_output=True, text=True, timeout=300)
            self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
            site = pathlib.Path(folder, "site")
            pages = {str(path.relative_to(site)): path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
            self.assertIn('<a href="cpp/index.html">C++ reference</a>', pages["methods.html"])
            self.assertIn("cpp/index.html", pages)
            self.assertGreater(len(pages), 30)
            for page in pages.values():
                self.assertNotRegex(page, r'(src|<link[^>]*href)="https?:')  # nothing is asked of servers
            self.check_search(site / "search", pages)

    def check_search(self, folder, pages):
        """Its entries lead to headings, and it finds words together, before others, and when they are unfinished."""
        script = (folder / "sections.js").read_text(encoding="utf-8")
        self.assertNotRegex(script, r"FORMULA\d")
        sections = json.loads(script.removeprefix("const SECTIONS = ").removesuffix(";\n"))
        self.assertGreater(len(sections), 500)
        for section in sections:
            page, anchor = section["at"].split("#")
            self.assertIn(f'id="{anchor}"', pages[page])
        made = subprocess.run(["node", "-e", SEARCH, folder, "average linkage", "averages of linkag", "the"], capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        found, unfinished, nothing = json.loads(made.stdout)
        average, = (one for one in found[:5] if one["at"] == "methods.html#al")
        self.assertEqual((average["heading"], average["page"], average["pieces"][:4]), ("AL", "Methods", ["AL: ", "average", " ", "linkage"]))
        self.assertIn("methods.html#al", [one["at"] for one in unfinished])
        self.assertEqual(nothing, [])


if __name__ == "__main__":
    unittest.main()
