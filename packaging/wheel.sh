#!/usr/bin/env bash
# packaging/wheel.sh OUTPUT
#
# Builds the source package and a wheel with its libraries in it, for machines that have none of them, into the folder OUTPUT.
# What the wheel needs of a machine is in its name and in docs/python.md. Some eight minutes on two cores.
set -euo pipefail
self=$(realpath "${BASH_SOURCE[0]}")
cd "$(dirname "$self")/.."
source scripts/common.sh
assume_yes=1
[[ $# == 1 && $1 != -* ]] || { print_usage; exit 2; }
mkdir -p "$1"
output=$(cd "$1" && pwd)
ensure_packages build python package
cd python
TERTIUM_LIBRARIES=yes /usr/bin/python3 - "$output" <<'PYTHON'
import sys

import wheel_backend

print(wheel_backend.build_sdist(sys.argv[1]))
print(wheel_backend.build_wheel(sys.argv[1]))
PYTHON
