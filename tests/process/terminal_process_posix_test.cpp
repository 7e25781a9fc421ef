// Questions to a person at a terminal. POSIX only: uses a pseudo-terminal.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <chrono>
#include <cstdlib>
#include "common/os/files.h"
#include "common/wire/message_fields.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
constexpr const char* kQuestion = "What should the model do? ";

// A proxy on its own pseudo-terminal.
class ProxyAtTerminal {
 public:
  // `more`: further arguments. `variable`: "NAME=value" for the proxy's environment.
  explicit ProxyAtTerminal(const std::string& runs,
                           const std::vector<std::string>& more = {"--profile", "pilot", "--turns",
                                                                   "1"},
                           std::string variable = "FRANZ_TEST=1") {
    const std::string program = std::string(kBinDir) + "/proxy";
    std::vector<std::string> arguments = {program,       "--upstream",  demo_.url,
                                          "--listen",    "127.0.0.1:0", "--dashboard",
                                          "127.0.0.1:0", "--runs",      runs};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    pid_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (pid_ == 0) {
      ::setenv("FRANZ_AGENT_LOOP_DELAY_MS", "0", 1);
      ::putenv(variable.data());
      if (::chdir(kSourceDir) == 0) ::execv(program.c_str(), pointers.data());
      ::_exit(127);
    }
    EXPECT_GT(pid_, 0);
  }
  ~ProxyAtTerminal() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    ::close(terminal_);
  }
  ProxyAtTerminal(const ProxyAtTerminal&) = delete;
  ProxyAtTerminal& operator=(const ProxyAtTerminal&) = delete;

  void type(const std::string& text) const {
    EXPECT_EQ(::write(terminal_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  // Reads until the screen has shown `part` this many times; returns false on timeout.
  bool shows(const std::string& part, int times) {
    const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
    while (count(part) < times && std::chrono::steady_clock::now() < deadline && read_some()) {
    }
    return count(part) >= times;
  }
  // Types `line`, again each time it was rejected as too early, until the screen has shown `part`
  // this many times.
  bool answers(const std::string& line, const std::string& part, int times) {
    const std::string too_soon = "read it, then answer again";
    const auto deadline = std::chrono::steady_clock::now() + kLongEnough;
    for (int refused = -1; count(part) < times && std::chrono::steady_clock::now() < deadline;) {
      if (refused != count(too_soon)) {
        refused = count(too_soon);
        type(line);
      }
      if (!read_some()) break;
    }
    return count(part) >= times;
  }
  // The status of waitpid().
  int end() {
    while (read_some()) {
    }
    int status = -1;
    EXPECT_EQ(::waitpid(pid_, &status, 0), pid_);
    pid_ = 0;
    return status;
  }
  const std::string& screen() const { return screen_; }

 private:
  int count(const std::string& part) const {
    int found = 0;
    for (std::size_t at = screen_.find(part); at != screen_.npos; at = screen_.find(part, at + 1))
      ++found;
    return found;
  }
  // Returns false at the terminal's end or on timeout.
  bool read_some() {
    pollfd waiting{terminal_, POLLIN, 0};
    constexpr int kLongestMs = 40'000;
    if (::poll(&waiting, 1, kLongestMs) <= 0) return false;
    std::array<char, 4096> piece{};
    const ssize_t size = ::read(terminal_, piece.data(), piece.size());
    if (size <= 0) return false;
    screen_.append(piece.data(), static_cast<std::size_t>(size));
    return true;
  }

  const RunningDemo demo_;
  int terminal_ = -1;
  pid_t pid_ = 0;
  std::string screen_;
};
}  // namespace

TEST(ObjectiveAtATerminal, IsAskedForUntilItIsGiven) {
  const std::string runs = test_folder();
  ProxyAtTerminal proxy(runs);
  ASSERT_TRUE(proxy.shows(kQuestion, 1)) << proxy.screen();
  proxy.type("\n");
  ASSERT_TRUE(proxy.shows(kQuestion, 2)) << proxy.screen();
  proxy.type("  draw a star \n");
  const int status = proxy.end();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << proxy.screen();
  const Result<std::vector<std::string>> folders = list_folder(runs);
  ASSERT_TRUE(folders.ok() && folders.value().size() == 1) << proxy.screen();
  const std::string folder = join_path(runs, folders.value().front());
  EXPECT_EQ(setting_of(folder, "agent.objective"), "draw a star");
  Result<MessageFields> record = MessageFields::parse(read_of(folder, "turn_0001.json"));
  ASSERT_TRUE(record.ok());
  EXPECT_EQ(record.value().text("/memory/objective"), "draw a star");
}

TEST(ObjectiveAtATerminal, EndsCleanlyWithoutAnAnswer) {
  for (const auto& [key, code] : {std::pair("\x04", 2), std::pair("\x03", 130)}) {
    const std::string runs = test_folder();
    ProxyAtTerminal proxy(runs);
    ASSERT_TRUE(proxy.shows(kQuestion, 1)) << proxy.screen();
    proxy.type(key);
    const int status = proxy.end();
    // A shell reports an end by SIGINT as 130.
    EXPECT_EQ(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), code)
        << proxy.screen();
    EXPECT_EQ(proxy.screen().find("needs an objective") != std::string::npos, code == 2)
        << proxy.screen();
    EXPECT_EQ(list_folder(runs).value(), std::vector<std::string>{});
  }
}

// Approves the first plan by number and refuses the next with a note; nonsense is answered with
// help.
TEST(ApprovalAtATerminal, AcceptsNumbersAndANoteToTheModel) {
  const std::string runs = test_folder();
  ProxyAtTerminal proxy(
      runs,
      {"--profile", "toolcall", "--turns", "9", "Fill in the form: Name = Ada; Town = Rome", "--",
       "zenity", "--forms", "--title=Order", "--add-entry=Name", "--add-entry=Town"},
      "FRANZ_SAFETY_APPROVE=always");
  ASSERT_TRUE(proxy.shows("waits for your consent", 1)) << proxy.screen();
  ASSERT_TRUE(proxy.shows("[1]  ", 1)) << proxy.screen();
  ASSERT_TRUE(proxy.answers("maybe\n", "a: all, n: none", 2)) << proxy.screen();
  ASSERT_TRUE(proxy.answers("1\n", "waits for your consent", 2)) << proxy.screen();
  ASSERT_TRUE(proxy.shows("[1]  ", 2)) << proxy.screen();
  ASSERT_TRUE(proxy.answers("n: the other field first\n", "waits for your consent", 3))
      << proxy.screen();
  proxy.type("\x03");
  static_cast<void>(proxy.end());
  const Result<std::vector<std::string>> folders = list_folder(runs);
  ASSERT_TRUE(folders.ok() && folders.value().size() == 1) << proxy.screen();
  const std::string folder = join_path(runs, folders.value().front());
  std::vector<std::string> decisions;
  for (int turn = 1; turn <= 9; ++turn) {
    const Result<std::string> text =
        read_file(join_path(folder, "turn_000" + std::to_string(turn) + ".json"));
    if (!text.ok()) break;
    Result<MessageFields> record = MessageFields::parse(text.value());
    ASSERT_TRUE(record.ok());
    if (!record.value().has("/approval")) continue;
    decisions.push_back(record.value().text("/approval/decision") + " " +
                        record.value().optional_text("/note").value_or("-"));
  }
  EXPECT_EQ(decisions, (std::vector<std::string>{"approved -", "refused the other field first"}));
}
}  // namespace franz
