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
  add_task("line", "");
}

void ScoreCommand::add_task(const std::string& id, const std::string& ours) const {
  const std::string json =
      R"({"id":")" + id + "\"," + kTask + (ours.empty() ? "" : "," + ours) + "}}";
  const auto written = write_new_file(join_path(folder_, id + ".json"), json);
  EXPECT_TRUE(written.ok()) << written.error().message;
}

std::string ScoreCommand::bundle() const { return join_path(folder_, "bundle"); }

ChildCommand ScoreCommand::child(std::vector<std::string> arguments) const {
  return {join_path(kBinDir, "proxy"), std::move(arguments), environment_, folder_};
}

ChildOutcome ScoreCommand::run(std::vector<std::string> arguments) const {
  return run_child(child(std::move(arguments)), "", 4 * kLongEnough);
}

std::vector<std::string> ScoreCommand::consented(const std::vector<std::string>& more) const {
  std::vector<std::string> all{"score", "line.json", "--out", bundle()};
  if (!agent_.empty()) all.insert(all.end(), {"--agent", agent_});
  all.insert(all.end(), more.begin(), more.end());
  const ChildOutcome refused = run(all);
  const std::string flag = "--yes-tasks ";
  const std::size_t at = refused.errors.find(flag);
  EXPECT_NE(at, std::string::npos) << refused.errors << refused.output;
  if (at != std::string::npos)
    all.insert(all.end(), {"--yes-tasks", refused.errors.substr(at + flag.size(), 64)});
  return all;
}
}  // namespace franz
