"""The memory that `run --dry-run` states beside what `run` takes, of some of the cells of benchmarks/stated_memory.py; and a file of answers
that memory is too small for is refused before it is read."""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

HOME = pathlib.Path(os.environ["TERTIUM_HOME"])
sys.path.insert(0, str(HOME / "benchmarks"))
import stated_memory as stated  # noqa: E402

PROGRAM = os.environ["TERTIUM_PROGRAM"]
# What is large: the similarities' ranks; a list of draws; what is remembered of questions; places and a table of them; all
# eigenvectors; the order of what a kernel made; labels of pairs.
CELLS = [("AddS-3-AL", stated.flat(2500), stated.few("1e5"), "exact"), ("3-AL", stated.levels(40), stated.few("2e6"), "aari"),
         ("SL", stated.levels(150), stated.all_given(), "aari"), ("AL", stated.levels(350), stated.all_given(), "aari"),
         ("AddS-3-sparse", stated.flat(3000), stated.few("3e6", "yes"), "exact"),
         ("AddS-3+spectral(k=4)", stated.flat(900), stated.few("1e6"), "exact"),
         ("AddS-3+SL", stated.flat(1500), stated.few("1e6"), "exact"),
         ("CrowdClust+k-means", stated.flat(450), stated.ODD.format(0.1), "ari")]


@unittest.skipIf(os.environ.get("TERTIUM_SANITIZED") == "1", "sanitizers take memory of their own")
class Memory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_what_is_stated_is_about_what_is_taken(self):
        _, base, _ = stated.measured(PROGRAM, self.folder, stated.TINY)
        for cell in CELLS:
            with self.subTest(cell=cell):
                planned, taken, status = stated.measured(PROGRAM, self.folder, cell)
                ratio = (taken - base) / planned
                self.assertEqual(status, 0)
                self.assertGreater(taken - base, stated.LEAST, "too small to tell")
                self.assertTrue(0.6 <= ratio <= 1.3, f"stated {planned / 1e6:.0f} MB, taken {(taken - base) / 1e6:.0f} MB")

    def test_a_file_is_refused_before_it_is_read(self):
        """A gigabyte of a file, most of it a hole, where half of one may be used: read, it would have to end somewhere."""
        limit = 600 << 20
        long = self.folder / "long.csv"
        with long.open("w") as file:
            file.write("anchor,near,far\n" + "1,2,3\n" * 2_000_000)
            file.truncate(1 << 30)
        rows = self.folder / "rows.npy"
        with rows.open("wb") as file:
            text = b"{'descr': '<i8', 'fortran_order': False, 'shape': (30000000, 3), }"
            file.write(b"\x93NUMPY\x01\x00" + (118).to_bytes(2, "little") + text.ljust(117) + b"\n")
            file.truncate(128 + 24 * 30_000_000)
        for command in (["answers"], ["cluster"], ["cluster", "--method", "4-AL"], ["answers", "--check"], ["groups"], ["ask"]):
            for path in (long, rows):
                with self.subTest(command=command, path=path.name):
                    done = subprocess.run([PROGRAM, command[0], path, *command[1:]], capture_output=True, text=True, cwd=self.folder,
                                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertRegex(done.stderr.splitlines()[-1],
                                     rf"{path.name}: about [\d.e+]+ rows need about .* \(.* are available\), use ")


if __name__ == "__main__":
    unittest.main()
