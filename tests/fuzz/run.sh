#!/usr/bin/env bash
# Builds the fuzzer with clang and runs it:  tests/fuzz/run.sh SECONDS [TARGET...]
# Runs each target (default: all, see fuzz_targets.cpp) for that many seconds, one per core at a time,
# on its corpus and on earlier findings in build/fuzz/corpus. A new finding is written to
# build/fuzz/found; once it is fixed, move the file to tests/fuzz/corpus/TARGET.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=${1:?seconds for each target}
shift
cmake --preset fuzz >build/fuzz.log || { cat build/fuzz.log >&2; exit 1; }
ninja -C build/fuzz franz_fuzz >>build/fuzz.log || { tail -n 30 build/fuzz.log >&2; exit 1; }
fuzzer=$PWD/build/fuzz/bin/franz_fuzz
corpora=$PWD/tests/fuzz/corpus
if [ $# = 0 ]; then set -- $(ls "$corpora"); fi
mkdir -p build/fuzz/found

fuzz_target() {
  local target=$1 found=build/fuzz/corpus/$1 golden
  mkdir -p "$found"
  golden=$(sed -n "s/.*{\"$target\", .*, \"\(.*\)\"},/tests\/golden\/\1/p" tests/fuzz/fuzz_targets.cpp)
  # The longest input that is still fast; a leak would be found at the end.
  if FRANZ_FUZZ_TARGET=$target "$fuzzer" -max_total_time="$seconds" -max_len=4096 -timeout=20 \
    -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="build/fuzz/found/$target-" \
    "$found" "$corpora/$target" ${golden:+"$golden"} >"build/fuzz/$target.log" 2>&1; then
    echo "$target: nothing found in $(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/$target.log") inputs"
  else
    echo "$target: FAILED; its whole output is in build/fuzz/$target.log" >&2
    grep -E '^broken promise|SUMMARY|runtime error|Test unit written' "build/fuzz/$target.log" | head -n 8 >&2 ||
      tail -n 3 "build/fuzz/$target.log" >&2
    return 1
  fi
}
export -f fuzz_target
export seconds fuzzer corpora
# One target per core at a time; xargs fails when one of them does.
printf '%s\n' "$@" | xargs -P "$(nproc)" -I '{}' bash -c 'fuzz_target "$1"' - '{}'
