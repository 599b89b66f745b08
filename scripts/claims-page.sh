#!/usr/bin/env bash
# scripts/claims-page.sh RUNS [PAGE]
#
# Writes docs/claims.md (or PAGE): which statements about the figures hold, from the runs RUNS/NAME of the configurations
# that have claims (configs/NAME.claims): tertium run NAME -o RUNS/NAME makes one. What has no folder there keeps the
# section that the page has. The program is build/tertium, or the one that TERTIUM_PROGRAM names.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${TERTIUM_PROGRAM:-$root/build/tertium}
runs=${1:?name the folder of the runs}
page=${2:-$root/docs/claims.md}

cat >"$page.new" <<'TEXT'
# Claims

What the papers say about their figures, checked by `tertium claims NAME` on the rows of the run. The statements are data:
`configs/NAME.claims` beside the configuration, an INI file with a section for each.

```ini
[2a]
says = CL is better than SL at every gap
source = HC19 section 4
at = p = 1
margin = 0.02
holds = aari(CL) >= aari(SL)
```

| key | meaning |
| --- | --- |
| `says`, `source` | the statement in words, and who says so |
| `holds` | comparisons, separated by semicolons, all of which have to hold: `A > B`, `A >= B` (at most `margin` less), `A ~ B` (at most `margin` apart), and turned round. A and B are formulas over the means of scores, `aari(4-AL)`, also elsewhere: `aari(4-AL, p = 1)`; over N and the swept numbers |
| `at` | the points it is about: `delta <= 0.1, p = 0.01` |
| `for` | `every` one of them (the default), `some`, or their `mean` |

A and B are subtracted repetition by repetition, since all methods of a repetition see the same similarities. The mean of the
differences has Student's t bounds, at confidence 95 % for all points and comparisons of a claim together (Bonferroni).
A claim **holds** if the bounds allow nothing else, **fails** if they exclude it, and is **undecided** between; `A >= B` is
about bounds of A - B + margin. The last column has the comparison that decides: the worst point of those with the verdict
(for `some`: the best), its mean difference and its bounds.

Made by `scripts/claims-page.sh RUNS`; do not edit.
TEXT

section() { # section NAME: the rows of its table, as they are on the page
  awk -v title="## $1" '/^## / { mine = ($0 == title) } mine && /^\|/' "$page" 2>/dev/null || true
}

for claims in "$root"/configs/*.claims; do
  name=$(basename "$claims" .claims)
  printf '\n## %s\n\n' "$name" >>"$page.new"
  if [[ ! -e $runs/$name ]]; then
    section "$name" | grep . >>"$page.new" || echo "Not run yet: \`tertium run $name -o RUNS/$name\`." >>"$page.new"
    continue
  fi
  status=0
  "$program" claims "$name" -o "$runs/$name" --markdown >>"$page.new" || status=$?
  ((status <= 1)) || {
    echo "${0##*/}: $runs/$name is not whole (tertium claims says $status), run it first: tertium run $name -o $runs/$name" >&2
    rm -f "$page.new"
    exit 1
  }
done
mv "$page.new" "$page"
