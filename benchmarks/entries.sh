#!/usr/bin/env bash
# benchmarks/entries.sh FOLDER
#
# The first entries of the benchmark and their leaderboard, below FOLDER: methods of Tertium, a coin, and cblearn's where it is
# installed. By build/tertium, or the program that TERTIUM_PROGRAM names. Entries that are there already are not made again.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${TERTIUM_PROGRAM:-$root/build/tertium}
[[ $# == 1 && $1 != -* ]] || { sed -n -e '1d' -e '/^#/!q' -e 's/^# \{0,1\}//p' "$0"; exit 2; }
folder=$1
mkdir -p "$folder"
for method in 4-AL+search+lengths AddS-3-AL+search+lengths AddS-3-AL+search 4-AL 4K-AL 3K-AL AddS-3-AL AddS-4-AL "t-STE(d=3)+AL" "AddS-3+SPUR" "AddS-3+spectral"; do
  [[ -e $folder/$method/entry.json ]] || "$program" benchmark run "$method" -o "$folder/$method"
done
PYTHONPATH=$(dirname "$program")/python${PYTHONPATH:+:$PYTHONPATH} /usr/bin/python3 "$root/benchmarks/peer_entries.py" "$folder"
mapfile -t entries < <(find "$folder" -mindepth 2 -maxdepth 2 -name entry.json -printf '%h\n' | sort)
"$program" benchmark score "${entries[@]}" -o "$folder/board" --force
