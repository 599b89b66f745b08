#!/usr/bin/env bash
# packaging/from-source.sh ARCHIVES PREFIX
#
# For a cluster without root: builds the small libraries that clusters rarely have, from source archives (.tar.gz, .tar.xz or
# .tar.bz2) in the folder ARCHIVES, and installs them below PREFIX. Nothing is downloaded. Archives are recognised by name:
#
#   fmt*, *highway*, *nlohmann-json* or json-*, eigen*      built by cmake
#   liblbfgs*                                                         one file
#   *random123*, xxhash* or xxHash*                                   headers
#
# A library without an archive is skipped: it may be installed already. Then: cmake -S . -B build -DCMAKE_PREFIX_PATH=PREFIX ...
# shellcheck source=packaging/parts.sh
source "$(dirname "${BASH_SOURCE[0]}")/parts.sh"
paths 2 "$@"
archives=${given[0]} prefix=${given[1]}
expect_folder "$archives" archives
mkdir -p "$prefix"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
made=()

unpacked() { # unpacked NAME PATTERN...: the folder of the newest archive of one of these names, below $scratch/NAME; empty: none
  local name=$1 archive
  shift
  archive=$(for pattern in "$@"; do find "$archives" -maxdepth 1 -iname "$pattern.tar.*" -print; done | sort -V | tail -n 1)
  [[ -n $archive ]] || return 0
  mkdir -p "$scratch/$name"
  tar -xf "$archive" -C "$scratch/$name" --strip-components=1
  printf '%s\n' "$scratch/$name"
}
by_cmake() { # by_cmake NAME FOLDER OPTION...
  local name=$1 folder=$2
  shift 2
  [[ -n $folder ]] || { say "$name: no archive"; return; }
  if ! {
    cmake -S "$folder" -B "$folder/build-here" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" \
      -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_TESTING=OFF "$@" &&
      cmake --build "$folder/build-here" --parallel "$(nproc)" && cmake --install "$folder/build-here"
  } >"$scratch/$name.log" 2>&1; then
    tail -n 20 "$scratch/$name.log" >&2
    die "$name cannot be built"
  fi
  made+=("$name")
}

by_cmake fmt "$(unpacked fmt 'fmt*')" -DFMT_TEST=OFF -DFMT_DOC=OFF -DBUILD_SHARED_LIBS=OFF
by_cmake highway "$(unpacked highway '*highway*')" -DHWY_ENABLE_TESTS=OFF -DHWY_ENABLE_EXAMPLES=OFF -DBUILD_SHARED_LIBS=OFF
by_cmake json "$(unpacked json '*nlohmann-json*' 'json-*')" -DJSON_BuildTests=OFF
by_cmake eigen "$(unpacked eigen 'eigen*')"

lbfgs=$(unpacked lbfgs 'liblbfgs*')
if [[ -n $lbfgs ]]; then
  mkdir -p "$prefix/lib" "$prefix/include"
  "${CC:-cc}" -O2 -fPIC -I"$lbfgs/include" -c "$lbfgs/lib/lbfgs.c" -o "$scratch/lbfgs.o"
  ar rcs "$prefix/lib/liblbfgs.a" "$scratch/lbfgs.o"
  cp "$lbfgs/include/lbfgs.h" "$prefix/include"
  made+=(liblbfgs)
fi
random123=$(unpacked random123 '*random123*')
[[ -z $random123 ]] || { mkdir -p "$prefix/include" && cp -r "$random123/include/Random123" "$prefix/include" && made+=(random123); }
xxhash=$(unpacked xxhash 'xxhash*')
[[ -z $xxhash ]] || { mkdir -p "$prefix/include" && cp "$xxhash/xxhash.h" "$prefix/include" && made+=(xxhash); }
((${#made[@]})) || die "no archive found in $archives"
say "installed in $prefix: ${made[*]}"
say "next: cmake -S . -B build -G Ninja -DCMAKE_PREFIX_PATH=$prefix -DTERTIUM_TESTS=OFF && cmake --build build"
