"""What the shell that submits has in its environment is none of the job's business; ranks that memory kills get more; and
scaling is measured, as small as was asked for."""
import os
import re
import subprocess

from slurm_support import HERE, HOME, PROGRAM, SlurmTest, main, rows

TINY = HERE / "tiny.ini"
LOCAL = (HOME / "cluster-jobs" / "sites" / "local.ini").read_text()
# Of interactive jobs, notebooks, profiles of sites, and modules of other programs.
OTHERS = {
    "SBATCH_EXPORT": "NONE", "SBATCH_TIMELIMIT": "1", "SBATCH_ARRAY_INX": "700-701", "SBATCH_PARTITION": "nowhere",
    "SLURM_JOB_ID": "4711", "SLURM_MEM_PER_NODE": "7", "SLURM_NTASKS_PER_NODE": "1", "SLURM_CPU_BIND": "map_cpu:0",
    "SLURM_DISTRIBUTION": "nonsense", "SLURM_MPI_TYPE": "none", "SLURM_TIME_FORMAT": "%F %T", "SLURM_EXPORT_ENV": "NONE",
    "SLURM_HINT": "multithread", "SQUEUE_FORMAT": "%i", "SQUEUE_STATES": "PD", "OMP_NUM_THREADS": "4,2",
    "OMP_PROC_BIND": "spread,close", "OMP_PLACES": "{0}", "OMP_STACKSIZE": "1000000G", "OMP_THREAD_LIMIT": "1",
    "GOMP_CPU_AFFINITY": "0", "PMI_RANK": "3", "PMIX_RANK": "3", "OMPI_COMM_WORLD_SIZE": "7", "OMPI_MCA_pml": "nonsense",
    "OMPI_MCA_ess": "nonsense", "PYTHONHOME": "/nowhere", "PYTHONPATH": "/nowhere", "MPLBACKEND": "nonsense",
    "MATPLOTLIBRC": "/nowhere", "LC_ALL": "xx_YY", "LANG": "C", "HDF5_USE_FILE_LOCKING": "TRUE", "HOME": "",
    "SHELLOPTS": "errexit:nounset", "TMPDIR": "/nowhere",
}  # fmt: skip


class Environment(SlurmTest):
    NODES = 2

    def submitted(self, words, run, text=None):
        """What is said by words that submit in the environment of OTHERS, and the run's rows."""
        done = subprocess.run([str(word) for word in words], env={**self.environment, **OTHERS}, capture_output=True, text=True,
                              input=text, timeout=60)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def check(self, run, merge):
        self.await_state("COMPLETED", merge)
        said = "".join(path.read_text() for path in (run / "jobs" / "1").glob("*.out"))
        for wrong in ("fatal", "no figure", "attempt 2", "until ?", "invalid"):
            self.assertNotIn(wrong, said)
        self.assertTrue(list(run.glob("*.png")), said)
        self.assertEqual(rows(run / "results.h5"), self.whole)

    def test_jobs_do_not_depend_on_the_shell(self):
        self.tertium("run", TINY, "-o", self.folder / "whole")
        self.whole = rows(self.folder / "whole" / "results.h5")
        with self.subTest("submitted by the program"):
            run = self.folder / "run"
            said = self.submitted([PROGRAM, "slurm", "submit", TINY, "-o", run, "--site", "local"], run)
            self.check(run, re.search(r"figure as job (\d+)", said).group(1))
        with self.subTest("submitted by hand"):
            run = self.folder / "by_hand"
            self.tertium("slurm", "render", TINY, "-o", run, "--site", "local")
            for name in ("SBATCH_ARRAY_INX", "SBATCH_PARTITION", "SBATCH_TIMELIMIT", "SLURM_JOB_ID"):
                OTHERS.pop(name)  # what sbatch itself is told is the user's
            job = self.submitted(["sbatch", "--parsable", run / "jobs" / "1" / "array.sbatch"], run).strip()
            merge = self.submitted(["sbatch", "--parsable", f"--dependency=afterany:{job}", run / "jobs" / "1" / "merge.sbatch"], run)
            self.check(run, merge.strip())


class Memory(SlurmTest):
    NODES = 1

    def kill_first(self, attempts, memory):
        """The output of an element whose ranks are killed, as for memory, in its first attempts on nodes of `memory`."""
        program, site = self.folder / f"program{attempts}", self.folder / f"site{attempts}.ini"
        program.write_text(f'#!/bin/bash\n[[ $1 != run || ${{SLURM_RESTART_COUNT:-0}} -ge {attempts} ]] || kill -9 $$\n'
                           f'exec {PROGRAM} "$@"\n')
        program.chmod(0o755)
        site.write_text(LOCAL.replace("memory = 2000MiB", f"memory = {memory}MiB").replace("[job]", f"[job]\nprogram = {program}"))
        run = self.folder / f"run{attempts}"
        said = self.tertium("slurm", "submit", TINY, "-o", run, "--site", site)
        least = int(re.search(r"memory +(\d+) MB", said).group(1))
        self.await_state("COMPLETED", re.search(r"figure as job (\d+)", said).group(1), seconds=200)
        return least, (run / "jobs" / "1" / "element-0.out").read_text()

    def test_killed_ranks_get_more_memory(self):
        least, said = self.kill_first(3, 2000)
        self.assertEqual(re.findall(r"gets (\d+) MB", said), [str(2 * least), str(min(4 * least, 1000))], said)
        self.assertEqual(said.count("more memory is not tried"), 1, said)
        least, said = self.kill_first(1, 500)
        self.assertEqual(re.findall(r"gets (\d+) MB", said), [str(min(2 * least, 250))] if least < 250 else [], said)


class Scaling(SlurmTest):
    NODES = 1

    def test_scaling_is_as_small_as_asked_for(self):
        run = self.folder / "run"
        said = self.tertium("slurm", "submit", "hc19-fig2", "-o", run, "--site", "local", "--job", "scaling", "--smoke", "--set", "methods.run=4K-AL")
        self.assertRegex(said, r"time +about .*, limit")
        self.assertRegex(said, r"memory +about \d+ MB of each node")
        self.await_state("COMPLETED", re.search(r"as job (\d+)", said).group(1), seconds=400)
        for what in ("strong", "weak"):
            folder = run / "jobs" / "1" / f"scaling-{what}"
            self.assertEqual(sorted(os.listdir(folder)), [f"{what}.{kind}" for kind in ("h5", "pdf", "png", "svg")])


if __name__ == "__main__":
    main()
