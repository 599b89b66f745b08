"""Builds the wheel of the package tertium from the tree (PEP 517), with cmake and the installed libraries.

    pip install -v .                                builds in build-wheel/, without MPI and HDF5, and shows progress
    TERTIUM_BUILD=build pip install .               uses a build folder with TERTIUM_PYTHON=ON
    TERTIUM_LIBRARIES=yes pip wheel .               includes the libraries, for machines without them (patchelf)
    python3 -m build --sdist --no-isolation         the sources of the wheel, as tertium-VERSION.tar.gz

The wheel contains the package, the compiled module, which needs the system's libraries, and data/ for the data sets. A wheel
with its libraries needs Python, the C library and libstdc++ at least as new as here; its name states the C library. It is then
compiled for the instruction sets of all machines, and contains the licences of the libraries. Its metadata are in
pyproject.toml.
"""

import ast
import base64
import hashlib
import io
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What cmake reads without the program and the tests, and what tells of it.
SOURCES = ("CHANGELOG.md", "CITATION.cff", "CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "docs/python.md",
           "cmake", "core", "files", "outside", "problems", "metrics", "kernels", "embedding", "linkage", "partition", "answers",
           "pictures", "python", "data")  # fmt: skip


def version():
    return re.search(r"project\(tertium VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def tag(platform=None):
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{(platform or sysconfig.get_platform()).replace('-', '_').replace('.', '_')}"


def with_libraries():
    return bool(os.environ.get("TERTIUM_LIBRARIES"))


def build():
    """The folder with the compiled module."""
    own = ROOT / ("build-wheel-all" if with_libraries() else "build-wheel")  # for all machines, or for this one
    folder = Path(os.environ.get("TERTIUM_BUILD") or own).absolute()
    if not (folder / "CMakeCache.txt").is_file():
        options = ("TERTIUM_PYTHON=ON", "TERTIUM_PROGRAM=OFF", "TERTIUM_TESTS=OFF", "TERTIUM_UNITY=ON",
                   f"Python_EXECUTABLE={sys.executable}", *(["TERTIUM_TARGETS=all"] if with_libraries() else []))  # fmt: skip
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *(f"-D{option}" for option in options)], check=True)
    subprocess.run(["cmake", "--build", folder, "--parallel", "--target", "tertium_python"], check=True)
    return folder / "python" / "tertium"


def contents():
    """Every file of the package: its name in the wheel, and its path."""
    for path in sorted((ROOT / "python" / "tertium").glob("*.py")):
        yield f"tertium/{path.name}", path
    for path in sorted((ROOT / "pictures").glob("*.py")):
        yield f"tertium/_pictures/{path.name}", path
    folder = build()
    for name in ("__init__.pyi", "py.typed"):
        yield f"tertium/{name}", folder / name
    if not with_libraries():
        for path in sorted(folder.glob("_tertium*.so")):
            yield f"tertium/{path.name}", path
    for path in sorted((ROOT / "data").iterdir()):
        yield f"tertium/share/data/{path.name}", path


def project():
    """[project] of pyproject.toml, with `urls` where it has [project.urls]. Reads as much of TOML as the file has: Python before
    3.11 reads none of it."""
    sections, found = re.split(r"^\[(.+)\]\n", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), flags=re.M)[1:], {}
    for section, text in zip(sections[::2], sections[1::2]):
        values = re.findall(r"^([\w-]+) = (.*(?:\n .*|\n\])*)", text, re.M)
        found[section] = {key: ast.literal_eval(re.sub(r"([{,] *)(\w+) = ", r'\1"\2": ', value)) for key, value in values}
    return {**found["project"], "urls": found.get("project.urls", {})}


def metadata():
    """Core metadata, version 2.1."""
    told = project()
    lines = ["Metadata-Version: 2.1", f"Name: {told['name']}", f"Version: {version()}", f"Summary: {told['description']}"]
    for author in told["authors"]:
        lines.append(f"Author-email: {author['name']} <{author['email']}>" if "email" in author else f"Author: {author['name']}")
    lines.append(f"Keywords: {','.join(told['keywords'])}")
    others = "; those of the libraries in this wheel are in the folder licenses of its dist-info" if with_libraries() else ""
    lines.append(f"License: {told['license']['text']}{others}")
    lines += [f"Classifier: {classifier}" for classifier in told["classifiers"]]
    lines += [f"Project-URL: {label}, {address}" for label, address in told["urls"].items()]
    lines.append(f"Requires-Python: {told['requires-python']}")
    lines += [f"Requires-Dist: {name}" for name in told["dependencies"]]
    lines.append("Description-Content-Type: text/markdown; charset=UTF-8")
    return "\n".join(lines) + "\n\n" + (ROOT / told["readme"]).read_text(encoding="utf-8")


def description(platform=None):
    return f"Wheel-Version: 1.0\nGenerator: tertium\nRoot-Is-Purelib: false\nTag: {tag(platform)}\n"


# What every system has: the libraries of glibc, and those of GCC that only grow.
OF_SYSTEMS = re.compile(r"(ld-linux.*|libc|libm|libdl|librt|libpthread|libutil|libgcc_s|libstdc\+\+|libz)\.so\.\d+$")


def libraries_of(module):
    """The libraries that a module loads and that not every system has: {name: path}."""
    lines = subprocess.run(["ldd", module], check=True, capture_output=True, text=True).stdout.splitlines()
    found = dict(re.findall(r"^\s*(\S+) => (\S+)", line)[0] for line in lines if " => " in line)
    missing = [name for name, path in found.items() if not path.startswith("/")]
    if missing:
        raise SystemExit(f"{module} needs {', '.join(missing)}, which this machine does not have: install the libraries that it was built with")
    return {name: Path(path) for name, path in found.items() if not OF_SYSTEMS.match(name)}


def own_name(name, data):
    """Of a library that is loaded beside others of its name."""
    stem, rest = name.split(".so", 1)
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:8]}.so{rest}"


def bundled(module, scratch):
    """The module and its libraries, which find each other: {name in the wheel: path}."""
    libraries = libraries_of(module)
    names = {name: own_name(name, path.read_bytes()) for name, path in libraries.items()}
    files = {f"tertium/{module.name}": (module, "$ORIGIN/../tertium.libs")}
    files |= {f"tertium.libs/{names[name]}": (path, "$ORIGIN") for name, path in libraries.items()}
    result = {}
    for name, (path, beside) in files.items():
        copy = scratch / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
        needed = subprocess.run(["patchelf", "--print-needed", copy], check=True, capture_output=True, text=True).stdout.split()
        changes = [["--replace-needed", old, names[old]] for old in needed if old in names]
        changes += [["--set-soname", copy.name]] if name.startswith("tertium.libs") else []
        for change in [*changes, ["--force-rpath", "--set-rpath", beside]]:  # one at a time: several in a line confuse patchelf 0.14
            subprocess.run(["patchelf", *change, copy], check=True)
        result[name] = copy
    return result


# Libraries of headers alone, which are compiled into the module: the packages that have them.
OF_HEADERS = ("libeigen3-dev", "libhwy-dev", "librandom123-dev", "libxxhash-dev", "nlohmann-json3-dev", "pybind11-dev")
DOCUMENTS, COMMON = Path("/usr/share/doc"), Path("/usr/share/common-licenses")


def package_of(library):
    """The package that a library is of, or None."""
    names = (str(library), str(library.resolve()), str(library.resolve()).removeprefix("/usr"))
    told = [subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True).stdout for name in names]
    return next((text.split(":")[0] for text in told if text), None)


def licences_of(libraries):
    """What the packages of the libraries in the wheel state, and the licences that they name: {name: path}. Raises if a
    package states none."""
    found = {}
    for package, library in ({package_of(path): path for path in libraries.values()} | dict.fromkeys(OF_HEADERS)).items():
        licence = DOCUMENTS / str(package) / "copyright"
        if not licence.is_file():
            raise SystemExit(f"{library or package}: no package states its licence, so it cannot be part of a wheel")
        found[f"{package}.txt"] = licence
        for name in re.findall(rf"{COMMON}/([\w.+-]*\w)", licence.read_text(encoding="utf-8", errors="replace")):
            if (COMMON / name).is_file():
                found[f"common/{name}.txt"] = COMMON / name
    return found


GLIBC = rb"GLIBC_2\.(\d+)"
# The C library beside which systems first had a libstdc++ of that age (GLIBCXX_3.4.N).
BESIDE_LIBSTDCXX = {28: 31, 29: 34, 30: 35, 31: 38, 32: 38}


def platform_of(paths):
    """manylinux_2_N: the C library that the newest of its functions, and of libstdc++'s, ask for."""
    def newest(pattern):
        return max((int(number) for path in paths for number in re.findall(pattern, path.read_bytes())), default=0)

    least = max((beside for age, beside in BESIDE_LIBSTDCXX.items() if age <= newest(rb"GLIBCXX_3\.4\.(\d+)")), default=17)
    return f"manylinux_2_{max(least, newest(GLIBC))}_{os.uname().machine}"


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = f"tertium-{version()}.dist-info"
    files, platform, licences = dict(contents()), None, {}
    scratch = tempfile.TemporaryDirectory()
    if with_libraries():
        (module,) = build().glob("_tertium*.so")
        parts, licences = bundled(module, Path(scratch.name)), licences_of(libraries_of(module))
        files |= parts
        platform = platform_of(parts.values())
    name = f"tertium-{version()}-{tag(platform)}.whl"
    record = []
    with scratch, zipfile.ZipFile(Path(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(path, data):
            wheel.writestr(path, data)
            record.append(f"{path},{digest(data)},{len(data)}\n")

        for path, source in files.items():
            add(path, source.read_bytes())
        for name, source in licences.items():
            add(f"{info}/licenses/{name}", source.read_bytes())
        add(f"{info}/METADATA", metadata().encode())
        add(f"{info}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes())
        add(f"{info}/WHEEL", description(platform).encode())
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
    """Removes the owner of the files."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry
