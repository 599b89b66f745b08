#!/usr/bin/env bash
# scripts/reference-pages.sh [FOLDER]
#
# Writes the reference pages of the documentation: methods, models, data sets, comparison schemes and scores, with their
# parameters and citations. The pages go to docs/, or to FOLDER. build/tertium prints them, or the program that
# TERTIUM_PROGRAM names. The test docs.reference_pages fails if a page of docs/ is out of date.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${TERTIUM_PROGRAM:-$root/build/tertium}
folder=${1:-$root/docs}
[[ -x $program ]] || {
  echo "$program does not exist (it prints the pages), build it first: cmake --build build --target tertium" >&2
  exit 1
}

page() { # COMMAND NAME: replaced only by a whole page
  "$program" list "$1" --markdown >"$folder/$2.md.new"
  mv "$folder/$2.md.new" "$folder/$2.md"
}

page methods methods
page models models
page datasets datasets
page schemes schemes
page metrics scores
