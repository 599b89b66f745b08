"""Builds the wheel of the package tertium from the tree (PEP 517), with cmake and nothing that is not installed.

    pip install -v .                                builds in build-wheel/, without MPI and HDF5, and shows how far it is
    TERTIUM_BUILD=build pip install .               takes what is built in a folder that has TERTIUM_PYTHON=ON
    python3 -m build --sdist --no-isolation         what of the tree the wheel is built from, as tertium-VERSION.tar.gz

The wheel holds the package, the compiled module, which needs the system's libraries, and data/ for the data sets.
"""

import base64
import hashlib
import io
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What cmake reads without the program and the tests, and what tells of it.
SOURCES = ("CHANGELOG.md", "CITATION.cff", "CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "docs/python.md",
           "cmake", "core", "files", "problems", "metrics", "kernels", "embedding", "linkage", "partition", "answers",
           "python", "data")  # fmt: skip


def version():
    return re.search(r"project\(tertium VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def build():
    """The folder with the compiled module."""
    folder = Path(os.environ.get("TERTIUM_BUILD") or ROOT / "build-wheel").absolute()
    if not (folder / "CMakeCache.txt").is_file():
        options = ("TERTIUM_PYTHON=ON", "TERTIUM_PROGRAM=OFF", "TERTIUM_TESTS=OFF", "TERTIUM_UNITY=ON",
                   f"Python_EXECUTABLE={sys.executable}")  # fmt: skip
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *(f"-D{option}" for option in options)], check=True)
    subprocess.run(["cmake", "--build", folder, "--parallel", "--target", "tertium_python"], check=True)
    return folder / "python" / "tertium"


def contents():
    """Every file of the package: its name in the wheel, and where it lies."""
    for path in sorted((ROOT / "python" / "tertium").glob("*.py")):
        yield f"tertium/{path.name}", path
    folder = build()
    for path in [*sorted(folder.glob("_tertium*.so")), folder / "__init__.pyi", folder / "py.typed"]:
        yield f"tertium/{path.name}", path
    for path in sorted((ROOT / "data").iterdir()):
        yield f"tertium/share/data/{path.name}", path


def metadata():
    return (f"Metadata-Version: 2.1\nName: tertium\nVersion: {version()}\nRequires-Python: >=3.9\n"
            "Requires-Dist: numpy\nLicense: MIT\nSummary: Comparison-based clustering, flat and hierarchical\n")  # fmt: skip


def description():
    return f"Wheel-Version: 1.0\nGenerator: tertium\nRoot-Is-Purelib: false\nTag: {tag()}\n"


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = f"tertium-{version()}.dist-info"
    name = f"tertium-{version()}-{tag()}.whl"
    record = []
    with zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(path, data):
            wheel.writestr(path, data)
            record.append(f"{path},{digest(data)},{len(data)}\n")

        for path, source in contents():
            add(path, source.read_bytes())
        add(f"{info}/METADATA", metadata().encode())
        add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
        add(f"{info}/WHEEL", description().encode())
        wheel.writestr(f"{info}/RECORD", "".join(record) + f"{info}/RECORD,,\n")
    return name


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Without it pip would build to learn the version."""
    info = Path(metadata_directory, f"tertium-{version()}.dist-info")
    info.mkdir()
    (info / "METADATA").write_text(metadata(), encoding="utf-8")
    (info / "WHEEL").write_text(description(), encoding="utf-8")
    return info.name


def get_requires_for_build_wheel(config_settings=None):
    return []


def sources():
    """Every file of the source package, from the root."""
    for name in SOURCES:
        path = ROOT / name
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts and not file.name.startswith("."):
                yield file.relative_to(ROOT)


def build_sdist(sdist_directory, config_settings=None):
    folder = f"tertium-{version()}"
    with tarfile.open(Path(sdist_directory, f"{folder}.tar.gz"), "w:gz", format=tarfile.PAX_FORMAT) as archive:
        told = tarfile.TarInfo(f"{folder}/PKG-INFO")
        told.size = len(metadata().encode())
        archive.addfile(told, io.BytesIO(metadata().encode()))
        for path in sources():
            archive.add(ROOT / path, f"{folder}/{path}", filter=of_nobody)
    return f"{folder}.tar.gz"


def of_nobody(entry):
    """Whose files they were is nobody's business."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry
