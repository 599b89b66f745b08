#!/usr/bin/env bash
# scripts/randomness.sh BUILD [ORDER...]: runs the tests of dieharder (a Debian package that nothing else needs) on the
# random bits of observation tables, in every order that tests/statistics/raw_bits.cpp knows. Up to an hour of a core for
# each. Prints the results that are not "PASSED", and how many are. docs/performance.md reports the results.
set -euo pipefail
program=${1:?usage: scripts/randomness.sh BUILD [ORDER...]}/tests/statistics/tertium_raw_bits
shift
(($# > 0)) || set -- rows columns tiles repetitions planes
command -v dieharder > /dev/null || { echo "dieharder is not installed, install it: apt-get install dieharder" >&2; exit 1; }
[[ -x $program ]] || { echo "$program does not exist, build the tests first" >&2; exit 1; }
# All but those that its authors suspect (5 to 7, 14) and those that take hours (200, 201, 203).
tests=(0 1 2 3 4 8 9 10 11 12 13 15 16 17 100 101 102 202 204 205 206 207 208 209)
for order; do
  out=randomness-$order.txt
  : > "$out"
  for number in "${tests[@]}"; do
    # -g 200: bits of the standard input; -k 2: exact p-values; -Y 1: more samples where a result is weak
    { "$program" "$order" 2> /dev/null || true; } | dieharder -d "$number" -g 200 -k 2 -Y 1 | grep -E "PASSED|WEAK|FAILED" >> "$out"
  done
  grep -E "WEAK|FAILED" "$out" || true
  echo "$order: $(grep -c PASSED "$out") passed of $(wc -l < "$out") ($out)"
done
