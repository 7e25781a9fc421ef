#!/usr/bin/env bash
# Runs a Windows program under Wine, for CTest and by hand: wine.sh PROGRAM.exe [ARGUMENTS]. The Wine
# prefix is the build folder's own (or WINEPREFIX) and is made at the first use; Wine asks nothing
# and says nothing.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export WINEPREFIX=${WINEPREFIX:-$here/build/wine} WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
unset DISPLAY  # nothing here opens a window
wine=/usr/lib/wine
if [ ! -f "$WINEPREFIX/complete" ]; then
  mkdir -p "$WINEPREFIX"
  (
    flock 9  # tests start side by side
    [ -f "$WINEPREFIX/complete" ] && exit
    "$wine/wine64" wineboot -i && "$wine/wineserver64" -w && touch "$WINEPREFIX/complete"
  ) 9>"$WINEPREFIX.lock" >"$WINEPREFIX.log" 2>&1 </dev/null || { cat "$WINEPREFIX.log" >&2; exit 1; }
fi
exec "$wine/wine64" "$@" </dev/null
