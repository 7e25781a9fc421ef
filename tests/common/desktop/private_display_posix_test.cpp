// Real displays, with real programs on them.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>
#include "common/desktop/private_display_app.h"
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/temporary_folder.h"
#include "tests/support/file_identity.h"
#include "tests/support/wait_until.h"

namespace franz {
using namespace std::chrono_literals;
namespace fs = std::filesystem;
static constexpr auto kLong = 40s;  // never reached if the test passes

namespace {
struct EventLog {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> lines, printed, lost;

  PrivateDisplayEvents events() {
    const auto keep = [this](std::vector<std::string>& list, const std::string& text) {
      const std::lock_guard lock(mutex);
      list.push_back(text);
      changed.notify_all();
    };
    return {[this, keep](bool as_usual, const std::string& text) {
              keep(lines, (as_usual ? "as usual: " : "warning: ") + text);
            },
            [this, keep](const std::string& line) { keep(printed, line); },
            [this, keep](const std::string& text) { keep(lost, text); }};
  }
  std::string line() { return wait(lines); }
  std::string loss() { return wait(lost); }

 private:
  std::string wait(const std::vector<std::string>& list) {
    std::unique_lock lock(mutex);
    changed.wait_for(lock, kLong, [&] { return !list.empty(); });
    return list.empty() ? "nothing" : list.front();
  }
};

std::string socket_of(const std::string& name) { return "/tmp/.X11-unix/X" + name.substr(1); }

// The output of a command started as a model's commands are, outside our children.
std::string launched(const PrivateDisplay& display, const std::string& line) {
  std::vector<std::string> words(display.launch_prefix().begin() + 1,
                                 display.launch_prefix().end());
  words.insert(words.end(), {"sh", "-c", line});
  const ChildOutcome outcome =
      run_child({display.launch_prefix().front(), words, {}, ""}, "", kLong);
  return outcome.output + outcome.errors;
}

class PrivateDisplayTest : public testing::Test {
 protected:
  // False if this machine lacks the requirements of displays; ./test installs them.
  std::unique_ptr<PrivateDisplay> start(std::vector<std::string> program = {}) {
    auto started =
        PrivateDisplay::start({{640, 480}, false, std::move(program), {}}, seen.events());
    EXPECT_TRUE(started.ok()) << (started.ok() ? "" : started.error().message);
    return started.ok() ? std::move(started).value() : nullptr;
  }
  EventLog seen;
};
}  // namespace

TEST_F(PrivateDisplayTest, EndsEveryProgramAndThenOnlyReads) {
  const auto display = start();
  ASSERT_TRUE(display);
  // It kills all others of its confinement, also the one that would end it with the display, leaves
  // its session, and makes its home unreadable.
  const std::vector<std::string>& prefix = display->launch_prefix();
  std::vector<std::string> words(prefix.begin() + 1, prefix.end());
  words.insert(words.end(),
               {"setsid", "sh", "-c",
                "for p in /proc/[0-9]*; do [ ${p#/proc/} = $$ ] || kill -9 ${p#/proc/}; "
                "done; chmod 0 .; while :; do echo more >>/tmp/file; done"});
  ASSERT_TRUE(start_free_program({prefix.front(), words, {}, ""}).ok());
  const std::string file = (fs::path(display->home()).parent_path() / "tmp" / "file").string();
  ASSERT_TRUE(wait_until([&] { return file_exists(file); }));
  const Status ended = display->end_programs();
  ASSERT_TRUE(ended.ok()) << ended.error().message;
  const auto size = fs::file_size(file);
  ASSERT_TRUE(replace_file(join_path(display->home(), "note"), "left", Durability::buffered).ok());
  const auto read = [&](const std::string& line) {
    std::vector<std::string> reading = display->reading_prefix();
    reading.insert(reading.end(), {"sh", "-c", line});
    const std::string program = reading.front();
    reading.erase(reading.begin());
    const ChildOutcome outcome = run_child({program, reading, {}, ""}, "", kLong);
    return outcome.output;
  };
  EXPECT_EQ(read("cat note; touch new; rm note; cat note; echo $PATH $DISPLAY"),
            "leftleft/usr/bin:/bin\n");
  EXPECT_EQ(fs::file_size(file), size);
}

TEST_F(PrivateDisplayTest, IsThereForThoseWhoHaveTheCookieAndGoneWithItsOwner) {
  std::string socket, socket_file, folder;
  {
    const auto display = start();
    ASSERT_TRUE(display);
    const std::string name = display->name();
    socket_file = socket_of(name);
    socket = identity_of(socket_file);
    folder = fs::path(display->authority()).parent_path().parent_path().string();
    struct stat about {};
    ASSERT_EQ(::stat(display->authority().c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777U, 0600U);
    const auto ask = [&](const std::string& authority) {
      return run_child({"/usr/bin/xdpyinfo",
                        {},
                        {{"DISPLAY", name}, {"XAUTHORITY", authority}, {"HOME", "/nowhere"}},
                        ""},
                       "", kLong);
    };
    const ChildOutcome known = ask(display->authority());
    EXPECT_NE(known.output.find("dimensions:    640x480 pixels"), std::string::npos)
        << known.errors;
    EXPECT_FALSE(ask("/nowhere/at/all").end.ok());
  }
  EXPECT_NE(socket, "");
  EXPECT_NE(identity_of(socket_file), socket);
  EXPECT_FALSE(fs::exists(folder));
}

TEST_F(PrivateDisplayTest, ItsProgramsCannotReachWhatIsThePersons) {
  // They see the folder that it was started in, which may be in the home.
  const fs::path here = fs::current_path();
  fs::current_path("/");
  const auto display = start();
  fs::current_path(here);
  ASSERT_TRUE(display);
  ASSERT_EQ(display->why_not_confined(), "");
  const std::string home = fs::canonical(environment("HOME").value_or("/root")).string();
  EXPECT_EQ(launched(*display, R"(ls -A "$HOME" | grep -v cache; echo "$HOME")"), home + "\n");
  EXPECT_NE(launched(*display, "touch /usr/franz").find("Read-only file system"),
            std::string::npos);
  EXPECT_EQ(launched(*display, "cat /proc/net/dev | grep -c :"), "1\n") << "only lo";
  EXPECT_EQ(launched(*display, "ls -A /run /var/tmp"), "/run:\n\n/var/tmp:\n");
  EXPECT_EQ(launched(*display, "ls /tmp/.X11-unix"), socket_of(display->name()).substr(15) + "\n");
  ASSERT_EQ(::setenv("FRANZ_TEST_SECRET", "s3cret", 1), 0);
  EXPECT_EQ(launched(*display, "cat /proc/*/environ | tr '\\0' '\\n' | grep -c s3cret"), "0\n");
  // They work together all the same.
  EXPECT_EQ(launched(*display, "echo kept > ~/franz-test"), "");
  EXPECT_EQ(launched(*display, "cat ~/franz-test; xdpyinfo | grep -c dimensions"), "kept\n1\n");
  EXPECT_FALSE(file_exists(home + "/franz-test"));
}

TEST_F(PrivateDisplayTest, HasASoftGreyBackgroundAndLettersOfALegibleSize) {
  const auto display = start();
  ASSERT_TRUE(display);
  ASSERT_EQ(display->why_not_confined(), "");
  EXPECT_EQ(launched(*display, "xprop -root RESOURCE_MANAGER | grep -o 'Xft.dpi:.t96'"),
            "Xft.dpi:\\t96\n");
  EXPECT_EQ(launched(*display, "xdpyinfo | grep -o '[0-9x]* dots per inch'"),
            "96x96 dots per inch\n");
}

TEST_F(PrivateDisplayTest, ItsProgramsStartWhereverItWasStarted) {
  const std::string home = environment("HOME").value_or("");
  const fs::path here = fs::current_path();
  const auto folder = TemporaryFolder::make("confined");
  ASSERT_TRUE(folder.ok());
  const std::string path = fs::canonical(folder.value()->path()).string();
  for (const std::string& each : {path, path + "/home"}) {
    ASSERT_TRUE(make_folders(path + "/home").ok());
    fs::current_path(path);
    ASSERT_EQ(::setenv("HOME", each.c_str(), 1), 0);
    const auto display = start();
    ASSERT_EQ(::setenv("HOME", home.c_str(), 1), 0);
    fs::current_path(here);
    ASSERT_TRUE(display);
    EXPECT_EQ(launched(*display, "pwd; echo ~; touch ~/new && rm ~/new"),
              path + "\n" + each + "\n");
  }
}

TEST_F(PrivateDisplayTest, ATerminalStaysForRootToo) {
  const auto display = start();
  ASSERT_TRUE(display);
  ASSERT_EQ(display->why_not_confined(), "");
  EXPECT_NE(launched(*display, "xterm -e 'echo shown > ~/franz-xterm'; cat ~/franz-xterm")
                .find("shown\n"),
            std::string::npos);
}

TEST_F(PrivateDisplayTest, IsNotThereWhereItsWindowManagerCrashesAtItsStart) {
  const fs::path folder = fs::current_path() / ("openbox_" + std::to_string(::getpid()));
  ASSERT_TRUE(make_folders(folder.string()).ok());
  ASSERT_TRUE(
      replace_file(folder / "openbox", "#!/bin/sh\nkill -ABRT $$\n", Durability::buffered).ok());
  fs::permissions(folder / "openbox", fs::perms::owner_all);
  const std::string path = environment("PATH").value_or("");
  ASSERT_EQ(::setenv("PATH", (folder.string() + ":" + path).c_str(), 1), 0);
  const auto started = PrivateDisplay::start({{640, 480}, false, {}, {}}, seen.events());
  ASSERT_EQ(::setenv("PATH", path.c_str(), 1), 0);
  fs::remove_all(folder);
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(
      started.error().message,
      "the private display: the window manager, openbox, was killed, or crashed, at its start");
}

// Several times: the display may end before or after the program begins.
TEST_F(PrivateDisplayTest, WhatWasLaunchedEndsWithItWhoeverStartedIt) {
  const std::string pipe = testing::TempDir() + "franz_launched_" + std::to_string(::getpid());
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (int round = 0; round < 10; ++round) {
    auto display = start();
    ASSERT_TRUE(display);
    // The reader sees the end of the pipe when the last of those that hold it is gone.
    const std::string command = display->launch_prefix().front() + " '" +
                                display->launch_prefix().back() +
                                "' sh -c 'sleep 1000 & sleep 1000' >'" + pipe + "' 2>&1 &";
    std::thread starter([&] { EXPECT_EQ(std::system(command.c_str()), 0); });
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_CLOEXEC);
    starter.join();
    ASSERT_GE(reader, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(round));
    display.reset();
    char byte = 0;  // of a shell's message about it
    while (::read(reader, &byte, 1) > 0) {
    }
    ::close(reader);
  }
  ::unlink(pipe.c_str());
}

TEST_F(PrivateDisplayTest, ReportsHowItsProgramEnded) {
  const auto display = start({"sh", "-c", "echo one >&2; echo no such form >&2; exit 3"});
  ASSERT_TRUE(display);
  EXPECT_EQ(seen.line(), "warning: the program sh ended with exit code 3: one; no such form");
}

TEST_F(PrivateDisplayTest, PassesOnTheFirstLinesThatItsProgramPrints) {
  const auto display = start({"sh", "-c", "printf 'one\\033[2J\\n'; seq 1000"});
  ASSERT_TRUE(display);
  EXPECT_EQ(seen.line(), "as usual: the program sh ended with exit code 0");
  ASSERT_EQ(seen.printed.size(), std::size_t{kMaxPrinted});
  EXPECT_EQ(seen.printed[0].find('\033'), std::string::npos) << seen.printed[0];
  EXPECT_EQ(seen.printed[1], "1");
}

TEST_F(PrivateDisplayTest, AProgramThatHasFinishedIsNoTrouble) {
  const auto display = start({"true"});
  ASSERT_TRUE(display);
  EXPECT_EQ(seen.line(), "as usual: the program true ended with exit code 0");
  EXPECT_EQ(display->program_end(), "the program true ended with exit code 0");
}

TEST_F(PrivateDisplayTest, ReportsTheEndOfTheServer) {
  const auto display = start();
  ASSERT_TRUE(display);
  const std::string authority = display->authority();
  const ChildOutcome found =
      run_child({"/usr/bin/pgrep", {"-f", "Xvfb .*" + authority}, {}, ""}, "", kLong);
  ASSERT_EQ(::kill(static_cast<pid_t>(std::stol(found.output)), SIGKILL), 0);
  // What it said before stands behind that.
  EXPECT_TRUE(seen.loss().starts_with("Xvfb ended by signal 9")) << seen.loss();
  ::unlink(socket_of(display->name()).c_str());
}

TEST_F(PrivateDisplayTest, AProgramThatIsNotThereIsNamed) {
  const auto started =
      PrivateDisplay::start({{640, 480}, false, {"no-such-program"}, {}}, seen.events());
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(started.error().message, "there is no program no-such-program");
}

TEST_F(PrivateDisplayTest, WhatIsNotInstalledIsNamedWithTheCommandThatInstallsIt) {
  const std::string path = environment("PATH").value_or("");
  ASSERT_EQ(::setenv("PATH", "/nowhere", 1), 0);
  const auto started = PrivateDisplay::start({{640, 480}, false, {}, {}}, seen.events());
  ASSERT_EQ(::setenv("PATH", path.c_str(), 1), 0);
  ASSERT_FALSE(started.ok());
  EXPECT_EQ(started.error().message,
            "a private display needs Xvfb, openbox, bwrap, which are not installed: "
            "apt-get install xvfb openbox bubblewrap");
}
}  // namespace franz
