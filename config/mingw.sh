# Sourced by ./test and config/package.sh: what the mingw build needs beside the packages of
# config/install.sh. Debian has no mingw packages of our libraries: header-only ones are linked into
# a folder of their own (so that no other header of this system is found), libdeflate and
# cpp-httplib are built from Debian's source packages. All of it goes to build/mingw-libraries;
# nothing else is touched.
mingw_packages=(g++-mingw-w64-x86-64-posix googletest xz-utils)
wine_packages=(wine64)

# fetch_source PACKAGE FOLDER: Debian's source package, its original archive unpacked.
fetch_source() {
  local package=$1 folder=$2 apt=$PWD/build/mingw-libraries/apt
  # The system's own list of packages, asked for sources too, without changing it.
  mkdir -p "$apt/lists/partial" "$apt/sources.d"
  local list
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$list" ] && sed -n 's/^deb /deb-src /p' "$list" >>"$apt/sources.d/$(basename "$list")"
  done
  for list in /etc/apt/sources.list.d/*.sources; do
    [ -f "$list" ] && sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/sources.d/$(basename "$list")"
  done
  local options=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/sources.d"
    -o "Dir::State::lists=$apt/lists")
  [ -n "${mingw_lists_are_read:-}" ] || apt-get "${options[@]}" update
  mingw_lists_are_read=yes
  (cd "$apt" && apt-get "${options[@]}" source --download-only "$package")
  mkdir -p "$folder"
  tar -xf "$apt/${package}"_*.orig.tar.* -C "$folder" --strip-components=1
}

# Makes build/mingw-libraries/{include,lib} once; quiet unless it fails.
mingw_libraries() {
  local root=$PWD/build/mingw-libraries log=build/mingw-libraries.log
  [ ! -f "$root/complete" ] || return 0
  echo "Building the libraries for Windows …"
  rm -rf "$root"
  mkdir -p "$root/include" "$root/lib"
  if ! (
    set -e
    ln -s /usr/include/boost /usr/include/nlohmann /usr/include/CLI /usr/include/stb "$root/include/"
    fetch_source libdeflate "$root/libdeflate"
    fetch_source cpp-httplib "$root/httplib"
    cp "$root/libdeflate/libdeflate.h" "$root/include/"
    find "$root/httplib" -name httplib.h -exec cp {} "$root/include/" \;
    [ -f "$root/include/httplib.h" ]
    cd "$root/libdeflate"
    x86_64-w64-mingw32-gcc-posix -O2 -I. -c lib/*.c lib/x86/*.c
    x86_64-w64-mingw32-ar rcs "$root/lib/libdeflate.a" ./*.o
  ) >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "Building the libraries for Windows failed; the whole output is in $log" >&2
    return 1
  fi
  touch "$root/complete"
}

# Builds for Windows and runs the tests under Wine. The programs of this system are built too: each
# side verifies what the other recorded.
test_under_wine() {
  install_packages "${build_packages[@]}" "${mingw_packages[@]}" "${wine_packages[@]}"
  mingw_libraries
  configure_options=-DBUILD_TESTING=ON
  configure_and_build release proxy orchestrator executor capturer demo_vlm
  configure_and_build mingw
  # While one program runs, Wine's own stay too: no test has to start them, or wait for their end.
  setsid config/cmake/wine.sh build/mingw/tests/child_for_tests.exe hang >/dev/null 2>&1 &
  local sitter=$! failed=0
  ctest --preset mingw -j "$(nproc)" "$@" || failed=$?
  kill "$sitter" || true
  # The server of this prefix, and no other; it may have ended by itself.
  WINEPREFIX=$PWD/build/wine /usr/lib/wine/wineserver64 -k || true
  return "$failed"
}
