"""What happens to a run when its folder is in trouble: a full disk, a folder turned read-only, foreign and damaged
segments, two programs at once, clocks that disagree. Always: one clear line, nothing lost, and the same command goes on.
"""
import datetime
import os
import re
import shutil
import subprocess
import unittest

from sweep_support import PROGRAM, SweepTest, command, environment, rows

MANY = """
[sweep]
name = many
repetitions = 400
[model]
kind = planted-hierarchy
n0 = 5
levels = 2
delta = 0.1, 0.2, 0.3
[comparisons]
p = 0.1, 1
[methods]
run = SL, AL, 4K-AL, 4-AL
"""
FEW = MANY.replace("repetitions = 400", "repetitions = 3")

# A private mount namespace: what is mounted there is gone with the command. Root, or a kernel that lets users have one.
NAMESPACE = next((start for start in (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"])
                  if subprocess.run([*start, "sh", "-c", "mount -t tmpfs tmpfs /mnt"], capture_output=True,
                                    check=False).returncode == 0), None)


def tertium(*arguments):
    return subprocess.run([PROGRAM, *map(str, arguments)], env=environment(), capture_output=True, text=True,
                          timeout=300, check=False)


class Trouble(SweepTest):
    def expect_error(self, done, *parts, code=1):
        """One line on standard error besides the progress, with all of the parts."""
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        complaints = [line for line in done.stderr.splitlines() if line.startswith("tertium")]
        self.assertEqual(len(complaints), 1, done.stderr)
        for part in parts:
            self.assertIn(part, complaints[0])

    def expect_verified(self, run):
        done = tertium("status", "--verify", run)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


@unittest.skipUnless(NAMESPACE, "this system lets nobody but root mount a file system")
class Disk(Trouble):
    def in_namespace(self, script, **variables):
        return subprocess.run([*NAMESPACE, "bash", "-euc", script], capture_output=True, text=True, timeout=300,
                              check=False, env={**environment(), "TERTIUM": PROGRAM, "CONFIG": str(self.config(MANY)),
                                                "DISK": str(self.mount_point()), "KEEP": str(self.folder / "keep"),
                                                **variables})

    def mount_point(self):
        (self.folder / "disk").mkdir(exist_ok=True)
        return self.folder / "disk"

    def run_on_a_disk_of(self, size):
        reference = self.result(self.config(MANY), "whole")
        done = self.in_namespace("""
            mount -t tmpfs -o size=$SIZE tmpfs "$DISK"
            "$TERTIUM" run "$CONFIG" -o "$DISK/run" && exit 90
            echo "exit $?"
            mkdir "$KEEP"; cp -a "$DISK/run" "$KEEP/run"
            mount -o remount,size=100m "$DISK"
            "$TERTIUM" run "$CONFIG" -o "$DISK/run"
            cp "$DISK/run/results.h5" "$KEEP/results.h5"
            """, SIZE=size)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("exit 1", done.stdout)
        self.assertIn("No space left on device", done.stderr)
        self.assertIn("free", done.stderr)
        self.assertNotIn("Segmentation", done.stderr)
        self.assertEqual(rows(self.folder / "keep" / "results.h5"), reference, done.stderr)
        # What the full disk left is a run like any other: elsewhere, too, the same command goes on with it.
        run = self.folder / "keep" / "run"
        self.assertFalse((run / "results.h5").exists())
        published = int(re.search(r"(\d+) of 7200 done", tertium("status", run).stdout)[1])
        self.run_sweep(self.config(MANY), run)
        self.assertEqual(rows(run / "results.h5"), reference)
        self.expect_verified(run)
        return published

    def test_full_while_rows_are_published(self):
        published = self.run_on_a_disk_of("600k")
        self.assertTrue(0 < published < 7200, published)

    def test_full_while_merging(self):
        self.assertEqual(self.run_on_a_disk_of("4700k"), 7200)

    def test_read_only_in_mid_run(self):
        reference = self.result(self.config(MANY), "whole")
        done = self.in_namespace("""
            mount -t tmpfs -o size=100m tmpfs "$DISK"
            "$TERTIUM" run "$CONFIG" -o "$DISK/run" --workers 1 & sweep=$!
            while [ -z "$(ls "$DISK"/run/segments/*.rows 2>/dev/null)" ]; do sleep 0.01; done
            mount --bind "$DISK/run/segments" "$DISK/run/segments"
            mount -o remount,bind,ro "$DISK/run/segments"
            wait $sweep && exit 90
            echo "exit $?"
            cp -a "$DISK/run" "$KEEP"
            umount "$DISK/run/segments"
            "$TERTIUM" run "$CONFIG" -o "$DISK/run"
            cp "$DISK/run/results.h5" "$KEEP/after.h5"
            """)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("exit 1", done.stdout)
        self.assertIn("Read-only file system", done.stderr)
        self.assertEqual(rows(self.folder / "keep" / "after.h5"), reference)


class Segments(Trouble):
    def with_half_a_run(self):
        """A run of the smaller configuration, to be continued by the bigger one."""
        run = self.folder / "run"
        self.run_sweep(self.config(FEW, "few.ini"), run)
        (run / "results.h5").unlink()
        return run, next((run / "segments").glob("*.rows"))

    def expect_refused_and_kept(self, run, bad, *parts):
        before = bad.read_bytes()
        config = self.config(MANY)
        self.expect_error(tertium("run", config, "-o", run), bad.name, *parts)
        self.expect_error(tertium("merge", run), bad.name, *parts)
        self.assertEqual(bad.read_bytes(), before)
        self.assertFalse((run / "results.h5").exists())
        bad.unlink()
        self.run_sweep(config, run)
        self.assertEqual(rows(run / "results.h5"), self.result(config, "whole"))

    def test_run_of_another_sweep(self):
        run, _ = self.with_half_a_run()
        before = (run / "config.ini").read_bytes()
        other = self.config(FEW.replace("name = many", "name = other"), "other.ini")
        self.expect_error(tertium("run", other, "-o", run), "is the run of 'many' (this is 'other')")
        self.assertEqual((run / "config.ini").read_bytes(), before)

    def test_foreign_hdf5_file(self):
        run, segment = self.with_half_a_run()
        other = self.folder / "whole-few"
        self.run_sweep(self.config(FEW, "few.ini"), other)
        bad = segment.with_name("a-foreign-one.rows")
        shutil.copy(other / "results.h5", bad)
        self.expect_refused_and_kept(run, bad)

    def test_text_file(self):
        run, segment = self.with_half_a_run()
        bad = segment.with_name("notes.rows")
        bad.write_text("do not delete\n")
        self.expect_refused_and_kept(run, bad)

    def test_cut_segment(self):
        run, segment = self.with_half_a_run()
        segment.write_bytes(segment.read_bytes()[:-100])
        self.expect_refused_and_kept(run, segment, "delete it")

    def test_rows_that_are_there_twice(self):
        run, _ = self.with_half_a_run()
        other = self.folder / "other"
        self.run_sweep(self.config(FEW, "few.ini"), other)
        shutil.copy(next((other / "segments").glob("*.rows")), run / "segments" / "again.rows")
        self.run_sweep(self.config(MANY), run)
        self.assertEqual(rows(run / "results.h5"), self.result(self.config(MANY), "whole"))
        self.expect_verified(run)


class AtOnce(Trouble):
    def start(self, config, run):
        return subprocess.Popen(command(config, run), env=environment(), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def test_two_programs_on_one_run(self):
        config, run = self.config(MANY), self.folder / "run"
        both = [self.start(config, run) for _ in range(2)]
        for process in both:
            out, error = process.communicate(timeout=300)
            self.assertEqual(process.returncode, 0, out + error)
        self.assertEqual(rows(run / "results.h5"), self.result(config, "whole"))
        self.expect_verified(run)

    def test_two_configurations_on_one_run(self):
        run = self.folder / "run"
        configs = [self.config(MANY), self.config(MANY.replace("[sweep]", "[sweep]\nseed = 9"), "other.ini")]
        both = [self.start(config, run) for config in configs]
        for process in both:
            out, error = process.communicate(timeout=300)
            self.assertEqual(process.returncode, 0, out + error)
        for name, config in enumerate(configs):
            self.run_sweep(config, run)
            merged = rows(run / "results.h5")
            for key, row in self.result(config, f"alone-{name}").items():
                self.assertEqual(merged[key], row)


class Clocks(Trouble):
    def test_clocks_that_disagree(self):
        """Logs and files from hosts that live an hour in the future, or a year in the past, change no result."""
        config, run = self.config(MANY), self.folder / "run"
        self.run_sweep(self.config(FEW, "few.ini"), run)
        log = next((run / "log").glob("*.log"))
        text = log.read_text()
        now = datetime.datetime.now(datetime.timezone.utc)
        for host, offset in (("ahead", 1 / 24), ("behind", -365)):
            stamp = (now + datetime.timedelta(days=offset)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
            skewed = re.sub(r"(?m)^\S+", stamp, re.sub(r"host=\S+", f"host={host}", text))
            skewed = "\n".join(line for line in skewed.splitlines() if "\tend\t" not in line) + "\n"
            (run / "log" / f"{host}-1.log").write_text(skewed)
        for segment in (run / "segments").glob("*.rows"):
            os.utime(segment, (now.timestamp() + 1e7, now.timestamp() + 1e7))
        (run / "segments" / ".tmp-ahead-1-0").write_text("somebody is writing this")
        done = tertium("status", run)
        self.assertEqual(done.returncode, 0, done.stderr)
        for nonsense in ("-", "nan", "inf"):
            self.assertNotRegex(done.stdout, rf"(left|rate)\s+(about )?{nonsense}")
        self.run_sweep(config, run)
        self.assertEqual(rows(run / "results.h5"), self.result(config, "whole"))
        self.expect_verified(run)


if __name__ == "__main__":
    unittest.main()
