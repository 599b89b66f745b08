#!/usr/bin/env bash
# scripts/stated_costs.sh TERTIUM > benchmarks/stated_costs.csv
# Costs that the methods of Figure 2 of HC19 state for the sizes of scaling_model.py: steps, and bytes of a single rank and
# of a rank in a team of 1024. The two show what ranks share.
set -euo pipefail
plan() {
  "$1" run hc19-fig2 --dry-run --set model.n0=30,60,250,1250 --set model.delta=0.1 --set sweep.repetitions=1 --csv --team-size "$2"
}
{ plan "$1" 1024; plan "$1" 1; } | awk -F, -v OFS=, '
  $1 == "method" { ++plan; next }
  plan == 1 { of_1024[$1, $2, $3] = $7; next }
  !header++ { print "method,objects,p,steps,bytes,bytes_of_1024" }
  { print $1, $2, $3, $6, $7, of_1024[$1, $2, $3] }'
