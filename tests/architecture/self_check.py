#!/usr/bin/python3
"""Proves that check_rooms.py and check_includes.py refuse each kind of violation, with its line, and let a clean tree pass."""
import subprocess
import sys
import tempfile
from pathlib import Path

ROOMS = Path(__file__).with_name("check_rooms.py")
INCLUDES = Path(__file__).with_name("check_includes.py")

CLEAN = {
    "CMakeLists.txt": "tertium_room(core)\ntertium_room(kernels ROOMS core LIBRARIES OpenMP::OpenMP_CXX)\n",
    "core/comparisons/pairs.hpp": "#pragma once\n#include <vector>\n",
    "core/comparisons/pairs.cpp": '#include "core/comparisons/pairs.hpp"\n// #include "linkage/average/tree.hpp"\n',
    "kernels/bits/muls.cpp": '#include "core/comparisons/pairs.hpp"\n#include <mpihelp.h>\n',
    "experiments/run/run.cpp": "#include <hdf5.h>\n#include <mpi.h>\n",
    "program/options/line.cpp": "#include <boost/program_options.hpp>\n",
    "linkage/average/tree.hpp": '#include "core/comparisons/pairs.hpp"\n',
    "tests/experiments/run_test.cpp": '#include "experiments/run/run.hpp"\n#include <mpi.h>\n',
}

# (the file, its text, the line that has to be printed)
VIOLATIONS = [
    ("core/base/up.cpp", '#include <vector>\n\n  #  include "kernels/bits/muls.hpp"\n',
     'core/base/up.cpp:3: core must not include kernels ("kernels/bits/muls.hpp")'),
    ("core/base/angle.hpp", "#include <experiments/run/run.hpp>\n",
     'core/base/angle.hpp:1: core must not include experiments ("experiments/run/run.hpp")'),
    ("kernels/bits/relative.cpp", '#include "../../linkage/average/tree.hpp"\n',
     'kernels/bits/relative.cpp:1: kernels must not include linkage ("../../linkage/average/tree.hpp")'),
    ("embedding/terms/up.cpp", '#include "partition/sdp.hpp"\n',
     'embedding/terms/up.cpp:1: embedding must not include partition ("partition/sdp.hpp")'),
    ("linkage/methods/side.cpp", '#include "partition/sdp.hpp"\n',
     'linkage/methods/side.cpp:1: linkage must not include partition ("partition/sdp.hpp")'),
    ("benchmarks/up.cpp", '#include "tests/support/twin.hpp"\n#include "tests/core/twin.hpp"\n',
     'benchmarks/up.cpp:2: benchmarks share tests/support with the tests, and nothing else of them ("tests/core/twin.hpp")'),
    ("experiments/run/up.cpp", '#include "tests/helpers.hpp"\n',
     'experiments/run/up.cpp:1: experiments must not include tests ("tests/helpers.hpp")'),
    ("kernels/bits/team.cpp", "#include <mpi.h>\n",
     "kernels/bits/team.cpp:1: MPI is for experiments only, not for kernels (<mpi.h>)"),
    ("files/text/save.cpp", "#include <hdf5.h>\n",
     "files/text/save.cpp:1: HDF5 is for experiments only, not for files (<hdf5.h>)"),
    ("linkage/average/save.cpp", '#include "hdf5_hl.h"\n',
     "linkage/average/save.cpp:1: HDF5 is for experiments only, not for linkage (<hdf5_hl.h>)"),
    ("linkage/average/part.cpp", "#include <H5Dpublic.h>\n",
     "linkage/average/part.cpp:1: HDF5 is for experiments only, not for linkage (<H5Dpublic.h>)"),
    ("files/text/options.hpp", "#include <boost/program_options/options_description.hpp>\n",
     "files/text/options.hpp:1: Boost.Program_options is for program only, not for files "
     "(<boost/program_options/options_description.hpp>)"),
    ("python/bindings/run.cpp", '#include "experiments/run/run.hpp"\n',
     'python/bindings/run.cpp:1: python must not include experiments ("experiments/run/run.hpp")'),
    ("core/comparisons/up.cpp", '#include "core/methods/problem.hpp"\n',
     'core/comparisons/up.cpp:1: core/comparisons must not include core/methods ("core/methods/problem.hpp")'),
    ("program/slurm/sideways.cpp", '#include "program/sweeps/status.hpp"\n',
     'program/slurm/sideways.cpp:1: program/slurm must not include program/sweeps ("program/sweeps/status.hpp")'),
    ("experiments/run/words.cpp", "#include <boost/program_options.hpp>\n",
     "experiments/run/words.cpp:1: Boost.Program_options is for program only, not for experiments "
     "(<boost/program_options.hpp>)"),
    ("core/homeless.cpp", "#include <vector>\n",
     "core/homeless.cpp: lies in no sub-room of core (known: base, random, comparisons, clusterings, graphs, methods)"),
    ("CMakeLists.txt", "project(x)\ntertium_room(core\n  ROOMS linkage)\n",
     "CMakeLists.txt:2: core must not link linkage"),
    ("CMakeLists.txt", "tertium_room(attic ROOMS core)\n",
     "CMakeLists.txt:1: attic is not in the table of rooms (tests/architecture/check_rooms.py)"),
]

NAMED = {
    "core/base/table.hpp": "#pragma once\n#include <map>\n#include <string>\n",
    "core/base/table.cpp": '#include "core/base/table.hpp"\nstd::map<std::string, int> table;  // no std::vector\n',
    "core/base/text.cpp": '#include <string_view>\nstd::string_view text = "of std::set";\n',
    "core/base/say.cpp": "#include <fmt/ranges.h>\nvoid say() { fmt::print(std::move(hello)); }\n",
    "tests/core/table_test.cpp": '#include "../../core/base/table.hpp"\nstd::pair<int, std::string> entry;\n',
}
MISSING = [
    ("core/base/list.cpp", '#include "core/base/table.hpp"\n\nstd::map<int, std::vector<int>> lists;\nstd::vector<int> list;\n',
     "core/base/list.cpp:3: std::vector without <vector>"),
    ("core/base/say.hpp", "#include <vector>\nR\"(\n\n)\" fmt::format\n", "core/base/say.hpp:4: fmt:: without <fmt/format.h>"),
    ("tests/core/sort_test.cpp", "#include <vector>\nstd::ranges::sort(x);\n",
     "tests/core/sort_test.cpp:2: std::ranges::sort without <algorithm>"),
]


def check(files, checker=ROOMS):
    """Exit code and printed lines of the checker on a new tree with these files."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = Path(root, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([sys.executable, "-B", checker, root], capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


def main():
    wrong = []
    if check(CLEAN) != (0, []):
        wrong.append(f"a clean tree: {check(CLEAN)}")
    for name, text, line in VIOLATIONS:
        found = check({**CLEAN, name: text})
        if found != (1, [line]):
            wrong.append(f"{name}: expected {line!r}, got {found}")
    everything = check({**CLEAN, **{name: text for name, text, _ in VIOLATIONS if name != "CMakeLists.txt"}})
    if len(everything[1]) != sum(name != "CMakeLists.txt" for name, _, _ in VIOLATIONS):
        wrong.append(f"all at once: {everything}")
    if check(NAMED, INCLUDES) != (0, []):
        wrong.append(f"includes of a clean tree: {check(NAMED, INCLUDES)}")
    for name, text, line in MISSING:
        found = check({**NAMED, name: text}, INCLUDES)
        if found != (1, [line]):
            wrong.append(f"{name}: expected {line!r}, got {found}")
    for message in wrong:
        print(message)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
