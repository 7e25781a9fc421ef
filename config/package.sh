#!/usr/bin/env bash
# Makes the packages, dist/franz-VERSION-windows-x64.zip, dist/franz-VERSION-linux-x64.tar.gz and .deb,
# from the presets mingw and release:  cmake --workflow --preset package  (on Debian 12)
# The same commit gives the same bytes with the same compilers and libraries: names are sorted, owners, rights and times fixed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. config/install.sh
. config/mingw.sh
programs=(proxy orchestrator executor capturer mcp_server demo_vlm calibration_card)
bridges=(vnc_bridge wayland_bridge portal_bridge)  # Linux only
umask 022
export LC_ALL=C TZ=UTC
# The time of every file, and the time that strip writes into Windows programs: by default the
# commit's.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

# pack_tar FOLDER ARCHIVE, pack_zip FOLDER ARCHIVE: packs the folder, with its name.
pack_tar() {
  tar -C "$(dirname "$1")" --sort=name --format=ustar --owner=0 --group=0 --numeric-owner \
    --mode=u+rw,go+r-w,a+X --mtime="@$SOURCE_DATE_EPOCH" -cf - "$(basename "$1")" | gzip -9n >"$2"
}
pack_zip() {
  chmod -R u+rw,go+r-w,a+X "$1"
  find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  rm -f "$2"
  (cd "$(dirname "$1")" && find "$(basename "$1")" -type f | sort | zip -X -9 -q -@ -) >"$2"
}

# add_licence FOLDER PACKAGE: adds Debian's copyright file and the licence texts it refers to.
add_licence() {
  local from=/usr/share/doc/$2/copyright text
  [ -f "$from" ] || { echo "no licence of $2: $from is missing" >&2; return 1; }
  mkdir -p "$1/licences"
  cp "$from" "$1/licences/$2.txt"
  # A full stop after a name belongs to the sentence.
  for text in $(grep -oE '/usr/share/common-licenses/[A-Za-z0-9.-]+' "$from" | sed 's/\.$//' | sort -u); do
    cp -L "$text" "$1/licences/"
  done
}

# The common files of all packages. Libraries are linked in, so their licences are needed.
add_common() {
  cp -r config docs README.md CHANGELOG.md CONTRIBUTING.md LICENSE "$1/"
  rm -rf "$1"/config/cmake "$1"/config/licences "$1"/config/pages "$1"/config/*.sh "$1"/config/*.cmd "$1"/config/franz.desktop "$1"/config/lint.py
  local library
  for library in libboost1.81-dev nlohmann-json3-dev libcpp-httplib-dev libdeflate-dev libstb-dev \
    zlib1g-dev libcli11-dev unifont; do
    add_licence "$1" "$library"
  done
  # Unifont's second licence, which covers its bitmaps inside our programs.
  cp config/licences/OFL-1.1.txt "$1/licences/"
}

# A bare machine is certain to have only the C library. Other libraries go to lib/, where a program
# looks first ($ORIGIN/lib).
add_shared_libraries() {
  local program library
  mkdir -p "$1/lib"
  for program in "${programs[@]}" "${bridges[@]}"; do
    for library in $(ldd "$1/$program" 2>/dev/null | awk '$2 == "=>" { print $3 }'); do
      case ${library##*/} in
        libc.so.*|libm.so.*|libdl.so.*|libpthread.so.*|librt.so.*|libresolv.so.*) continue ;;
        libpipewire-*) continue ;;  # it loads modules of the machine's own PipeWire, which it must fit
      esac
      [ -f "$1/lib/${library##*/}" ] && continue
      cp -L "$library" "$1/lib/"
      add_licence "$1" "$(dpkg -S "*/${library##*/}" | grep -v -e -dev: -e lib32 | head -n 1 | cut -d: -f1)"
    done
  done
}

make_linux_package() {
  local folder=$1 program
  mkdir -p "$folder"
  for program in "${programs[@]}" "${bridges[@]}"; do
    cp "build/release/bin/$program" "$folder/"
    strip "$folder/$program"
  done
  add_common "$folder"
  add_shared_libraries "$folder"
  for library in libc6 libstdc++6 libgcc-s1; do add_licence "$folder" "$library"; done
}

# command_page KIND: prints the page of the command franz (config/pages/main.cpp).
command_page() { (exec -a franz build/release/pages/command_pages "$1"); }

# make_debian_files PROGRAMS FOLDER: puts the Debian package's files below FOLDER as below /. The
# programs are taken from the folder PROGRAMS.
make_debian_files() {
  local from=$1 usr=$2/usr program
  local doc=$usr/share/doc/franz
  mkdir -p "$usr"/{bin,lib/franz,share/franz,share/man/man1,share/applications} "$doc" \
    "$usr"/share/icons/hicolor/scalable/apps "$usr"/share/bash-completion/completions \
    "$usr"/share/zsh/vendor-completions "$usr"/share/fish/vendor_completions.d
  for program in "${programs[@]}" "${bridges[@]}"; do cp "$from/$program" "$usr/lib/franz/"; done
  ln -s ../lib/franz/proxy "$usr/bin/franz"
  add_common "$doc"
  cp LICENSE "$doc/copyright"
  mv "$doc/config" "$usr/share/franz/"
  ln -s ../../share/franz/config "$usr/lib/franz/config"
  # This file tells a program that each user has settings and runs (common/os/paths.h); there is no
  # shared config.ini.
  rm "$usr/share/franz/config/config.ini"
  echo 'This FRANZ is installed for all users: docs/install.md' >"$usr/share/franz/config/installed"
  command_page man | gzip -9n >"$usr/share/man/man1/franz.1.gz"
  command_page bash >"$usr/share/bash-completion/completions/franz"
  command_page zsh >"$usr/share/zsh/vendor-completions/_franz"
  command_page fish >"$usr/share/fish/vendor_completions.d/franz.fish"
  cp config/franz.desktop "$usr/share/applications/"
  cp dashboard/favicon.svg "$usr/share/icons/hicolor/scalable/apps/franz.svg"
}

# pack_deb FOLDER PACKAGE: packs the files below FOLDER as below /.
pack_deb() {
  local out=build/package/deb recommended
  printf -v recommended '%s, ' "${display_packages[@]}" xdg-utils
  rm -rf "$out"
  chmod -R u+rw,go+r-w,a+X "$1"
  FRANZ_STAGE=$(realpath "$1") FRANZ_RECOMMENDS=${recommended%, } \
    cpack --config config/cmake/debian.cmake -B "$out" -D CPACK_PACKAGE_FILE_NAME="$(basename "$2" .deb)" \
    -D CPACK_PACKAGE_VERSION="$(package_version)" >"build/package/deb.log" 2>&1 ||
    { cat build/package/deb.log >&2; return 1; }
  mv "$out/$(basename "$2")" "$2"
}

make_windows_package() {
  local folder=$1 program library
  mkdir -p "$folder"
  for program in "${programs[@]}" status_window; do
    cp "build/mingw/bin/$program.exe" "$folder/"
    x86_64-w64-mingw32-strip "$folder/$program.exe"
  done
  add_common "$folder"
  # libgcc, libstdc++; winpthreads and the startup code of every program.
  for library in gcc-mingw-w64-x86-64-posix-runtime mingw-w64-x86-64-dev libssl-dev; do
    add_licence "$folder" "$library"
  done
}

package_version() { sed -n 's/^project(franz VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt; }

make_packages() {
  install_packages "${build_packages[@]}" "${mingw_packages[@]}" "${wine_packages[@]}" zip unzip debootstrap
  mingw_libraries
  configure_options=-DBUILD_TESTING=OFF  # and without code for tests in the programs
  configure_and_build release "${programs[@]}" "${bridges[@]}" command_pages
  configure_and_build mingw "${programs[@]}" status_window

  local name stage=build/package/stage
  name=franz-$(package_version)
  rm -rf "$stage" dist/franz-*
  mkdir -p dist
  make_linux_package "$stage/$name-linux-x64"
  make_windows_package "$stage/$name-windows-x64"
  make_debian_files "$stage/$name-linux-x64" "$stage/debian"
  pack_tar "$stage/$name-linux-x64" "dist/$name-linux-x64.tar.gz"
  pack_zip "$stage/$name-windows-x64" "dist/$name-windows-x64.zip"
  pack_deb "$stage/debian" "dist/$name-linux-x64.deb"
  (cd dist && sha256sum franz-*)
}

# When sourced (by the packages' test), this file only defines the functions above.
[ "${BASH_SOURCE[0]}" != "$0" ] || make_packages
