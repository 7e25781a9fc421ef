#!/usr/bin/env bash
# Tests the Debian package like a user: apt installs it on a bare Debian 12, an ordinary user starts
# it, and apt removes it. debootstrap makes the bare system from this machine's mirror; it is kept
# beside FOLDER for the next time.
#   debian_test.sh PACKAGE FOLDER
set -euo pipefail
package=$1 out=$2
fail() { echo "$*" >&2; exit 1; }
skip() { echo "skipped: $*" >&2; exit 77; }  # ctest's SKIP_RETURN_CODE
[ -f "$package" ] || fail "no $package: cmake --build --preset package makes it"

# Repacking its content as another user at another time gives the same bytes.
if [ -z "${FRANZ_OWN_MOUNTS:-}" ]; then
  rm -rf "$out"
  mkdir -p "$out"
  dpkg-deb -x "$package" "$out/files"
  SOURCE_DATE_EPOCH=$(stat -c %Y "$out/files/usr/share/doc/franz/LICENSE")
  export SOURCE_DATE_EPOCH
  find "$out/files" -exec touch -h {} +
  chmod -R go-rwx "$out/files"
  (cd "$(dirname "$0")/../.." && . config/package.sh && pack_deb "$out/files" "$out/$(basename "$package")")
  cmp "$package" "$out/$(basename "$package")"
fi

[ "$(id -u)" = 0 ] || skip "only root can make a system of its own (debootstrap, chroot)"
command -v debootstrap >/dev/null || skip "debootstrap is not installed: apt-get install debootstrap"
command -v unshare >/dev/null && unshare --mount true 2>/dev/null ||
  skip "this machine allows no mounts (unshare --mount)"
# The mounts below belong to this process and end with it.
[ -n "${FRANZ_OWN_MOUNTS:-}" ] || FRANZ_OWN_MOUNTS=yes exec unshare --mount "$0" "$@"

# Address, release and component of each Debian source of apt.
release=bookworm
sources=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT) $(ORIGIN)' 'Created-By: Packages' |
  sed -n "s/^\([^ ]* $release[^ ]* [^ ]*\) Debian$/\1/p" | sort -u)
mirror=$(sed -n "s/^\([^ ]*\) $release main$/\1/p" <<<"$sources" | head -n 1)
[ -n "$mirror" ] || skip "apt of this machine has no mirror of Debian's $release"

root=$out/root base=$(dirname "$out")/$release.tar
rm -rf "$out"
mkdir -p "$root"
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$out"' EXIT
if [ ! -f "$base" ]; then
  debootstrap --variant=minbase "$release" "$root" "$mirror" >"$out/debootstrap.log" 2>&1 || {
    tail -n 5 "$out/debootstrap.log" >&2
    skip "debootstrap could not make a system from $mirror"
  }
  umount "$root/proc" "$root/sys" 2>/dev/null || true  # debootstrap leaves them
  tar -C "$root" -cf "$base.new" . && mv "$base.new" "$base"
else
  tar -C "$root" -xf "$base"
fi
sed 's/^/deb /' <<<"$sources" >"$root/etc/apt/sources.list"
apt-config dump | grep -E '^Acquire::(https?::|Check-)' >"$root/etc/apt/apt.conf.d/50machine" || true
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
mount -t proc proc "$root/proc"

clean=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
  ${http_proxy:+http_proxy=$http_proxy} ${https_proxy:+https_proxy=$https_proxy})
as_root() { "${clean[@]}" chroot "$root" "$@"; }
# An ordinary user in the home folder. Only HOME decides the folders for settings and runs.
as_user() {
  timeout 120 env -i HOME=/home/ada PATH=/usr/bin:/bin LC_ALL=C.UTF-8 \
    "$(command -v chroot)" --userspec=ada:ada "$root" sh -c 'cd && "$@"' sh "$@"
}
quietly() { "$@" >"$out/output" 2>&1 || { tail -n 30 "$out/output"; fail "it failed: $*"; }; }
# expect TEXT COMMAND…: the command succeeds and prints that text.
expect() {
  local text=$1
  shift
  echo "> $*"
  quietly "$@"
  cat "$out/output"
  grep -qF -e "$text" "$out/output" || fail "it does not say: $text"
}

cp "$package" "$root/tmp/franz.deb"
as_root useradd --create-home ada
quietly as_root apt-get update
# The packages recommended for private displays are not needed here; apt would find them.
expect "Inst xvfb" as_root apt-get install --simulate --install-recommends /tmp/franz.deb
quietly as_root apt-get install -y --no-install-recommends /tmp/franz.deb

expect "franz 0." as_user franz --version
expect "turn   3  ok" as_user franz --demo --turns 3 --listen 127.0.0.1:0 --dashboard 127.0.0.1:0
[ -f "$root"/home/ada/.local/share/franz/runs/run_*/turn_0003.png ] || fail "no pictures in the user's runs"
[ -s "$root/home/ada/.config/franz/config.ini" ] || fail "no config.ini of the user's"
expect "3 pictures drawn again" as_user franz verify latest
# A user's profile overrides the package's profile of the same name.
mkdir "$root/home/ada/.config/franz/profiles"
sed 's/^;* *temperature *=.*//; /^\[model\]/a temperature = 0.125' "$root/usr/lib/franz/config/profiles/qwen.ini" \
  >"$root/home/ada/.config/franz/profiles/qwen.ini"
expect "0.125" as_user franz settings --profile qwen
expect "demo model" as_user franz doctor --upstream demo
expect "--screen vnc://HOST:PORT" as_user franz doctor --upstream demo
expect "--read-only" as_user franz mcp --help

# Each option that a program names in its help is in the man page and can be completed.
zcat "$root/usr/share/man/man1/franz.1.gz" | sed 's/\\-/-/g; s/\\f[BIR]//g' >"$out/man"
for command in '' verify replay fork export calibrate sandbox scenarios settings task doctor mcp; do
  options=$(as_user franz $command --help | grep -oE -- '--[a-z][a-z-]+' | sort -u)
  [ -n "$options" ] || fail "no options of franz $command"
  for option in $options; do
    grep -qwF -e "$option" "$out/man" || fail "the man page lacks $option of franz $command"
    completed=$(as_user bash -c '. /usr/share/bash-completion/completions/franz
      COMP_WORDS=(franz $1 "$2") COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _franz; echo "${COMPREPLY[*]}"' \
      bash "$command" "$option")
    grep -qwF -e "$option" <<<"$completed" || fail "bash does not complete $option of franz $command"
  done
done
for file in applications/franz.desktop icons/hicolor/scalable/apps/franz.svg zsh/vendor-completions/_franz \
  fish/vendor_completions.d/franz.fish doc/franz/copyright; do
  [ -s "$root/usr/share/$file" ] || fail "no $file"
done

quietly as_root apt-get remove --purge -y franz
rm "$root/tmp/franz.deb"
left=$(find "$root" -xdev -path "$root/home" -prune -o -path "$root/var/log" -prune -o -iname '*franz*' -print)
[ -z "$left" ] || fail "left after its removal: $left"
[ -d "$root/home/ada/.local/share/franz/runs" ] || fail "the user's runs are gone"
