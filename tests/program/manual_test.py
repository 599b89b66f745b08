"""Man pages and completions, as a reader and as shells see them."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TERTIUM = os.environ["TERTIUM_PROGRAM"]
HOME = pathlib.Path(__file__).resolve().parents[2]


def out_of(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=True, **options).stdout


def options_in(page):
    return set(re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", page))


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        out_of(HOME / "scripts" / "manual.sh", TERTIUM, cls.folder)
        cls.pages = cls.folder / "man" / "man1"

    @unittest.skipUnless(shutil.which("help2man"), "no help2man here")
    def test_every_command_has_a_page_with_all_its_options(self):
        commands = set(self.completed("tertium", "")) - {"help", "--help", "--version"}
        self.assertEqual({page.name for page in self.pages.iterdir()}, {"tertium.1"} | {f"tertium-{command}.1" for command in commands})
        for command in commands:
            page = (self.pages / f"tertium-{command}.1").read_text().replace("\\-", "-")
            for option in options_in(out_of(TERTIUM, command, "--help")):
                self.assertIn(option, page, command)

    @unittest.skipUnless(shutil.which("help2man") and shutil.which("man"), "no help2man, or no man, here")
    def test_man_shows_them(self):
        done = subprocess.run(["man", "--warnings", "--no-justification", "-l", self.pages / "tertium-cluster.1"],
                              capture_output=True, text=True, timeout=120, check=True,
                              env=dict(os.environ, MANWIDTH="80", LC_ALL="C.UTF-8", MANPAGER="cat"))  # fmt: skip
        self.assertEqual([line for line in done.stderr.splitlines() if "mono'" not in line], [])  # which help2man defines for printers alone
        text = re.sub(r".\x08", "", done.stdout)
        for part in ("TERTIUM-CLUSTER(1)", "tertium-cluster - ", "-k, --clusters K", "$ tertium cluster answers.csv"):
            self.assertIn(part, text)

    def completed(self, *words):
        """What bash offers for the last word."""
        command = re.search(r"complete -o default -C '(.+)' tertium", (self.folder / "bash-completion" / "completions" / "tertium").read_text())[1]
        line = " ".join(words)
        told = dict(os.environ, COMP_LINE=line + " and more", COMP_POINT=str(len(line)))
        return out_of(TERTIUM, *command.split()[1:], "tertium", words[-1], words[-2], env=told).split()

    def test_bash_completes(self):
        self.assertEqual(self.completed("tertium", "clu"), ["cluster"])
        self.assertIn("--method", self.completed("tertium", "cluster", "--m"))
        self.assertEqual(self.completed("tertium", "cluster", "--hel"), ["--help"])
        for words in (("--method", "4K-AL-l"), ("--method=4K-AL-l",)):
            self.assertEqual(self.completed("tertium", "cluster", "x.csv", *words), ["4K-AL-literal"])
        self.assertIn("hc19-fig2", self.completed("tertium", "run", "hc19"))
        self.assertEqual(self.completed("tertium", "cluster", "-o", "an"), [])  # a folder: bash offers files
        self.assertEqual(self.completed("tertium", "help", "stat"), ["status"])
        self.assertEqual(self.completed("tertium", "nothing", ""), [])


if __name__ == "__main__":
    unittest.main()
