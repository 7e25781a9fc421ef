#include "proxy/offline/verify/record_check.h"
#include <gtest/gtest.h>
#include <functional>
#include <string>
#include <vector>

namespace franz::proxy {
namespace {
TurnRecord whole() {
  TurnRecord record;
  record.turn = 7;
  record.attempt = 2;
  record.status = 200;
  record.verdict = Verdict::ok;
  record.story = "\"a story\"";
  record.feedback = "\"OK\"";
  record.messages = 3;
  record.request_bytes = 9;
  record.response = RecordedReply{};
  record.response->text = "\"a reply\"";
  record.picture = RecordedPicture{"turn_0007.png", 9, "5f0c", 4, 3};
  return record;
}

TEST(RecordCheck, NamesTheFieldThatDiffersFromItsExchange) {
  struct Row {
    std::function<void(TurnRecord&)> edit;
    std::string found;
  };
  const std::string at = "turn 7: turn_0007-2.json: ";
  const std::vector<Row> rows = {
      {[](TurnRecord&) {}, ""},
      // Times, cuts and the picture's name do not come from the exchange.
      {[](TurnRecord& r) {
         r.time = "T";
         r.picture->file = "turn_0007.png";
         r.cuts.bytes = 7;
       },
       ""},
      {[](TurnRecord& r) { r.story = "\"another\""; },
       at + "sst.text: expected \"a story\", got \"another\"|"},
      {[](TurnRecord& r) { r.verdict = Verdict::first; },
       at + "sst.verdict: expected ok, got first|"},
      {[](TurnRecord& r) { r.status = 500; }, at + "status: expected 200, got 500|"},
      {[](TurnRecord& r) { r.response->text = "\"a r\""; },
       at + "response.text: expected \"a reply\", got \"a r\"|"},
      {[](TurnRecord& r) { r.picture->width = 5; }, at + "image.width: expected 4, got 5|"},
      // A message for which the recorder had no room.
      {[](TurnRecord& r) {
         r.messages = 0;
         r.story = r.feedback = "null";
         r.picture.reset();
         r.verdict = Verdict::unverifiable;
       },
       "turn 7: its request was not read when it was recorded|"},
  };
  for (const Row& row : rows) {
    TurnRecord recorded = whole();
    row.edit(recorded);
    std::string found;
    for (const Finding& each : compare_records(whole(), recorded, true))
      found += to_line(each) + "|";
    EXPECT_EQ(found, row.found);
  }
  TurnRecord unread = whole();
  unread.response.reset();
  std::vector<Finding> found = compare_records(whole(), unread, false);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().code, FindingCode::unread);
  // The run continues from it, so it was read.
  for (const Finding& each : compare_records(whole(), unread, true))
    EXPECT_EQ(each.code, FindingCode::record);
}
}  // namespace
}  // namespace franz::proxy
