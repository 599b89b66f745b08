#!/usr/bin/env bash
# scripts/compilers.sh [--yes] [COMPILER ...]
#
# Builds program, library, Python module and tests with the compilers of Debian 12, and runs the quick tests with each, in
# build-compilers/COMPILER/. Then a table; the exit status is 1 if one of them failed. By default all of them, half an
# hour to an hour of a core each:
#
#   g++-11 g++-12 clang++-14 clang++-15 clang++-16
#                  at -O1, so that compiling is quick, with the assertions of the standard library; warnings are errors
#   old-machine    a processor without AVX, by QEMU: the program built for all instruction sets makes the same tree as on
#                  this machine, and a figure; the tests of core and kernels pass
#
#   --yes          install missing packages without asking
#   --help         this page
#
# TERTIUM_JOBS sets how many commands run at once; by default one for each core.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
self=scripts/compilers.sh
source scripts/common.sh
known=(g++-11 g++-12 clang++-14 clang++-15 clang++-16 old-machine)
emulator=(qemu-x86_64 -cpu Westmere)

# Only one version of LLVM's OpenMP can be installed for developing, and the sanitizers' build needs that of clang 14. Later
# versions of clang take it too, where they find its header and its library.
use_openmp_14() {
  local resources folder=$PWD/build-compilers/openmp-14
  resources=$(clang++-14 -print-resource-dir)
  mkdir -p "$folder"
  ln -sf "$resources/include/omp.h" "$resources/../../libomp.so" "$folder"
  export CPLUS_INCLUDE_PATH=$folder LIBRARY_PATH=$folder
}

compile() { # compile COMPILER DIR
  local options=(-DTERTIUM_TESTS=ON -DTERTIUM_WERROR=ON "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -D_GLIBCXX_ASSERTIONS")
  if [[ $1 == old-machine ]]; then
    configure "$2" "${options[@]}" -DTERTIUM_TARGETS=all
    build "$2" tertium test_core test_kernels
  else
    configure "$2" "${options[@]}" -DTERTIUM_PYTHON=ON -DCMAKE_CXX_COMPILER="$1"
    build "$2"
  fi
}

check_old_machine() { # check_old_machine DIR
  local program=$1/tertium
  export TERTIUM_HOME=$PWD
  rm -rf "$1"/{here,there,figure}
  "${emulator[@]}" "$program" --version &&
    "$program" cluster car --method 4-AL -k 4 -o "$1/here" &&
    "${emulator[@]}" "$program" cluster car --method 4-AL -k 4 -o "$1/there" &&
    cmp "$1"/{here,there}/tree.nwk &&
    "${emulator[@]}" "$program" figure hc19-fig2 --smoke -o "$1/figure" &&
    "${emulator[@]}" "$1/tests/test_core" --gtest_brief=1 &&
    "${emulator[@]}" "$1/tests/test_kernels" --gtest_brief=1
}

attempt() { # attempt COMPILER DIR: the end of its row goes to DIR/row, as far as it comes
  local start=$SECONDS status=0
  [[ $1 != clang++-1[56] ]] || use_openmp_14
  compile "$1" "$2"
  printf '%7d' $((SECONDS - start)) >"$2/row"
  start=$SECONDS
  # Tests share the cores: a thread that waits shall not do so spinning.
  export OMP_WAIT_POLICY=${OMP_WAIT_POLICY:-passive}
  if [[ $1 == old-machine ]]; then
    check_old_machine "$2"
  else
    ctest --test-dir "$2" --output-on-failure --no-tests=error -LE slow -j"$jobs"
  fi 2>&1 | tee "$2/tests.log" || status=$?
  # The ends of ctest and of GoogleTest.
  awk -v seconds=$((SECONDS - start)) '
    /tests failed out of/ { all += $NF; passed += $NF - $4 }
    /^\[=+\] .* ran\./ { all += $2 }
    /^\[  PASSED  \]/ { passed += $4 }
    END { printf "%14s%7d", passed + 0 " of " all + 0, seconds }' "$2/tests.log" >>"$2/row"
  return "$status"
}

compilers=()
while (($#)); do
  case $1 in
    --yes) assume_yes=1 ;;
    --help | -h) print_usage && exit ;;
    *)
      [[ " ${known[*]} " == *" $1 "* ]] || die "unknown compiler $1 (known: ${known[*]})"
      compilers+=("$1")
      ;;
  esac
  shift
done
((${#compilers[@]})) || compilers=("${known[@]}")
ensure_packages build figures test python compilers

rows=()
failed=0
for compiler in "${compilers[@]}"; do
  say "=== $compiler"
  dir=build-compilers/$compiler
  mkdir -p "$dir"
  : >"$dir/row"
  # A command on the left of || runs without set -e, also inside; so the status is taken by hand.
  set +e
  (set -e; attempt "$compiler" "$dir")
  status=$?
  set -e
  ((status == 0)) && verdict=passed || verdict=FAILED failed=1
  command=$compiler
  [[ $compiler != old-machine ]] || command=${emulator[0]}
  [[ $("$command" --version) =~ [0-9]+\.[0-9]+\.[0-9]+ ]]
  rows+=("$(printf '%-12s %-8s%-21s  %s' "$compiler" "${BASH_REMATCH[0]}" "$(<"$dir/row")" "$verdict")")
done
printf '%-12s %-8s%7s%14s%7s\n' compiler version 'build s' 'tests passed' 'test s'
printf '%s\n' "${rows[@]}"
exit "$failed"
