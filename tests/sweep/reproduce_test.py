"""`tertium reproduce`: several figures as one sweep, stopped and gone on with; the same rows as one by one; one page."""
import os
import re
import shutil
import signal
import subprocess
import time
import unittest

from small_papers import FIGURES, PAPERS, make_home
from sweep_support import SweepTest, environment, rows

PROGRAM = os.environ["TERTIUM_PROGRAM"]
class Reproduce(SweepTest):
    """In a project's folder of its own, with a list of two papers and three figures."""

    def setUp(self):
        super().setUp()
        self.home = make_home(self.folder)
        self.environment = dict(environment(1), TERTIUM_HOME=str(self.home))

    def tertium(self, *words, expect=0, start=()):
        done = subprocess.run([*start, PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=120,
                              check=False, env=self.environment, cwd=self.folder)
        self.assertEqual(done.returncode, expect, f"{words}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def results(self, folder="runs"):
        return {name: rows(self.folder / folder / name / "results.h5") for name in FIGURES}

    def page(self):
        return (self.folder / "runs" / "report" / "index.html").read_text()

    def test_stopped_and_gone_on_with_it_has_the_rows_of_single_runs(self):
        running = subprocess.Popen([PROGRAM, "reproduce"], env=self.environment, cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not list((self.folder / "runs").glob("slow/log/*.log")):
            time.sleep(0.01)
        running.send_signal(signal.SIGTERM)
        self.assertIn(running.wait(timeout=60), (0, 3))
        said = self.tertium("reproduce")
        self.assertRegex(said, r"all +76 ")
        for name in FIGURES:
            self.tertium("run", name, "-o", f"single/{name}")
        self.assertEqual(self.results(), self.results("single"))
        self.ranks_agree()
        self.page_says_it_all()

    def ranks_agree(self):
        self.tertium("reproduce", "--runs", "ranks", start=("mpirun", "-n", "3"))
        self.assertEqual(self.results("ranks"), self.results("single"))

    def page_says_it_all(self):
        page = self.page()
        self.assertIn("Of 2 statements 1 holds, 1 fails", page)
        self.assertIn("A tree &amp; its &lt;gaps&gt;", page)
        self.assertIn("nothing is better than exact", page)
        self.assertEqual(page.count("<img "), 3)
        self.assertEqual(set(re.findall(r'(?:src|href)="([^"]{1,5})', page)) - {"data:"},
                         {link[:5] for link in re.findall(r'href="(#[^"]+)"', page)}, "only itself")
        targets = set(re.findall(r'id="([^"]+)"', page))
        self.assertLessEqual(set(re.findall(r'href="#([^"]+)"', page)), targets)
        self.tertium("reproduce", "first", "--no-run", "--format", "markdown")
        markdown = (self.folder / "runs" / "report" / "first.md").read_text()
        self.assertIn("never better than exact \\| at all", markdown)
        self.assertIn("**fails**: nothing is better than exact", markdown)
        self.assertTrue((self.folder / "runs" / "report" / "gaps.png").exists())
        self.assertNotIn("Cubes", markdown)
        index = self.folder / "runs" / "report" / "report.md"
        self.assertIn("Of 2 statements 1 holds, 1 fails", index.read_text())
        self.tertium("reproduce", "second", "--no-run", "--format", "markdown")
        self.assertEqual((self.folder / "runs" / "report" / "first.md").read_text(), markdown, "no page of others' rows")
        self.assertIn("[gaps](first.md#gaps)", index.read_text())
        self.assertIn("[cubes](second.md#cubes)", index.read_text())
        before = {path.name: path.read_bytes() for path in index.parent.iterdir()}
        said = self.tertium("reproduce", "--smoke", "--no-run", "--format", "markdown", "-o", "runs/report", expect=1)
        self.assertIn("tells of whole figures", said)
        told = index.parent / "papers.json"
        for damage in ("{", '{"first": {"title": "x"}}', told.read_text().replace('"holds": 1', '"holds": 1.5')):
            told.write_text(damage)
            self.assertIn("is damaged", self.tertium("reproduce", "first", "--no-run", "--format", "markdown", expect=1))
        told.write_bytes(before["papers.json"])
        self.assertEqual({path.name: path.read_bytes() for path in index.parent.iterdir()}, before)
        (index.parent / "first.md").unlink()
        self.tertium("reproduce", "second", "--no-run", "--format", "markdown")
        self.assertNotIn("first.md", index.read_text(), "no page, no entry")

    def test_what_is_there_is_reported_and_no_more(self):
        said = self.tertium("reproduce", "--dry-run")
        self.assertRegex(said, r"gaps +48 +0 +0 +48")
        self.assertFalse((self.folder / "runs").exists())
        self.tertium("reproduce", "--no-run", expect=3)
        self.assertIn("Of 2 statements 2 have no data", self.page())
        self.assertEqual(self.page().count("Not drawn"), 3)
        self.tertium("run", "gaps", "-o", "runs/gaps", "--set", "sweep.repetitions=20")  # more than asked for
        said = self.tertium("reproduce", "first")
        self.assertRegex(said, r"first +2 +1 +1 +0 +0")
        self.assertIn("repetitions = 20", (self.folder / "runs" / "gaps" / "config.ini").read_text())
        self.tertium("reproduce", "second", "--smoke")
        self.assertTrue((self.folder / "runs" / "slow-smoke" / "slow.png").exists())

    def test_repetitions_until_decided(self):
        claims = self.home / "configs" / "cubes.claims"
        claims.write_text("[1]\nstatement = SL is never better than exact\ncondition = at_least(1, aari(SL)) > 0.85\n")
        before = self.tertium("reproduce", "second")
        self.assertRegex(before, r"second +1 +0 +0 +1 +0", "three repetitions decide nothing")
        said = self.tertium("reproduce", "second", "--until-decided")
        self.assertRegex(said, r"second +1 +1 +0 +0 +0")
        for look in (10, 20, 40):
            self.assertIn(f"cubes: {look} repetitions", said)
        self.assertIn("needed more by up to 40 repetitions", self.page())
        # What is there says the same once more, and the figure's own rows are as they were.
        self.assertRegex(self.tertium("reproduce", "--no-run", "--until-decided", expect=3), r"second +1 +1 +0 +0 +0")
        self.assertRegex(self.tertium("reproduce", "--no-run", "--until-decided", "--limit", "20", expect=3), r"second +1 +0 +0 +1 +0")
        self.assertRegex(self.tertium("reproduce", "second"), r"second +1 +0 +0 +1 +0")
        self.assertIn("3 repetitions, 12 trials", self.page())
        for words in (("--limit", "20"), ("--until-decided", "--smoke"), ("--until-decided", "--site", "site.ini")):
            self.assertIn("leave" if "--site" not in words else "without --site", self.tertium("reproduce", *words, expect=2))

    def test_files_of_others_stay(self):
        site = self.folder / "site"
        site.mkdir()
        for name, words in (("index.html", ()), ("first.md", ("--format", "markdown"))):
            (site / name).write_text("mine")
            said = self.tertium("reproduce", "first", "--no-run", *words, "-o", "site", expect=1)
            self.assertIn(f"{name} is no part of a report, name another folder: -o FOLDER", said)
            self.assertEqual((site / name).read_text(), "mine")
            (site / name).unlink()
            for _ in range(2):  # its own are replaced
                self.tertium("reproduce", "first", "--no-run", *words, "-o", "site", expect=3)

    def test_refusals(self):
        self.assertIn("first, second", self.tertium("reproduce", "frist", expect=2))
        self.assertIn("markdown", self.tertium("reproduce", "--format", "pdf", expect=2))
        (self.folder / "file").write_text("precious")
        self.assertIn("file", self.tertium("reproduce", "--no-run", "-o", "file", expect=1))
        self.assertEqual((self.folder / "file").read_text(), "precious")
        listed = self.home / "configs" / "reproduce.papers"
        for text, why in ((PAPERS + "pages = 3\n", "unknown"), (PAPERS.replace("figures = gaps", ""), "has no figures"),
                          (PAPERS.replace("cubes, slow", "cubes, gaps"), "stands twice"),
                          (PAPERS.replace("cubes", "cubs"), "cubes")):
            listed.write_text(text)
            self.assertIn(why, self.tertium("reproduce", "--dry-run", expect=2))
        shutil.rmtree(self.home / "configs")
        self.assertIn("TERTIUM_HOME", self.tertium("reproduce", "--dry-run", expect=2))


if __name__ == "__main__":
    unittest.main()
