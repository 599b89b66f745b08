# shellcheck shell=bash
# What ./run, ./test and .ci/run share: installing the packages, then building. Sourced with the project as
# working directory; the caller sets assume_yes to 1 to avoid questions.

assume_yes=0
jobs=${TERTIUM_JOBS:-$(nproc)} # commands at once

say() { printf '%s\n' "$*"; }
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

print_usage() { # the comment at the head of the calling script; $self: its path, where it is not in the root
  sed -n -e '1d' -e '/^#/!q' -e 's/^# \{0,1\}//p' "${self:-${0##*/}}"
}

is_interactive() { [[ -t 0 && -t 1 && -z ${CI:-} ]]; }

# --- packages ---

packages_of() { # packages_of GROUP...
  local name packages group
  while IFS=: read -r name packages; do
    for group in "$@"; do
      # shellcheck disable=SC2086 # a list of words
      [[ $name != "$group" ]] || printf '%s\n' $packages
    done
  done <scripts/packages.txt
}

missing_packages() { # missing_packages GROUP...
  local package
  for package in $(packages_of "$@"); do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || printf '%s\n' "$package"
  done
}

hand_over() { # hand_over REASON INSTALL_COMMAND...
  say "$1. Please hand this line to an administrator, then start again:" >&2
  shift
  say "  apt-get update && $*" >&2
  exit 1
}

names_elsewhere() { # names_elsewhere COLUMN GROUP...: the names of packages on another system, packaging/names.txt
  local column=$1
  shift
  packages_of "$@" | while read -r package; do
    awk -v name="$package" -v column="$column" '$1 == name { known = 1; if ($column != "-") print $column }
      END { if (!known) print name }' packaging/names.txt
  done | sort -u | xargs
}

tell_packages() { # tell_packages GROUP...: on a system whose packages are not installed by this script
  say "This is not a Debian system, so nothing is installed. Install these packages if they are missing:"
  if command -v dnf >/dev/null; then
    say "  dnf install $(names_elsewhere 2 "$@")"
  elif command -v brew >/dev/null; then
    say "  brew install $(names_elsewhere 3 "$@")"
  elif command -v spack >/dev/null; then
    say "  spack install $(names_elsewhere 4 "$@")"
  else
    say "  $(packages_of "$@" | xargs)" "  (Debian's names; packaging/names.txt has those of dnf, brew and spack)"
  fi
}

ensure_packages() { # ensure_packages GROUP...
  if ! command -v dpkg-query apt-get >/dev/null; then
    tell_packages "$@"
    return
  fi
  local missing answer log
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0
  local install=(apt-get install -y --no-install-recommends "${missing[@]}")
  say "Missing packages (${#missing[@]}): ${missing[*]}"

  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || hand_over "Installing needs root, and there is no sudo" "${install[@]}"
    is_interactive || sudo -n true 2>/dev/null ||
      hand_over "Installing needs root, and sudo asks for a password" "${install[@]}"
    as_root=(sudo)
  fi
  if is_interactive && ((!assume_yes)); then
    read -r -p "Install them now? [Y/n] " answer
    [[ ${answer:-y} == [Yy]* ]] || hand_over "Nothing was installed" "${install[@]}"
  fi

  say "Installing them ..."
  ((EUID == 0)) || ! is_interactive || sudo -v || hand_over "Installing needs root, and sudo refuses" "${install[@]}"
  log=$(mktemp)
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  # A source that does not answer is no reason to stop: the lists at hand may do.
  "${as_root[@]}" apt-get update -o DPkg::Lock::Timeout=300 >"$log" 2>&1 || true
  if ! "${as_root[@]}" "${install[@]}" -o DPkg::Lock::Timeout=300 >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    hand_over "Installing failed (whole log: $log)" "${install[@]}"
  fi
  rm -f "$log"
}

# --- build ---

follow_ninja() { # follow_ninja LOG: stdin into LOG; shows how far it is, in place on a terminal, every 15 s elsewhere
  local log=$1 line shown=$SECONDS
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    if is_interactive; then
      printf '\r  %s of %s ' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
    elif ((SECONDS - shown >= 15)); then
      say "  ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
      shown=$SECONDS
    fi
  done
  ! is_interactive || printf '\r\033[K'
}

configure() { # configure DIR [CMAKE_ARGUMENT...]
  local dir=$1 log=$1/build.log
  shift
  # Batches make a build from nothing quick, and one after an edit slow: who edits sets TERTIUM_UNITY=OFF, once or always.
  [[ -z ${TERTIUM_UNITY:-} && -e $dir/CMakeCache.txt ]] || set -- -DTERTIUM_UNITY="${TERTIUM_UNITY:-ON}" "$@"
  # Instruction sets other than those that the folder has, which are by default this machine's best (cmake/TertiumTargets.cmake).
  [[ -z ${TERTIUM_TARGETS:-} ]] || set -- -DTERTIUM_TARGETS="$TERTIUM_TARGETS" "$@"
  mkdir -p "$dir"
  # With ccache a second build directory, or a clean one, costs little; precompiled headers need the sloppiness.
  export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
  # A compiler or a processor that nobody tried may warn of something new: that stops .ci/run, and no user.
  if ! cmake -S . -B "$dir" -G Ninja -DTERTIUM_WERROR="${CI:-OFF}" -DCMAKE_CXX_COMPILER_LAUNCHER="$(command -v ccache || true)" "$@" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    die "configuring failed (whole log: $log)"
  fi
}

build() { # build DIR [TARGET...]
  local dir=$1 log=$1/build.log start=$SECONDS
  shift
  say "Building in $dir/ ..."
  if ! cmake --build "$dir" --parallel "$jobs" ${1:+--target "$@"} 2>&1 | follow_ninja "$log"; then
    tail -n 40 "$log" >&2
    die "building failed (whole log: $log)"
  fi
  say "Built in $((SECONDS - start)) s."
}
