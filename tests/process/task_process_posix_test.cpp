// Trials: the shipped tasks, each solved by its own solution and failed by doing nothing; and tasks
// of a stranger, whose programs plant traps.
#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "common/wire/message_fields.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/running_proxy.h"
#include "tests/process/tampering.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
struct Trial {
  int code = -1;
  std::string output, errors;
  std::string folder;  // of the run
};

Trial perform(const std::string& task, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"--task", task};
  arguments.insert(arguments.end(), more.begin(), more.end());
  RunningProxy proxy(std::move(arguments));
  const std::optional<ChildEnd> end = proxy.wait_for_end();
  Trial trial{end && end->kind == ChildEnd::Kind::exited ? end->code : -1, proxy.output(),
              proxy.errors(), ""};
  const std::size_t at = trial.output.find("run        ");
  if (at != std::string::npos) {
    const std::string line = trial.output.substr(at + 11, trial.output.find('\n', at) - at - 11);
    trial.folder = line.substr(0, line.find("  "));
  }
  return trial;
}

std::vector<std::string> shipped_tasks() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(join_path(kSourceDir, "config/tasks")))
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

class ShippedTask : public testing::TestWithParam<std::string> {};

// A task of a stranger: `setup` is a shell script; each getter is a JSON object, judged by whether
// its result has the text.
struct Judged {
  std::string name, getter, text;
  bool must_not = false;
};
std::string stranger_task(const std::string& setup, const std::vector<Judged>& parts) {
  std::vector<std::string> checkpoints;
  for (const Judged& part : parts)
    checkpoints.push_back(JsonObject()
                              .text("name", part.name)
                              .boolean("must_not", part.must_not)
                              .text("func", "file_contains")
                              .raw("result", part.getter)
                              .raw("expected", R"({"type":"rule","rules":{"expected":[)" +
                                                   quote_json(part.text) + "]}}")
                              .finish());
  const std::string json =
      JsonObject()
          .text("id", "stranger")
          .text("instruction", "Do nothing.")
          .raw("config", R"([{"type":"execute","parameters":{"shell":true,"command":)" +
                             quote_json(setup) + "}}]")
          .raw("evaluator", R"({"checkpoints":)" + json_array(checkpoints) + "}")
          .raw("franz", R"({"canvas":"320x200"})")
          .finish();
  const std::string path = join_path(test_folder(), "stranger.json");
  EXPECT_TRUE(replace_file(path, json, Durability::buffered).ok());
  return path;
}

// The digest that a refusal names.
std::string asked_digest(const std::string& errors) {
  const std::size_t at = errors.find("--yes-tasks ");
  return at == std::string::npos ? "" : errors.substr(at + 12, 64);
}

Trial perform_agreed(const std::string& path) {
  const ProgramResult check = run_program_of_ours("proxy", {"task", "check", path});
  const std::size_t at = check.output.find("digest ");
  EXPECT_NE(at, std::string::npos) << check.output << check.errors;
  return perform(path, {"--agent", "nothing", "--yes-tasks", check.output.substr(at + 7, 64)});
}

std::string file_getter(const std::string& path) {
  return R"({"type":"vm_file","path":")" + path + R"("})";
}
std::string command_getter(const std::string& words) {
  return R"({"type":"vm_command_line","command":)" + words + "}";
}

// "name: reached" or "name: missed: why", a line each.
std::string checkpoints_of(const std::string& folder) {
  Result<MessageFields> result = MessageFields::parse(read_of(folder, kTaskResultFile));
  if (!result.ok()) return result.error().message;
  std::string lines;
  for (std::size_t i = 0; i < result.value().size("/checkpoints"); ++i) {
    const std::string at = "/checkpoints/" + std::to_string(i);
    const std::string why = result.value().text(at + "/why");
    lines += result.value().text(at + "/name") +
             (result.value().boolean(at + "/reached") ? ": reached" : ": missed") +
             (why.empty() ? "" : why.substr(why.rfind(": "))) + "\n";
  }
  return lines;
}
}  // namespace

TEST_P(ShippedTask, IsSolvedByItsSolutionAndNotByNothing) {
  const Trial solved = perform(GetParam(), {"--agent", "solution"});
  // ./test installs all programs of tasks, so a missing one is a failure; but not every system has
  // a package of Chromium.
  if (solved.errors.find("skipped: needs chromium") != std::string::npos)
    GTEST_SKIP() << "chromium is not installed";
  EXPECT_EQ(solved.code, 0) << solved.output << solved.errors;
  EXPECT_NE(solved.output.find("task       " + GetParam() + ": success\n"), std::string::npos)
      << solved.output << solved.errors;
  const Trial idle = perform(GetParam(), {"--agent", "nothing"});
  EXPECT_EQ(idle.code, 0) << idle.output << idle.errors;
  EXPECT_NE(idle.output.find("task       " + GetParam() + ": failure, 0 % of its weights"),
            std::string::npos)
      << idle.output << idle.errors;
  for (const Trial* const trial : {&solved, &idle}) {
    const ProgramResult checked = verify(trial->folder);
    EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, ShippedTask, testing::ValuesIn(shipped_tasks()),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::ranges::replace_if(
                               name, [](char c) { return c == '-' || c == '.'; }, '_');
                           return name;
                         });

TEST(Trial, ReadsNoFileThatAProgramPlanted) {
  const std::string path = stranger_task(
      "ln -s /etc/passwd link; ln -s /etc folder; mkfifo pipe; mkdir real; echo good > real/file; "
      "mkdir bin; printf '#!/bin/sh\\necho planted' > bin/ls; chmod +x bin/ls; "
      "echo 'echo planted' > .bashrc; cp .bashrc .profile; chmod 500 real",
      {{"link", file_getter("link"), "root"},
       {"folder", file_getter("folder/passwd"), "root"},
       {"pipe", file_getter("pipe"), ""},
       {"gone", file_getter("gone"), ""},
       {"file", file_getter("real/file"), "good"},
       {"listed", command_getter(R"(["ls"])"), "real"},
       {"in bash", command_getter(R"(["bash","-c","ls"])"), "real"},
       {"planted", command_getter(R"(["ls"])"), "planted", true},
       {"planted in bash", command_getter(R"(["bash","-c","ls"])"), "planted", true}});
  const Trial trial = perform_agreed(path);
  EXPECT_EQ(trial.code, 0) << trial.output << trial.errors;
  EXPECT_EQ(checkpoints_of(trial.folder),
            "link: missed: it is no regular file, or behind a link\n"
            "folder: missed: it is no regular file, or behind a link\n"
            "pipe: missed: it is no regular file, or behind a link\n"
            "gone: missed: there is no such file\n"
            "file: reached\nlisted: reached\nin bash: reached\n"
            "planted: missed: \"planted\" is missing in \"bin folder link pipe real \"\n"
            "planted in bash: missed: \"planted\" is missing in \"bin folder link pipe real \"\n");
  EXPECT_EQ(verify(trial.folder).code, 0);
}

TEST(Trial, LimitsWhatItsCommandsMayDo) {
  const std::string path = stranger_task(
      "mkfifo pipe; echo before > file",
      {{"hangs", command_getter(R"(["cat","pipe"])"), ""},
       {"cannot be ruled out", command_getter(R"(["cat","pipe"])"), "x", true},
       {"prints", command_getter(R"(["head","-c","2097152","/dev/zero"])"), ""},
       {"writes", command_getter(R"(["sh","-c","echo after > file; cat file"])"), "before"},
       {"environment", command_getter(R"(["env"])"), "PATH=/usr/bin:/bin"},
       {"network", command_getter(R"(["cat","/proc/net/dev"])"), "eth", true},
       {"processes", command_getter(R"(["sh","-c","echo /proc/[0-9]*"])"), "/proc/1 "}});
  const Trial trial = perform_agreed(path);
  EXPECT_EQ(trial.code, 0) << trial.output << trial.errors;
  const std::string lines = checkpoints_of(trial.folder);
  for (const char* const line :
       {"hangs: missed: it did not end within 30 s\n",
        "cannot be ruled out: reached: it did not end within 30 s\n",
        "prints: missed: it printed more than 1 MiB\n", "writes: reached\n",
        "environment: reached\n", "processes: reached\n"})
    EXPECT_NE(lines.find(line), std::string::npos) << line << lines;
  EXPECT_NE(trial.output.find("stranger: failure, 0 % of its weights"), std::string::npos)
      << trial.output;
}

TEST(Trial, OfAStrangerNeedsConsent) {
  const std::string path = stranger_task("true", {{"a", file_getter("a"), ""}});
  const Trial refused = perform(path, {"--agent", "nothing"});
  EXPECT_EQ(refused.code, 2) << refused.output;
  const std::string digest = asked_digest(refused.errors);
  ASSERT_EQ(digest.size(), 64U) << refused.errors;
  const Trial wrong = perform(path, {"--agent", "nothing", "--yes-tasks", std::string(64, 'a')});
  EXPECT_EQ(wrong.code, 2) << wrong.output;
  EXPECT_NE(wrong.errors.find("the digest of these tasks is " + digest), std::string::npos)
      << wrong.errors;
  EXPECT_EQ(perform(path, {"--agent", "nothing", "--yes-tasks", digest}).code, 0);
}

TEST(Trial, IsNotMeasuredIfItsSetUpFails) {
  const Trial trial =
      perform_agreed(stranger_task("echo broken >&2; exit 3", {{"a", file_getter("a"), ""}}));
  EXPECT_EQ(trial.code, 3) << trial.output;
  EXPECT_NE(
      trial.errors.find("the set-up: step 1: /bin/sh -c 'echo broken >&2; exit 3': ended with "
                        "exit code 3: broken"),
      std::string::npos)
      << trial.errors;
}

TEST(Trial, IsNotMeasuredIfItsDisplayIsGone) {
  RunningProxy proxy({"--demo", "--profile", "pilot", "--task", "xterm-file"});
  ASSERT_NE(proxy.wait_for("turn   1"), "") << proxy.errors();
  kill_hard(descendant_named(proxy.pid(), "Xvfb"));
  const std::optional<ChildEnd> end = proxy.wait_for_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 3) << proxy.output();
  EXPECT_NE(proxy.output().find("xterm-file: not measured: the private display is gone"),
            std::string::npos)
      << proxy.output() << proxy.errors();
}

TEST(Trial, IsRefusedOnAnotherScreen) {
  const ProgramResult refused = run_program_of_ours(
      "proxy", {"--task", "zenity-form", "--upstream", "demo", "--screen", "vnc://127.0.0.1:1"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.errors.find("leave out --screen vnc://127.0.0.1:1"), std::string::npos)
      << refused.errors;
}

TEST(Trial, CannotBeResumedAndItsScoreCannotBeChanged) {
  const std::string path = stranger_task(
      "echo good > a", {{"a", file_getter("a"), "good"}, {"b", file_getter("b"), "good"}});
  const Trial trial = perform_agreed(path);
  ASSERT_EQ(trial.code, 0) << trial.output << trial.errors;
  const ProgramResult resumed = run_program_of_ours("proxy", {"--resume", trial.folder});
  EXPECT_EQ(resumed.code, 2);
  EXPECT_NE(resumed.errors.find("a trial is not resumed"), std::string::npos) << resumed.errors;
  const struct {
    std::string file, from, to, named;
  } cases[] = {
      {kTaskResultFile, R"("success":false)", R"("success":true)", "task_result.json: score"},
      {kTaskResultFile, R"("partial":0.5)", R"("partial":0.9)", "task_result.json: score"},
      {kTaskFile, "Do nothing.", "Do something.", "task_result.json: digest"},
      {kTaskFile, R"("expected":["good"])", R"("expected":["evil"])", "task_result.json: digest"},
  };
  for (const auto& [file, from, to, named] : cases)
    expect_named({trial.folder, ""}, {from, edited(file, "", from, to), named}, {});
}

TEST(Trial, TellsWhatItCannotDo) {
  const std::string path = stranger_task("true", {{"a", file_getter("a"), ""}});
  std::string json = read_of(test_folder(), "stranger.json");
  json.replace(json.find(R"("canvas")"), 0, R"("needs":["no-such-program"],)");
  write_of(test_folder(), "stranger.json", json);
  const Trial skipped = perform(path, {"--agent", "nothing"});
  EXPECT_EQ(skipped.code, 3);
  EXPECT_NE(skipped.errors.find("stranger: skipped: needs no-such-program"), std::string::npos)
      << skipped.errors;
  const struct {
    std::vector<std::string> arguments;
    std::string said;
  } cases[] = {
      {{"--task", "no-such-task"}, "no-such-task: there is no such task"},
      {{"--task", "zenity-entry", "Draw a cat"}, "leave out the other objective"},
      {{"--task", "zenity-entry", "--", "xterm"}, "leave out -- xterm"},
      {{"--agent", "nothing"}, "--task"},
      {{"task", "check", path + "x"}, "stranger.jsonx"},
  };
  for (const auto& [arguments, said] : cases) {
    const ProgramResult run = run_program_of_ours("proxy", arguments);
    EXPECT_NE(run.code, 0) << said;
    EXPECT_NE((run.output + run.errors).find(said), std::string::npos) << run.output << run.errors;
  }
  const ProgramResult listed = run_program_of_ours("proxy", {"task", "list"});
  EXPECT_EQ(listed.code, 0) << listed.errors;
  EXPECT_NE(listed.output.find("zenity-entry"), std::string::npos) << listed.output;
}
}  // namespace franz
