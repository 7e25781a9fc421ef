#!/usr/bin/env bash
# Tests a package like a user: unpacked into a folder with a space and an umlaut in its name, it
# draws five turns with the demo model and verifies them, without access to this build.
#   package_test.sh ARCHIVE FOLDER
set -euo pipefail
archive=$1 out=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
fail() { echo "$*" >&2; exit 1; }
[ -f "$archive" ] || fail "no $archive: cmake --build --preset package makes it"
rm -rf "$out"
mkdir -p "$out/Bücher und Bilder" "$out/home"
cd "$out/Bücher und Bilder"
case $archive in
  *.zip) TZ=UTC unzip -q "$archive" ;;
  *) tar -xf "$archive" ;;
esac
cd franz-*
folder=$PWD

for file in README.md CHANGELOG.md CONTRIBUTING.md LICENSE docs/design.md config/config.ini \
  config/profiles/franz.ini config/prompts/franz.txt; do
  [ -s "$file" ] || fail "$file is missing"
done
[ "$(find licences -type f | wc -l)" -ge 8 ] || fail "licences are missing"
# The programs must not contain the path of the build.
if found=$(grep -rlF "$root" .); then fail "the build's folder is named in: $found"; fi

export SOURCE_DATE_EPOCH TZ=UTC
SOURCE_DATE_EPOCH=$(stat -c %Y LICENSE)
clean=(env -i "HOME=$out/home" PATH=/usr/bin:/bin LC_ALL=C.UTF-8)
if [ -f proxy.exe ]; then
  # It needs no libraries except Windows' own.
  for program in *.exe; do
    # The time in its header (e_lfanew + 8, Microsoft's PE format) is the commit's, like all times;
    # zip files store times in steps of two seconds.
    header=$(od -A n -t u4 -j 60 -N 4 "$program")
    stamp=$(od -A n -t u4 -j $((header + 8)) -N 4 "$program")
    [ $((SOURCE_DATE_EPOCH - stamp)) -ge 0 ] && [ $((SOURCE_DATE_EPOCH - stamp)) -le 1 ] ||
      fail "$program says that it was made at $stamp"
    for library in $(x86_64-w64-mingw32-objdump -p "$program" | sed -n 's/.*DLL Name: //p'); do
      case ${library,,} in
        lib*) fail "$program needs $library" ;;
      esac
    done
  done
  proxy=("${clean[@]}" "WINEPREFIX=$root/build/wine" "$root/config/cmake/wine.sh" "$folder/proxy.exe")
else
  for program in proxy orchestrator mcp_server demo_vlm vnc_bridge wayland_bridge portal_bridge; do
    libraries=$(ldd "$program" | sed -n 's/.* => \(.*[^ ]\)  *(0x.*/\1/p; /not found/p')
    outside=$(grep -vF "$folder/" <<<"$libraries" | grep -vE '/lib(c|m|dl|pthread|rt|resolv)\.so|/libpipewire-0\.3\.so' || true)
    [ -z "$outside" ] || fail "$program loads from outside of the package: $outside"
  done
  proxy=("${clean[@]}" "$folder/proxy")
fi

# expect TEXT COMMAND…: the command succeeds and prints that text.
expect() {
  local text=$1
  shift
  echo "> $*"
  timeout 120 "$@" >"$out/output" 2>&1 || { cat "$out/output"; fail "it failed"; }
  cat "$out/output"
  grep -qF "$text" "$out/output" || fail "it does not say: $text"
}
expect "turn   5  ok" "${proxy[@]}" --upstream demo --turns 5 --listen 127.0.0.1:0 --dashboard 127.0.0.1:0
[ -f panel_log/run_*/turn_0005.png ] || fail "no pictures in $folder/panel_log"
expect "5 pictures drawn again" "${proxy[@]}" verify latest

# Repacking the unpacked files as another user at another time gives the same bytes.
rm -rf panel_log
chmod -R go-rwx .
find . -exec touch {} +
cd "$root"
. config/package.sh
case $archive in
  *.zip) pack_zip "$folder" "$out/again" ;;
  *) pack_tar "$folder" "$out/again" ;;
esac
cmp "$archive" "$out/again"
