#!/usr/bin/env bash
# Runs a Windows program under Wine for CTest, in a Wine prefix of the build folder's own.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export WINEPREFIX=${WINEPREFIX:-$here/build/wine} WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
exec /usr/lib/wine/wine64 "$@" </dev/null
