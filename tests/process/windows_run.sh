#!/usr/bin/env bash
# Each system accepts the other's runs: verifies a run of proxy.exe under Wine there and here, and a
# native run under Wine.
#   windows_run.sh WINE WINDOWS_PROGRAMS LINUX_PROGRAMS FOLDER
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
wine=$1 windows=$2 linux=$3 out=$4
[ -x "$linux/proxy" ] || { echo "no $linux/proxy: build the preset release first" >&2; exit 1; }
rm -rf "$out"
mkdir -p "$out"
cd "$out"
run=(--upstream demo --turns 5 --listen 127.0.0.1:0 --dashboard 127.0.0.1:0)

# expect CODE TEXT COMMAND…: runs the command and checks its exit code and output.
expect() {
  local code=$1 text=$2 got=0
  shift 2
  echo "> $*"
  timeout 100 "$@" >output 2>&1 || got=$?
  cat output
  [ "$got" = "$code" ] || { echo "exit code $got, expected $code" >&2; exit 1; }
  [ -z "$text" ] || grep -qF "$text" output || { echo "it does not say: $text" >&2; exit 1; }
}

expect 0 "turn   5  ok" "$wine" "$windows/proxy.exe" "${run[@]}" --runs "Z:$out/windows"
expect 0 "5 pictures drawn again" "$wine" "$windows/proxy.exe" verify latest --runs "Z:$out/windows"
expect 0 "5 pictures drawn again" "$linux/proxy" verify latest --runs "$out/windows"

expect 0 "turn   5  ok" "$linux/proxy" "${run[@]}" --runs "$out/linux"
expect 0 "5 pictures drawn again" "$wine" "$windows/proxy.exe" verify latest --runs "Z:$out/linux"

# The same model and calls give the same feedback. A changed file is found.
for turn in 1 2 3 4 5; do
  for system in windows linux; do
    grep -o '"feedback":"[^"]*"' "$system"/run_*/turn_000$turn.json >"$system.feedback"
  done
  cmp windows.feedback linux.feedback
done
printf ' ' >>"$(echo linux/run_*/turn_0003.png)"
expect 1 "turn_0003.png" "$wine" "$windows/proxy.exe" verify latest --runs "Z:$out/linux"

# run.cmd without installing and building: uses the demo model unless the command line names one.
mkdir -p start/config start/build/windows
cp "$root/run.cmd" start/
cp -r "$root"/config/* start/config/
printf '@exit /b 0\r\n' >start/config/windows.cmd
ln -s "$windows" start/build/windows/bin
cd start
expect 0 "the demo model" "$wine" cmd /c run.cmd --turns 1 --listen 127.0.0.1:0 --dashboard 127.0.0.1:0
expect 2 "there is no run nothing" "$wine" cmd /c run.cmd verify nothing
printf '@exit /b 1\r\n' >config/windows.cmd
expect 1 "" "$wine" cmd /c run.cmd --version
