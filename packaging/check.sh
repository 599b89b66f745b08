#!/usr/bin/env bash
# packaging/check.sh PACKAGES
#
# Installs the packages of the folder PACKAGES, Debian's and the wheel, into a bare Debian 12 (debootstrap, as root, from
# this machine's mirror), uses them, removes them, and reports what is left and how long each step took.
# shellcheck source=packaging/parts.sh
source "$(dirname "${BASH_SOURCE[0]}")/parts.sh"
paths 1 "$@"
packages=${given[0]}
((EUID == 0)) || die "debootstrap and chroot need root"
expect_folder "$packages" packages
root=$(mktemp -d)
log=$(mktemp)
trap 'rm -f "$log"; umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
timed() { # timed TITLE COMMAND...: in the chroot
  local title=$1 start=$EPOCHREALTIME
  shift
  chroot "$root" env DEBIAN_FRONTEND=noninteractive HOME=/root LC_ALL=C.UTF-8 bash -c "$*" >"$log" 2>&1 || { tail -n 30 "$log" >&2; die "failed: $title"; }
  awk -v a="$start" -v b="$EPOCHREALTIME" -v title="$title" 'BEGIN { printf "%6.1f s  %s\n", b - a, title }'
}
# shellcheck disable=SC2016 # a word of apt's
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' | head -n 1 || true)
debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"} >"$log" 2>&1 || { tail -n 20 "$log" >&2; die "debootstrap failed"; }
cp /etc/apt/sources.list "$root/etc/apt/" 2>/dev/null || true
cp -r /etc/apt/sources.list.d /etc/apt/apt.conf.d "$root/etc/apt/" 2>/dev/null || true
mount -t proc proc "$root/proc"
mkdir "$root/packages"
cp "$packages"/*.deb "$packages"/*.whl "$root/packages" # of one version: a folder of its own for each
timed "apt-get update" apt-get update
timed "installing tertium" "apt-get install -y --no-install-recommends /packages/tertium_*.deb /packages/tertium-data_*.deb"
timed "the first figure" "cd /root && tertium figure hc19-fig2 --smoke -o figure && test -s figure/hc19-fig2.png -o -s figure/hc19-fig2-smoke.png"
timed "a tree of the cars" "cd /root && tertium cluster car -k 4 -o car && test -s car/dendrogram.pdf"
timed "installing python3-tertium" "apt-get install -y --no-install-recommends /packages/python3-tertium_*.deb"
timed "a fitted tree in Python" "cd / && python3 -c 'import tertium; print(tertium.cluster(\"car\", method=\"4-AL\"))'"
timed "a project with CMake" "apt-get install -y --no-install-recommends /packages/libtertium-dev_*.deb cmake g++ make && mkdir /project"
cp examples/cmake-project/* "$root/project"
timed "its build" "cmake -S /project -B /project/build && cmake --build /project/build"
timed "a tree of the cars in C++" "/project/build/best_method car"
timed "removing all packages" "apt-get purge -y tertium tertium-data python3-tertium libtertium-dev && apt-get autoremove --purge -y"
left=$(find "$root/usr" "$root/etc" "$root/var/lib" -iname '*tertium*' -not -path '*/dpkg/*' -not -path '*/apt/*')
[[ -z $left ]] || die "left behind: $left"
timed "Python with pip" "apt-get install -y --no-install-recommends python3-pip python3-venv python3-numpy"
timed "installing the wheel" "python3 -m venv --system-site-packages /venv && /venv/bin/pip install --no-index --no-deps /packages/*.whl"
timed "a fitted tree from the wheel" "cd / && /venv/bin/python -c 'import tertium; print(tertium.cluster(\"car\", method=\"4-AL\"))'"
timed "removing the wheel" "/venv/bin/pip uninstall -y tertium"
left=$(find "$root/venv" -iname '*tertium*')
[[ -z $left ]] || die "left behind: $left"
say "nothing is left behind"
