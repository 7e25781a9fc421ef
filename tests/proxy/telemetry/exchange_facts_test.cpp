#include <gtest/gtest.h>
#include <filesystem>
#include <string>
#include "common/run/run_log_app.h"
#include "proxy/telemetry/exchange_facts_app.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
TEST(ExchangeFacts, HavePromptsOnlyWithContent) {
  const Result<RunDir> run = RunDir::open(std::string(kSourceDir) + "/tests/golden/runs/form");
  ASSERT_TRUE(run.ok()) << run.error().message;
  const Result<TurnRecord> record = read_turn_record(run.value(), 1, 1);
  ASSERT_TRUE(record.ok()) << record.error().message;
  for (const bool content : {false, true}) {
    const auto facts = read_exchange_facts(run.value(), record.value(), content);
    ASSERT_TRUE(facts.ok() && facts.value());
    EXPECT_EQ(facts.value()->input_messages.empty(), !content);
    EXPECT_FALSE(facts.value()->response_model.empty());
  }
}

TEST(ExchangeFacts, AreUnknownForARequestThatWasNotKept) {
  const std::string folder = testing::TempDir() + "without_exchanges";
  std::filesystem::create_directories(folder);
  const Result<RunDir> run = RunDir::open(folder);
  ASSERT_TRUE(run.ok()) << run.error().message;
  TurnRecord record;
  record.turn = record.attempt = 1;
  record.request_bytes = 5;
  const auto unknown = read_exchange_facts(run.value(), record, true);
  ASSERT_TRUE(unknown.ok()) << unknown.error().message;
  EXPECT_FALSE(unknown.value());
  record.messages = 1;  // it was read, and so it was kept
  EXPECT_FALSE(read_exchange_facts(run.value(), record, true).ok());
}
}  // namespace franz::proxy
