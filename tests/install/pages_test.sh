#!/usr/bin/env bash
# Each option that a program names in its --help is in the man page and in the completions of each
# shell, and bash completes it. --help is CLI11's own view of the options.
#   pages_test.sh PROGRAMS COMMAND_PAGES
set -euo pipefail
programs=$1 pages=$2
fail() { echo "$*" >&2; exit 1; }
man=$("$pages" man | sed 's/\\-/-/g; s/\\f[BIR]//g')
bash=$("$pages" bash)
zsh=$("$pages" zsh)
fish=$("$pages" fish)
eval "$bash"
checked=0
# check OPTIONS COMMAND: compares a command's options with its completions.
check() {
  local option
  for option in $1; do
    grep -qwF -e "$option" <<<"$man" || fail "the man page lacks $option of proxy $2"
    grep -qF -e "$option" <<<"$zsh" || fail "zsh's completion lacks $option of proxy $2"
    grep -qwF -e "-l ${option#--}" <<<"$fish" || fail "fish's completion lacks $option of proxy $2"
    COMP_WORDS=(proxy $2 "$option") COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _proxy
    grep -qwF -e "$option" <<<"${COMPREPLY[*]}" || fail "bash does not complete $option of proxy $2"
    checked=$((checked + 1))
  done
}
options_of() { "$@" --help | grep -oE -- '--[a-z][a-z-]+' | sort -u; }
check "$(options_of "$programs/proxy")" ''
# The commands as CLI11 lists them, each after two spaces.
commands=$("$programs/proxy" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
for command in $commands; do
  COMP_WORDS=(proxy "${command:0:2}") COMP_CWORD=1
  _proxy
  grep -qw "$command" <<<"${COMPREPLY[*]}" || fail "bash does not complete proxy $command"
  check "$(options_of "$programs/proxy" "$command")" "$command"
done
grep -qw mcp <<<"$commands" || fail "proxy --help lists no mcp among: $commands"
echo "$checked options checked"
[ "$checked" -ge 50 ] || fail "that is too few"
for shell in zsh fish; do
  command -v $shell >/dev/null || continue
  "$shell" -n <(printf '%s\n' "${!shell}") || fail "$shell cannot read its completion"
done
