// Whole runs: proxy, orchestrator, executor, capturer and the demo model.
#include <gtest/gtest.h>
#include <chrono>
#include <thread>
#include "common/os/files.h"
#include "common/wire/message_fields.h"
#include "tests/process/run_log_reader.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
std::string bytes_of(const std::string& folder, const std::string& name) {
  const Result<std::string> bytes = read_file(join_path(folder, name));
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes.ok() ? bytes.value() : "";
}

// For a live run: Windows refuses to open a file while it is being replaced.
std::string bytes_of_live(const std::string& folder, const std::string& name) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  Result<std::string> bytes = read_file(join_path(folder, name));
  while (!bytes.ok() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    bytes = read_file(join_path(folder, name));
  }
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes.ok() ? bytes.value() : "";
}

TEST(Run, DrawsWithTheDemoModelAndEndsAfterTheLastTurn) {
  RunningProxy proxy({"--upstream", "demo", "--turns", "3"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::string folder = proxy.run_folder();
  EXPECT_EQ(verdicts(folder), "first ok ok") << proxy.output();

  Result<MessageFields> record = MessageFields::parse(bytes_of(folder, "turn_0003.json"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  MessageFields& fields = record.value();
  fields.protocol("franz.turn.v3");
  EXPECT_EQ(fields.integer("/turn", 1, 9), 3);
  EXPECT_EQ(fields.integer("/executor/in/turn", 1, 9), 3);
  EXPECT_TRUE(fields.is_text("/executor/out/feedback"));
  EXPECT_EQ(fields.text("/feedback"), fields.text("/executor/out/feedback"));
  EXPECT_TRUE(fields.is_text("/response/text"));
  EXPECT_EQ(fields.integer("/status", 0, 999), 200);
  EXPECT_EQ(fields.integer("/request/messages", 0, 99), 3);
  EXPECT_EQ(fields.integer("/image/width", 0, 9999), 512);
  EXPECT_TRUE(fields.is_number("/latency_ms/turn"));
  EXPECT_EQ(fields.failure(), "");
  const std::string picture = bytes_of(folder, "turn_0003.png");
  EXPECT_EQ(static_cast<std::size_t>(fields.integer("/image/bytes", 0, 1 << 30)), picture.size());
  EXPECT_TRUE(picture.starts_with("\x89PNG"));

  for (const char* name : {"exchange/000/0003-1.request", "exchange/000/0003-1.response",
                           "turns_0001_0003.json", "orchestrator.log", "state.json"})
    EXPECT_NE(bytes_of(folder, name), "") << name;
  EXPECT_EQ(facts_of(folder).profile, "franz");
  EXPECT_NE(proxy.output().find("turn   3  ok"), std::string::npos) << proxy.output();
}

TEST(Run, PutsTheObjectiveIntoThePromptUnchanged) {
  RunningProxy proxy(
      {"--upstream", "demo", "--turns", "1", "--objective", "draw a house, {width} {objective}"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::string request = bytes_of(proxy.run_folder(), "exchange/000/0001-1.request");
  EXPECT_NE(request.find("Your objective: draw a house, {width} {objective}\\n"), std::string::npos)
      << request.substr(0, 2000);
}

TEST(Run, ReadsAChangedObjectiveForTheNextTurnAndReportsIt) {
  const std::string config = join_path(test_folder(), "config.ini");
  const auto write = [&](const std::string& objective) {
    const std::string text = "[agent]\nobjective = " + objective + "\n";
    ASSERT_TRUE(replace_file(config, text, Durability::buffered).ok());
  };
  write("draw a tree");
  RunningDemo demo(50);
  RunningProxy proxy({"--upstream", demo.url, "--turns", "40", "--config", config});
  const auto objective_of = [&](int turn) {
    const std::string number = std::to_string(turn);
    proxy.wait_for("turn " + std::string(3 - number.size(), ' ') + number);
    const std::string request =
        bytes_of_live(proxy.run_folder(), "exchange/000/" + std::string(4 - number.size(), '0') +
                                              number + "-1.request");
    const std::size_t at = request.find("Your objective: ");
    return at == std::string::npos ? ""
                                   : request.substr(at + 16, request.find("\\n", at) - at - 16);
  };
  ASSERT_EQ(objective_of(1), "draw a tree") << proxy.errors();
  write("draw a fish");
  int turn = 2;
  while (turn < 40 && objective_of(turn) == "draw a tree") ++turn;
  EXPECT_EQ(objective_of(turn), "draw a fish");
  const std::string run = bytes_of_live(proxy.run_folder(), "run.jsonl");
  EXPECT_NE(run.find("config.ini:2: [agent] objective: draw a tree -> draw a fish"),
            std::string::npos)
      << run;
  EXPECT_NE(run.find(R"("cause":"objective")"), std::string::npos) << run;
}

TEST(Run, KeepsTheMemoryOverTwentyFourTurns) {
  RunningDemo demo;
  RunningProxy proxy({"--upstream", demo.url, "--turns", "24"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  std::string expected = "first";
  for (int turn = 2; turn <= 24; ++turn) expected += " ok";
  EXPECT_EQ(verdicts(proxy.run_folder()), expected) << proxy.output();
  EXPECT_NE(bytes_of(proxy.run_folder(), "turns_0001_0015.json"), "");
  EXPECT_NE(bytes_of(proxy.run_folder(), "turns_0016_0024.json"), "");
}
}  // namespace
}  // namespace franz
