// Scenarios, other tools' variables, saved pictures and the exchange log.
#include <gtest/gtest.h>
#include <algorithm>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "common/wire/message_fields.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
std::vector<std::string> exchange_logs(const std::string& folder) {
  std::vector<std::string> logs;
  for (const std::string& name : list_folder(folder).value())
    if (is_exchange_log(name)) logs.push_back(name);
  return logs;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

// A config folder with its own profile.
std::string config_with_profile(const std::string& profile) {
  std::string folder = join_path(test_folder(), "config");
  EXPECT_TRUE(make_folders(join_path(folder, "profiles")).ok());
  EXPECT_TRUE(make_folders(join_path(folder, "prompts")).ok());
  EXPECT_TRUE(make_folders(join_path(folder, "scenarios")).ok());
  const std::string prompt = read_of(join_path(kSourceDir, "config"), "prompts/franz.txt");
  write_of(folder, "prompts/franz.txt", prompt);
  write_of(folder, "profiles/own.ini", profile);
  write_of(folder, "config.ini", "[agent]\nprofile = own\n");
  return folder;
}

TEST(Scenarios, AreListedRunRecordedAndKeptByTheirRuns) {
  const ProgramResult listed = run_program_of_ours("proxy", {"scenarios"});
  EXPECT_EQ(listed.code, 0) << listed.errors;
  const std::size_t line = listed.output.find("  house  ");
  ASSERT_NE(line, std::string::npos) << listed.output;
  const std::size_t start = listed.output.rfind('\n', line) + 1;
  const std::string number = listed.output.substr(start, line - start);
  const RunningDemo demo;
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url, "--scenario", number, "--turns", "3"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
    folder = proxy.run_folder();
  }
  EXPECT_EQ(setting_of(folder, "agent.scenario"), "house");
  EXPECT_EQ(setting_of(folder, "agent.profile"), "narrative");
  EXPECT_NE(read_of(folder, "turn_0003.json").find("house"), std::string::npos);
  const std::string objective = setting_of(folder, "agent.objective");
  EXPECT_TRUE(objective.starts_with("draw a house")) << objective;
  {
    RunningProxy proxy({"--upstream", demo.url, "--resume", folder, "--turns", "5"});
    const auto end = proxy.wait_for_end();
    ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  }
  EXPECT_EQ(setting_of(folder, "agent.scenario"), "house");
  EXPECT_EQ(setting_of(folder, "agent.objective"), objective);
  EXPECT_EQ(verdicts(folder), "first ok ok ok ok");
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
  for (const auto& [program, flag] :
       {std::pair("proxy", "--resume"), std::pair("orchestrator", "--run-dir")}) {
    const ProgramResult other =
        run_program_of_ours(program, {flag, folder, "--scenario", "fish", "--turns", "9"});
    EXPECT_EQ(other.code, 2) << program;
    EXPECT_NE(other.errors.find("is a run of the scenario house, which cannot be changed"),
              std::string::npos)
        << other.errors;
  }
}

TEST(Scenarios, WithAnErrorAreListedWithItsLine) {
  const std::string folder = config_with_profile("");
  write_of(folder, "scenarios/a.json", "{\"title\":\"A\",\"prompt\":\"draw a star\"}");
  write_of(folder, "scenarios/b.json",
           "{\"prompt\":\"x\",\n\"settings\":{\n\"agent.max_steps\":\"many\"}}");
  const std::string config = join_path(folder, "config.ini");
  const std::string problem =
      "proxy: scenarios/b.json:3: [agent] max_steps: \"many\" is not a whole number from 0 to "
      "1000000 replies\n";
  ProgramResult result = run_program_of_ours("proxy", {"scenarios", "--config", config});
  EXPECT_EQ(result.code, 1);
  EXPECT_EQ(result.output, "1  a  -  A\n2  b  -  \n");
  EXPECT_EQ(result.errors, problem);
  result = run_program_of_ours("proxy", {"--config", config, "--scenario", "2", "--turns", "1"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.errors, problem);
  for (const char* program : {"proxy", "orchestrator"}) {
    result = run_program_of_ours(program, {"--config", config, "--scenario", "3", "--turns", "1"});
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.errors.find("--scenario 3: there are 2 scenarios: proxy scenarios lists them"),
              std::string::npos)
        << result.errors;
  }
}

// A start by a user of such a tool: its variables are set, and its server has the relay's usual
// port.
TEST(Surroundings, OfAnotherToolApplyIfTheProfileSaysSo) {
  const std::string folder = config_with_profile(
      "[agent]\nenvironment = lmstudio\nexchange_log = on\nsystem_prompt = prompts/franz.txt\n"
      "[surface]\npicture = 512x288\n");
  const std::string config = join_path(folder, "config.ini");
  const std::string dumps = join_path(test_folder(), "dumps");
  EXPECT_TRUE(make_folders(dumps).ok());
  write_of(dumps, "screen_0041.png", "older");
  RunningDemo demo;
  const std::string server = demo.url.substr(7);
  const std::vector<std::pair<std::string, std::string>> variables = {
      {"LMSTUDIO_ENDPOINT", demo.url + "/v1/chat/completions"},
      {"LMSTUDIO_TEMPERATURE", "0.25"},
      {"AGENT_IMAGE_W", "320"},
      {"AGENT_MAX_STEPS", "3"},
      {"AGENT_DUMP_DIR", dumps}};
  RunningProxy proxy({"--config", config, "--listen", server, "--turns", "9"}, variables);
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end) << proxy.output() << proxy.errors();
  EXPECT_EQ(end->code, 10) << proxy.errors();
  const std::string run = proxy.run_folder();
  EXPECT_NE(proxy.address("relay"), server);
  EXPECT_NE((proxy.output() + proxy.errors()).find(server + " is the model server's own address"),
            std::string::npos)
      << proxy.output() << proxy.errors();
  EXPECT_EQ(setting_of(run, "surface.picture"), "320x288");
  EXPECT_EQ(source_of(run, "model.temperature"), "LMSTUDIO_TEMPERATURE");
  EXPECT_EQ(list_folder(dumps).value(),
            (std::vector<std::string>{"screen_0041.png", "screen_0042.png", "screen_0043.png",
                                      "screen_0044.png", "screen_0045.png"}));
  EXPECT_EQ(read_of(dumps, "screen_0043.png"), read_of(run, "turn_0002.png"));

  const std::vector<std::string> logs = exchange_logs(run);
  ASSERT_EQ(logs.size(), 1U);
  const std::string log = read_of(run, logs[0]);
  const std::string rule(80, '=');
  EXPECT_TRUE(log.starts_with(rule + "\nREQUEST TO MODEL:\n" + rule + "\n{\n  \"model\": "))
      << log.substr(0, 300);
  EXPECT_EQ(count(log, "\nREQUEST TO MODEL:\n"), 3U);
  EXPECT_EQ(count(log, "\nRESPONSE FROM MODEL:\n"), 3U);
  EXPECT_EQ(count(log, "\"url\": \"data:image/png;base64,[b64 sha="), 3U);
  EXPECT_EQ(log.find("base64,iVBOR"), std::string::npos);
  EXPECT_TRUE(lists_file(run, logs[0]));
  EXPECT_NE((proxy.output() + proxy.errors()).find(join_path(run, logs[0])), std::string::npos)
      << proxy.output() << proxy.errors();
  const ProgramResult checked = verify(run);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;

  RunningProgram settings("proxy", {"settings", "--config", config}, variables);
  EXPECT_TRUE(settings.wait_for_end());
  EXPECT_NE(settings.output().find("; AGENT_IMAGE_W\n"), std::string::npos) << settings.output();
}

TEST(ExchangeLogFile, IsWrittenByAnOrchestratorAloneAndNamedWithEachError) {
  const std::string folder = join_path(test_folder(), "run");
  const std::string config =
      join_path(config_with_profile("[agent]\nexchange_log = on\n"), "config.ini");
  RunningDemo demo;
  ProgramResult result = run_program_of_ours(
      "orchestrator", {"--config", config, "--vlm", demo.url, "--run-dir", folder, "--turns", "2"});
  EXPECT_EQ(result.code, 0) << result.errors;
  const std::vector<std::string> logs = exchange_logs(folder);
  ASSERT_EQ(logs.size(), 1U);
  EXPECT_EQ(count(read_of(folder, logs[0]), "RESPONSE FROM MODEL:"), 2U);
  EXPECT_NE(result.errors.find("exchange log: " + join_path(folder, logs[0])), std::string::npos)
      << result.errors;
  EXPECT_EQ(verify(folder).code, 0);
}

// Each failed exchange is reported with the log's path. A picture folder that is not a folder is
// reported as a warning.
TEST(ExchangeLogFile, HasFailedExchangesAndIsNamedWithThem) {
  const std::string folder = join_path(test_folder(), "run");
  const std::string settings = config_with_profile("[agent]\nexchange_log = on\n");
  write_of(test_folder(), "no_folder", "x");
  write_of(settings, "config.ini",
           "[agent]\nprofile = own\ndump_dir = " + join_path(test_folder(), "no_folder") + "\n");
  RunningProgram loop("orchestrator", {"--config", join_path(settings, "config.ini"), "--vlm",
                                       "http://127.0.0.1:9", "--run-dir", folder});
  const std::string message = "the failed exchange is in " + join_path(folder, "agent_run_");
  EXPECT_NE(loop.wait_for("nothing answers at"), "");
  press_ctrl_c(loop.pid());
  EXPECT_TRUE(loop.wait_for_end());
  EXPECT_NE(loop.errors().find(message), std::string::npos) << loop.errors();
  EXPECT_NE(loop.errors().find("warning: [agent] dump_dir: a picture cannot be saved: "),
            std::string::npos)
      << loop.errors();
  const std::string log = read_of(folder, exchange_logs(folder).at(0));
  EXPECT_NE(log.find("\n(no whole answer: nothing answers at http://127.0.0.1:9/v1)\n"),
            std::string::npos)
      << log;
}

TEST(DemoVlm, FindsItsScriptsByName) {
  RunningProgram demo("demo_vlm", {"--listen", "127.0.0.1:0", "--script", "trouble"});
  EXPECT_NE(demo.wait_for("listening on"), "") << demo.errors();
}
}  // namespace
}  // namespace franz
