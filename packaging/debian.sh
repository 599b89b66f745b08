#!/usr/bin/env bash
# packaging/debian.sh OUTPUT
#
# Builds the Debian packages of the commit that is checked out (see debian/), checks them with lintian, and puts them into
# the folder OUTPUT. Installs what building packages needs. About six minutes on two cores.
# shellcheck source=packaging/parts.sh
source "$(dirname "${BASH_SOURCE[0]}")/parts.sh"
paths 1 "$@"
output=${given[0]}
mkdir -p "$output"
ensure_packages build python package
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# A clone, so that the program knows its commit.
git clone -q . "$scratch/tertium"
(cd "$scratch/tertium" && dpkg-buildpackage -b -us -uc) >"$output/build.log" 2>&1 || { tail -n 40 "$output/build.log" >&2; die "building failed (whole log: $output/build.log)"; }
cp "$scratch"/*.deb "$scratch"/*.changes "$scratch"/*.buildinfo "$output"/
lintian --allow-root --fail-on error,warning "$scratch"/*.changes
ls -l "$output"/*.deb
