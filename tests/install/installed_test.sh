#!/usr/bin/env bash
# The programs in the layout of the Debian package (config/package.sh): settings, profiles and runs are
# the user's own, the package's files replace missing user files, and `config` in the working
# folder, which may be unrelated, is not read.
#   installed_test.sh PROGRAMS CONFIG FOLDER
set -euo pipefail
programs=$1 config=$2 out=$3
fail() { echo "$*" >&2; exit 1; }
rm -rf "$out"
mkdir -p "$out"/{bin,home,elsewhere/config/profiles} "$out/lib/config"
cp -l "$programs"/{proxy,orchestrator,executor,capturer,mcp_server,demo_vlm,vnc_bridge,wayland_bridge,portal_bridge} "$out/lib/" 2>/dev/null ||
  cp "$programs"/{proxy,orchestrator,executor,capturer,mcp_server,demo_vlm,vnc_bridge,wayland_bridge,portal_bridge} "$out/lib/"
cp -r "$config"/{profiles,prompts,scenarios,tasks} "$out/lib/config/"
touch "$out/lib/config/installed"
ln -s ../lib/proxy "$out/bin/franz"
cd "$out/elsewhere"

# expect TEXT COMMAND…: the command succeeds and prints that text.
expect() {
  local text=$1
  shift
  timeout 60 "$@" >"$out/output" 2>&1 || { cat "$out/output"; fail "failed: $*"; }
  grep -qF -e "$text" "$out/output" || { cat "$out/output"; fail "it does not say \"$text\": $*"; }
}
user=(env -i "HOME=$out/home" PATH=/usr/bin:/bin LC_ALL=C.UTF-8)
franz=("${user[@]}" "$out/bin/franz")

expect "$out/home/.local/share/franz/runs" "${franz[@]}" settings
expect "$out/data/franz/runs" "${user[@]}" "XDG_DATA_HOME=$out/data" "$out/bin/franz" settings
# A relative path is ignored (XDG Base Directory Specification).
expect "$out/home/.local/share/franz/runs" "${user[@]}" XDG_DATA_HOME=data "$out/bin/franz" settings
expect "franz [OPTIONS]" "${franz[@]}" --help
expect "mcp_server " "${franz[@]}" mcp --version
expect "--screen vnc://HOST:PORT" "${franz[@]}" doctor --upstream demo

expect "turn   2  ok" "${franz[@]}" --demo --turns 2 --listen 127.0.0.1:0 --dashboard 127.0.0.1:0
[ -s "$out/home/.config/franz/config.ini" ] || fail "no config.ini of the user's"
[ ! -e "$out/lib/config/config.ini" ] || fail "config.ini was written for all users"
expect "2 pictures drawn again" "${franz[@]}" verify latest
[ -z "$(ls "$out/elsewhere/config/profiles")" ] && [ ! -e "$out/elsewhere/panel_log" ] ||
  fail "the working folder was written to"

# The user's files have precedence, and are listed with the package's.
mkdir "$out"/home/.config/franz/{profiles,prompts,scenarios}
echo 'Draw.' >"$out/home/.config/franz/prompts/mine.txt"
printf '[agent]\nsystem_prompt = prompts/mine.txt\n[model]\ntemperature = 0.125\n' \
  >"$out/home/.config/franz/profiles/qwen.ini"
echo '{"prompt":"Draw a tree"}' >"$out/home/.config/franz/scenarios/mine.json"
expect "0.125" "${franz[@]}" settings --profile qwen
expect "mine" "${franz[@]}" scenarios
expect "house" "${franz[@]}" scenarios
# The same for another configuration folder.
expect "0.125" "${user[@]}" "XDG_CONFIG_HOME=$out/home/.config" "$out/bin/franz" settings --profile qwen
if "${user[@]}" "XDG_CONFIG_HOME=$out/none" "$out/bin/franz" settings --profile qwen | grep -qF 0.125; then
  fail "XDG_CONFIG_HOME was not followed"
fi
