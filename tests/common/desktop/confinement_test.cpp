#include "common/desktop/confinement.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <string>
#include <vector>

namespace franz {
static Confinement confinement() {
  Confinement made;
  made.bwrap = "/usr/bin/bwrap";
  made.display = ":99";
  made.given = "/tmp/d/given";
  made.home = "/tmp/d/home";
  made.temporary = "/tmp/d/tmp";
  made.home_seen = "/home/me";
  made.working_folder = "/home/me/it's here";
  made.shown = {"/home/me/it's here"};
  made.environment = {{"PATH", "/bin"}};
  return made;
}

TEST(Confinement, ShowsTheSystemAndHidesWhatIsThePersons) {
  std::string words;
  for (const std::string& each : confining_words(confinement())) words += each + "|";
  EXPECT_EQ(words,
            "PATH=/bin|HOME=/home/me|DISPLAY=:99|XAUTHORITY=/tmp/.franz/authority|GDK_BACKEND=x11|"
            "QT_QPA_PLATFORM=xcb|NO_AT_BRIDGE=1|/usr/bin/bwrap|--ro-bind|/|/|--dev|/dev|--proc|"
            "/proc|--tmpfs|/run|--tmpfs|/var/tmp|--bind|/tmp/d/home|/home/me|--ro-bind|"
            "/home/me/it's here|/home/me/it's here|--bind|/tmp/d/tmp|/tmp|--ro-bind|"
            "/tmp/.X11-unix/X99|/tmp/.X11-unix/X99|--ro-bind|/tmp/d/given|/tmp/.franz|--chdir|"
            "/home/me/it's here|"
            "--cap-drop|ALL|--new-session|--unshare-pid|--unshare-ipc|--unshare-net|--unshare-uts|"
            "--as-pid-1|--|/bin/sh|-c|trap 'exit 1' TERM\n(command exec 3<>/tmp/.franz/alive && "
            "exec 4</tmp/.franz/alive "
            "3>&- && read -r _ <&4; kill -KILL -1; kill -TERM 1) >/dev/null 2>&1 &\n\"$@\" & wait "
            "$!; code=$?\nwhile "
            "set -- /proc/[0-9]*; [ $# -gt 2 ]; do sleep 0.2; "
            "done\nexit $code|sh|");
}

TEST(Confinement, EmptiesFoldersThatAreVisible) {
  Confinement made = confinement();
  made.emptied = {"/usr/share/franz/config/tasks", "/home/me/runs", "/tmp/tasks"};
  std::string emptied;
  const std::vector<std::string> words = confining_words(made);
  for (std::size_t i = 1; i < words.size(); ++i)
    if (words[i - 1] == "--tmpfs") emptied += words[i] + " ";
  EXPECT_EQ(emptied, "/run /var/tmp /usr/share/franz/config/tasks ");
}

TEST(Confinement, ReadsWhatProgramsLeftWithoutRunningIt) {
  std::string words;
  for (const std::string& each : reading_words(confinement())) words += each + "|";
  EXPECT_EQ(words,
            "-i|PATH=/usr/bin:/bin|HOME=/home/me|LANG=C.UTF-8|/usr/bin/bwrap|--ro-bind|/|/|--dev|"
            "/dev|--proc|/proc|--tmpfs|/run|--tmpfs|/var/tmp|--ro-bind|/tmp/d/home|/home/me|"
            "--ro-bind|/tmp/d/tmp|/tmp|--chdir|/home/me|--cap-drop|ALL|--new-session|--unshare-pid|"
            "--unshare-ipc|--unshare-net|--unshare-uts|--die-with-parent|--|");
}

TEST(Confinement, AFolderIsMountedBeforeWhatIsInIt) {
  Confinement made = confinement();
  const struct {
    std::string home, here, order;
  } cases[] = {
      {"/tmp/me", "/tmp/me/here", "/tmp /tmp/.X11-unix/X99 /tmp/.franz /tmp/me /tmp/me/here"},
      {"/tmp/a/me", "/tmp/a", "/tmp /tmp/.X11-unix/X99 /tmp/.franz /tmp/a /tmp/a/me"},
      {"/home/me", "/var/tmp/a", "/home/me /tmp /tmp/.X11-unix/X99 /tmp/.franz /var/tmp/a"},
      {"/tmp", "/tmp/a", "/tmp /tmp /tmp/.X11-unix/X99 /tmp/.franz /tmp/a"},
  };
  for (const auto& [home, here, order] : cases) {
    made.home_seen = home;
    made.working_folder = here;
    EXPECT_TRUE(is_hidden(made, here)) << here;
    made.shown = {here};
    std::string mounted;
    const std::vector<std::string> words = confining_words(made);
    for (std::size_t i = 2; i < words.size(); ++i)
      if ((words[i - 2] == "--bind" || words[i - 2] == "--ro-bind") && words[i] != "/")
        mounted += (mounted.empty() ? "" : " ") + words[i];
    EXPECT_EQ(mounted, order);
  }
}

TEST(Confinement, HidesHomeAndTemporaryFiles) {
  const Confinement made = confinement();
  for (const char* const path : {"/home/me/a", "/tmp/a", "/run/user/0", "/var/tmp/a"})
    EXPECT_TRUE(is_hidden(made, path)) << path;
  for (const char* const path : {"/home/me", "/home/men/a", "/tmp", "/", "/running/a", ""})
    EXPECT_FALSE(is_hidden(made, path)) << path;
}

// xterm sets the groups of its shell, as root only.
TEST(Confinement, RootKeepsTheRightToChooseGroups) {
  Confinement made = confinement();
  const auto keeps = [&made] {
    const std::vector<std::string> words = confining_words(made);
    return std::ranges::count(words, "--cap-add") == 1 &&
           std::ranges::count(words, "CAP_SETGID") == 1;
  };
  EXPECT_FALSE(keeps());
  made.root = true;
  EXPECT_TRUE(keeps());
}

TEST(Confinement, TheScriptHoldsAnyPath) {
  const std::string script = confining_script(confinement());
  EXPECT_TRUE(script.starts_with("exec /usr/bin/env -i 'PATH=/bin' 'HOME=/home/me' ")) << script;
  EXPECT_NE(script.find(R"('--chdir' '/home/me/it'\''s here')"), std::string::npos) << script;
  EXPECT_TRUE(script.ends_with(" 'sh' \"$@\"\n")) << script;
}

TEST(Confinement, OfOurVariablesOnlyHarmlessOnesAreGiven) {
  for (const char* const name : {"PATH", "LANG", "LC_ALL", "TZ"})
    EXPECT_TRUE(is_variable_for_confined(name)) << name;
  for (const char* const name : {"OPENAI_API_KEY", "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS",
                                 "XDG_RUNTIME_DIR", "WAYLAND_DISPLAY", "LD_PRELOAD", "PATHS", ""})
    EXPECT_FALSE(is_variable_for_confined(name)) << name;
}
}  // namespace franz
