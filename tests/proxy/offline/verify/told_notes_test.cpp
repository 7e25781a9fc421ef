#include "proxy/offline/verify/told_notes.h"
#include <gtest/gtest.h>
#include "common/base/sha256.h"

namespace franz::proxy {
namespace {
TEST(ToldNotes, AreThoseThatRunJsonTells) {
  struct Row {
    const char* what;
    int told_from, turn;
    std::optional<std::string> note;
    std::string found;
  };
  const std::string invented =
      "turn_0003.json: note: run.json does not tell it: it was added or changed";
  const std::vector<Row> rows = {
      {"none", 1, 3, std::nullopt, ""},
      {"as it was told", 1, 3, "a hat", ""},
      {"as it was told to a loop that was started again", 1, 3, "a hat\nand a scarf", ""},
      {"another", 1, 3, "a cap", "turn 3: " + invented},
      {"that of another turn", 1, 4, "a hat",
       "turn 4: turn_0004.json: note: run.json does not tell it: it was added or changed"},
      {"of a turn whose notes were dropped", 5, 4, "a hat",
       "turn 4: run.json does not tell the operator's note"},
  };
  for (const Row& row : rows) {
    RunFile run;
    run.told_from = row.told_from;
    run.add_note("T", {3, sha256_hex("a hat")});
    run.add_note("T", {3, sha256_hex("a hat\nand a scarf")});
    TurnRecord record;
    record.turn = row.turn;
    record.note = row.note;
    const std::vector<Finding> found = ToldNotes(run).check(record);
    EXPECT_EQ(found.empty() ? "" : to_line(found[0]), row.found) << row.what;
  }
}
}  // namespace
}  // namespace franz::proxy
