#include "common/desktop/confinement.h"
#include <algorithm>
#include <array>
#include <utility>

namespace franz {
bool is_variable_for_confined(std::string_view name) {
  static constexpr std::array<std::string_view, 8> kNames = {"PATH", "LANG", "LANGUAGE", "TZ",
                                                             "TERM", "USER", "LOGNAME",  "SHELL"};
  return name.starts_with("LC_") || std::ranges::find(kNames, name) != kNames.end();
}

static constexpr const char* kTemporary = "/tmp";
static constexpr std::array kEmptyFolders = {"/run", "/var/tmp"};

static bool is_in_folder(std::string_view path, std::string_view folder) {
  return !folder.empty() && path.size() > folder.size() && path.starts_with(folder) &&
         path[folder.size()] == '/';
}

bool is_hidden(const Confinement& confinement, std::string_view path) {
  return is_in_folder(path, confinement.home_seen) || is_in_folder(path, kTemporary) ||
         std::ranges::any_of(kEmptyFolders,
                             [path](const char* folder) { return is_in_folder(path, folder); });
}

static std::string given(std::string_view name) {
  return std::string(kGivenFolder) + "/" + std::string(name);
}

// The display's number without its screen: "99" of ":99.0".
static std::string display_number(std::string_view display) {
  return std::string(display.substr(1, display.find('.') - 1));
}

// All processes below end when the first one ends. It ends when only two are left, itself and the
// pipe's reader; the program may have ended earlier, because some continue in the background.
// Opening the pipe for reading waits for a writer, and we may have ended already: so it is opened
// for reading and writing first (fifo(7)), which does not wait. `command`: a missing pipe does not
// end the shell. The first process is ended too, and all others with it: the program may not exist
// yet.
static std::string first_process() {
  const std::string pipe = given(kAliveName);
  std::string script = "trap 'exit 1' TERM\n(command exec 3<>" + pipe + " && exec 4<" + pipe;
  script += R"( 3>&- && read -r _ <&4; kill -KILL -1; kill -TERM 1) >/dev/null 2>&1 &
"$@" & wait $!; code=$?
while set -- /proc/[0-9]*; [ $# -gt 2 ]; do sleep 0.2; done
exit $code)";
  return script;
}

namespace {
struct Mount {
  const char* option;
  std::string source, target;
};
}  // namespace

// A folder is mounted before its contents, which it would hide: the home may be in the working
// folder, and the working folder in the home.
static void add_mounts(std::vector<std::string>& words, std::vector<Mount> mounts) {
  std::ranges::stable_sort(mounts, {}, &Mount::target);
  for (const Mount& each : mounts)
    words.insert(words.end(), {each.option, each.source, each.target});
}

std::vector<std::string> confining_words(const Confinement& confinement) {
  std::vector<std::string> words;
  for (const auto& [name, value] : confinement.environment)
    words.emplace_back(name).append("=").append(value);
  const std::string socket = "/tmp/.X11-unix/X" + display_number(confinement.display);
  // Toolkits that could choose another display, or look for services that do not exist, must not do
  // so.
  for (const std::string& variable :
       {"HOME=" + confinement.home_seen, "DISPLAY=" + confinement.display,
        "XAUTHORITY=" + given(kAuthorityName), std::string("GDK_BACKEND=x11"),
        std::string("QT_QPA_PLATFORM=xcb"), std::string("NO_AT_BRIDGE=1")})
    words.push_back(variable);
  const auto add = [&words](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  add({confinement.bwrap, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"});
  for (const char* const folder : kEmptyFolders) add({"--tmpfs", folder});
  std::vector<Mount> mounts = {{"--bind", confinement.temporary, kTemporary},
                               {"--bind", confinement.home, confinement.home_seen},
                               // Only this socket: others may accept any program.
                               {"--ro-bind", socket, socket},
                               {"--ro-bind", confinement.given, std::string(kGivenFolder)}};
  for (const std::string& path : confinement.shown) mounts.push_back({"--ro-bind", path, path});
  add_mounts(words, std::move(mounts));
  // What is below a folder that is replaced is hidden already.
  for (const std::string& folder : confinement.emptied)
    if (!is_hidden(confinement, folder)) add({"--tmpfs", folder});
  add({"--chdir", confinement.working_folder, "--cap-drop", "ALL"});
  if (confinement.root) add({"--cap-add", "CAP_SETGID"});
  add({"--new-session"});
  add({"--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts"});
  add({"--as-pid-1", "--", "/bin/sh", "-c", first_process(), "sh"});
  return words;
}

std::vector<std::string> reading_words(const Confinement& confinement) {
  std::vector<std::string> words = {"-i", "PATH=/usr/bin:/bin", "HOME=" + confinement.home_seen,
                                    "LANG=C.UTF-8", confinement.bwrap};
  const auto add = [&words](std::initializer_list<std::string> more) {
    words.insert(words.end(), more);
  };
  add({"--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"});
  for (const char* const folder : kEmptyFolders) add({"--tmpfs", folder});
  add_mounts(words, {{"--ro-bind", confinement.temporary, kTemporary},
                     {"--ro-bind", confinement.home, confinement.home_seen}});
  add({"--chdir", confinement.home_seen, "--cap-drop", "ALL", "--new-session"});
  add({"--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts"});
  add({"--die-with-parent", "--"});
  return words;
}

static std::string shell_quoted(std::string_view word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string confining_script(const Confinement& confinement) {
  std::string script = "exec /usr/bin/env -i";
  for (const std::string& word : confining_words(confinement)) script += " " + shell_quoted(word);
  return script + " \"$@\"\n";
}
}  // namespace franz
