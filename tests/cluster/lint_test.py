"""Every job script is one that Slurm takes, and that shellcheck finds nothing in; what Slurm refuses is told."""
import shutil

from slurm_support import HERE, SlurmTest, call, main

TINY = HERE / "tiny.ini"


class Lint(SlurmTest):
    def render(self, run, *words):
        said = self.tertium("slurm", "render", TINY, "-o", self.folder / run, *words)
        self.assertIn("submit with\n", said)
        return sorted((self.folder / run / "jobs" / "1").glob("*.sbatch"))

    def test_every_script(self):
        full = self.folder / "full.ini"
        full.write_text("[slurm]\npartition = main\naccount = a1\nqos = q1\nat-once = 2\ntime-limit = 1-00:00:00\n"
                        "options = --mail-type=FAIL, --nice=100\n[node]\ncores = 2\nmemory = 2000MiB\n"
                        "[element]\nranks = 2\nthreads = 2\n[job]\nlauncher = mpirun\nmodules = gcc/12\n"
                        "setup = source /etc/profile\nscratch = /tmp/$USER\n")
        scripts = []
        for site in ("local", full):
            for words in (("array", "--target-time", "0.0001s"), ("array", "--redo", "failed"), ("mpi", "--nodes", "3"),
                          ("scaling", "--nodes", "2", "--set", "methods.run=SL, 4K-AL")):
                scripts += self.render(f"run{len(scripts)}", "--site", site, "--job", *words)
        scripts += self.render("generic", "--site", "generic")
        self.assertGreaterEqual(len(scripts), 16)
        for script in scripts:
            with self.subTest(script=script.read_text()):
                self.in_cluster("sbatch", "--test-only", script)
                call("bash", "-n", script)
                if shutil.which("shellcheck"):
                    call("shellcheck", "--exclude=SC1091", script)

    def test_the_lint_finds_what_is_wrong(self):
        script, *_ = self.render("wrong", "--site", "local")
        for option in ("--frobnicate", "--partition=nowhere", "--cpus-per-task=99", "--time=soon"):
            wrong = self.folder / "wrong.sbatch"
            before, last, after = script.read_text().rpartition("\n#SBATCH ")
            line, _, commands = after.partition("\n")
            wrong.write_text(f"{before}{last}{line}{last}{option}\n{commands}")
            with self.subTest(option=option), self.assertRaises(AssertionError):
                self.in_cluster("sbatch", "--test-only", wrong)

    def test_refusal_is_told(self):
        site = self.folder / "refused.ini"
        site.write_text("[slurm]\npartition = nowhere\n")
        said = self.tertium("slurm", "submit", TINY, "-o", self.folder / "refused", "--site", site, expect=1)
        self.assertIn("sbatch refused", said)
        self.assertIn("invalid partition specified: nowhere", said)
        self.assertIn("correct the site file", said)


if __name__ == "__main__":
    main()
