# shellcheck shell=bash
# What the scripts of this folder share. Sourced first: changes to the project's folder; paths stay relative to the caller's.
set -euo pipefail
self=$(realpath "$0")
from=$PWD
cd "$(dirname "$self")/.."
source scripts/common.sh
assume_yes=1

paths() { # paths COUNT ARGUMENT...: the script's COUNT arguments as absolute paths, in the array given
  local count=$1 path
  shift
  [[ $# == "$count" && ${1:-} != -* ]] || {
    print_usage
    exit 2
  }
  given=()
  for path in "$@"; do
    [[ $path == /* ]] || path=$from/$path
    given+=("$(realpath -m "$path")")
  done
}
expect_folder() { # expect_folder PATH WHAT
  [[ -d $1 ]] || die "$1 is not a folder, give that of the $2"
}
