"""The program from outside: pages, exit codes, and one clear line for everything that a user can get wrong.

The environment variable TERTIUM_PROGRAM names the program.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TERTIUM = os.environ["TERTIUM_PROGRAM"]
COMMANDS = ("run", "calibrate", "status", "merge", "report", "figure", "cluster", "compare", "embed", "answers", "ask", "trees", "groups",
            "study", "cite", "list")
SMALL = """[sweep]
repetitions = 1
[model]
kind = planted-hierarchy
n0 = 4
levels = 1
delta = 0.1, 0.3
[comparisons]
p = 0.5, 1
[methods]
run = SL, 4-AL
"""


def tertium(*words, **options):
    return subprocess.run([TERTIUM, *words], capture_output=True, text=True, timeout=120, **options)


class Cli(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.config = self.folder / "small.ini"
        self.config.write_text(SMALL)

    def ok(self, *words):
        result = tertium(*words)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def refused(self, code, *words, says=()):
        """Ends with `code` and one line on stderr that holds all of `says`."""
        result = tertium(*words)
        self.assertEqual(result.returncode, code, f"{words}: {result.stderr}")
        self.assertEqual(result.stderr.count("\n"), 1, f"{words}: {result.stderr}")
        self.assertTrue(result.stderr.startswith("tertium"), result.stderr)
        for part in says:
            self.assertIn(part, result.stderr)
        return result.stderr


class Pages(Cli):
    def test_no_command_shows_the_commands(self):
        page = self.ok()
        self.assertEqual(page, self.ok("--help"))
        self.assertEqual(page, self.ok("help"))
        self.assertLess(page.count("\n"), 24)
        for command in COMMANDS:
            self.assertEqual(f"  {command} " in page, command not in ("calibrate", "merge"))

    def test_every_command_has_a_page_with_an_example(self):
        for command in COMMANDS:
            page = self.ok(command, "--help")
            self.assertIn("Example", page)
            self.assertIn(f"tertium {command}", page)
            self.assertEqual(page, self.ok("help", command))
            self.assertLessEqual(max(len(line) for line in page.splitlines()), 120, page)

    def test_version(self):
        self.assertRegex(self.ok("--version"), r"^tertium \d+\.\d+\.\d+ ")

    def test_cite_says_what_the_citation_file_says(self):
        text = self.ok("cite")
        file = (pathlib.Path(__file__).parents[2] / "CITATION.cff").read_text(encoding="utf-8")
        for key in ("title", "version"):
            self.assertIn(re.search(rf'(?m)^{key}: "?([^"\n]+)"?$', file)[1], text)
        self.assertIn(re.search(r"(?m)^  - name: (.+)$", file)[1], text)

    def test_unknown_commands(self):
        for words in (("clutser",), ("help", "clutser")):
            self.refused(2, *words, says=["unknown command 'clutser'; did you mean 'cluster'?", "benchmark"])
        self.refused(2, "failures", says=["is not a command", "use tertium status RUN --failures"])
        self.refused(2, "models", says=["tertium list models"])
        self.refused(2, "--frobnicate", says=["--frobnicate"])

    def test_lost_output_is_an_error(self):
        with open("/dev/full", "w") as full:
            result = subprocess.run([TERTIUM, "list", "methods"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot write", result.stderr)


class Registries(Cli):
    def test_tables_name_everything_with_a_page_each(self):
        for command, names in (
            ("methods", ("SL", "CL", "AL", "4K-AL", "4K-AL-literal", "4K-AL-act", "AddS-4-AL", "4-AL")),
            ("models", ("planted-hierarchy", "dataset")),
            ("datasets", ("zoo", "glass", "car", "food")),
            ("schemes", ("proportion", "count", "own")),
            ("metrics", ("aari", "aari_depth", "agreement")),
        ):
            table = self.ok("list", command)
            for name in names:
                self.assertIn(name, table)
                page = self.ok("list", command, name)
                self.assertTrue(page.startswith(name), page)
                self.assertRegex(page, r"source|[12][0-9]{3}\)")  # of a step, in its description
                self.assertLessEqual(max(len(line) for line in page.splitlines()), 100, page)

    def test_parameters_have_default_range_and_the_values_of_a_preset(self):
        self.assertRegex(self.ok("list", "methods", "4-AL"), r"(?s)m = 1 .*; a whole number in")
        self.assertIn("m = 3 ", self.ok("list", "methods", "4-AL-I3"))
        self.assertRegex(self.ok("list", "models", "planted-hierarchy"), r"sigma = 0.1 .*a number in \(0, ")

    def test_steps_of_a_file_are_listed_with_what_they_need_and_return(self):
        steps = str(pathlib.Path(__file__).parents[2] / "examples" / "own-step" / "steps.ini")
        table = self.ok("list", "methods", "--steps", steps)
        self.assertRegex(table, r"\nspectral-places +coordinates from the largest eigenvectors")
        self.assertRegex(" ".join(table.split()), r"\(needs (\w+ )?triplets, returns coordinates\)")
        self.assertIn(f"tertium list methods NAME --steps {steps}", table)
        self.assertNotIn("spectral-places", self.ok("list", "methods"))
        page = self.ok("list", "methods", "spectral-places", "--steps", steps)
        self.assertRegex(page, r"^spectral-places\n[\s\S]*triplets[\s\S]*makes +coordinates[\s\S]*AL[\s\S]*"
                               r"edition +[0-9a-f]{16}\n[\s\S]*d = 7")
        self.assertIn("spectral-places", self.ok("list", "methods", "AL", "--steps", steps))
        chain = self.ok("list", "methods", "spectral-places(d=3)+AL", "--steps", steps)
        self.assertIn("d = 3", chain)

    def test_steps_of_a_file_are_for_the_list_of_methods(self):
        steps = str(pathlib.Path(__file__).parents[2] / "examples" / "own-step" / "steps.ini")
        for words in (("list",), ("list", "models"), ("list", "datasets", "--check"), ("list", "methods", "--markdown")):
            self.refused(2, *words, "--steps", steps, says=["--steps only applies to methods"])
        self.refused(2, "list", "methods", "--steps", str(self.config), says=["declares no step"])
        self.refused(2, "list", "methods", "spectral-placse", "--steps", steps, says=["did you mean 'spectral-places'?"])

    def test_unknown_names(self):
        self.refused(2, "list", "methods", "4-LA", says=["unknown method '4-LA'", "4-AL, "])
        self.refused(2, "list", "models", "plant", says=["unknown model 'plant'", "planted-hierarchy"])
        self.refused(2, "list", "datasets", "zooo", says=["unknown data set 'zooo'; did you mean 'zoo'?", "glass"])


class Plans(Cli):
    def test_tells_the_grid_and_the_trials(self):
        plan = self.ok("run", "--dry-run", str(self.config), "--set", "sweep.repetitions=3")
        self.assertIn("small: 4 points x 3 repetitions = 12 cells, 18 trials", plan)
        self.assertIn("0.1, 0.3 (2 values)", plan)
        self.assertRegex(plan, r"SL +6 +0 +0 +6 ")
        self.assertRegex(plan, r"4-AL +12 +0 +0 +12 ")

    def test_writes_nothing(self):
        before = sorted(self.folder.rglob("*"))
        result = tertium("run", "--dry-run", str(self.config), cwd=self.folder)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(sorted(self.folder.rglob("*")), before)

    def test_finds_the_projects_configurations_by_name(self):
        self.assertIn("2700 trials", self.ok("run", "--dry-run", "hc19-fig2"))
        self.refused(2, "run", "--dry-run", "hc19-fig4", says=["unknown configuration", "hc19-fig2, "])

    def test_benchmarks_that_are_not_built_say_how_they_are(self):
        alone = shutil.copy(TERTIUM, self.folder)
        result = subprocess.run([alone, "bench", "kernels", "--quick"], capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.count("\n"), 1)
        self.assertIn("build it: cmake --build build --target tertium-bench", result.stderr)
        self.refused(2, "bench", "kernel", says=("unknown benchmark",))

    @unittest.skipUnless(pathlib.Path(TERTIUM).with_name("tertium-bench").exists(), "tertium-bench is not built")
    def test_benchmarks_are_compared_with_earlier_ones(self):
        before = self.folder / "before.json"
        items = ("bench", "kernels", "--quick", "--only", "4-AL, plain")
        done = tertium(*items, "-o", str(before))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(tertium(*items, "--against", str(before)).stdout, r"4-AL, plain +N = 32, p = 0.1 .* x\n$")
        for damaged in ("", "{}", '{"results": []}'):
            before.write_text(damaged)
            self.refused(1, *items, "--against", str(before), says=("name one that tertium bench kernels -o wrote",))
        self.refused(1, *items, "--against", "missing.json", says=("cannot read 'missing.json'",))

    def test_bad_configurations_have_one_clear_line(self):
        for item, says in (
            ("model.delta=banana", "delta = banana is not a number"),
            ("model.n0=0", "n0 = 0 is out of range"),
            ("comparisons.p=0", "p = 0 is out of range; give p a number in (0, 1]"),
            ("comparisons.p=1.5", "p = 1.5 is out of range"),
            ("methods.run=XL", "unknown method 'XL'"),
            ("model.kind=tree", "unknown model 'tree'"),
            ("model.q=1", "unknown [model] key 'q'"),
            ("plot.title=x", "unknown section 'plot'"),
        ):
            self.refused(2, "run", "--dry-run", str(self.config), "--set", item, says=[says])

    def test_missing_and_empty_files(self):
        self.refused(2, "run", "--dry-run", str(self.folder / "none.ini"), says=["No such file"])
        self.config.write_text("")
        self.refused(2, "run", "--dry-run", str(self.config), says=["has no [model] kind"])
        self.config.write_bytes(bytes(range(256)) * 50)
        self.refused(2, "run", "--dry-run", str(self.config), says=["small.ini:1"])

    def test_a_byte_order_mark_and_the_small_twin(self):
        self.config.write_bytes(b"\xef\xbb\xbf" + SMALL.encode())
        self.assertIn("4 points", self.ok("run", "--dry-run", str(self.config)))
        self.assertNotEqual(self.ok("run", "--dry-run", "hc19-fig2", "--smoke"), self.ok("run", "--dry-run", "hc19-fig2"))

    def test_the_example_of_the_page_about_configurations(self):
        page = (pathlib.Path(os.environ["TERTIUM_HOME"]) / "docs" / "configurations.md").read_text()
        self.config.write_text(re.search(r"```ini\n(.*?)```", page, re.DOTALL)[1])
        self.assertIn("noisy-answers: 24 points x 10 repetitions", self.ok("run", "--dry-run", str(self.config)))

    def test_a_home_that_is_nowhere(self):
        result = tertium("run", "--dry-run", "hc19-fig2", env=dict(os.environ, TERTIUM_HOME="/nope"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("looked for in /nope/configs", result.stderr)

    def test_words_that_do_not_fit(self):
        for count in ("0", "two"):
            self.refused(2, "run", str(self.config), "-o", "x", "--workers", count, says=[f"--workers {count} is not"])
        self.refused(2, "run", "--dry-run", says=["CONFIG is missing"])
        self.refused(2, "run", "--dry-run", "a", "b", says=["one argument too many"])
        self.refused(2, "run", "--dry-run", str(self.config), "--outputs", "x", says=["did you mean '--output'?"])


class Runs(Cli):
    def run_small(self):
        run = self.folder / "run"
        self.ok("run", str(self.config), "-o", str(run))
        return run

    def test_status_plan_and_report_of_a_complete_run(self):
        run = str(self.run_small())
        status = self.ok("status", run)
        self.assertRegex(status, r"state +complete\n")
        self.assertRegex(status, r"trials +6 of 6 done, 0 failed, 0 missing\n")
        self.assertRegex(self.ok("run", "--dry-run", str(self.config), "-o", run), r"all +6 +6 +0 +0 ")
        report = self.ok("report", run)
        self.assertIn("\np = 0.5\ndelta ", report)
        self.assertEqual(len(self.ok("report", run, "--format", "csv").splitlines()), 1 + 2 * 2 * 2)
        self.assertIn("\\toprule", self.ok("report", run, "--format", "latex", "--metric", "dasgupta_cost"))

    def test_a_larger_plan_makes_a_run_incomplete(self):
        run = self.run_small()
        stored = run / "config.ini"
        stored.write_text(stored.read_text().replace("repetitions = 1", "repetitions = 2"))
        result = tertium("status", str(run))
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertRegex(result.stdout, r"trials +6 of 12 done, 0 failed, 6 missing\n")
        self.assertIn("time left", result.stdout)
        result = tertium("report", str(run))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("6 of 12 trials are missing", result.stderr)

    def test_questions_that_have_no_answer(self):
        run = str(self.run_small())
        self.refused(2, "report", run, "--metric", "aary", says=["did you mean 'aari'?"])
        self.refused(2, "report", run, "--by", "q", says=["unknown parameter 'q'", "delta"])
        self.refused(2, "report", run, "--by", "p,p", says=["'p' twice"])
        self.refused(2, "report", run, "--format", "pdf", says=["text, csv, latex"])

    def test_damaged_results_are_made_again_out_of_the_segments(self):
        run = self.run_small()
        results = run / "results.h5"
        whole = results.read_bytes()
        for words in (("merge", str(run)), ("run", str(self.config), "-o", str(run))):
            for damaged in (whole[: len(whole) // 2], whole[:100] + b"x" + whole[101:]):
                results.write_bytes(damaged)
                result = tertium(*words)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
                self.assertIn("was damaged and is made again", result.stderr)
                self.assertEqual((run / "results.h5.damaged").read_bytes(), damaged)
                self.ok("status", "--verify", str(run))
        results.write_bytes(b"")
        for segment in (run / "segments").glob("*.rows"):
            segment.unlink()
        for words in (("merge", str(run)), ("run", str(self.config), "-o", str(run))):
            self.refused(1, *words, says=["segments lack 6 of 6 trials", "move it away, then"])

    def test_another_configuration_and_another_program_are_told(self):
        run = self.run_small()
        grown = tertium("run", str(self.config), "-o", str(run), "--set", "model.delta=0.1,0.3,0.5")
        self.assertEqual(grown.returncode, 0, grown.stderr)
        self.assertNotIn("another", grown.stderr)
        other = tertium("run", str(self.config), "-o", str(run), "--set", "model.delta=0.2")
        self.assertEqual(other.returncode, 0)
        self.assertIn("9 rows of another configuration stay", other.stderr)
        fields = pathlib.Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        (run / "log" / "other.log").write_text(
            "2026-01-31T23:59:59.123Z\tstart\t" + "\t".join((
                f"host={os.uname().nodename}", f"pid={os.getpid()}", f"process={fields[19]}", "ranks=1", "threads=1",
                "planned=1", "commit=x")) + "\n")
        twice = tertium("run", str(self.config), "-o", str(run), "--set", "model.delta=0.2,0.4")
        self.assertEqual(twice.returncode, 0)
        self.assertIn(f", {os.getpid()}) is computing in {run}; both will run the same trials", twice.stderr)

    def test_the_number_of_threads_has_to_be_one(self):
        run = self.folder / "threads"
        for text in ("many", "0", "-2", "4097", "2,many", "1.5", "2,,2"):
            refused = tertium("run", str(self.config), "-o", str(run), env={**os.environ, "OMP_NUM_THREADS": text})
            self.assertEqual(refused.returncode, 1, refused.stderr)
            self.assertIn(f"OMP_NUM_THREADS = {text} is not a whole number in [1, 4096]", refused.stderr)
            self.assertFalse(run.exists())
        # LLVM's OpenMP ends every program by itself where the text is blank, before the program begins.
        blank = () if "Clang" in self.ok("--version") else ("", " ")
        for text in ("2", "2,2", " 2 , 1", "2 ", *blank):
            taken = tertium("run", str(self.config), "-o", str(run), env={**os.environ, "OMP_NUM_THREADS": text})
            self.assertEqual(taken.returncode, 0, taken.stderr)

    def test_the_scaling_model_has_the_costs_that_methods_state(self):
        home = pathlib.Path(os.environ["TERTIUM_HOME"])
        written = subprocess.run([home / "scripts" / "stated_costs.sh", TERTIUM], capture_output=True, text=True,
                                 timeout=120)
        self.assertEqual(written.returncode, 0, written.stderr)
        stored = (home / "benchmarks" / "stated_costs.csv").read_text()
        self.assertEqual(written.stdout, stored, "write the file again (scripts/stated_costs.sh), and the pages of docs/")

    def test_landmarks_drawn_anew_state_what_they_cost(self):  # measured: 17 s and 320 MB
        told = self.ok("run", "--dry-run", str(self.config), "--set", "model.n0=160", "--set", "model.levels=3", "--set", "comparisons.p=1e-4",
                       "--set", "comparisons.eps=0.9", "--set", "methods.run=4K-AL-act-lnN-redrawn")  # fmt: skip
        seconds, megabytes = re.search(r"redrawn .* (\d+) s +(\d+) MB\n", told).groups()
        self.assertTrue(10 <= int(seconds) <= 40 and 250 <= int(megabytes) <= 500, told)

    def test_a_refused_run_leaves_no_folder(self):
        run = self.folder / "refused"
        self.refused(1, "run", str(self.config), "-o", str(run), "--set", "model.n0=20000", says=["of memory"])
        self.assertFalse(run.exists())
        self.refused(2, "run", str(self.config), "-o", "", says=["name of the run folder is empty"])

    def test_finished_trials_that_are_not_written_yet_are_told(self):
        run = self.run_small()
        fields = pathlib.Path("/proc/self/stat").read_text().rpartition(")")[2].split()
        time = "2026-01-31T23:59:59.123Z"
        start = [time, "start", f"host={os.uname().nodename}", f"pid={os.getpid()}", f"process={fields[19]}", "ranks=1"]
        trial = [time, "trial", "0123456789abcdef" * 2, "SL", "0", "done", "0.5", ""]
        (run / "log" / "other.log").write_text("\t".join(start) + "\n" + "\t".join(trial) + "\n")
        self.assertIn("; 1 finished, not yet written", self.ok("status", str(run)))

    def test_figures(self):
        folder = self.folder / "-f"
        figure = ("figure", str(self.config), f"--output={folder}", "--width", "8.5")
        for command in (figure, ("run", "--dry-run", str(self.config))):
            self.refused(2, *command, "--set", "figure.x=detla", says=["unknown [figure] x: column", "delta"])
        self.assertFalse(folder.exists())
        self.assertIn(f"picture: {folder}/small.png", self.ok(*figure, "--set", "figure.title=-x", "--set", "sweep.name=small"))
        recorded, results = (folder / "config.ini").read_text(), (folder / "results.h5").read_bytes()
        self.ok(*figure, "--set", "model.delta=0.1", "--set", "sweep.name=part")
        self.assertTrue((folder / "part.svg").exists())
        self.assertEqual((folder / "config.ini").read_text(), recorded)
        self.assertEqual((folder / "results.h5").read_bytes(), results)
        self.refused(2, *figure, "--width", "1", says=["more than once"])

    def test_folders_that_hold_no_run(self):
        for command in ("status", "report"):
            self.refused(1, command, str(self.folder / "none"), says=["no run at"])
            self.refused(1, command, str(self.folder), says=["no run at"])
            self.refused(1, command, str(self.config), says=["it is a file"])


if __name__ == "__main__":
    unittest.main()
