# Sourced by ./run and ./test. Installs missing packages on Debian 12 or Ubuntu with apt and lists
# them; silent if none is missing.
#   install_packages PACKAGE…   a choice "a|b" takes the first that the system has
install_packages() {
  local wanted=() choice name missing
  for choice in "$@"; do
    missing=yes
    for name in ${choice//|/ }; do
      if [[ $(dpkg-query -W -f='${Status}' "$name" 2>/dev/null) == *'ok installed'* ]]; then missing=; fi
    done
    [ -z "$missing" ] || wanted+=("$choice")
  done
  [ ${#wanted[@]} -gt 0 ] || return 0

  if ! command -v apt-get >/dev/null; then
    echo "Missing packages: ${wanted[*]%%|*}" >&2
    echo "This machine has no apt-get: install the corresponding packages by hand, then start again." >&2
    return 1
  fi
  local sudo=
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { echo "Run as root, once: apt-get install ${wanted[*]%%|*}" >&2; return 1; }
    sudo=sudo
  fi
  local log; log=$(mktemp)
  echo "Installing: ${wanted[*]%%|*} …"
  $sudo apt-get update >"$log" 2>&1 || echo "apt-get update failed; continuing with the existing lists" >&2
  local names=()
  for choice in "${wanted[@]}"; do
    local found=
    for name in ${choice//|/ }; do
      if [ -z "$found" ] && [[ $(apt-cache policy "$name" 2>/dev/null) == *'Candidate: '[0-9]* ]]; then found=$name; fi
    done
    [ -n "$found" ] || { echo "No package ${choice//|/ or } on this system." >&2; return 1; }
    names+=("$found")
  done
  if ! $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${names[@]}" >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "apt-get install failed; its output is in $log" >&2
    return 1
  fi
  rm -f "$log"
}

# Installs the packages of tests/package-lock.json into build/npm, again only when that list changes.
# npm's configured registry is used. A failure fails only the tests that need them.
install_npm_packages() {
  cmp -s tests/package-lock.json build/npm/installed && return 0
  command -v npm >/dev/null || install_packages npm || return 0
  mkdir -p build/npm
  rm -f build/npm/installed
  cp tests/package.json tests/package-lock.json build/npm/
  if ! npm ci --prefix build/npm --no-audit --no-fund >build/npm.log 2>&1; then
    tail -n 5 build/npm.log >&2
    echo "npm ci failed; its output is in build/npm.log" >&2
    return 0
  fi
  cp tests/package-lock.json build/npm/installed
}

# Installs what ./test needs, and the packages that are its arguments.
install_test_packages() {
  install_packages "${build_packages[@]}" libgtest-dev nodejs libfaketime curl clang-format "${screen_test_packages[@]}" "$@"
  install_packages 'chromium-headless-shell|chromium|chromium-browser' ||
    echo "Continuing without Chromium: the tests dashboard_browser_* will fail." >&2
  install_packages chromium || echo "Continuing without it: tasks on web pages are skipped, and the test WaylandBrowser will fail." >&2
  install_npm_packages
}

# name_failed_tries LOG: the tests that ctest retried, from its output.
name_failed_tries() {
  sed -n 's/.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*\(Failed\|Timeout\|Exception\).*/failed at the first try: \1 (\2)/p' \
    "$1" | sort -u
}

build_packages=(g++ cmake ninja-build ccache pkg-config 'libboost1.81-dev|libboost1.83-dev|libboost-dev'
  nlohmann-json3-dev libcpp-httplib-dev libssl-dev zlib1g-dev libbrotli-dev libstb-dev libdeflate-dev libre2-dev libarchive-dev libexpat1-dev unifont
  libcli11-dev libx11-dev libxext-dev libxtst-dev libxi-dev libxfixes-dev libxrandr-dev libxcomposite-dev libvncserver-dev libwayland-dev libxkbcommon-dev libglib2.0-dev libpipewire-0.3-dev)

# Packages for runs on a private display.
display_packages=(xvfb xserver-xephyr openbox bubblewrap)
# Programs of the tasks in config/tasks, without the largest: gnumeric and chromium.
task_packages=("${display_packages[@]}" xterm zenity l3afpad mtpaint pcmanfm fonts-dejavu-core)
# Screens for tests, and programs on them to see and use.
screen_test_packages=("${task_packages[@]}" slurmctld slurmd slurm-client munge xauth x11-utils x11-xserver-utils x11-xkb-utils xclip xdotool
  gnumeric imagemagick procps tigervnc-standalone-server x11vnc qemu-system-x86 sway wayvnc foot wev wl-clipboard mousepad
  dbus pipewire wireplumber)

# configure_and_build PRESET [cmake --build arguments]: quiet unless it fails or takes long.
# FRANZ_CMAKE_OPTIONS: more options for cmake.
configure_and_build() {
  local preset=$1; shift
  local log="build/$preset.log"
  mkdir -p build
  if ! cmake --preset "$preset" ${configure_options:-} ${FRANZ_CMAKE_OPTIONS:-} >"$log" 2>&1; then
    cat "$log" >&2
    echo "Configuring failed; a fresh start is: rm -rf build/$preset" >&2
    return 1
  fi
  # Printed only if the build takes a while.
  (sleep 3 >/dev/null 2>&1; echo "Building ($preset) …") &
  local notice=$! built=0
  if [ -t 1 ]; then
    NINJA_STATUS='[%f/%t] ' cmake --build "build/$preset" -- --quiet "$@" || built=1
  else
    cmake --build "build/$preset" -- "$@" >>"$log" 2>&1 || built=1
  fi
  kill "$notice" 2>/dev/null || true
  wait "$notice" 2>/dev/null || true
  [ "$built" != 0 ] || return 0
  [ -t 1 ] || grep -E -A 15 'error|FAILED' "$log" | head -n 80 >&2
  echo "The build failed; its output is above or in $log" >&2
  return 1
}
