"""What is installed works where it lies: the program, the library behind find_package, the package, and the wheel."""
import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["TERTIUM_BUILD"]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS_OWN = r"(?i)mpi(cxx)?\.(h|so)|openmpi|-lmpi|hdf5|program_options"  # libraries of the program alone
TREE = "import tertium; tree = tertium.AddS3AL().fit('car'); assert '<svg' in tree._repr_html_(); print(tree.newick())"


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="tertium-installed-")
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        cls.prefix = cls.folder / "prefix"
        cls.run_line("cmake", "--install", BUILD, "--prefix", cls.prefix)
        results = cls.folder / "car"
        cls.run_line(cls.prefix / "bin" / "tertium", "cluster", "car", "--method", "AddS-3-AL", "-o", results)
        cls.tree = (results / "tree.nwk").read_text(encoding="utf-8")
        cls.page = (results / "tree.html").is_file() and (results / "dendrogram.svg").is_file()

    @classmethod
    def run_line(cls, *line, **more):
        """What it prints; without the tree that it was built from in its environment."""
        env = {name: value for name, value in os.environ.items() if name not in ("TERTIUM_HOME", "PYTHONPATH")}
        env.update(more)
        done = subprocess.run([str(word) for word in line], cwd=cls.folder, env=env, capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"{line}: exit {done.returncode}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
        return done.stdout

    def test_program(self):
        """It reads its own copy of the data, and draws by its own copy of the scripts."""
        self.assertTrue(self.page)
        printed = self.run_line(self.prefix / "bin" / "tertium", "list", "datasets")
        self.assertNotIn(str(ROOT), printed)
        self.run_line(self.prefix / "bin" / "tertium", "run", "--dry-run", "hc19-fig2")

    def test_library(self):
        """Somebody's project compares two methods on a file and compiles all public headers, from what is installed alone; it
        neither compiles nor links MPI, HDF5 or Boost."""
        project = self.folder / "project"
        shutil.copytree(ROOT / "examples" / "cmake-project", project)
        headers = re.findall(r"^(\S+\.hpp) ", (ROOT / "cmake" / "public_headers.txt").read_text(encoding="utf-8"), re.M)
        self.assertGreater(len(headers), 50)
        (project / "headers.cpp").write_text("".join(f'#include "{header}"\n' for header in headers), encoding="utf-8")
        with (project / "CMakeLists.txt").open("a", encoding="utf-8") as file:
            file.write("target_sources(best_method PRIVATE headers.cpp)\n")
        prefix = f"-DCMAKE_PREFIX_PATH={self.prefix}"
        self.run_line("cmake", "-S", "project", "-B", "project/build", "-G", "Ninja", prefix)
        lines = self.run_line("cmake", "--build", "project/build", "--verbose")
        included = self.run_line("ninja", "-C", "project/build", "-t", "deps")
        linked = self.run_line("ldd", "project/build/best_method")
        program = self.prefix / "bin" / "tertium"
        self.assertRegex(self.run_line("ldd", program), PROGRAMS_OWN)
        for text in (lines, included, linked):
            self.assertNotRegex(text, PROGRAMS_OWN)
        self.assertNotIn(f"{ROOT}/", included)
        shutil.copy(ROOT / "data" / "car_triplets.csv", self.folder / "cars.csv")
        self.run_line(program, "compare", "cars.csv", "--methods", "AddS-3-AL,4-AL", "--folds", 5, "-o", "compared")
        with open(self.folder / "compared" / "comparison.csv", encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        self.run_line(program, "cluster", "cars.csv", "--method", rows[0]["method"], "-o", "best", "--no-picture")
        told = "".join(f"{row['method']} predicts {float(row['accuracy']):.4f}\n" for row in rows)
        tree = (self.folder / "best" / "tree.nwk").read_text(encoding="utf-8")
        self.assertEqual(self.run_line("project/build/best_method", "cars.csv"), told + tree)

    def test_what_is_not_built_is_left_out_and_told(self):
        """The library's part of the installation where there is no library, as after ./run."""
        script = (BUILD / "cmake" / "library" / "cmake_install.cmake").read_text(encoding="utf-8")
        self.assertIn("libtertium.a", script)
        (self.folder / "part.cmake").write_text(script.replace("libtertium.a", "nowhere.a"), encoding="utf-8")
        prefix = self.folder / "without"
        told = self.run_line("cmake", f"-DCMAKE_INSTALL_PREFIX={prefix}", "-P", "part.cmake")
        self.assertRegex(told, r"-- The library is not built, so it is not installed\. To build it: cmake --build .+ --target tertium_library\n")
        self.assertFalse(prefix.exists())
        with self.assertRaisesRegex(AssertionError, "The library is not built"):
            self.run_line("cmake", f"-DCMAKE_INSTALL_PREFIX={prefix}", "-DCMAKE_INSTALL_COMPONENT=library", "-P", "part.cmake")
        self.run_line("cmake", "--install", BUILD, "--prefix", prefix, "--component", "program")
        self.assertTrue((prefix / "bin" / "tertium").is_file())
        self.assertFalse((prefix / "include").exists())

    def test_package(self):
        site = next((self.prefix / "lib").glob("python3*/site-packages"))
        self.assertEqual(self.run_line(sys.executable, "-c", TREE, PYTHONPATH=str(site)), self.tree)

    def test_a_processor_that_the_package_was_not_built_for_is_told(self):
        site = next((self.prefix / "lib").glob("python3*/site-packages"))
        with self.assertRaisesRegex(AssertionError, "ImportError: built for processors with .+SSSE3.+=all"):
            self.run_line(sys.executable, "-c", TREE, PYTHONPATH=str(site), LD_PRELOAD=os.environ["TERTIUM_OTHER_PROCESSOR"])

    def test_wheel(self):
        self.run_line(sys.executable, "-m", "venv", "--system-site-packages", "venv")
        python = self.folder / "venv" / "bin" / "python"
        install = python, "-m", "pip", "install", "--no-index", "--no-build-isolation", "--quiet"
        self.run_line(*install, ROOT, TERTIUM_BUILD=str(BUILD))
        self.assertEqual(self.run_line(python, "-c", TREE), self.tree)
        self.assertIn("tertium", self.run_line(python, "-m", "pip", "list"))
        told = self.run_line(python, "-m", "pip", "show", "--verbose", "--files", "tertium")
        for line in (r"Summary: Comparison-based clustering", r"License: MIT\n", r"Requires: numpy\n", r"  Typing :: Typed\n",
                     r"  tertium-[\d.]+\.dist-info/licenses/LICENSE\n"):  # fmt: skip
            self.assertRegex(told, line)
        description = self.run_line(python, "-c", "from importlib.metadata import metadata; print(metadata('tertium').get_payload(), end='')")
        self.assertEqual(description, (ROOT / "python" / "README.md").read_text(encoding="utf-8"))
        source = self.source_package()
        self.run_line(*install, "--force-reinstall", "--no-deps", source, TERTIUM_BUILD=str(BUILD))
        self.assertEqual(self.run_line(python, "-c", TREE), self.tree)

    def source_package(self):
        """It has all that cmake asks for when it builds the module, and nothing of the program."""
        name = self.run_line(sys.executable, "-c", "import wheel_backend; print(wheel_backend.build_sdist('.'))",
                             PYTHONPATH=str(ROOT / "python"), PYTHONDONTWRITEBYTECODE="1").strip()  # fmt: skip
        with tarfile.open(self.folder / name) as archive:
            self.assertFalse([path for path in archive.getnames() if "experiments" in path or "__pycache__" in path])
            archive.extractall(self.folder / "unpacked")
        tree = self.folder / "unpacked" / name[: -len(".tar.gz")]
        self.assertIn("Name: tertium\n", (tree / "PKG-INFO").read_text(encoding="utf-8"))
        self.run_line("cmake", "-S", tree, "-B", self.folder / "unpacked" / "build", "-G", "Ninja", "-DTERTIUM_PYTHON=ON",
                      "-DTERTIUM_PROGRAM=OFF", "-DTERTIUM_TESTS=OFF")  # fmt: skip
        return self.folder / name


if __name__ == "__main__":
    unittest.main()
