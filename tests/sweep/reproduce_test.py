"""`tertium reproduce`: several figures as one sweep, stopped and gone on with; the same rows as one by one; one page."""
import json
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
        self.assertIn("1 claim of the papers: 1 holds; 1 claim of this project: 1 fails.", page)
        self.assertIn("Each verdict is wrong with a probability of at most 5 %", page)
        self.assertIn("“never | better”", page)
        self.assertEqual(page.count("<td>✓</td>"), 2)
        self.assertLess(page.index("All claims of the papers"), page.index("All claims of this project"))
        self.assertIn("A tree &amp; its &lt;gaps&gt;", page)
        self.assertIn("nothing is better than exact", page)
        self.assertEqual(page.count("<img "), 3)
        self.assertEqual(set(re.findall(r'(?:src|href)="([^"]{1,5})', page)) - {"data:"},
                         {link[:5] for link in re.findall(r'href="(#[^"]+)"', page)}, "only itself")
        targets = set(re.findall(r'id="([^"]+)"', page))
        self.assertLessEqual(set(re.findall(r'href="#([^"]+)"', page)), targets)
        self.tertium("reproduce", "first", "--no-run", "--format", "markdown")
        markdown = (self.folder / "runs" / "report" / "first.md").read_text()
        self.assertIn("never better than exact \\| at all (“never \\| better”) | the test", markdown)
        self.assertIn("**1 claim of the paper: 1 holds; 1 claim of this project: 1 fails.**", markdown)
        self.assertLess(markdown.index("| | claim |"), markdown.index("| | claim of this project |"))
        self.assertIn("**fails**: nothing is better than exact | ✓ |", markdown)
        self.assertTrue((self.folder / "runs" / "report" / "gaps.png").exists())
        self.assertNotIn("Cubes", markdown)
        index = self.folder / "runs" / "report" / "report.md"
        self.assertIn("1 claim of the papers: 1 holds; 1 claim of this project: 1 fails.", index.read_text())
        self.assertRegex(index.read_text(), r"(?s)\| paper \|.*first.md\): .* \| 1 \| 0 .*\| this project, about \|.*\| 0 \| 1 ")
        self.tertium("reproduce", "second", "--no-run", "--format", "markdown")
        self.assertEqual((self.folder / "runs" / "report" / "first.md").read_text(), markdown, "no page of others' rows")
        self.assertIn("[gaps](first.md#gaps)", index.read_text())
        self.assertIn("[cubes](second.md#cubes)", index.read_text())
        before = {path.name: path.read_bytes() for path in index.parent.iterdir()}
        said = self.tertium("reproduce", "--smoke", "--no-run", "--format", "markdown", "-o", "runs/report", expect=1)
        self.assertIn("is about whole figures", said)
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
        self.assertIn("1 claim of the papers: 1 has no data; 1 claim of this project: 1 has no data", self.page())
        self.assertEqual(self.page().count("Not drawn"), 3)
        self.tertium("run", "gaps", "-o", "runs/gaps", "--set", "sweep.repetitions=20")  # more than asked for
        said = self.tertium("reproduce", "first")
        self.assertRegex(said, r"first +1 +1 +0 +0 +0\n")
        self.assertRegex(said, r"all papers +1 +1 +0 +0 +0\nfirst +1 +0 +1 +0 +0\nall of this project +1 +0 +1 +0 +0\n")
        self.assertIn("repetitions = 20", (self.folder / "runs" / "gaps" / "config.ini").read_text())
        self.tertium("reproduce", "second", "--smoke")
        self.assertTrue((self.folder / "runs" / "slow-smoke" / "slow.png").exists())

    def test_repetitions_until_decided(self):
        claims = self.home / "configs" / "cubes.claims"
        claims.write_text("[1]\nstatement = SL is never better than exact\ncondition = at_least(1, aari(SL)) > 0.85\n")
        before = self.tertium("reproduce", "second")
        self.assertRegex(before, r"\nsecond +1 +0 +0 +1 +0", "three repetitions decide nothing")
        said = self.tertium("reproduce", "second", "--until-decided")
        self.assertRegex(said, r"second +1 +1 +0 +0 +0")
        for look in (10, 20, 40):
            self.assertIn(f"cubes: 1 claim, {look} repetitions", said)
        self.assertIn("up to 40 repetitions for claims that needed more", self.page())
        # What is there says the same once more, and the figure's own rows are as they were.
        self.assertRegex(self.tertium("reproduce", "--no-run", "--until-decided", expect=3), r"second +1 +1 +0 +0 +0")
        self.assertRegex(self.tertium("reproduce", "--no-run", "--until-decided", "--limit", "20", expect=3), r"second +1 +0 +0 +1 +0")
        claims.write_text(claims.read_text().replace("0.85", "0.98"))
        self.assertRegex(self.tertium("reproduce", "second", "--until-decided"), r"second +1 +0 +0 +1 +0", "160 repetitions")
        self.assertRegex(self.tertium("reproduce", "second", "--until-decided", "--budget", "1h"), r"second +1 +1 +0 +0 +0")
        self.assertRegex(self.tertium("reproduce", "--no-run", "--until-decided", expect=3), r"second +1 +1 +0 +0 +0")
        self.assertRegex(self.tertium("reproduce", "second"), r"second +1 +0 +0 +1 +0")
        self.assertIn("3 repetitions, 12 trials", self.page())
        for words in (("--limit", "20"), ("--until-decided", "--smoke"), ("--until-decided", "--site", "site.ini")):
            self.assertIn("leave" if "--site" not in words else "without --site", self.tertium("reproduce", *words, expect=2))

    def open_claims(self):
        """One of each of two figures that twenty repetitions decide, and one that none would; rows of `slow` take some hundred
        times as long."""
        for name, method in (("cubes", "SL"), ("slow", "4-AL")):
            (self.home / "configs" / f"{name}.claims").write_text(
                f"[1]\nstatement = better than exact\ncondition = at_least(1, aari({method})) > 0.8\n")
        with (self.home / "configs" / "cubes.claims").open("a") as file:
            file.write("[2]\nstatement = undefined\ncondition = aari(SL) / 0 > 1\n")

    def test_a_budget_goes_to_what_it_is_likely_to_decide(self):
        self.open_claims()
        said = self.tertium("reproduce", "second", "--until-decided", "--budget", "1h", "--dry-run")
        self.assertRegex(" ".join(said.split()), "Planned rows come first .* What 3 claims need will be known when their rows")
        self.assertFalse((self.folder / "runs").exists())
        self.tertium("reproduce", "second")
        before = self.verdicts("second")
        said = self.tertium("reproduce", "second", "--until-decided", "--budget", "1h", "--dry-run")
        self.assertRegex(said, r"cubes +2 +1 .*\nslow +1 +1 ")
        self.assertIn("likely to decide 2 of 3 open claims", " ".join(said.split()))
        self.assertEqual(self.verdicts("second"), before, "nothing was run")
        # Enough for the cheap one, nothing for the other, however fast the machine is.
        number, unit = re.search(r"\nslow +1 +1 +([\d.]+) (ms|s|min)", said).groups()
        cost = float(number) * {"ms": 0.001, "s": 1.0, "min": 60.0}[unit]
        said = self.tertium("reproduce", "second", "--until-decided", "--budget", f"{0.7 * cost:.4f}s")
        self.assertIn("likely to decide 1 of 3 open", " ".join(said.split()))
        self.assertRegex(said, r"all of this project +3 +1 +0 +2 +0")
        self.assertRegex(said, r"slow 1 +needs about 20 repetitions +\d")
        self.assertRegex(said, r"cubes 2 +more repetitions would not help\n")
        self.assertNotIn("slow: 1 claim", said)
        self.assertIn("needs about 20 repetitions", self.page())
        self.assertIn("too few repetitions (the first look is at 10)", self.page())
        # The same line again has a new budget.
        said = self.tertium("reproduce", "second", "--until-decided", "--budget", "1h")
        self.assertNotIn("cubes: 1 claim", said, "it is decided")
        self.assertRegex(said, r"all of this project +3 +2 +0 +1 +0")
        self.tertium("reproduce", "second", "--no-run", "--until-decided", "--format", "markdown")
        self.assertIn("**more repetitions would not help**", (self.folder / "runs" / "report" / "second.md").read_text())
        told = json.loads((self.folder / "runs" / "report" / "papers.json").read_text())
        self.assertEqual(told["second"]["open"], {"cubes 2": "more repetitions would not help"})

    def verdicts(self, paper):
        return self.tertium("reproduce", paper, "--no-run", "--until-decided").split("report:")[0].split("memory")[1]

    def test_a_budget_that_runs_out_and_calls_that_are_killed_lose_nothing(self):
        self.open_claims()
        said = self.tertium("reproduce", "second", "--until-decided", "--budget", "0.02s", expect=3)
        self.assertIn("stopped by the budget", said)
        self.tertium("reproduce", "second")
        line = ("reproduce", "second", "--until-decided", "--budget", "1h")
        running = subprocess.Popen([PROGRAM, *line], env=self.environment, cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        runs = self.folder / "runs" / "slow"
        rows_before = len(list(runs.rglob("*.log")))
        while running.poll() is None and len(list(runs.rglob("*.log"))) == rows_before:
            time.sleep(0.01)
        running.kill()
        running.wait(timeout=60)
        self.assertRegex(self.tertium(*line), r"all of this project +3 +2 +0 +1 +0")
        self.assertRegex(self.tertium("reproduce", "second", "--until-decided", "--runs", "ranks", "--budget", "1h",
                                      start=("mpirun", "-n", "3")), r"all of this project +3 +2 +0 +1 +0")
        for words, why in ((("--budget", "1h"), "--budget only applies with --until-decided"),
                           (("--until-decided", "--budget", "0s"), "decides nothing, give core time such as 8h"),
                           (("--until-decided", "--budget", "-1h"), "is not understood"),
                           (("--until-decided", "--budget", "8"), "is not understood"),
                           (("--until-decided", "--budget", "much"), "is not understood"),
                           (("--until-decided", "--budget", "1h", "--no-run"), "leave --no-run or the budget out")):
            said = self.tertium("reproduce", *words, expect=2)
            self.assertIn(why, said)
            self.assertEqual(said.count("\n"), 1, said)

    def test_files_of_others_stay(self):
        site = self.folder / "site"
        site.mkdir()
        for name, words in (("index.html", ()), ("first.md", ("--format", "markdown"))):
            (site / name).write_text("mine")
            said = self.tertium("reproduce", "first", "--no-run", *words, "-o", "site", expect=1)
            self.assertIn(f"{name} does not belong to a report, name another folder: -o FOLDER", said)
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
                          (PAPERS.replace("cubes, slow", "cubes, gaps"), "is listed twice"),
                          (PAPERS.replace("cubes", "cubs"), "cubes")):
            listed.write_text(text)
            self.assertIn(why, self.tertium("reproduce", "--dry-run", expect=2))
        shutil.rmtree(self.home / "configs")
        self.assertIn("TERTIUM_HOME", self.tertium("reproduce", "--dry-run", expect=2))


if __name__ == "__main__":
    unittest.main()
