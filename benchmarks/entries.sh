#!/usr/bin/env bash
# benchmarks/entries.sh FOLDER
#
# The first entries of the benchmark and their leaderboard, below FOLDER, for three tasks: methods of Tertium, a coin, the true
# similarities, and cblearn's methods if it is installed. Uses build/tertium, or the program that TERTIUM_PROGRAM names. Existing
# entries are not made again. About 25 minutes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${TERTIUM_PROGRAM:-$root/build/tertium}
[[ $# == 1 && $1 != -* ]] || { sed -n -e '1d' -e '/^#/!q' -e 's/^# \{0,1\}//p' "$0"; exit 2; }
folder=$1
mkdir -p "$folder"
for method in AddS-3-AL AddS-4-AL 3K-AL 4K-AL 4-AL AddS-3-AL+search "AddS-3+spectral" "t-STE(d=3)+AL" 4-AL+search+lengths; do
  [[ -e $folder/$method/entry.json ]] || "$program" benchmark run "$method" -o "$folder/$method"
done
PYTHONPATH=$(dirname "$program")/python${PYTHONPATH:+:$PYTHONPATH} /usr/bin/python3 "$root/benchmarks/peer_entries.py" "$folder" car hierarchy-few plane
mapfile -t entries < <(find "$folder" -mindepth 2 -maxdepth 2 -name entry.json -printf '%h\n' | sort)
"$program" benchmark score "${entries[@]}" -o "$folder/board" --force
