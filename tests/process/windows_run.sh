#!/usr/bin/env bash
# What one system records, the other finds sound: a run of proxy.exe under Wine, verified there and
# here, and a run of ours, verified under Wine.
#   windows_run.sh WINE WINDOWS_PROGRAMS LINUX_PROGRAMS FOLDER
set -euo pipefail
wine=$1 windows=$2 linux=$3 out=$4
[ -x "$linux/proxy" ] || { echo "no $linux/proxy: build the preset release first" >&2; exit 1; }
rm -rf "$out"
mkdir -p "$out"
cd "$out"
run=(--upstream demo --turns 5 --listen 127.0.0.1:0 --dashboard 127.0.0.1:0)

# expect CODE TEXT COMMAND…: it ends with that code and prints that text.
expect() {
  local code=$1 text=$2 got=0
  shift 2
  echo "> $*"
  timeout 100 "$@" >output 2>&1 || got=$?
  cat output
  [ "$got" = "$code" ] || { echo "exit code $got, expected $code" >&2; exit 1; }
  grep -qF "$text" output || { echo "it does not say: $text" >&2; exit 1; }
}

expect 0 "turn   5  ok" "$wine" "$windows/proxy.exe" "${run[@]}" --runs "Z:$out/windows"
expect 0 "5 pictures drawn again" "$wine" "$windows/proxy.exe" verify latest --runs "Z:$out/windows"
expect 0 "5 pictures drawn again" "$linux/proxy" verify latest --runs "$out/windows"

expect 0 "turn   5  ok" "$linux/proxy" "${run[@]}" --runs "$out/linux"
expect 0 "5 pictures drawn again" "$wine" "$windows/proxy.exe" verify latest --runs "Z:$out/linux"

# The same model and the same calls: the same words back. And a change is seen.
for turn in 1 2 3 4 5; do
  for system in windows linux; do
    grep -o '"feedback":"[^"]*"' "$system"/run_*/turn_000$turn.json >"$system.feedback"
  done
  cmp windows.feedback linux.feedback
done
printf ' ' >>"$(echo linux/run_*/turn_0003.png)"
expect 1 "turn_0003.png" "$wine" "$windows/proxy.exe" verify latest --runs "Z:$out/linux"
