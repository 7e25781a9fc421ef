#include <gtest/gtest.h>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <thread>
#include "common/desktop/bridge_connection.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/temporary_folder.h"
#include "executor/desktop/launcher.h"

namespace franz::executor {
// Waits until a program has written the whole file: it ends with "end".
static std::string written(const std::string& file) {
  for (const auto end = steady_time_ms() + 20000; steady_time_ms() < end;) {
    const Result<std::string> text = read_file(file);
    if (text.ok() && text.value().ends_with("end\n")) return text.value();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return "(nothing)";
}

// Each word in double quotes (command_words.h).
static std::string command_of(std::initializer_list<std::string> words) {
  std::string command;
  for (const std::string& word : words) {
    command += command.empty() ? "\"" : " \"";
    for (const char c : word) {
      if (c == '"' || c == '\\') command += '\\';
      command += c;
    }
    command += '"';
  }
  return command;
}

TEST(ProgramLauncher, StartsAProgramWithoutOurStreamsAndKeys) {
  const auto folder = TemporaryFolder::make("launching");
  ASSERT_TRUE(folder.ok());
  const std::string file = folder.value()->path() + "/out";
  const Result<std::string> started =
      make_launcher(":4242", {})
          ->launch(command_of({"sh", "-c",
                               "{ echo $DISPLAY$WAYLAND_DISPLAY; for i in 0 1 2; do "
                               "readlink /proc/$$/fd/$i; done; ls "
                               "/proc/$$/fd | tr '\\n' ' '; grep SigIgn /proc/$$/status; "
                               "ps -o sid= -p $$ | tr -d ' '; echo $$; "
                               "echo end; } >'" +
                                   file + "' 2>/dev/null"}));
  ASSERT_TRUE(started.ok()) << started.error().message;
  const std::string text = written(file);
  EXPECT_EQ(text.substr(0, 27), ":4242\n/dev/null\n" + file.substr(0, 11)) << text;
  EXPECT_NE(text.find("SigIgn:\t0000000000000000"), std::string::npos) << text;
}

namespace {
// Sets a variable of this process for a while.
class TemporaryVariable {
 public:
  TemporaryVariable(const char* name, const char* value) : name_(name), before_(environment(name)) {
    ::setenv(name, value, 1);
  }
  ~TemporaryVariable() {
    if (before_)
      ::setenv(name_, before_->c_str(), 1);
    else
      ::unsetenv(name_);
  }
  TemporaryVariable(const TemporaryVariable&) = delete;
  TemporaryVariable& operator=(const TemporaryVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};
}  // namespace

TEST(ProgramLauncher, StartsAProgramInTheSessionBehindABridge) {
  const TemporaryVariable wayland("WAYLAND_DISPLAY", "wayland-1"), x11("DISPLAY", ":4242");
  const struct {
    std::string session, shown;
  } cases[] = {{"wayland-1", "wayland-1 :4242\nend\n"}, {"wayland-2", "wayland-2 none\nend\n"}};
  for (const auto& [session, shown] : cases) {
    const auto folder = TemporaryFolder::make("launching");
    ASSERT_TRUE(folder.ok());
    const std::string file = folder.value()->path() + "/out";
    const std::string display = "bridge:wayland:" + folder.value()->path() + "/s";
    const auto launcher = make_launcher(display, {});
    EXPECT_FALSE(launcher->launch("true").ok());  // there is no session
    ASSERT_TRUE(write_new_file(bridge_session_file(display), session).ok());
    const auto started = launcher->launch(command_of(
        {"sh", "-c", "{ echo $WAYLAND_DISPLAY ${DISPLAY-none}; echo end; } >'" + file + "'"}));
    ASSERT_TRUE(started.ok()) << started.error().message;
    EXPECT_EQ(written(file), shown);
  }
}

TEST(ProgramLauncher, AddsAPrefix) {
  const auto folder = TemporaryFolder::make("launching");
  ASSERT_TRUE(folder.ok());
  const std::string file = folder.value()->path() + "/out";
  ASSERT_TRUE(
      make_launcher("", {"env", "GREETING=hello"})
          ->launch(command_of({"sh", "-c", "{ echo $GREETING; echo end; } >'" + file + "'"}))
          .ok());
  EXPECT_EQ(written(file), "hello\nend\n");
}

TEST(ProgramLauncher, ReportsHowAProgramEndedImmediately) {
  const auto launcher = make_launcher("", {});
  const auto failed = launcher->launch(command_of({"sh", "-c", "echo no display >&2; exit 3"}));
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().message, "\"sh\" ended with exit code 3: no display");
  const auto ended = launcher->launch("true");
  ASSERT_TRUE(ended.ok());
  EXPECT_TRUE(ended.value().starts_with("\"true\" ended with exit code 0; ")) << ended.value();
}

TEST(ProgramLauncher, ReportsWhyAProgramDidNotStart) {
  const auto launcher = make_launcher("", {});
  EXPECT_EQ(launcher->launch("no-such-program").error().message,
            "there is no program \"no-such-program\"");
  EXPECT_EQ(launcher->launch("/etc/passwd").error().message, "there is no program \"/etc/passwd\"");
  // Also with a prefix that would start anything.
  EXPECT_EQ(make_launcher("", {"env"})->launch("/no/such/program").error().message,
            "there is no program \"/no/such/program\"");
  EXPECT_EQ(launcher->launch("/tmp").error().message, "there is no program \"/tmp\"");
  EXPECT_EQ(launcher->launch(" ").error().message, "the command names no program");
}
}  // namespace franz::executor
