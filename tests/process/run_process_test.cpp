// A whole run: proxy, orchestrator, executor, capturer and the demo model.
#include <gtest/gtest.h>
#include "common/os/files.h"
#include "common/wire/json_fields.h"
#include "proxy/log/run_file.h"
#include "tests/process/running_proxy.h"

namespace franz {
namespace {
std::string bytes_of(const std::string& folder, const std::string& name) {
  const Result<std::string> bytes = read_file(join_path(folder, name));
  EXPECT_TRUE(bytes.ok()) << name;
  return bytes.ok() ? bytes.value() : "";
}

TEST(Run, DrawsTurnsWithTheBuiltInModelAndEndsAfterTheLast) {
  RunningProxy proxy({"--upstream", "demo", "--turns", "3"});
  const auto end = proxy.wait_for_end();
  ASSERT_TRUE(end && end->ok()) << proxy.output() << proxy.errors();
  const std::string folder = proxy.run_folder();
  EXPECT_EQ(verdicts(folder), "first ok ok") << proxy.output();

  Result<JsonFields> record = JsonFields::parse(bytes_of(folder, "turn_0003.json"));
  ASSERT_TRUE(record.ok()) << record.error().message;
  JsonFields& fields = record.value();
  fields.protocol("franz.turn.v1");
  EXPECT_EQ(fields.integer("/turn", 1, 9), 3);
  EXPECT_EQ(fields.integer("/executor/in/turn", 1, 9), 3);
  EXPECT_TRUE(fields.is_text("/executor/out/feedback"));
  EXPECT_EQ(fields.text("/feedback"), fields.text("/executor/out/feedback"));
  EXPECT_TRUE(fields.is_text("/response/text"));
  EXPECT_EQ(fields.integer("/response/status", 0, 999), 200);
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
  const Result<proxy::RunFile> run = proxy::parse_run_file(bytes_of(folder, "run.json"));
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(run.value().profile, "franz");
  EXPECT_NE(proxy.output().find("turn   3  ok"), std::string::npos) << proxy.output();
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
