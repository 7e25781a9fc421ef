#include "tests/process/running_proxy.h"
#include <gtest/gtest.h>
#include "common/os/files.h"
#include "tests/process/run_log_reader.h"
#include "tests/support/test_paths.h"

namespace franz {
RunningProgram::RunningProgram(const std::string& program, std::vector<std::string> arguments,
                               std::vector<std::pair<std::string, std::string>> environment) {
  ChildCommand command{std::string(kBinDir) + "/" + program, std::move(arguments),
                       std::move(environment), kSourceDir};
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [this](std::string_view line) {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    changed_.notify_all();
  };
  handlers.on_error_line = [this](std::string_view line) {
    const std::lock_guard lock(mutex_);
    errors_ += std::string(line) + "\n";
  };
  handlers.on_end = [this](const ChildEnd& end) {
    const std::lock_guard lock(mutex_);
    end_ = end;
    changed_.notify_all();
  };
  auto child = ChildProcess::start(command, std::move(handlers));
  if (!child.ok()) {
    ADD_FAILURE() << program << ": " << child.error().message;
    std::abort();
  }
  child_ = std::move(child).value();
}

std::string RunningProgram::wait_for(const std::string& part) {
  std::unique_lock lock(mutex_);
  std::size_t next = 0;
  std::string found;
  changed_.wait_for(lock, kLongEnough, [&] {
    for (; next < lines_.size() && found.empty(); ++next)
      if (lines_[next].find(part) != std::string::npos) found = lines_[next];
    return !found.empty() || end_;
  });
  EXPECT_FALSE(found.empty()) << "no line with \"" << part << "\"\n" << errors_;
  return found;
}

std::optional<ChildEnd> RunningProgram::wait_for_end() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kLongEnough, [&] { return end_.has_value(); });
  return end_;
}

std::string RunningProgram::output() {
  const std::lock_guard lock(mutex_);
  std::string all;
  for (const std::string& line : lines_) all += line + "\n";
  return all;
}

std::string RunningProgram::errors() {
  const std::lock_guard lock(mutex_);
  return errors_;
}

static std::vector<std::string> demo_arguments(int delay_ms, std::vector<std::string> more) {
  more.insert(more.begin(), {"--listen", "127.0.0.1:0", "--delay-ms", std::to_string(delay_ms)});
  return more;
}

RunningDemo::RunningDemo(int delay_ms, std::vector<std::string> more_arguments)
    : program("demo_vlm", demo_arguments(delay_ms, std::move(more_arguments))) {
  const std::string line = program.wait_for("listening on ");
  url = line.substr(line.find("http://"));
}

static std::vector<std::string> with_free_ports(std::vector<std::string> arguments) {
  std::vector<std::string> all = {"--listen",    "127.0.0.1:0", "--dashboard",
                                  "127.0.0.1:0", "--runs",      test_folder()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return all;
}

static std::vector<std::pair<std::string, std::string>> without_delays(
    std::vector<std::pair<std::string, std::string>> environment) {
  environment.insert(environment.begin(),
                     {{"FRANZ_PROXY_RESTART_DELAY_S", "0.1"}, {"FRANZ_AGENT_LOOP_DELAY_MS", "0"}});
  return environment;
}

RunningProxy::RunningProxy(std::vector<std::string> arguments,
                           std::vector<std::pair<std::string, std::string>> environment)
    : RunningProgram("proxy", with_free_ports(std::move(arguments)),
                     without_delays(std::move(environment))) {}

std::string RunningProxy::address(const std::string& what) {
  const std::string line = wait_for(what + " ");
  const std::size_t start = line.find("http://") + 7;
  return line.substr(start, line.find(' ', start) - start);
}

std::string RunningProxy::run_folder() { return wait_for("run        ").substr(11); }

std::string turn_header(const std::string& run, int turn) {
  const auto id = [](int number) {
    const std::string digits = std::to_string(number);
    return std::string(16 - digits.size(), '0') + digits;
  };
  return run + "/" + std::to_string(turn) + "/" + id(turn) + "/" + (turn == 1 ? "-" : id(turn - 1));
}

std::string test_folder() {
  static std::string made_for;
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  std::string folder =
      std::string(kTestOut) + "/process/" + test->test_suite_name() + "." + test->name();
  const Status removed = made_for == folder ? Status(Done{}) : remove_folder(folder);
  EXPECT_TRUE(removed.ok()) << folder;
  made_for = folder;
  EXPECT_TRUE(make_folders(folder).ok()) << folder;
  return folder;
}

std::string verdicts(const std::string& run_folder) {
  std::string all;
  const RunStory story = story_of(run_folder);
  for (const auto& [turn, attempts] : story.turns()) {
    const LoggedAttempt* const chosen = story.chosen(turn);
    all += all.empty() ? "" : " ";
    all += chosen == nullptr || chosen->lost ? "lost" : verdict_name(chosen->row.verdict);
  }
  return all;
}
}  // namespace franz
