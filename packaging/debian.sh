#!/usr/bin/env bash
# packaging/debian.sh OUTPUT
#
# Builds the Debian packages of the commit that is checked out (debian/ says how), has lintian look at them, and puts them
# into the folder OUTPUT. Installs what building packages needs. Some ten minutes on two cores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh
assume_yes=1
[[ $# == 1 && $1 != -* ]] || { print_usage; exit 2; }
mkdir -p "$1"
output=$(cd "$1" && pwd)
ensure_packages build python package
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/tertium"
git archive HEAD | tar -x -C "$scratch/tertium"
(cd "$scratch/tertium" && dpkg-buildpackage -b -us -uc) >"$output/build.log" 2>&1 || { tail -n 40 "$output/build.log" >&2; die "building failed (whole log: $output/build.log)"; }
cp "$scratch"/*.deb "$scratch"/*.changes "$scratch"/*.buildinfo "$output"/
lintian --fail-on error,warning "$output"/*.changes
ls -l "$output"/*.deb
