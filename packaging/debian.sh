#!/usr/bin/env bash
# packaging/debian.sh OUTPUT
#
# Builds the Debian packages of the commit that is checked out (debian/ says how), has lintian look at them, and puts them
# into the folder OUTPUT. Installs what building packages needs. Some ten minutes on two cores.
set -euo pipefail
self=$(realpath "${BASH_SOURCE[0]}")
cd "$(dirname "$self")/.."
source scripts/common.sh
assume_yes=1
[[ $# == 1 && $1 != -* ]] || { print_usage; exit 2; }
mkdir -p "$1"
output=$(cd "$1" && pwd)
ensure_packages build python package
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# A clone, so that the program knows its commit.
git clone -q . "$scratch/tertium"
(cd "$scratch/tertium" && dpkg-buildpackage -b -us -uc) >"$output/build.log" 2>&1 || { tail -n 40 "$output/build.log" >&2; die "building failed (whole log: $output/build.log)"; }
cp "$scratch"/*.deb "$scratch"/*.changes "$scratch"/*.buildinfo "$output"/
lintian --allow-root --fail-on error,warning "$scratch"/*.changes
ls -l "$output"/*.deb
