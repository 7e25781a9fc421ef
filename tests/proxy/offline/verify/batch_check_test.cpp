#include "proxy/offline/verify/batch_check.h"
#include <gtest/gtest.h>
#include <algorithm>

namespace franz::proxy {
namespace {
TEST(BatchCheck, NamesTheRecordThatDiffers) {
  BatchSource source;
  source.record = [](int turn) -> std::optional<std::string> {
    if (turn == 17) return std::nullopt;
    return "{" + std::to_string(turn) + "}";
  };
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"[{16},\n{18}]\n", ""},
      {"[{16},\n{19}]\n",
       "turn 18: turns_0016_0018.json: the record of turn 18: expected {18}, got {19}"},
      {"[{16},{18}]\n",
       "turn 18: turns_0016_0018.json: the record of turn 18: expected {18}, got 18}]"},
      {"[{16}]\n",
       "turn 18: turns_0016_0018.json: the record of turn 18: expected {18}, got nothing"},
      {"[{16},\n{18}]\nx",
       "turn 18: turns_0016_0018.json: what follows its last record: expected ], got ] x"},
      {"", "turn 16: turns_0016_0018.json: the record of turn 16: expected {16}, got nothing"},
  };
  for (const auto& [bytes, line] : rows) {
    const std::string& batch = bytes;
    source.batch = [&batch](std::uint64_t offset, std::size_t size) {
      return batch.substr(std::min<std::uint64_t>(offset, batch.size()), size);
    };
    const std::vector<Finding> found = check_batch(16, 18, source);
    const std::string got = found.empty() ? "" : to_line(found[0]);
    EXPECT_EQ(got, line) << bytes;
  }
}
}  // namespace
}  // namespace franz::proxy
