"""Every line that help pages, documents and the pages of examples/ tell a person to type is typed: in the order of the page, in
a folder that has what the lines speak of, with the configurations replaced by their small versions. Left out is what needs a
cluster, another machine, or the build itself."""
import csv
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

PROGRAM = pathlib.Path(os.environ["TERTIUM_PROGRAM"]).resolve()
HOME = pathlib.Path(os.environ["TERTIUM_HOME"]).resolve()
LEFT_OUT = ("./", "python3 examples/", "ssh ", "pip ", "git ", "module ", "cmake ", "squeue ", "sbatch ", "eval ", "cluster-jobs/", "h5dump ",
            "tertium slurm submit", "build/tertium slurm submit", "tertium reproduce --site", "mpirun -n 2 --bind-to none tertium bench")
TYPED_ELSEWHERE = {"own-step-cpp": "tests/dropin/dropin_test.py", "answers-to-tree-python": "tests/python/documents_test.py",
                   "cmake-project": "tests/python/installed_test.py"}  # what needs another build or the Python module
EXPORTS = ("jspsych", "psychopy", "pavlovia", "jatos", "next", "gorilla", "qualtrics", "salmon", "tripletTools")  # of one study
ANSWERS = "anchor,near,far\n" + "".join(f"{a},{b},{c}\n" for a in "abc" for b in "abc" for c in "uvw" if a != b) \
    + "".join(f"{a},{b},{c}\n" for a in "uvw" for b in "uvw" for c in "abc" if a != b)
STUDY = "subject,group,anchor,near,far\n" + "".join(
    f"p{person},{'patients' if person < 4 else 'controls'},{row}\n" for person in range(8) for row in ANSWERS.split()[1:])


def blocks(page, kind):
    return re.findall(rf"```{kind}\n(.*?)```", page.read_text(), re.S)


def smaller(text):
    if "refine" in text:  # fewer repetitions would tell nothing
        return text
    return re.sub(r"(?m)^n0 = \d+", "n0 = 6", re.sub(r"(?m)^repetitions = \d+", "repetitions = 2", text))


def small_version(text):
    """With what [smoke] says in the place of the rest, for whole and small runs alike."""
    text, _, changed = text.partition("[smoke]\n")
    for line in changed.splitlines():
        name, value = line.split(" = ", 1)
        section, key = name.rsplit(".", 1)
        before, head, rest = text.partition(f"[{section}]\n")
        body, mark, after = rest.partition("\n[")
        body = re.sub(rf"(?m)^{re.escape(key)} *\+?=.*\n?", "", body)
        text = f"{before}{head or f'[{section}]' + chr(10)}{key} = {value}\n{body}{mark}{after}"
    return smaller(text) + "\n[smoke]\nsweep.seed = 1\n"


class Examples(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="tertium-examples-")
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        cls.make_home()
        for name in ("tertium", "build/tertium"):
            (cls.folder / name).parent.mkdir(exist_ok=True)
            (cls.folder / name).symlink_to(PROGRAM)
        (cls.folder / "answers.csv").write_text(ANSWERS)
        model = cls.folder / "model.py"
        model.write_text(blocks(HOME / "docs" / "answers-asking.md", "python")[0])
        model.chmod(0o755)
        (cls.folder / "examples").symlink_to(HOME / "examples")
        (cls.folder / "study.csv").write_text(STUDY)
        (cls.folder / "vectors.csv").write_text("name,x,y\n" + "".join(f"{name},{k % 3},{k // 3}\n" for k, name in enumerate("abcuvw")))
        shutil.copytree(HOME / "tests" / "files" / "exports", cls.folder, dirs_exist_ok=True)
        (cls.folder / "answers.csv.gz").write_bytes(gzip.compress(ANSWERS.encode()))
        (cls.folder / "noisy-answers.ini").write_text(smaller(blocks(HOME / "docs" / "configurations.md", "ini")[0]))
        shutil.copy(HOME / "cluster-jobs" / "sites" / "generic.ini", cls.folder / "mine.ini")
        cls.type_in("tertium run hc19-fig2 -o runs/hc19-fig2")
        for name in ("laptop", "cluster"):
            shutil.copytree(cls.folder / "runs" / "hc19-fig2", cls.folder / "runs" / name)

    @classmethod
    def make_home(cls):
        """A home whose configurations are their small versions, and smaller."""
        home = cls.folder / "home"
        home.mkdir()
        for item in HOME.iterdir():
            if item.name not in ("configs", "build") and not item.name.startswith("."):
                (home / item.name).symlink_to(item)
        shutil.copytree(HOME / "configs", home / "configs")
        for config in (home / "configs").rglob("*.ini"):
            config.write_text(small_version(config.read_text()))

    @classmethod
    def type_in(cls, line):
        env = dict(os.environ, PATH=f"{cls.folder}:{os.environ['PATH']}", TERTIUM_HOME=str(cls.folder / "home"),
                   XDG_CONFIG_HOME=str(cls.folder / "settings"), OMPI_ALLOW_RUN_AS_ROOT="1",
                   OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
        done = subprocess.run(["bash", "-c", line], cwd=cls.folder, env=env, capture_output=True, text=True, timeout=300)
        answered = done.returncode == 1 and "--claims" in line and not done.stderr  # the claims fail on so small a run
        if done.returncode != 0 and not answered:
            raise AssertionError(f"{line}: exit {done.returncode}\n{done.stdout[-500:]}{done.stderr[-1000:]}")
        return done.stdout

    def some_key(self):
        return self.type_in("tertium report runs/hc19-fig2 --format rows").splitlines()[1][:8]

    @staticmethod
    def lines_of(page):
        return [line for block in blocks(page, "sh") for line in block.replace("\\\n", "").splitlines()]  # \ goes on

    def all_typed(self, lines):
        typed = 0
        for line in lines:
            if line.startswith(LEFT_OUT) or not line.strip():
                continue
            with self.subTest(line):
                key = self.some_key() if "3f2a9c01" in line else ""
                self.type_in(line.replace("3f2a9c01", key).replace("/tmp/", "there/"))
            typed += 1
        return typed

    def test_help_pages(self):
        commands = re.findall(r"(?m)^  (\w+) ", self.type_in("tertium"))
        lines = []
        for command in commands:
            examples = re.search(r"(?m)^Example:\n((?:  .*\n)+)", self.type_in(f"tertium help {command}"))[1]
            lines.append(examples.splitlines()[0].strip())
            if command in ("benchmark",):  # all of them: what later ones read the earlier ones make
                lines += [line.strip() for line in examples.splitlines()[1:]]
        self.assertGreaterEqual(len(lines), len(commands))
        self.assertGreater(self.all_typed(dict.fromkeys(lines)), 15)

    def test_documents(self):
        lines = [line for page in [HOME / "README.md", *sorted((HOME / "docs").glob("*.md"))] for line in self.lines_of(page)]
        self.assertGreater(self.all_typed(lines), 15)
        studies = [json.loads((self.folder / f"{name}-study" / "summary.json").read_text()) for name in EXPORTS]
        self.assertEqual(studies[0]["answers"], 11)
        for study in studies:
            self.assertEqual({**study, "source": "", "command_line": ""}, {**studies[0], "source": "", "command_line": ""})

    def test_examples(self):
        """Each folder of examples/ has a page, and the lines of each page make what it tells to look at."""
        folders = {page.parent.name for page in HOME.glob("examples/*/README.md")}
        self.assertEqual({folder.name for folder in (HOME / "examples").iterdir() if folder.is_dir()} - {"notebooks"}, folders)
        listed = set(re.findall(r"\]\(([\w-]+)/README\.md\)", (HOME / "examples" / "README.md").read_text()))
        self.assertEqual(listed, folders)
        for name in sorted(folders):
            page = HOME / "examples" / name / "README.md"
            if name in TYPED_ELSEWHERE:
                self.assertIn(f'"{name}"', (HOME / TYPED_ELSEWHERE[name]).read_text())
            else:
                self.assertGreaterEqual(self.all_typed(self.lines_of(page)), 2, name)
        for made in ("runs/things/tree.html", "runs/own-sweep/own-sweep.png", "runs/on-slurm/jobs/1/array.sbatch"):
            self.assertTrue((self.folder / made).is_file(), made)
        script = (self.folder / "runs/on-slurm/jobs/1/array.sbatch").read_text()
        for line in ("#SBATCH --partition=compute", "#SBATCH --account=psychology", "module load gcc/12 openmpi/4.1"):
            self.assertIn(f"\n{line}\n", script)
        clusters = [set(word.split()) for word in ("owl fox carp mole", "saw drill chisel pliers", "oak fern moss rose")]
        with (self.folder / "runs" / "things" / "labels.csv").open() as file:
            rows = list(csv.DictReader(file))
        found = {}
        for row in rows:
            found.setdefault(row["label"], set()).add(row["name"])
        self.assertCountEqual(found.values(), clusters)


if __name__ == "__main__":
    unittest.main()
