"""The reference pages of docs/ are those that the program prints; scripts/reference-pages.sh makes them."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DOCS = os.path.join(ROOT, "docs")
SCRIPT = os.path.join(ROOT, "scripts", "reference-pages.sh")


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


class ReferencePages(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def made(self, **environment):
        return subprocess.run([SCRIPT, self.folder], env={**os.environ, **environment}, capture_output=True, text=True,
                              check=False)  # fmt: skip

    def test_pages_are_what_the_program_prints(self):
        result = self.made()
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        pages = sorted(os.listdir(self.folder))
        self.assertEqual(pages, ["datasets.md", "methods.md", "models.md", "schemes.md", "scores.md"])
        for page in pages:
            with self.subTest(page):
                self.assertTrue(read(self.folder, page).startswith("# "))
                self.assertTrue(os.path.exists(os.path.join(DOCS, page)), f"make docs/{page}: {SCRIPT}")
                self.assertEqual(read(DOCS, page), read(self.folder, page), f"make docs/{page} again: {SCRIPT}")

    def test_rows_of_tables_have_two_cells(self):
        for page in ("datasets.md", "methods.md", "models.md", "schemes.md", "scores.md"):
            for row in re.findall(r"(?m)^\| .*", read(DOCS, page)):
                self.assertEqual(len(re.split(r"(?<!\\)\|", row)), 4, row)
                self.assertNotIn("<", row)

    def test_a_program_that_fails_leaves_no_page(self):
        result = self.made(TERTIUM_PROGRAM="/bin/false")
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".md")], [])
        result = self.made(TERTIUM_PROGRAM=os.path.join(self.folder, "missing"))
        self.assertEqual((result.returncode, result.stderr.count("\n")), (1, 1))

    def test_the_report_of_the_papers_has_the_statements_of_the_configurations(self):
        told = json.loads(read(DOCS, "papers", "papers.json"))
        pages = {key: read(DOCS, "papers", f"{key}.md") for key in told}
        self.assertEqual(list(told), re.findall(r"(?m)^\[(.+)\]", read(ROOT, "configs", "reproduce.papers")))
        index = read(DOCS, "papers", "report.md")
        files = sorted(pathlib.Path(ROOT, "configs").rglob("*.claims"))
        words = {"holds": "holds?", "fails": "fails?", "undecided": "(?:is|are) undecided"}
        for key, page in [*pages.items(), ("", "".join(pages.values()))]:
            rows = re.findall(r"(?m)^\|.*\| \*\*(holds|fails|undecided|no data)\*\*", page)
            for verdict, word in words.items():
                head = re.search(r"(?m)^[^|]*\*\*(.*?)\*\*", page if key else index)[1]  # of the papers, and of this project
                count = sum(map(int, re.findall(rf"(\d+) {word}\b", head)))
                self.assertEqual(count, rows.count(verdict), f"{key or 'report'}: {verdict}")
                if key:
                    count = sum(counts[verdict] for counts in told[key]["verdicts"].values())
                    self.assertEqual(count, rows.count(verdict), f"papers.json: {key}, {verdict}")
        page = "".join(pages.values())
        silent = re.findall(r"(?m)^\| (\w+) \|.*\*\*fails\*\* \|", page)
        self.assertEqual(silent, [], "a claim that fails tells why: explanation = ...")
        for file in files:
            name = re.search(r"(?m)^name = (\S+)", file.with_suffix(".ini").read_text())[1]
            told = re.search(rf'(?ms)^<a id="{name}"></a>$(.*?)(?=^<a id=|\Z)', page).group(1)
            found = re.findall(r"(?m)^\[(.+)\]\nstatement = (.+)\n(?:quote = (.+)\n)?source = (.+)\n", file.read_text())
            claims = [(number, (f"{statement} (“{quote}”)" if quote else statement).replace("|", "\\|"), source)
                      for number, statement, quote, source in found]
            rows = [tuple(row) for row in re.findall(r"(?m)^\| (\w+) \| (.+?) \| (.+?) \| \*\*", told)]
            self.assertCountEqual(rows, claims, f"{file}: tertium reproduce --runs RUNS --format markdown -o docs/papers")

    def test_links_between_pages_lead_somewhere(self):
        pages = [os.path.join(ROOT, name) for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
        pages += [os.path.join(DOCS, name) for name in sorted(os.listdir(DOCS)) if name.endswith(".md")]
        papers = os.path.join(DOCS, "papers")
        pages += [os.path.join(papers, name) for name in sorted(os.listdir(papers)) if name.endswith(".md")]
        for page in pages:
            for link, place in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", read(page)):
                target = os.path.join(os.path.dirname(page), link) if link else page
                self.assertTrue(os.path.exists(target), f"{os.path.relpath(page, ROOT)} links to {link}")
                if place and os.path.dirname(os.path.abspath(target)) == os.path.abspath(papers):
                    self.assertIn(f'<a id="{place}"></a>', read(target), os.path.relpath(page, ROOT))


if __name__ == "__main__":
    unittest.main()
