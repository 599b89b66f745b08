"""Descriptions of methods: the heads of their files, with formulas that KaTeX understands."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

PROGRAM = os.environ["TERTIUM_PROGRAM"]
HOME = pathlib.Path(os.environ["TERTIUM_HOME"])
sys.path.insert(0, str(HOME / "scripts"))
import formulas  # noqa: E402

WITHOUT_FORMULA = {"cut", "features"}  # there is nothing to calculate
PARTS = ["Idea", "Guarantee", "Ties", "Cost"]


def printed(*args, **environment):
    return subprocess.run([PROGRAM, "list", "methods", *args], capture_output=True, text=True, check=True,
                          env={**os.environ, **environment}).stdout  # fmt: skip


def descriptions():
    """By step."""
    sections = re.split(r"(?m)^## ", printed("--markdown"))[1:]
    return {name: text for name, text in (re.match(r"(\S+)\n\n(.*?)\n\n- (?:begins|or follows|makes)", one, re.S).groups() for one in sections)}


def heads():
    """By file, of all files that define a step."""
    found = {}
    for file in sorted(HOME.glob("*/methods/*.cpp")):
        text = file.read_text(encoding="utf-8")
        if re.search(r"(?m)^void register_step_", text):
            found[file.name] = re.sub(r"(?m)^// ?", "", re.match(r"(//.*\n)*", text)[0]).strip()
    return found


class Descriptions(unittest.TestCase):
    def test_every_step_has_the_head_of_its_file(self):
        told = set(descriptions().values())
        self.assertEqual(told, {head.replace("\n    $$", "\n$$") for head in heads().values()})

    def test_every_step_has_its_formula_and_its_parts_in_order(self):
        for name, text in descriptions().items():
            with self.subTest(name):
                self.assertEqual("$$" in text, name not in WITHOUT_FORMULA)
                parts = re.findall(rf"(?m)^({'|'.join(PARTS)}): ", text)
                self.assertEqual(parts, [part for part in PARTS if part in parts])
                self.assertLessEqual({"Idea", "Guarantee", "Cost"}, set(parts))
                self.assertRegex(text.split("\n\n")[0], r"(?s)\(.+\)")  # the source

    def test_a_chain_shows_the_descriptions_of_its_steps(self):
        for name, first, second in (("4K-AL", "4K: ", "AL: "), ("t-STE(d=3)+k-means", "t-STE: ", "k-means: ")):
            page = printed(name)
            self.assertLess(page.index(f"\n  {first}"), page.index(f"\n  {second}"))
        self.assertIn("\n  4K: ", printed("MulK-4+AL"))
        self.assertIn("\n  Linkage++ (", printed("PCA+"))

    def test_text_is_wrapped_and_formulas_are_not(self):
        page = printed("4K+AL", COLUMNS="60").partition("\n  chain ")[0]
        formula = "      $$K_{ij} = \\sum_{r=1}^{N} \\sum_{k < l} c(ir; kl) \\, c(jr; kl)$$"
        self.assertIn(f"\n\n{formula}\n\n", page)
        for line in page.splitlines():
            self.assertTrue(len(line) <= 60 or line.startswith("      $$"), line)
        self.assertRegex(page, r"\n  - `literal`: [^\n]+\n    \S")  # an item goes on below its text


class Formulas(unittest.TestCase):
    def test_katex_understands_all(self):
        self.assertTrue(formulas.is_installed(), "KaTeX is not installed: apt install katex")
        found = []
        pages = [HOME / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/README.md")]
        for page in [*pages, *sorted((HOME / "docs").rglob("*.md"))]:
            formulas.replaced(page.read_text(encoding="utf-8"), lambda *formula: found.append(formula) or "")
        self.assertGreater(len(found), 200)
        self.assertEqual(len(formulas.rendered(found)), len(found))

    def test_a_wrong_formula_is_named(self):
        with self.assertRaisesRegex(formulas.WrongFormula, r"\\frac\{1: KaTeX parse error"):
            formulas.rendered([("x", False), ("\\frac{1", True)])

    def test_code_and_prices_are_left_alone(self):
        text = "`$a$` ``$b$`` $c$, $$d\n e$$ costs $5 and $6.\n\n```sh\necho $f $g\n```\n"
        found = []
        left = formulas.replaced(text, lambda *formula: found.append(formula) or "F")
        self.assertEqual(found, [("c", False), ("d e", True)])
        self.assertEqual(left, text.replace("$c$", "F").replace("$$d\n e$$", "F"))


if __name__ == "__main__":
    unittest.main()
