# Sourced by ./test and config/package.sh: the additional needs of the mingw build. Except for zlib, Debian has no
# mingw packages of our libraries. Header-only ones are linked into a separate folder, so that no
# other header of this system is found; libdeflate, cpp-httplib and OpenSSL are built from Debian's
# source packages. Everything is below build/mingw-libraries.
mingw_packages=(g++-mingw-w64-x86-64-posix libz-mingw-w64-dev googletest dpkg-dev perl make)
wine_packages=(wine64 wine64-preloader xvfb)

# fetch_source PACKAGE FOLDER: fetches Debian's newest available source package, with its patches, and
# adds its version to the file versions. It uses a copy of the system's package sources, extended to
# source packages.
fetch_source() {
  local package=$1 folder=$2 root=$PWD/build/mingw-libraries list version
  local apt=$root/apt
  local options=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/sources.d"
    -o "Dir::State::lists=$apt/lists" -o "Dir::Cache=$apt/cache")
  if [ ! -d "$apt" ]; then
    mkdir -p "$apt/lists/partial" "$apt/sources.d" "$apt/cache"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
      [ -f "$list" ] && sed -n 's/^deb /deb-src /p' "$list" >>"$apt/sources.d/all.list"
    done
    for list in /etc/apt/sources.list.d/*.sources; do
      [ -f "$list" ] && sed 's/^Types:.*/Types: deb-src/' "$list" >"$apt/sources.d/$(basename "$list")"
    done
    apt-get "${options[@]}" update
  fi
  for version in $(apt-cache "${options[@]}" showsrc "$package" | sed -n 's/^Version: //p' | sort -ruV); do
    rm -rf "$folder" "$apt/$package"-*/
    if (cd "$apt" && apt-get "${options[@]}" source "$package=$version" && mv "$package"-*/ "$folder"); then
      echo "$package $version" >>"$root/versions"
      return 0
    fi
    echo "$package $version is not available: an older one is built into the programs" >>"$root/warnings"
  done
  echo "no source package $package is available" >&2
  return 1
}

# Only the parts that a TLS client needs, and no settings file that another user could write. The
# folders are passed to make, because Configure treats a Windows path as a relative one.
build_openssl() {
  (
    cd "$1"
    CC="ccache x86_64-w64-mingw32-gcc-posix" AR=x86_64-w64-mingw32-ar \
      RANLIB=x86_64-w64-mingw32-ranlib RC=x86_64-w64-mingw32-windres \
      ./Configure mingw64 no-autoload-config no-shared no-tests \
      no-module no-engine no-dso no-legacy no-ui-console no-comp no-cms no-ct no-srp no-psk no-dtls \
      no-ssl3 no-camellia no-aria no-seed no-idea no-rc2 no-rc4 no-md4 no-mdc2 no-whirlpool no-bf \
      no-cast no-sm2 no-sm3 no-sm4 no-ocb no-siphash no-ts no-rmd160 no-gost no-ec2m no-cmp no-ocsp \
      no-scrypt no-blake2 no-dsa no-rfc3779 no-srtp no-nextprotoneg no-multiblock -O1
    local own=C:/Windows/franz  # only an administrator can write there
    make -j"$(nproc)" OPENSSLDIR=$own ENGINESDIR=$own/engines MODULESDIR=$own/modules build_libs
  )
}

# Makes build/mingw-libraries/{include,lib} once; quiet unless it fails.
mingw_libraries() {
  local root=$PWD/build/mingw-libraries log=build/mingw-libraries.log
  if [ -f "$root/complete-3" ]; then
    cat "$root/warnings" >&2
    return 0
  fi
  echo "Building the libraries for Windows (some minutes, once) …"
  rm -rf "$root"
  mkdir -p "$root/include" "$root/lib"
  touch "$root/warnings"
  if ! bash -euo pipefail -c "$(declare -f fetch_source build_openssl)"'
    root=$1
    ln -s /usr/include/boost /usr/include/nlohmann /usr/include/CLI /usr/include/stb "$root/include/"
    fetch_source libdeflate "$root/libdeflate"
    fetch_source cpp-httplib "$root/httplib"
    fetch_source openssl "$root/openssl"
    cp "$root/libdeflate/libdeflate.h" "$root/include/"
    find "$root/httplib" -name httplib.h -exec cp {} "$root/include/" \;
    [ -f "$root/include/httplib.h" ]
    (cd "$root/libdeflate"
      x86_64-w64-mingw32-gcc-posix -O2 -I. -c lib/*.c lib/x86/*.c
      x86_64-w64-mingw32-ar rcs "$root/lib/libdeflate.a" ./*.o)
    build_openssl "$root/openssl"
    cp -r "$root/openssl/include/openssl" "$root/include/"
    cp "$root/openssl/libssl.a" "$root/openssl/libcrypto.a" "$root/lib/"
    rm -rf "$root/openssl" "$root/apt"' - "$root" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "Building the libraries for Windows failed; the output is in $log" >&2
    return 1
  fi
  cat "$root/warnings" >&2
  touch "$root/complete-3"
}

build_for_windows() {
  mingw_libraries
  configure_options=-DBUILD_TESTING=ON configure_and_build mingw
}

# Builds for Windows and runs the tests under Wine. The programs of this system are built, too: each
# side verifies the other's recordings.
test_under_wine() {
  install_packages "${build_packages[@]}" "${mingw_packages[@]}" "${wine_packages[@]}"
  build_for_windows
  configure_options=-DBUILD_TESTING=ON
  configure_and_build release proxy orchestrator executor capturer demo_vlm calibration_card
  # Wine's own programs inherit the output of the program that starts them, and stay while any program
  # runs. They are started and kept here, so that no test's output stays open.
  local log=build/wine-start.log failed=0
  trap end_wine EXIT  # also on an interrupt
  # The screen for tests that need one.
  mkfifo build/wine-screen.$$
  setsid Xvfb -displayfd 6 -screen 0 1280x800x24 -nolisten tcp 6>build/wine-screen.$$ \
    >build/wine-screen.log 2>&1 </dev/null &
  wine_screen=$!
  FRANZ_WINE_DISPLAY=:$(head -n 1 build/wine-screen.$$)
  rm build/wine-screen.$$
  if [ "$FRANZ_WINE_DISPLAY" = : ]; then
    echo "Xvfb does not start; its output is in build/wine-screen.log" >&2
    return 1
  fi
  export FRANZ_WINE_DISPLAY
  if ! config/cmake/wine.sh build/mingw/bin/proxy.exe --version >"$log" 2>&1; then
    cat "$log" >&2
    echo "Wine does not start proxy.exe; its output is above and in $log" >&2
    return 1
  fi
  setsid config/cmake/wine.sh build/mingw/tests/child_for_tests.exe hang >/dev/null 2>&1 &
  wine_sitter=$!
  config/cmake/wine.sh build/mingw/bin/proxy.exe --version >>"$log" 2>&1
  # Wine occasionally fails to start a program ("Internal error") or loses one, so each test has a
  # second try; tests that needed it are listed.
  ctest --preset mingw -j "$(nproc)" --repeat until-pass:2 "$@" | tee build/wine-tests.log ||
    failed=$?
  name_failed_tries build/wine-tests.log
  return "$failed"
}

wine_screen='' wine_sitter=''
end_wine() {
  [ -z "$wine_sitter" ] || kill "$wine_sitter" || true
  [ -z "$wine_screen" ] || kill "$wine_screen" || true
  # Ends only the server of this prefix, which may have ended by itself.
  WINEPREFIX=$PWD/build/wine /usr/lib/wine/wineserver64 -k || true
  end_half_made
}

# Ends processes whose creation was interrupted when their parents were killed; Wine lost them (see
# wine.sh).
end_half_made() {
  local process
  for process in /proc/[0-9]*; do
    [[ $(readlink "$process/exe") == /usr/lib/wine/* ]] || continue
    if grep -qzxF "WINEPREFIX=$PWD/build/wine" "$process/environ" 2>/dev/null; then
      kill -KILL "${process#/proc/}" 2>/dev/null || true
    fi
  done
}
