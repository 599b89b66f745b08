"""Cells computed by teams of ranks: the rows of one rank, bit for bit; odd numbers of ranks; failures."""
import os
import subprocess
import unittest

import h5py

from sweep_support import SweepTest, command, environment

ALL_METHODS = """
[sweep]
name = team
seed = 11
repetitions = 1
[model]
kind = planted-hierarchy
n0 = 7
levels = 2
delta = 0.2
[comparisons]
p = 0.01, 0.1, 1
eps = 1, 0.8
[methods]
run = SL, CL, AL, 4K-AL, 4K-AL-literal, 4K-AL-act, 4K-AL-act-lnN, AddS-4-AL, AddS-3-AL, 4-AL, 4-AL-I5, 3-AL, 3K-AL
[store]
products = yes
"""

# 4-AL keeps a table of 340 MB here, half of it on each of two ranks.
BIG = """
[sweep]
name = big
[model]
kind = planted-hierarchy
n0 = 48
levels = 3
[comparisons]
p = 0.1
[methods]
run = 4-AL, AL
"""

# A limit that the program does not see, so that it does not choose what needs less memory: memory can run out at any time.
HIDING = """
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
extern "C" {
int getrlimit64(__rlimit_resource_t which, rlimit64* limit) noexcept {
  const long outcome = syscall(SYS_prlimit64, 0, which, nullptr, limit);
  if (which == RLIMIT_AS) limit->rlim_cur = RLIM64_INFINITY;
  return static_cast<int>(outcome);
}
int getrlimit(__rlimit_resource_t which, rlimit* limit) noexcept { return getrlimit64(which, reinterpret_cast<rlimit64*>(limit)); }
}
"""


class Teams(SweepTest):
    def limited(self, line):
        """The command with 480 MB, of which it knows nothing."""
        source, library = self.folder / "hiding.cpp", self.folder / "hiding.so"
        source.write_text(HIDING)
        subprocess.run([os.environ.get("CXX", "c++"), "-shared", "-fPIC", source, "-o", library], check=True)
        return ["sh", "-c", f"ulimit -v 480000; LD_PRELOAD={library} exec " + " ".join(line)]

    def test_rows_are_those_of_one_rank(self):
        config = self.config(ALL_METHODS)
        reference = self.result(config, "alone")
        self.assertGreater(len(reference), 60)
        for ranks, team in ((1, 1), (2, 2), (4, 2), (3, 3)):
            with self.subTest(ranks=ranks, team=team):
                rows = self.result(config, f"team{ranks}-{team}", ranks=ranks, threads=1,
                                   extra=("--team-size", str(team)))
                self.assertEqual(rows, reference)

    def test_threads_inside_the_members(self):
        config = self.config(ALL_METHODS)
        reference = self.result(config, "alone")
        rows = self.result(config, "threads", ranks=2, extra=("--team-size", "2", "--threads", "2"))
        self.assertEqual(rows, reference)

    def test_ranks_left_over_say_so(self):
        config = self.config(ALL_METHODS)
        done = self.run_sweep(config, self.folder / "odd", ranks=3, threads=1, extra=("--team-size", "2"))
        self.assertIn("1 of 3 ranks does nothing", done.stderr)

    def refused(self, *extra, ranks=2):
        done = subprocess.run(command(self.config(ALL_METHODS), self.folder / "refused", ranks, extra),
                              env=environment(1), capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("tertium run:"), 1, done.stderr)
        return done.stderr

    def test_a_team_that_cannot_be_is_refused(self):
        self.assertIn("mpirun -n 4", self.refused("--team-size", "4"))
        self.assertIn("--workers", self.refused("--team-size", "2", "--workers", "2"))
        self.assertIn("whole number", self.refused("--team-size", "0"))
        self.assertFalse((self.folder / "refused").exists())

    def test_a_member_without_memory_fails_the_trial_not_the_run(self):
        config = self.config(BIG)
        for poor in (0, 1):
            with self.subTest(poor=poor):
                run = self.folder / f"poor{poor}"
                line = command(config, run, extra=("--team-size", "2"))
                limited = self.limited(line)
                members = [limited, line] if poor == 0 else [line, limited]
                done = subprocess.run(["mpirun", "-n", "1", *members[0], ":", "-n", "1", *members[1]],
                                      env=environment(1), capture_output=True, text=True, timeout=300)
                self.assertEqual(done.returncode, 3, done.stderr)
                with h5py.File(run / "results.h5") as file:
                    outcome = dict(zip(file["trials/method_name"].asstr()[...], file["trials/message"].asstr()[...]))
                self.assertEqual(outcome, {"4-AL": "out of memory", "AL": ""})

    def test_every_team_shares(self):
        # Two cells, two teams; what fails in the second for want of memory shows that its second rank took part.
        config = self.config(BIG.replace("name = big", "name = big\nrepetitions = 2"))
        run = self.folder / "two"
        line = command(config, run, extra=("--team-size", "2"))
        limited = self.limited(line)
        done = subprocess.run(["mpirun", "-n", "3", *line, ":", "-n", "1", *limited], env=environment(1),
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 3, done.stderr)
        with h5py.File(run / "results.h5") as file:
            four_al = file["trials/method_name"].asstr()[...] == "4-AL"
            self.assertEqual(sorted(file["trials/message"].asstr()[...][four_al]), ["", "out of memory"])


if __name__ == "__main__":
    unittest.main()
