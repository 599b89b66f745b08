#!/usr/bin/python3
"""check_rooms.py ROOT: do the includes of the tree below ROOT keep the order of the rooms?

A room may include itself and the rooms listed for it; inside a room with sub-rooms, a sub-room may include itself and
those listed before it, and a file that lies in none is named. MPI and HDF5 belong to experiments, Boost.Program_options to
program (and to what uses them: benchmarks, tests). The rooms that CMakeLists.txt links are held to the same table. Prints one line per violation,
"file:line: what", and exits 1 when there is one.
"""
import os
import re
import sys
from pathlib import Path

MAY_USE = {
    "core": [],
    "files": ["core"],
    "outside": ["core", "files"],
    "problems": ["core", "files"],
    "metrics": ["core", "problems"],
    "kernels": ["core"],
    "embedding": ["core", "kernels"],
    "linkage": ["core", "kernels", "embedding"],
    "partition": ["core", "kernels", "embedding", "linkage"],
    "answers": ["core", "files", "problems", "metrics", "kernels", "embedding", "linkage", "partition"],
    "terminal": ["core"],
    "experiments": ["core", "files", "outside", "problems", "metrics", "kernels", "embedding", "linkage", "partition", "terminal"],
    "pictures": ["core", "files", "terminal"],
    "program": ["core", "files", "outside", "problems", "metrics", "kernels", "embedding", "linkage", "partition", "answers", "terminal",
                "experiments", "pictures"],
    "python": ["core", "files", "outside", "problems", "metrics", "kernels", "embedding", "linkage", "partition", "answers"],
    "benchmarks": ["core", "files", "outside", "problems", "metrics", "kernels", "embedding", "linkage", "partition", "answers", "terminal",
                   "experiments", "pictures", "program", "tests"],
    "tests": ["core", "files", "outside", "problems", "metrics", "kernels", "embedding", "linkage", "partition", "answers", "terminal", "experiments",
              "pictures", "program"],
}
# The sub-rooms of a room, lowest first; a sub-room of a sub-room is written with its path.
SUB_ROOMS = {
    "core": ["base", "random", "comparisons", "clusterings", "graphs", "methods"],
    "files": ["text", "output", "answers/words", "answers/layout", "answers/reshape", "answers/rows", "answers", "structures"],
    "outside": ["programs", "exchange", "steps"],
    "problems": ["datasets", "models", "schemes"],
    "metrics": ["measures", "bounds", "scores"],
    "kernels": ["bits", "additive", "multiplicative", "methods"],
    "embedding": ["terms", "losses", "dense", "optimizers", "mixture", "crowd", "choices", "methods"],
    "linkage": ["agglomeration", "average", "graphs", "ordinal", "insertion", "four_al", "three_al", "spanning",
                "linkage_plus", "search", "exact", "lengths", "methods"],
    "partition": ["k_means", "sdp", "sparse", "correlation", "trees", "methods"],
    "answers": ["files", "tables", "fits", "resampling", "conclusions", "study", "asking", "trees", "results"],
    "experiments": ["config", "store", "statistics", "plan", "cells", "costs", "maps", "mpi", "run", "report", "claims", "bench"],
    "program": ["options", "answers", "slurm", "growth", "sweeps", "reproduce", "entries", "manual"],
}
OUTSIDE_SUB_ROOMS = {"program/main.cpp", "program/before_libraries.cpp", "program/before_libraries.hpp"}  # what ties all together
EDGE_LIBRARIES = {
    "MPI": re.compile(r"mpi(cxx|-ext|io)?\.h$"),
    "HDF5": re.compile(r"(hdf5/(\w+/)?)?(hdf5(_hl)?|H5\w*)\.h$"),
    "Boost.Program_options": re.compile(r"boost/program_options(\.hpp|_fwd\.hpp|/.*)$"),
}
EDGE_ROOMS = {"MPI": "experiments", "HDF5": "experiments", "Boost.Program_options": "program"}
SOURCE_SUFFIXES = {".cpp", ".hpp", ".cc", ".hh", ".cxx", ".hxx", ".h", ".c", ".inl", ".ipp", ".in"}
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
LINKED_ROOMS = re.compile(r"tertium_room\(\s*(\w+)([^)]*)\)")


def room_of(path):
    """The room that a path relative to the root lies in, or None."""
    first = Path(path).parts[0] if Path(path).parts else ""
    return first if first in MAY_USE else None


def sub_room_of(path):
    """The sub-room that a path relative to the root lies in, longest name first, or None."""
    path = Path(path).as_posix()
    room = room_of(path)
    for sub in sorted(SUB_ROOMS.get(room, []), key=len, reverse=True):
        if path.startswith(f"{room}/{sub}/"):
            return sub
    return None


def place_of(root, file, included):
    """An included file relative to the root, whether named from there or relative to the including file."""
    beside = os.path.normpath(file.parent / included)
    return beside if (root / beside).is_file() else os.path.normpath(included)


def check_sub_room(file, other, where):
    """One-way order inside a room: `file` includes `other`, a file of the same room."""
    room = room_of(file)
    if room not in SUB_ROOMS or Path(file).as_posix() in OUTSIDE_SUB_ROOMS:
        return
    own, used = sub_room_of(file), sub_room_of(other)
    order = SUB_ROOMS[room]
    if own in order and used in order and order.index(used) > order.index(own):
        yield f'{where}: {room}/{own} must not include {room}/{used} ("{other}")'


def check_file(root, file):
    room = room_of(file)
    if room in SUB_ROOMS and sub_room_of(file) is None and Path(file).as_posix() not in OUTSIDE_SUB_ROOMS:
        yield f"{file}: lies in no sub-room of {room} (known: {', '.join(SUB_ROOMS[room])})"
    for number, line in enumerate((root / file).read_text(errors="replace").splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        included = match[1] or match[2]
        place = place_of(root, file, included)
        other = room_of(place)
        if other and other != room and other not in MAY_USE[room]:
            yield f'{file}:{number}: {room} must not include {other} ("{included}")'
        elif room == "benchmarks" and other == "tests" and not place.startswith("tests/support/"):
            yield f'{file}:{number}: benchmarks share tests/support with the tests, and nothing else of them ("{included}")'
        elif other and other == room:
            yield from check_sub_room(file, place, f"{file}:{number}")
        for library, header in EDGE_LIBRARIES.items():
            if room not in {EDGE_ROOMS[library], "benchmarks", "tests"} and header.match(included):
                yield f"{file}:{number}: {library} is for {EDGE_ROOMS[library]} only, not for {room} (<{included}>)"


def check_linked_rooms(root):
    cmake = root / "CMakeLists.txt"
    text = cmake.read_text() if cmake.is_file() else ""
    for match in LINKED_ROOMS.finditer(text):
        room, arguments = match[1], match[2]
        where = f"CMakeLists.txt:{text.count(chr(10), 0, match.start()) + 1}"
        if room not in MAY_USE:
            yield f"{where}: {room} is not in the table of rooms (tests/architecture/check_rooms.py)"
            continue
        linked = re.search(r"\bROOMS((?:\s+[a-z_]+)*)", arguments)
        for other in linked[1].split() if linked else []:
            if other not in MAY_USE[room]:
                yield f"{where}: {room} must not link {other}"


def check_tree(root):
    yield from check_linked_rooms(root)
    for room in MAY_USE:
        for path in sorted((root / room).rglob("*")):
            if path.suffix in SOURCE_SUFFIXES and path.is_file():
                yield from check_file(root, path.relative_to(root))


def main(arguments):
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        print("usage: check_rooms.py ROOT", file=sys.stderr)
        return 2
    violations = list(check_tree(Path(arguments[0]).resolve()))
    for violation in violations:
        print(violation)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
