#include "tests/process/score_command.h"
#include <gtest/gtest.h>
#include "common/os/files.h"
#include "tests/process/running_proxy.h"
#include "tests/support/test_paths.h"

namespace franz {
// A line from left to right on the canvas, with its id before and more members behind.
static constexpr const char* kTask = R"json("instruction":"Draw a line from left to right.",
"evaluator":{"func":"check_json","result":{"type":"canvas"},"expected":{"type":"rule",
"rules":{"expect":[{"key":["box","left"],"method":"le","ref":300},
{"key":["box","right"],"method":"ge","ref":700}]}}},
"solution":[["drag(200, 500, 800, 500)"]],"franz":{"surface":"sandbox")json";

ScoreCommand::ScoreCommand(std::string folder,
                           std::vector<std::pair<std::string, std::string>> environment,
                           std::string agent)
    : folder_(std::move(folder)), environment_(std::move(environment)), agent_(std::move(agent)) {
  environment_.emplace_back("FRANZ_PROXY_DASHBOARD", "127.0.0.1:0");
  environment_.emplace_back("FRANZ_PROXY_RUNS", join_path(folder_, "runs"));
  if (!agent_.empty()) environment_.emplace_back("FRANZ_PROXY_UPSTREAM", "demo");
  EXPECT_TRUE(make_folders(tasks()).ok());
  add_task("line", "");
}

void ScoreCommand::add_task(const std::string& id, const std::string& ours) const {
  const std::string json =
      R"({"id":")" + id + "\"," + kTask + (ours.empty() ? "" : "," + ours) + "}}";
  add_file(id, json);
}

void ScoreCommand::add_file(const std::string& id, const std::string& json) const {
  const auto written = write_new_file(task(id), json);
  EXPECT_TRUE(written.ok()) << written.error().message;
}

std::string ScoreCommand::tasks() const { return join_path(folder_, "tasks"); }
std::string ScoreCommand::task(const std::string& id) const {
  return join_path(tasks(), id + ".json");
}

std::string ScoreCommand::bundle() const { return join_path(folder_, "bundle"); }

ChildOutcome ScoreCommand::run(std::vector<std::string> arguments, const std::string& program,
                               const std::vector<std::pair<std::string, std::string>>& more) const {
  std::vector<std::pair<std::string, std::string>> environment = environment_;
  environment.insert(environment.end(), more.begin(), more.end());
  return run_child(
      {join_path(kBinDir, program), std::move(arguments), std::move(environment), folder_}, "",
      4 * kLongEnough);
}

std::vector<std::string> ScoreCommand::consented(const std::vector<std::string>& arguments) const {
  std::vector<std::string> all{"score", "--out", bundle()};
  if (!agent_.empty()) all.insert(all.end(), {"--agent", agent_});
  all.insert(all.end(), arguments.begin(), arguments.end());
  const ChildOutcome refused = run(all);
  const std::string flag = "--yes-tasks ";
  const std::size_t at = refused.errors.find(flag);
  EXPECT_NE(at, std::string::npos) << refused.errors << refused.output;
  if (at != std::string::npos)
    all.insert(all.end(), {"--yes-tasks", refused.errors.substr(at + flag.size(), 64)});
  return all;
}

std::string printed_seal(const std::string& output) {
  const std::size_t at = output.find("\nseal    ");
  return at == std::string::npos ? "" : output.substr(at + 9, 64);
}
}  // namespace franz
