"""Man pages and completions, as a reader and as shells see them."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

TERTIUM = os.environ["TERTIUM_PROGRAM"]


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
        out_of(TERTIUM, "manual", "-o", cls.folder)
        cls.commands = re.findall(r"(?m)^  (\w+) ", out_of(TERTIUM).split("Examples:")[0])
        cls.bash = cls.folder / "bash-completion" / "completions" / "tertium"

    def completed(self, *words):
        """What bash offers for the last word."""
        script = f'source {self.bash}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tertium; printf "%s\\n" "${{COMPREPLY[@]}}"'
        return out_of("bash", "-c", script, "bash", *words).split()

    def test_every_command_has_a_page_with_all_its_options(self):
        pages = {page.name for page in (self.folder / "man" / "man1").iterdir()}
        self.assertEqual(pages, {"tertium.1"} | {f"tertium-{command}.1" for command in self.commands})
        for command in self.commands:
            page = (self.folder / "man" / "man1" / f"tertium-{command}.1").read_text()
            for option in options_in(out_of(TERTIUM, "help", command)):
                self.assertIn("\\fB" + option.replace("-", "\\-") + "\\fR", page, command)

    @unittest.skipUnless(shutil.which("man"), "no man here")
    def test_man_shows_them(self):
        page = self.folder / "man" / "man1" / "tertium-cluster.1"
        done = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True, timeout=120, check=True,
                              env=dict(os.environ, MANWIDTH="80", LC_ALL="C.UTF-8", MANPAGER="cat"))  # fmt: skip
        self.assertEqual(done.stderr, "")
        text = re.sub(r".\x08", "", done.stdout)
        for part in ("TERTIUM-CLUSTER(1)", "-k, --clusters K", "tertium cluster answers.csv"):
            self.assertIn(part, text)

    def test_bash_completes(self):
        self.assertEqual(self.completed("tertium", "clu"), ["cluster"])
        self.assertIn("--method", self.completed("tertium", "cluster", "--m"))
        self.assertEqual(self.completed("tertium", "cluster", "x.csv", "--method", "4K-AL-l"), ["4K-AL-literal"])
        self.assertIn("hc19-fig2", self.completed("tertium", "plan", "hc19"))
        self.assertEqual(self.completed("tertium", "cluster", "-o", "an"), [])  # a folder: bash offers files
        self.assertEqual(self.completed("tertium", "help", "stat"), ["status"])

    def test_zsh_and_fish_read_theirs(self):
        for shell, file in (("zsh", "zsh/site-functions/_tertium"), ("fish", "fish/vendor_completions.d/tertium.fish")):
            text = (self.folder / file).read_text()
            for command in self.commands:
                self.assertIn(command, text)
            if shutil.which(shell):
                out_of(shell, "-n", self.folder / file)

    def test_files_of_others_stay(self):
        self.bash.write_text("mine")
        refused = subprocess.run([TERTIUM, "manual", "-o", self.folder], capture_output=True, text=True, timeout=60)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("is there already", refused.stderr)
        self.assertEqual(self.bash.read_text(), "mine")
        out_of(TERTIUM, "manual", "-o", self.folder, "--force")
        self.assertIn("complete -o default -F _tertium tertium", self.bash.read_text())


if __name__ == "__main__":
    unittest.main()
