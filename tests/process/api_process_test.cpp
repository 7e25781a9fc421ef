// Runs with each API draw, record and verify the same.
#include <gtest/gtest.h>
#include <algorithm>
#include <map>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "common/run/turn_record.h"
#include "common/wire/api/apis.h"
#include "common/wire/message_fields.h"
#include "tests/process/killing.h"
#include "tests/process/processes.h"
#include "tests/process/recorded_run.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
using Environment = std::vector<std::pair<std::string, std::string>>;

Environment speaking(std::string_view api, bool stream = true) {
  return {{"FRANZ_MODEL_API", std::string(api)},
          {"FRANZ_MODEL_STREAM", stream ? "on" : "off"},
          {"FRANZ_AGENT_LOOP_DELAY_MS", "0"},
          {"FRANZ_MARKS_BADGE", "off"},  // keeps the time out of pictures
          {"FRANZ_SURFACE_PICTURE", "512x288"}};
}

// The exact picture digest, feedback and reply of each turn. (Fields that the orchestrator reports
// later may miss the record on a busy machine.)
using Dialogues = std::map<int, std::string>;
Dialogues dialogues_of(const std::string& folder) {
  Dialogues turns;
  for (const std::string& name : chosen_records(folder)) {
    const std::string bytes = read_of(folder, name);
    std::string& text = turns[place_of(name).turn];
    const Result<MessageFields> record = MessageFields::parse(bytes);
    if (!record.ok()) {
      text = record.error().message;
      continue;
    }
    const MessageFields& fields = record.value();
    for (const char* pointer :
         {"/image/sha256", "/feedback", "/response/calls", "/response/finish_reason", "/finished"})
      text += fields.raw(pointer) + "\n";
    text += std::string(fields.find_token("/response/text").value_or("null")) + "\n";
  }
  return turns;
}

bool contains(const Dialogues& turns, const std::string& part) {
  return std::ranges::any_of(
      turns, [&](const auto& turn) { return turn.second.find(part) != std::string::npos; });
}

// The distinct request lines of the turns' first requests, each with its count.
std::string paths_of(const std::string& folder) {
  std::map<std::string, int> counts;
  for (int turn = 1; turn <= 99; ++turn) {
    const std::string name = exchange_file(turn, 1, "request");
    if (!file_exists(join_path(folder, name))) continue;
    const std::string bytes = read_of(folder, name);
    ++counts[bytes.substr(0, bytes.find(" HTTP"))];
  }
  std::string text;
  for (const auto& [path, count] : counts)
    text += (text.empty() ? "" : ", ") + path + " x" + std::to_string(count);
  return text;
}

void expect_verified(const std::string& folder) {
  const ProgramResult checked = verify(folder);
  EXPECT_EQ(checked.code, 0) << checked.output << checked.errors;
}

std::string all_ok(int turns) {
  std::string text = "first";
  for (int turn = 2; turn <= turns; ++turn) text += " ok";
  return text;
}

// Runs or resumes (`resumed`: its folder) up to turn `turns` and returns the run folder.
std::string run(const std::string& model, const std::string& profile, int turns,
                const Environment& environment, const std::string& resumed = "") {
  std::vector<std::string> arguments = {"--upstream", model, "--turns", std::to_string(turns)};
  if (resumed.empty()) {
    arguments.insert(arguments.end(), {"--profile", profile});
  } else {
    arguments.insert(arguments.end(), {"--resume", resumed});
  }
  RunningProxy proxy(arguments, environment);
  const auto end = proxy.wait_for_end();
  const std::string folder = resumed.empty() ? proxy.run_folder() : resumed;
  EXPECT_TRUE(end && end->code == (facts_of(folder).lost_turns.empty() ? 0 : 1))
      << proxy.output() << proxy.errors();
  return folder;
}

TEST(Apis, GiveEqualRunsInEveryProfile) {
  const RunningDemo demo;
  const struct {
    const char* profile;
    int turns;
    std::string part;  // of some dialogue
  } cases[] = {{"franz", 9, "stop"},
               {"narrative", 9, "stop"},
               {"toolcall", 9, "tool_calls"},
               {"pilot", 4, "mouse"}};
  for (const auto& [profile, turns, part] : cases) {
    Dialogues expected;
    for (const Api& api : all_apis()) {
      for (const bool stream : {true, false}) {
        const std::string what = std::string(profile) + " by " + std::string(api.name) +
                                 (stream ? ", streamed" : ", whole");
        Environment environment = speaking(api.name, stream);
        environment.emplace_back("FRANZ_AGENT_OBJECTIVE", "draw a star");
        const std::string folder = run(demo.url, profile, turns, environment);
        EXPECT_EQ(verdicts(folder), all_ok(turns)) << what;
        expect_verified(folder);
        EXPECT_EQ(paths_of(folder),
                  "POST /v1" + std::string(api.path) + " x" + std::to_string(turns))
            << what;
        if (expected.empty()) expected = dialogues_of(folder);
        EXPECT_EQ(expected.at(1).find('\n'), 66U) << "the digest of the first turn's picture";
        EXPECT_EQ(dialogues_of(folder), expected) << what;
        EXPECT_TRUE(contains(expected, part)) << what;
      }
    }
  }
}

TEST(Apis, MayAlternateWithinARun) {
  const RunningDemo demo;
  for (const char* profile : {"franz", "toolcall"}) {
    const std::string straight = run(demo.url, profile, 9, speaking("chat"));
    const std::string mixed = run(demo.url, profile, 3, speaking("responses"));
    run(demo.url, profile, 6, speaking("chat"), mixed);
    run(demo.url, profile, 9, speaking("responses", false), mixed);
    EXPECT_EQ(paths_of(mixed), "POST /v1/chat/completions x3, POST /v1/responses x6");
    EXPECT_EQ(verdicts(mixed), all_ok(9));
    EXPECT_EQ(dialogues_of(mixed), dialogues_of(straight)) << profile;
    expect_verified(mixed);

    const ProgramResult forked = run_program_of_ours(
        "proxy", {"fork", mixed, "--at", "5", "--runs", test_folder() + "/" + profile});
    ASSERT_EQ(forked.code, 0) << forked.output << forked.errors;
    const std::string line = forked.output.substr(0, forked.output.find_first_of("\r\n"));
    const std::string fork = line.substr(line.rfind(": ") + 2);
    run(demo.url, profile, 9, speaking("responses"), fork);
    EXPECT_EQ(dialogues_of(fork), dialogues_of(straight)) << profile;
    EXPECT_EQ(verdicts(fork), all_ok(9));
    expect_verified(fork);
  }
}

TEST(Apis, ContinueTheRunAfterKills) {
  const RunningDemo demo(20);
  const Environment environment = speaking("responses");
  const std::string undisturbed = run(demo.url, "toolcall", 14, environment);
  std::string folder;
  {
    RunningProxy proxy({"--upstream", demo.url, "--profile", "toolcall", "--turns", "14"},
                       environment);
    EXPECT_NE(proxy.wait_for("turn   4 "), "") << proxy.output() << proxy.errors();
    kill_hard(descendant_named(proxy.pid(), "orchestrator"));
    EXPECT_NE(proxy.wait_for("turn   8 "), "") << proxy.output() << proxy.errors();
    folder = proxy.run_folder();
    kill_with_all_below(proxy);
  }
  run(demo.url, "toolcall", 14, environment, folder);
  // The kill of the proxy may have cost the record of the turn in flight.
  const Dialogues killed = dialogues_of(folder), whole = dialogues_of(undisturbed);
  EXPECT_GE(killed.size() + 1, whole.size());
  for (const auto& [turn, text] : killed) EXPECT_EQ(text, whole.at(turn)) << turn;
  EXPECT_TRUE(paths_of(folder).starts_with("POST /v1/responses x1")) << paths_of(folder);
  expect_verified(folder);
}

TEST(Apis, WorkWithoutAProxyAndForEveryReader) {
  const RunningDemo demo;
  const std::string folder = test_folder() + "/runs/alone";
  Environment environment = speaking("responses");
  environment.emplace_back("FRANZ_AGENT_EXCHANGE_LOG", "on");
  RunningProgram alone("orchestrator", {"--vlm", demo.url, "--run-dir", folder, "--turns", "5"},
                       environment);
  const auto end = alone.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << alone.errors();
  EXPECT_EQ(paths_of(folder), "POST /v1/responses x5");
  expect_verified(folder);
  EXPECT_EQ(dialogues_of(folder), dialogues_of(run(demo.url, "franz", 5, speaking("chat"))));

  std::string log;
  for (const std::string& name : list_folder(folder).value())
    if (name.starts_with("agent_run_")) log = read_of(folder, name);
  EXPECT_NE(log.find("\"object\": \"response\""), std::string::npos) << log.substr(0, 2000);
  EXPECT_NE(log.find("\"image_url\": \"data:image/png;base64,[b64 sha="), std::string::npos);

  const std::string file = test_folder() + "/run.html";
  const ProgramResult exported = run_program_of_ours("proxy", {"export", folder, file});
  EXPECT_EQ(exported.code, 0) << exported.errors;
}

// The trouble script: a loading model, a truncated reply and a reply that is too long.
TEST(Apis, SurviveServerFaults) {
  Dialogues expected;
  for (const Api& api : all_apis()) {
    RunningProgram demo("demo_vlm",
                        {"--listen", "127.0.0.1:0", "--delay-ms", "0", "--script", "trouble"});
    const std::string line = demo.wait_for("listening on ");
    const std::string url = line.substr(line.find("http://"));
    const std::string folder = run(url, "franz", 5, speaking(api.name));
    expect_verified(folder);
    if (expected.empty()) expected = dialogues_of(folder);
    EXPECT_EQ(dialogues_of(folder), expected) << api.name;
    EXPECT_TRUE(contains(expected, "length"));
  }
}
}  // namespace
}  // namespace franz
