"""The private Slurm itself: nodes that work, die and come back, and nothing left when it is down."""
import subprocess

from slurm_support import LOCAL_SLURM, SlurmTest, main


class LocalSlurm(SlurmTest):
    def nodes(self, state):
        return self.in_cluster("sinfo", "-h", "-N", "-p", "main", "-t", state, "-o", "%N").split()

    def test_job_on_all_nodes(self):
        names = self.in_cluster("srun", "-N3", "-n3", "sh", "-c", "echo $SLURMD_NODENAME").split()
        self.assertEqual(sorted(names), ["n1", "n2", "n3"])

    def test_killed_node_takes_its_job_along_and_comes_back(self):
        job = self.in_cluster("sbatch", "--parsable", "--requeue", "-w", "n2", "-o", "/dev/null", "--wrap",
                              "sleep 1000").strip()
        self.await_that("the job runs", lambda: self.in_cluster("squeue", "-h", "-j", job, "-o", "%T %N") ==
                        "RUNNING n2\n")
        self.local_slurm("kill-node", "n2")
        self.await_that("the node is missed", lambda: "n2" in self.nodes("down"))
        self.local_slurm("start-node", "n2")
        self.in_cluster("scancel", job)
        self.await_that("the node is back", lambda: "n2" in self.nodes("idle"))

    def test_stopped_daemon_leaves_its_job_alone(self):
        mark = self.folder / "mark"
        job = self.in_cluster("sbatch", "--parsable", "-w", "n3", "-o", "/dev/null", "--wrap", f"sleep 2; touch {mark}").strip()
        self.await_state("RUNNING", job)
        self.local_slurm("stop-daemon", "n3")
        self.await_that("the job goes on", mark.exists)
        self.local_slurm("start-node", "n3")
        self.await_that("the node is back", lambda: "n3" in self.nodes("idle"))


class Words(SlurmTest):
    NODES = 1

    def test_misuse_is_told(self):
        for words, message in ((["frob"], "unknown command 'frob', known: up"),
                               (["up"], "up needs a directory"),
                               (["up", self.cluster], "has been used before"),
                               (["up", self.folder / ("x" * 60)], "longer than 60 characters"),
                               (["up", self.folder / "x", "--nodes", "0"], "--nodes needs a number"),
                               (["exec", "/tmp", "true"], "is not a directory of local-slurm"),
                               (["kill-node", self.cluster, "n9"], "no node 'n9', there are: n1"),
                               (["run"], "run needs -- and a command")):
            done = subprocess.run([LOCAL_SLURM, *words], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(message, done.stderr)

    def test_nothing_runs_after_down(self):
        done = subprocess.run(
            [LOCAL_SLURM, "run", "--nodes", "1", "--", "sh", "-c",
             "sbatch -o /dev/null --wrap 'sleep 1234' >/dev/null; cat $LOCAL_SLURM_DIR/run/*.pid; echo $LOCAL_SLURM_DIR"],
            capture_output=True, text=True, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        *pids, folder = done.stdout.split()
        self.assertEqual(len(pids), 3)
        self.assertFalse(subprocess.run(["grep", "-lsF", folder, *(f"/proc/{pid}/cmdline" for pid in pids)],
                                        capture_output=True, text=True).stdout)
        self.assertNotEqual(subprocess.run(["test", "-e", folder]).returncode, 0)


if __name__ == "__main__":
    main()
