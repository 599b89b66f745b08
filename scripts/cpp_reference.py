#!/usr/bin/python3
"""scripts/cpp_reference.py OUTPUT

Builds the HTML reference of the library's public headers, those of cmake/public_headers.txt, below OUTPUT; OUTPUT/index.html
is its first page. Exits 1 if Doxygen warns, as of a type or a function without a comment. Needs doxygen; no network.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def is_installed():
    return shutil.which("doxygen") is not None


def public_headers():
    """By group: the headers, each with what it declares."""
    groups = {}
    for line in (ROOT / "cmake" / "public_headers.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            groups[line.strip("[]")] = group = {}
        elif line and not line.startswith("#"):
            header, declares = line.split(maxsplit=1)
            group[header] = declares
    return groups


def pages():
    """What headers do not say of themselves: the first page, what each of them declares, and what namespaces are."""
    first = ["/** @mainpage C++ reference", "The public headers of the library that CMake finds by `find_package(Tertium)`."]
    described, rooms = [], {"tertium": "a namespace for each room"}
    design = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    for group, headers in public_headers().items():
        first += ["", f"## {group}", "", "| header | declares |", "| --- | --- |"]
        for header, declares in headers.items():
            first.append(f"| @ref {header} | {declares} |")
            described.append(f"/** @file {header}\n@brief {declares[0].upper()}{declares[1:]}. */")
            room = header.split("/")[0]
            rooms[f"tertium::{room}"] = re.search(rf"^\| `{room}/` \| ([^|(]+)", design, re.M)[1].strip()
    described += [f"/** @namespace {name}\n@brief {text[0].upper()}{text[1:]}. */" for name, text in rooms.items()]
    return "\n".join([*first, "*/", *described])


def is_told_by_name(warning):
    """Whether it is about what needs no comment: fields, and members whose whole body is on their line, as accessors are."""
    found = re.match(r"(.+):(\d+): warning: Member .+ \((\w+)\) of (?:class|struct) .+ is not documented", warning)
    if not found:
        return False
    line = Path(found[1]).read_text(encoding="utf-8").splitlines()[int(found[2]) - 1]
    return found[3] == "variable" or line.endswith(("}", "= default;"))


def build(output):
    """The reference below `output`. Returns what Doxygen warns of, each once."""
    version = re.search(r"^project\(.* VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"), re.M)[1]
    headers = [header for group in public_headers().values() for header in group]
    with tempfile.TemporaryDirectory() as scratch:
        log, described = Path(scratch, "warnings"), Path(scratch, "pages.dox")
        described.write_text(pages(), encoding="utf-8")
        settings = {"PROJECT_NUMBER": version, "INPUT": " ".join(f'"{ROOT / name}"' for name in [*headers, described]),
                    "STRIP_FROM_PATH": f'"{ROOT}"', "STRIP_FROM_INC_PATH": f'"{ROOT}"', "INCLUDE_PATH": f'"{ROOT}"',
                    "OUTPUT_DIRECTORY": f'"{output}"', "HTML_OUTPUT": ".", "WARN_LOGFILE": f'"{log}"',
                    "HTML_EXTRA_STYLESHEET": f'"{ROOT}/cmake/cpp_reference.css"'}  # fmt: skip
        lines = [f"{name} = {value}" for name, value in settings.items()]
        output.mkdir(parents=True, exist_ok=True)
        subprocess.run(["doxygen", "-"], input="\n".join([f'@INCLUDE = "{ROOT}/cmake/Doxyfile"', *lines]), text=True, check=True)
        warnings = dict.fromkeys(log.read_text(encoding="utf-8").splitlines())
    return [warning for warning in warnings if not is_told_by_name(warning)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[1])
    parser.add_argument("output", type=Path)
    output = parser.parse_args().output.resolve()
    if not is_installed():
        sys.exit("scripts/cpp_reference.py: Doxygen is not installed, to get it: apt install doxygen")
    warnings = build(output)
    print("\n".join(warnings) if warnings else f"{output}: the reference of the public headers")
    return 1 if warnings else 0


if __name__ == "__main__":
    sys.exit(main())
