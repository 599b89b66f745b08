#!/usr/bin/env bash
# scripts/stated_costs.sh TERTIUM > experiments/figures/stated_costs.csv
# What the methods of Figure 2 of HC19 state for the sizes of scaling_model.py, alone and in a team: two sizes of a team
# tell what its ranks share.
set -euo pipefail
plan() {
  "$1" plan hc19-fig2 --set model.n0=30,60,250,1250 --set model.delta=0.1 --set sweep.repetitions=1 --csv --team-size "$2"
}
plan "$1" 1
plan "$1" 1024 | tail -n +2
