#!/usr/bin/env bash
# raw_bits_test.sh PROGRAM: every order writes as many words as are asked for, about half of them ones, others than the
# other orders do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for order in rows columns tiles repetitions planes; do
  "$1" "$order" 40000 > "$folder/$order"
  size=$(stat -c %s "$folder/$order")
  ones=$(python3 -c 'import sys; print(bin(int.from_bytes(open(sys.argv[1], "rb").read(), "little")).count("1"))' "$folder/$order")
  if ((size != 320000 || ones < 1276000 || ones > 1284000)); then
    echo "$order: $size bytes, $ones ones" >&2
    exit 1
  fi
done
if (($(sha1sum "$folder"/* | cut -d ' ' -f 1 | sort -u | wc -l) != 5)); then
  echo "two orders are the same" >&2
  exit 1
fi
if "$1" nothing 2> "$folder/message"; then exit 1; fi
grep -q "usage" "$folder/message"
