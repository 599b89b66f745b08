"""The program refuses in one line, or comes to an end: what is there already, an input as an output, files that are no files,
numbers that are none, and an oracle that does not end.

The environment variable TERTIUM_PROGRAM names the program; TERTIUM_SANITIZED is 1 if sanitizers are in it.
"""
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time
import unittest
import xml.dom.minidom

TERTIUM = os.environ["TERTIUM_PROGRAM"]
# Sanitizers reserve terabytes of addresses, and clang's OpenMP writes a file, before the program begins.
needs_limits = unittest.skipIf(os.environ.get("TERTIUM_SANITIZED") == "1", "what comes before main breaks the limit")
ANSWERS = "anchor,near,far\n0,1,2\n1,2,3\n2,1,0\n3,2,1\n0,1,3\n"
LOG = "anchor,first,second,answer,vote,swapped,batch,seconds\n"
SWEEP = """[sweep]
name = s
[model]
kind = planted-hierarchy
n0 = 2
levels = 1
[comparisons]
p = 1
[methods]
run = AL
[metrics]
compute = exact
[store]
products = yes
"""


class Refusals(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory(prefix="tertium-refusals-")
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.write("a.csv", ANSWERS)
        self.write("n.csv", "object,name\na,a\nb,b\nc,c\nd,d\n")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def read(self, name):
        return (self.folder / name).read_text()

    def type_in(self, *words, **options):
        return subprocess.run([TERTIUM, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=20,
                              **options)  # fmt: skip

    def ok(self, *words, **options):
        done = self.type_in(*words, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refused(self, says, *words, **options):
        done = self.type_in(*words, **options)
        self.assertIn(done.returncode, (1, 2), done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr[:2000])
        self.assertIn(says, done.stderr)
        return done.stderr

    # What is written

    def test_an_input_is_never_an_output(self):
        os.link(self.folder / "a.csv", self.folder / "hard.csv")
        (self.folder / "link.csv").symlink_to("a.csv")
        for words in (["a.csv", "-o", "a.csv"], ["a.csv", "-o", "hard.csv"], ["a.csv", "-o", "link.csv"],
                      ["a.csv", "--simulate", "--runs", "1", "-o", "a.csv"], ["--names", "n.csv", "-o", "n.csv"]):
            for force in ([], ["--force"]):
                self.refused("is an input of this command", "ask", *words, *force)
        with open(self.folder / "a.csv") as file:
            self.refused("is an input of this command", "ask", "-", "-o", "a.csv", "--force", stdin=file)
        self.refused("is an input of this command", "ask", "--names", "n.csv", "--oracle", "true", "--budget", "1", "--log", "n.csv")
        self.assertEqual(self.read("a.csv"), ANSWERS)
        self.write("w/labels.csv", ANSWERS)
        self.refused("w/labels.csv: is an input of this", "cluster", "w/labels.csv", "-o", "w", "--force", "--no-picture")
        self.write("w/summary.json", ANSWERS)
        self.refused("w/summary.json: is an input of this", "answers", "w/summary.json", "-o", "w", "--force")
        self.ok("cluster", "a.csv", "-o", "t", "--no-picture")
        self.refused("t/summary.json: is an input of this", "trees", "t", "t/tree.nwk", "-o", "t", "--force")

    def test_the_same_line_again_replaces_what_it_made(self):
        self.write("s.ini", SWEEP)
        self.ok("run", "s.ini", "-o", "S")
        self.ok("cluster", "a.csv", "-o", "out", "--no-picture")
        lines = {"q.csv": ("ask", "a.csv", "-n", "2", "-o", "q.csv"),
                 "rows.csv": ("report", "S", "--format", "rows", "-o", "rows.csv"),
                 "npy/index.csv": ("report", "S", "--format", "npy", "-o", "npy"),
                 "p.png": ("trees", "out", "out", "--picture", "p.png")}
        for name, line in lines.items():
            with self.subTest(name):
                self.ok(*line)
                self.ok(*line)
                self.ok(*line, "--force")
                self.ok(*line)
                self.write(name, "mine")
                self.refused("exists already (and was not made by this same line)", *line)
                self.assertEqual(self.read(name), "mine")

    def test_a_pipe_without_another_end_is_not_waited_for_for_ever(self):
        os.mkfifo(self.folder / "pipe")
        self.write("s.ini", SWEEP)
        self.ok("run", "s.ini", "-o", "S")
        self.refused("nobody reads this pipe", "ask", "a.csv", "-n", "2", "-o", "pipe")
        self.refused("nobody reads this pipe", "report", "S", "--format", "rows", "-o", "pipe")
        for words in (("cluster", "pipe"), ("run", "pipe", "-o", "T"), ("trees", "pipe", "out"), ("report", "--claims", "pipe"), ("ask", "pipe"),
                      ("run", "s.ini", "-o", "S", "--costs", "pipe"), ("run", "s.ini", "-o", "S", "--shard", "pipe:0")):
            with self.subTest(words):
                self.refused("pipe", *words)
        with subprocess.Popen(["cat", "pipe"], cwd=self.folder, stdout=subprocess.PIPE, text=True) as reader:
            self.ok("ask", "a.csv", "-n", "2", "-o", "pipe")
            self.assertTrue(reader.communicate()[0].startswith("anchor,"))
        (self.folder / "S" / "results.h5").unlink()
        os.mkfifo(self.folder / "S" / "results.h5")
        self.refused("results.h5", "report", "S")

    def test_leftovers_of_a_program_that_was_killed_go(self):
        system = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text()[:8]
        mine = self.write(f".tmp-tertium-host-{system}-1-0123456789abcdef", "half")
        others = [self.write(name, "x") for name in (".tmp-notes", f".tmp-tertium-host-{system}-1-0123456789abcde",
                                                      ".tmp-tertium-host-00000000-1-0123456789abcdef")]
        self.ok("ask", "a.csv", "-n", "2", "-o", "q.csv")
        self.assertFalse(mine.exists())
        self.assertTrue(all(file.exists() for file in others))

    def test_what_is_there_is_replaced_by_force_alone(self):
        self.ok("ask", "a.csv", "-n", "2", "-o", "q.csv")
        questions = self.read("q.csv")
        self.refused("q.csv: exists already", "ask", "a.csv", "-n", "3", "-o", "q.csv")
        self.assertEqual(self.read("q.csv"), questions)
        self.ok("ask", "a.csv", "-n", "3", "-o", "q.csv", "--force")
        self.assertNotEqual(self.read("q.csv"), questions)
        self.ok("ask", "a.csv", "-n", "3", "-o", "/dev/null")
        self.refused("w: is a folder", "ask", "a.csv", "-o", self.write("w/x", "").parent, "--force")
        self.write("s.png", "mine")
        self.refused("s.png: exists already", "ask", "a.csv", "--simulate", "--runs", "1", "-o", "s.csv")
        self.refused("--force is for", "ask", "a.csv", "--force")
        line = ["cluster", "a.csv", "-o", "out", "--no-picture"]
        self.ok(*line)
        self.ok(*line)  # the same line again
        self.ok(*line, "--force")
        self.refused("out/linkage.csv: exists already (and was not made by this same line)", *line, "--method", "AddS-3-AL")
        self.write("b.csv", ANSWERS)
        self.refused("exists already", "cluster", "b.csv", "-o", "out", "--no-picture")
        self.write("p.pdf", "mine")
        self.refused("p.pdf: exists already", "trees", "out", "out", "--picture", "p.pdf")
        self.refused("bench/strong.png: exists already", "bench", "strong", "--smoke", "-o",
                     self.write("bench/strong.png", "mine").parent.name)

    def test_export_keeps_out_of_runs(self):
        self.write("s.ini", SWEEP)
        self.ok("run", "s.ini", "-o", "S")
        for name in ("S/results.h5", "S/new.csv", "S/segments/x"):
            self.refused("is inside the run", "report", "S", "--format", "rows", "-o", name, "--force")
        self.ok("report", "S", "--format", "rows", "-o", "rows.csv")
        self.write("rows.csv", "mine")
        self.refused("rows.csv: exists already", "report", "S", "--format", "rows", "-o", "rows.csv")
        self.ok("report", "S", "--format", "npy", "-o", "npy")
        self.write("npy/index.csv", "mine")
        self.refused("index.csv: exists already", "report", "S", "--format", "npy", "-o", "npy")
        self.assertIn("1 of 1", self.ok("status", "--verify", "S").replace("all 1", "1 of 1"))

    @needs_limits
    def test_a_file_that_grows_too_large(self):
        self.write("s.ini", SWEEP)
        self.ok("run", "s.ini", "-o", "S")
        small = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))}
        self.refused("File too large", "report", "S", "--format", "rows", "-o", "other.csv", **small)

    # What is read

    def test_pictures_come_from_the_folder(self):
        outside = self.write("outside", "secret")
        line = ["cluster", "a.csv", "-o", "i", "--images", "im", "--force"]
        self.write("im/1.png", "x")
        picture = self.folder / "im" / "0.png"
        picture.symlink_to(outside)
        self.refused("leads out of the folder", *line)
        picture.unlink()
        for make in (os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/zero", path), lambda path: os.symlink("nowhere", path)):
            make(picture)
            self.refused("im/0.png is not a file", *line)
            picture.rmdir() if picture.is_dir() else picture.unlink()

    def test_logs_are_files(self):
        os.mkfifo(self.folder / "fifo")
        line = ["ask", "--names", "n.csv", "--oracle", "sed '1d; s/.*/first/'", "--budget", "3", "--log"]
        for log in ("fifo", "/dev/full", "/dev/null"):
            self.refused("is not a file (a pipe or a device", *line, log)
        for row in ("a,b,c,first,1,no,1,1e308", "a,b,c,first,1,no,1,-1", "a,b,c,first,9223372036854775807,no,1,1",
                    "a,b,c,first,0,no,1,1", "a,b,c,first,1,no,-5,1", "a,b,c,first,1,maybe,1,1"):
            self.write("log.csv", LOG + row + "\n")
            self.refused("log.csv:2: the line is damaged", *line, "log.csv")
            self.assertEqual(self.read("log.csv"), LOG + row + "\n")
        self.write("log.csv", (LOG + "a,b,c,first,1,no,1,1\n").replace("\n", "\r\n"))
        self.refused("CR LF", *line, "log.csv")

    def test_weights_that_cannot_be_added_up(self):
        head = "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n"
        self.write("g.mtx", head + "2 1 9e307\n3 1 9e307\n3 2 9e307\n")
        self.refused("too large to be added up", "cluster", "g.mtx", "--no-picture")
        self.write("g.csv", "source,target,weight\na,b," + "9" * 2_000_000 + "x\n")
        self.assertLess(len(self.refused("not a finite number", "cluster", "g.csv", "--no-picture")), 400)
        self.write("f.csv", "f1,f2,class\n1e308,2,a\n-1e308,3,a\n9,8,b\n8,9,b\n")
        self.write("c.ini", "[model]\nkind = csv\nfile = f.csv\n[comparisons]\np = 1\n[methods]\nrun = AL\n")
        self.refused("f.csv:2: '1e308' in column 1 is too large", "run", "c.ini", "-o", "C")
        self.write("f.csv", "f1,f2,class\n1e999,2,a\n1,3,a\n9,8,b\n8,9,b\n")
        self.refused("f.csv:2: '1e999' in column 1 is too large", "run", "c.ini", "-o", "C")

    def test_linkages_cut_short(self):
        rows = ["left,right,height,size", "0,1,1,2", "2,3,2,2", "4,5,3,4"]
        self.write("whole.csv", "\n".join(rows) + "\n")
        self.ok("trees", "whole.csv", "whole.csv")
        self.write("cut.csv", "\n".join(rows[:3]) + "\n")
        self.write("bare.csv", "\n".join(rows[1:3]) + "\n")
        for name in ("cut.csv", "bare.csv"):
            self.refused("merge 1 (from 0) has 3 objects by its rows and 2 by its size", "trees", name, "whole.csv")

    def test_names_that_begin_with_a_number_sign(self):
        self.write("n.csv", "object,name\na,A\n# x,B\nc,C\n")
        self.refused("n.csv:3: begins with # and a blank", "ask", "--names", "n.csv")
        self.write("n.csv", '# made by hand, in May\nobject,name\na,A\n"# x",B\nc,C\n# end\n')
        self.assertIn("B", self.ok("ask", "--names", "n.csv"))

    def test_control_characters_are_drawn_as_question_marks(self):
        self.write("s.csv", 'anchor,near,far\n"a\a",b,c\nb,"a\a",c\nd,b,c\n')
        self.write("im/b.png", "x")
        (self.folder / "im" / "c.png").symlink_to("b.png")  # inside of the folder
        self.assertIn("tree.html", self.ok("cluster", "s.csv", "-o", "s", "--svg-text", "--images", "im"))
        if (self.folder / "s" / "dendrogram.svg").exists():  # where matplotlib is
            self.assertIn("a?", xml.dom.minidom.parse(str(self.folder / "s" / "dendrogram.svg")).toxml())

    @needs_limits
    def test_little_address_space(self):
        for which in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
            limit = {"preexec_fn": lambda which=which: resource.setrlimit(which, (200 << 20, 200 << 20))}
            self.refused("memory limit is too low", "list", "methods", "SL", **limit)

    # An oracle that does not end

    def asking(self, oracle, *words):
        return [TERTIUM, "ask", "--names", "n.csv", "--oracle", oracle, "--budget", "3", "--log", "l.csv", *words]

    def wait_until(self, condition):
        end = time.monotonic() + 10
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    @staticmethod
    def is_gone(pid):
        try:
            return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
        except FileNotFoundError:
            return True

    def test_the_timeout_is_kept_whatever_is_closed(self):
        begun = time.monotonic()
        self.refused("not finished after 300 ms", *self.asking("sed '1d; s/.*/first/'; exec >&-; sleep 60", "--oracle-timeout", "0.3s")[1:])
        self.assertLess(time.monotonic() - begun, 8)

    def test_the_oracle_ends_with_the_program(self):
        oracle = "(sleep 60 & echo $! > left; wait) & echo $$ > shell; sleep 60 & echo $! > other; wait"
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGINT):
            running = subprocess.Popen(self.asking(oracle), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       start_new_session=True)  # fmt: skip
            names = [self.folder / name for name in ("shell", "left", "other")]
            self.wait_until(lambda: all(name.exists() and name.read_text().strip() for name in names))
            running.send_signal(number)
            self.assertEqual(running.wait(timeout=10), -number)
            for name in names:
                self.wait_until(lambda: self.is_gone(int(name.read_text())))
                name.unlink()

    def test_what_an_oracle_leaves_in_its_group_ends_with_the_batch(self):
        done = subprocess.run(self.asking("sed '1d; s/.*/first/'; sleep 60 > /dev/null & echo $! > left"), cwd=self.folder,
                              capture_output=True, text=True, timeout=60)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stderr)
        self.wait_until(lambda: self.is_gone(int((self.folder / "left").read_text())))

    def test_what_was_refused_replaces_nothing(self):
        self.write("l.csv.refused", "mine")
        self.refused("l.csv.refused-2 its output", *self.asking("echo maybe")[1:])
        self.assertEqual((self.read("l.csv.refused"), self.read("l.csv.refused-2")), ("mine", "maybe\n"))


if __name__ == "__main__":
    unittest.main()
