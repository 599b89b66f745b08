#!/usr/bin/env bash
# packaging/wheel.sh OUTPUT
#
# Builds the source package and a wheel that contains its libraries, for machines without them, in the folder OUTPUT. The
# wheel's name and docs/install.md say what it requires of a machine. About four minutes on two cores.
# shellcheck source=packaging/parts.sh
source "$(dirname "${BASH_SOURCE[0]}")/parts.sh"
paths 1 "$@"
output=${given[0]}
mkdir -p "$output"
ensure_packages build python package
cd python
TERTIUM_LIBRARIES=yes /usr/bin/python3 - "$output" <<'PYTHON'
import sys

import wheel_backend

print(wheel_backend.build_sdist(sys.argv[1]))
print(wheel_backend.build_wheel(sys.argv[1]))
PYTHON
