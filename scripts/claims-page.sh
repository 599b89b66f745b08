#!/usr/bin/env bash
# scripts/claims-page.sh RUNS [PAGE]
#
# Writes docs/claims.md (or PAGE): which statements about the figures hold, from the runs RUNS/NAME of the configurations
# that have claims (configs/NAME.claims): tertium run NAME -o RUNS/NAME makes one. What has no data there keeps the
# row that the page has of the same statement. The program is build/tertium, or the one that TERTIUM_PROGRAM names.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${TERTIUM_PROGRAM:-$root/build/tertium}
runs=${1:?name the folder of the runs}
page=${2:-$root/docs/claims.md}


intro() {
  cat <<'TEXT'
# Claims

What the papers say about their figures, checked by `tertium claims NAME` on the rows of the run. The statements are data:
`configs/NAME.claims` beside the configuration, an INI file with a section for each.

```ini
[2a]
says = CL is better than SL at every gap
source = HC19 section 4
at = p = 1
holds = aari(CL) > aari(SL)
```

| key | meaning |
| --- | --- |
| `says`, `source` | the statement in words, and who says so; "number reconstructed" where the text at hand has lost it |
| `holds` | comparisons, separated by semicolons, all of which have to hold: `A > B`, `A >= B` (at most `margin` less), `A ~ B` (at most `margin` apart), and turned round |
| `at` | the points it is about: `delta <= 0.1, p = 0.01` |
| `for` | `every` one of them (the default), `some`, or their `mean` |
| `fact` | `yes`: of one data set with given answers, by methods that draw nothing, or whose draws do not matter. One repetition is enough, and all have to say the same |
| `because` | why it does not hold |

A and B are formulas (`+ - * / ^`, `min`, `max`, `abs`, `sqrt`, `ln`, `log2`, `exp`) over scores, `aari(4-AL)`, also at another point, `aari(4-AL, p = 1)`, or of
two methods with each other, `ari(SPUR | k-means)`; over N and the numbers of a point. `at_least(a, b)` and `equal(a, b)` are 1 or 0, so that their mean is the share of cases. One
side may be `share(PART, WHOLE)`, the sum of one count over the sum of another.

**No verdict before all rows are there** that the claim is about, failures included: until then it has no data, exit code 3, and the program prints the line that runs them. A
and B are subtracted repetition by repetition, since all methods of a repetition see the same similarities. The mean of the differences has two-sided bounds,
at confidence 95 % for all points and comparisons of a claim together (Bonferroni). They are

| bounds | where |
| --- | --- |
| exact binomial (Clopper and Pearson) | each value is at one end of its range (found or not, at least as good or not); shares of branches, and of these never narrower than ten or more repetitions are apart |
| t (Student) | ten repetitions or more, which differ |
| Chernoff-Hoeffding | fewer, or all the same: values in a known range, however they are distributed. The range follows from those of the scores (ARI -1/2 to 1, errors 0 to 1). A mean over points has a value for each model point and repetition: they are drawn independently |
| all repetitions | facts: least and largest |

A claim **holds** if the bounds allow nothing else, **fails** if they exclude it, and is **undecided** between, where a value is not finite, or where there are no bounds; `A >= B` is
about bounds of A - B + margin. Ten repetitions that are all perfect leave a mean index above .5 and no more: that needs more of them.
The last column has the comparison that decides: the worst point of those with the verdict (for `some`: the best), its mean difference and its bounds.

`tertium claims NAME --until-decided` runs what is missing, and then adds repetitions to what is undecided, twice as many at each look, up to `--limit`. Look k
spends 5 % / (k (k + 1)) of wrong verdicts, together 5 % however many there are; so a claim may stay undecided there that one look at all its repetitions would decide.

Made by `scripts/claims-page.sh RUNS`; do not edit.
TEXT
}

without_claims() {
  cat <<'TEXT'

## Statements without a claim

| statement | why |
| --- | --- |
| HC19: 4K-AL-act with one reference pair asks at most 2 q N^2 questions | the figure spends the budget p, and reports what it asked |
| HC19 supplement, HC18 appendix B: trees of cars | pictures; the text says nothing that can be counted |
| HC18 5: initial clusters hardly change SL and CL | they ask about objects here, and take no initial clusters |
| LPP17 7: errors on newsgroup are mostly confusions inside a group of newsgroups | no score tells which classes are confused |
| LPP17 1 and 2, for diabetes and boston: errors | their targets are numbers and no classes |
| ADDS20, Food | a figure without a statement in words |
| OCC17 Table I, single cells | means of ten sets without their spread; what the text says of them are claims 7, 8 and 14 of occ17-fig2 |
| OCC17: 7 clusters of Nature, two of them very small, and 4 of Food, one a single dish; in 1 and 11 s | one run each from an order of objects that is not given, on a computer of 2017; `occ17-nature` shows ours |
TEXT
}

# rows FILE NAME: the rows of FILE; one without data is the row of the same statement on the page, if that has a verdict.
rows() {
  awk -F ' [|] ' -v title="## $2" '
    FNR == 1 { file += 1 }
    file == 1 && /^## / { mine = ($0 == title) }
    file == 1 { if (mine && /^\|/ && $0 !~ /\*\*no data/) kept[$1 "|" $2 "|" $3] = $0; next }
    { known = $1 "|" $2 "|" $3; print /\*\*no data/ && known in kept ? kept[known] : $0 }' "$page" "$1"
}

count() { grep -c "^|.*| \*\*$1\*\*" "$page.rows" || true; }

[[ -e $page ]] || echo >"$page"
: >"$page.rows"
for claims in "$root"/configs/*.claims; do
  name=$(basename "$claims" .claims)
  status=0
  "$program" claims "$name" -o "$runs/$name" --markdown >"$page.one" 2>/dev/null || status=$?
  if ((status != 0 && status != 1 && status != 3)); then
    "$program" claims "$name" -o "$runs/$name" --markdown >/dev/null || true
    rm -f "$page".{one,rows}
    exit 1
  fi
  {
    printf '\n## %s\n\n' "$name"
    rows "$page.one" "$name"
  } >>"$page.rows"
done
{
  intro
  printf '\n**Of %d statements %d hold, %d fail and %d are undecided; %d wait for a run.**\n' \
    "$(grep -c '^|.*| \*\*' "$page.rows")" "$(count holds)" "$(count fails)" "$(count undecided)" "$(count 'no data')"
  without_claims
  cat "$page.rows"
} >"$page.new"
rm "$page".{one,rows}
mv "$page.new" "$page"
