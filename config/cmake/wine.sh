#!/usr/bin/env bash
# Runs a Windows program under Wine, for CTest and by hand: wine.sh PROGRAM.exe [ARGUMENTS]. The Wine
# prefix is in the build folder (or WINEPREFIX) and is made at the first use; Wine asks and prints
# nothing.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export WINEPREFIX=${WINEPREFIX:-$here/build/wine} WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
# The screen that ./test --windows starts; without it nothing here opens a window.
if [ -n "${FRANZ_WINE_DISPLAY:-}" ]; then export DISPLAY=$FRANZ_WINE_DISPLAY; else unset DISPLAY; fi
wine=/usr/lib/wine
if [ ! -f "$WINEPREFIX/complete" ]; then
  mkdir -p "$WINEPREFIX"
  (
    flock 9  # tests start side by side
    [ -f "$WINEPREFIX/complete" ] && exit
    "$wine/wine64" wineboot -i && "$wine/wineserver64" -w && touch "$WINEPREFIX/complete"
  ) 9>"$WINEPREFIX.lock" >"$WINEPREFIX.log" 2>&1 </dev/null || { cat "$WINEPREFIX.log" >&2; exit 1; }
fi
# A process whose creation was interrupted when its parent was killed stays forever and holds its
# inherited output: a reader of a pipe (such as CTest) would wait for its end. So the program gets
# files instead of pipes, and their content is forwarded while the program runs.
one_pipe=''
if [ /dev/fd/1 -ef /dev/fd/2 ]; then one_pipe=yes; fi
for output in 1 2; do
  [ -p "/dev/fd/$output" ] || continue
  file=$(mktemp) || exit
  exec 8>"$file" 9<"$file"
  rm "$file"
  tail -c +1 -f --pid=$$ -s 0.02 <&9 >&"$output" 2>/dev/null 8>&- 9<&- &
  if [ "$output" = 1 ]; then exec >&8; else exec 2>&8; fi
  if [ -n "$one_pipe" ]; then exec 2>&1; break; fi
done
exec "$wine/wine64" "$@" </dev/null 8>&- 9<&-
