"""The program in surroundings that are not as they should be: closed streams, full devices, limits on memory and threads,
files that change between two runs, and configurations that another program wrote."""
import contextlib
import csv
import io
import os
import pathlib
import shutil
import subprocess
import time
import unittest

from cli_test import SMALL, Cli, tertium

CSV = """[sweep]
repetitions = 2
[model]
kind = csv
file = mine.csv
holds = similarities
[comparisons]
p = 0.5
[methods]
run = SL
"""
OWN = """[sweep]
repetitions = 2
[model]
kind = answers
file = mine.csv
[comparisons]
scheme = held-out
share = 0.3
seen = 0.5, 1
[methods]
run = AddS-3-AL
"""
TABLE = "cat,dog,car,class\n1,2,3,animal\n2,1,4,animal\n3,4,1,thing\n"
GROUPS = pathlib.Path("/sys/fs/cgroup")


def shell(line, **options):
    words = {"TERTIUM": os.environ["TERTIUM_PROGRAM"], **os.environ, **options.pop("env", {})}
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=120, env=words, **options)


class Streams(Cli):
    def test_a_closed_standard_error_changes_no_exit_code_and_no_file(self):
        self.assertEqual(shell('"$TERTIUM" run --dry-run nosuch 2>&-').returncode, 2)
        run = self.folder / "run"
        self.assertEqual(shell(f'"$TERTIUM" run {self.config} -o {run} 2>&-').returncode, 0)
        self.ok("status", "--verify", run)

    def test_output_that_cannot_be_written_is_told(self):
        run = self.folder / "run"
        self.ok("run", self.config, "-o", run)
        for line in ('"$TERTIUM" list methods >&-', '"$TERTIUM" list methods >/dev/full', f'"$TERTIUM" report {run} --format rows >/dev/full',
                     f'"$TERTIUM" report {run} --format rows -o /dev/full'):
            done = shell(line)
            self.assertEqual(done.returncode, 1, line)
            self.assertRegex(done.stderr, r"^tertium \w+: .*(cannot write the output|/dev/full cannot be written) ?\(.*\n$")
        self.assertTrue(pathlib.Path("/dev/full").is_char_device())

    def test_a_path_that_leads_nowhere(self):
        loop = self.folder / "loop"
        loop.symlink_to("loop")
        self.refused(2, "run", "--dry-run", loop, says=["cannot read", "symbolic links"])
        self.refused(1, "report", "a" * 300, says=["File name too long"])


class Limits(Cli):
    def test_linear_algebra_fits_the_processor_unless_one_says_otherwise(self):
        def kernels(**env):
            lines = shell('"$TERTIUM" --version', env={"OPENBLAS_VERBOSE": "2", **env}).stderr.splitlines()
            return [line.removeprefix("Core: ") for line in lines if line.startswith("Core: ")][-1]

        if "avx2" not in pathlib.Path("/proc/cpuinfo").read_text():
            self.skipTest("a processor without AVX2")
        self.assertIn(kernels(), ("Haswell", "Excavator", "Zen", "SkylakeX", "Cooperlake", "Sapphirerapids"))
        self.assertEqual(kernels(OPENBLAS_CORETYPE="Nehalem"), "Nehalem")

    def test_a_processor_that_the_program_was_not_built_for_is_told(self):
        for line in ("list methods", "--version"):
            done = shell(f'LD_PRELOAD="$TERTIUM_OTHER_PROCESSOR" exec "$TERTIUM" {line}')
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
            self.assertRegex(done.stderr, r"^tertium( list)?: built for processors with .+SSSE3.+=all\n$")

    def test_more_threads_than_could_help_are_refused(self):
        done = shell('"$TERTIUM" list methods', env={"OMP_NUM_THREADS": "1000000"})
        self.assertEqual((done.returncode, done.stderr.count("\n")), (1, 1))
        self.assertIn("is not a whole number in [1, 4096]", done.stderr)

    def test_variables_of_openmp_and_the_locale_change_nothing(self):
        answers = self.folder / "a.csv"
        answers.write_text("anchor,near,far\n" + "".join(f"{a},{b},{c}\n" for a in "abcd" for b in "abcd" for c in "uvwx" if a != b))
        lines = [f'"$TERTIUM" cluster {answers} -k 2 --no-picture --force -o {self.folder}/out >/dev/null && cat {self.folder}/out/*.nwk',
                 f'rm -rf {self.folder}/run; "$TERTIUM" run {self.config} -o {self.folder}/run && "$TERTIUM" report {self.folder}/run --format newick']
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_", "LC_", "LANG"))}
        expected = [shell(line, env=clean).stdout for line in lines]
        for env in ({"OMP_PROC_BIND": "true", "OMP_PLACES": "{0}"}, {"OMP_PROC_BIND": "spread, close", "OMP_PLACES": "cores(1)"},
                    {"GOMP_CPU_AFFINITY": "0"}, {"OMP_STACKSIZE": "1000000G"}, {"OMP_STACKSIZE": "20K"}, {"OMP_THREAD_LIMIT": "1"},
                    {"OMP_DYNAMIC": "TRUE", "OMP_MAX_ACTIVE_LEVELS": "0", "OMP_SCHEDULE": "guided,7"}, {"OMP_NUM_THREADS": "4,2"},
                    {"LC_ALL": "xx_YY", "LANG": "de_DE"}, {"LC_ALL": "", "LANG": "C"}, {"TMPDIR": "/nowhere"}):
            for line, said in zip(lines, expected):
                done = shell(line, env=env)
                self.assertEqual((done.returncode, done.stdout), (0, said), f"{env}: {done.stderr}")

    def test_without_a_home_nothing_is_read_or_written_here(self):
        (self.folder / ".config" / "tertium").mkdir(parents=True)
        (self.folder / ".config" / "tertium" / "costs.ini").write_text("no costs")
        for line in ("env -u HOME", "env HOME=", "env HOME=.", "env HOME=/proc", "env XDG_CONFIG_HOME=.config HOME=/nowhere"):
            done = shell(f'{line} "$TERTIUM" run --dry-run {self.config}', cwd=self.folder)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(shell(f'{line} "$TERTIUM" run {self.config} -o run', cwd=self.folder).returncode, 0)
        self.assertEqual((self.folder / ".config" / "tertium" / "costs.ini").read_text(), "no costs")

    def test_variables_of_another_python_change_no_picture(self):
        broken = self.folder / "packages" / "matplotlib"
        broken.mkdir(parents=True)
        (broken / "__init__.py").write_text("raise ImportError('numpy.core.multiarray failed to import')\n")
        run = self.folder / "run"
        self.ok("run", self.config, "-o", run)
        for env in ({"PYTHONPATH": str(broken.parent)}, {"PYTHONHOME": "/nowhere"}, {"MPLBACKEND": "module://nobody.has"},
                    {"MPLBACKEND": "nonsense", "MATPLOTLIBRC": "/nowhere", "PYTHONSTARTUP": "/nowhere", "PYTHONIOENCODING": "latin1"},
                    {"LC_ALL": "xx", "LD_LIBRARY_PATH": str(broken)}):
            done = shell(f'"$TERTIUM" figure {self.config} -o {run}', env=env)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("no picture", done.stderr)

    def test_the_variables_of_one_rank_start_no_mpi(self):
        env = {"PMIX_RANK": "0", "PMIX_NAMESPACE": "1.0", "PMIX_SERVER_URI3": "nowhere", "SLURM_STEP_NUM_TASKS": "1", "PMI_RANK": "0"}
        for _ in range(2):  # as programs of an interactive job or a notebook come, one after the other
            done = shell(f'"$TERTIUM" run {self.config} -o {self.folder}/run', env=env)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_deadline_in_a_far_year_is_no_limit(self):
        for words in (["--deadline", "9999-12-31T23:59:59"], ["--deadline", "@99999999999999999999"], ["--time-limit", "99999999999h"]):
            self.ok("run", self.config, "-o", self.folder / "run", *words)

    def test_too_many_trials_are_refused_before_they_are_planned(self):
        self.refused(2, "run", "--dry-run", self.config, "--set", "sweep.repetitions=1000000", says=["at most 2000000"])

    @contextlib.contextmanager
    def group_of(self, limit):
        """Two nested control groups, the outer one limited; yields the file that takes processes into the inner one."""
        first = GROUPS / "memory" if (GROUPS / "memory").is_dir() else GROUPS
        outer = first / f"tertium-test-{os.getpid()}"
        inner = outer / "inner"
        try:
            outer.mkdir()
            if first == GROUPS:
                (outer / "cgroup.subtree_control").write_text("+memory")
            inner.mkdir()
            (outer / ("memory.max" if first == GROUPS else "memory.limit_in_bytes")).write_text(str(limit))
        except OSError as error:
            for group in (inner, outer):
                if group.is_dir():
                    group.rmdir()
            self.skipTest(f"no control groups can be made here: {error}")
        try:
            yield inner / "cgroup.procs"
        finally:
            for group in (inner, outer):
                self.remove(group)

    @staticmethod
    def remove(group):
        for _ in range(100):  # ended processes leave a group some time later
            with contextlib.suppress(OSError):
                return group.rmdir()
            time.sleep(0.1)

    def test_the_limit_of_an_outer_control_group_is_kept(self):
        big = self.folder / "big.ini"
        big.write_text(SMALL.replace("n0 = 4", "n0 = 400").replace("p = 0.5, 1", "p = 0.01"))
        with self.group_of(500_000_000) as processes:
            done = shell(f'echo $$ >{processes} && "$TERTIUM" run {big} -o {self.folder}/big --workers 1')
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, r"this needs about .* of memory .* but \d+ MB are available")
            done = shell(f'echo $$ >{processes} && "$TERTIUM" run {self.config} -o {self.folder}/small')
            self.assertEqual(done.returncode, 0, done.stderr)


class Files(Cli):
    def keys(self, run):
        table = tertium("report", run, "--format", "rows")
        return {row["key"]: row["status"] for row in csv.DictReader(io.StringIO(table.stdout))}

    def test_edited_data_are_other_data(self):
        home = self.folder / "home"
        shutil.copytree(pathlib.Path(os.environ["TERTIUM_HOME"]) / "data", home / "data")
        self.config.write_text("[model]\nkind = dataset\nname = zoo\n[methods]\nrun = SL\n")
        run = self.folder / "run"
        env = {"TERTIUM_HOME": str(home)}
        self.assertEqual(shell(f'"$TERTIUM" run {self.config} -o {run}', env=env).returncode, 0)
        zoo = home / "data" / "zoo.csv"
        zoo.write_text(zoo.read_text().replace("\naardvark,1,", "\naardvark,0,"))
        told = shell(f'"$TERTIUM" status {run}', env=env).stdout
        self.assertIn("1 missing", told)
        self.assertEqual(shell(f'"$TERTIUM" run {self.config} -o {run}', env=env).returncode, 0)
        self.assertEqual(len(self.keys(run)), 2, "a row of either content")
        self.assertEqual(shell(f'"$TERTIUM" status {run}', env=env).stdout.count("1 of 1 done"), 1)

    def test_similarities_of_ones_own(self):
        (self.folder / "mine.csv").write_text(TABLE)
        self.config.write_text(CSV)
        run = self.folder / "run"
        self.ok("run", self.config, "-o", run, "--set", "methods.run+=4-AL, AddS-4-AL")
        self.assertEqual(len(self.keys(run)), 1 * 2 + 2 * 2)
        self.assertIn("dasgupta_cost", self.ok("report", run))
        other = self.folder / "elsewhere"
        other.mkdir()
        shutil.copy(self.folder / "mine.csv", other / "same.csv")
        moved = self.ok("run", "--dry-run", self.config, "--set", f"model.file={other}/same.csv", "-o", run)
        self.assertRegex(moved, r"SL +2 +2 +0 +0", "what counts is the content, not the path")

    def test_answers_of_ones_own(self):
        answers = self.folder / "mine.csv"
        rows = [f"{a},{b},{c}\n" for a in "abc" for b in "abc" for c in "uvw" if a != b]
        answers.write_text("anchor,near,far\n" + "".join(rows))
        self.config.write_text(OWN)
        run = self.folder / "run"
        self.ok("run", self.config, "-o", run)
        self.assertIn("held_out_error", self.ok("report", run))
        other = self.folder / "elsewhere"
        other.mkdir()
        shutil.copy(answers, other / "same.csv")
        moved = self.ok("run", "--dry-run", self.config, "--set", f"model.file={other}/same.csv", "-o", run)
        self.assertRegex(moved, r"AddS-3-AL +4 +4 +0 +0", "what counts is the content, not the path")
        self.ok("run", self.config, "--set", f"model.file={other}/same.csv", "--set", "model.base=none", "-o", run)
        self.ok("report", run)
        self.ok("run", self.config, "-o", run)
        answers.write_text("anchor,near,far\n" + "".join(rows[1:]))
        self.assertIn("4 missing", tertium("status", run).stdout, "an edited file is another")
        self.ok("run", self.config, "-o", run)
        self.assertEqual(len(self.keys(run)), 2 * 4, "rows of either content")
        answers.unlink()
        self.refused(2, "status", run, says=["mine.csv", "No such file"])
        self.assertIn("held_out_error", self.ok("report", run))

    def test_tables_that_are_none(self):
        self.config.write_text(CSV)
        table = self.folder / "mine.csv"
        for text, says in ((None, "No such file"), ("", "empty"), ("1,2\n2\n", "mine.csv:2: 1 fields instead of 2"),
                           ("1,2\nx,y\n3,4\n", "mine.csv:2: 'y' in column 2 is not a finite number"),
                           ("1,2\n2,nan\n", "not a finite number"), ("1,2\n2,3\n4,5\n", "3 rows and 2 columns"),
                           ("1,2\n3,1\n", "2 in row 1, column 2 but 3 in row 2, column 1"), ("class\nx\n", "no column of numbers"),
                           ("a,b\n", "no objects")):
            if text is not None:
                table.write_text(text)
            self.refused(2, "run", "--dry-run", self.config, says=[says])
        self.config.write_text(CSV.replace("file = mine.csv\n", ""))
        self.refused(2, "run", "--dry-run", self.config, says=["[model] file is not given"])

    def test_a_run_with_a_method_that_is_not_there_can_be_looked_at(self):
        run = self.folder / "run"
        self.ok("run", self.config, "-o", run)
        config = run / "config.ini"
        config.write_text(config.read_text().replace("run = SL", "run = Nobodys"))
        for command in (["report", run], ["report", run, "--format", "rows"]):
            done = tertium(*command)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("4-AL", done.stdout)
            self.assertIn("unknown method 'Nobodys'", done.stderr)
        self.refused(2, "status", run, says=["unknown method 'Nobodys'"])


if __name__ == "__main__":
    unittest.main()
