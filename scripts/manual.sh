#!/usr/bin/env bash
# scripts/manual.sh PROGRAM FOLDER
#
# Writes what the program knows about itself below FOLDER: bash completion and, if help2man is installed, man pages made from
# its --help. The build runs this script.
set -euo pipefail
program=$(realpath "$1") folder=$2 name=tertium
mkdir -p "$folder/bash-completion/completions"
"$program" manual >"$folder/bash-completion/completions/$name"
command -v help2man >/dev/null || exit 0

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$folder/man/man1"
version=$("$program" --version | cut -d' ' -f2)

write_page() { # write_page PAGE [COMMAND]
  local helper=$scratch/$1 about
  # help2man keeps lines of examples apart where they have a prompt.
  printf '#!/bin/sh\nCOLUMNS=100 "%s" %s --help | sed -E "s/^Examples?:/Examples:/; s/^  (%s |source )/  \\$ \\1/"\n' "$program" "${2:-}" "$name" >"$helper"
  chmod +x "$helper"
  about=$("$helper" | awk '!/^Usage/ && NF && !done { text = text " " $0 } !NF && text { done = 1 } END { print text }' | sed -E 's/^ *//; s/ *([.;:]( |$)|\().*//')
  help2man --no-info --version-string="$version" --name="$about" --output="$folder/man/man1/$1.1" "$helper"
}

write_page "$name"
for command in $(COMP_LINE="$name " "$program" manual -- | grep -v -e '^-' -e '^help$'); do write_page "$name-$command" "$command"; done
