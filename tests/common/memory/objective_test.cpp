#include "common/memory/objective.h"
#include <gtest/gtest.h>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/wire/message_fields.h"

namespace franz {
namespace {
std::string item(int step, const std::string& written, const std::string& outcome,
                 const std::string& why = "") {
  return R"({"call":null,"written":)" + quote_json(written) + R"(,"line":)" + std::to_string(step) +
         R"(,"id":null,"note":"because","outcome":")" + outcome + R"(","why":)" + quote_json(why) +
         R"(,"from":null,"to":null})";
}

Now now_of() {
  Now now;
  now.system = "S\n\"é";
  now.objective = "Draw \"ä\"";
  now.facts = {{1280, 720}, {true, false, true, true}};
  now.turns_left = 5;
  now.picture = PictureRef{"ab"};
  return now;
}

std::string context_of(std::span<const Step> steps, const Now& now) {
  return decode_json_string(objective_messages(steps, now, {})[1].parts[0].token);
}

TEST(ObjectiveMemory, SendsContextObjectiveAndPicture) {
  const std::vector<Message> messages = objective_messages({}, now_of(), {});
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[0].role, "system");
  EXPECT_EQ(messages[0].parts[0].token, R"("S\n\"é")");
  EXPECT_EQ(messages[0].parts[0].source, Part::Source::system);
  EXPECT_EQ(messages[1].role, "user");
  ASSERT_EQ(messages[1].parts.size(), 4U);
  EXPECT_EQ(decode_json_string(messages[1].parts[0].token),
            R"({"picture":{"width":1280,"height":720},"turn":1,"turns_left":5,)"
            R"("overlays":["grid","inset","banner"],"actions_history":[],)"
            R"("actions_left_out":false,"complaints":[]})");
  EXPECT_EQ(decode_json_string(messages[1].parts[1].token), "OBJECTIVE:\nDraw \"ä\"");
  EXPECT_EQ(decode_json_string(messages[1].parts[2].token),
            "OBJECTIVE (UTF-8, Base64):\n" + base64_encode("Draw \"ä\""));
  EXPECT_EQ(messages[1].parts[3], picture_part({"ab"}));

  Now bare = now_of();
  bare.picture.reset();
  bare.turns_left.reset();
  EXPECT_EQ(objective_messages({}, bare, {})[1].parts.size(), 3U);
  EXPECT_NE(context_of({}, bare).find(R"("turns_left":null)"), std::string::npos);
}

TEST(ObjectiveMemory, ListsTheOutcomeOfEachStepAndItsErrors) {
  std::vector<Step> steps(2);
  steps[0].turn = 1;
  steps[0].reply.text = R"("never sent")";
  steps[1].turn = 2;
  steps[1].items = "[" + item(1, R"(mouse {"x":1})", "done") + "," +
                   item(2, R"(press {"keys":["a","b"]})", "done") + "," +
                   item(2, R"(press {"keys":["a","b"]})", "refused", "no such \"key\"") + "," +
                   item(2, R"(press {"keys":["a","b"]})", "done") + "]";
  Now now = now_of();
  now.items = "[" + item(1, "launch {}", "noted", "no effect") + "]";
  now.feedback = "steps[0].args.x: expected an integer, got \"12px\"\n\nWARNING: w";
  now.note = "be \"quick\"";
  EXPECT_EQ(context_of(steps, now),
            R"({"picture":{"width":1280,"height":720},"turn":3,"turns_left":5,)"
            R"("overlays":["grid","inset","banner"],"actions_history":[)"
            R"({"turn":1,"step":1,"action":"mouse {\"x\":1}","why":"because","outcome":"done"},)"
            R"({"turn":1,"step":2,"action":"press {\"keys\":[\"a\",\"b\"]}","why":"because",)"
            R"("outcome":"refused","detail":"no such \"key\""},)"
            R"({"turn":2,"step":1,"action":"launch {}","why":"because","outcome":"noted",)"
            R"("detail":"no effect"}],"actions_left_out":false,)"
            R"("complaints":["steps[0].args.x: expected an integer, got \"12px\"","WARNING: w"],)"
            R"("operator":"be \"quick\""})");
  for (const Message& message : objective_messages(steps, now, {}))
    for (const Part& part : message.parts)
      EXPECT_EQ(part.token.find("never sent"), std::string::npos);
}

TEST(ObjectiveMemory, ListsTheNewestActions) {
  std::vector<Step> steps(300);
  int turn = 0;
  for (Step& step : steps) {
    step.items = "[" + item(1, "mouse " + std::to_string(turn), "done") + "]";
    step.turn = ++turn;
  }
  const auto listed = [&](std::size_t count) {
    Result<MessageFields> context =
        MessageFields::parse(context_of(std::span(steps).first(count), now_of()));
    EXPECT_TRUE(context.ok());
    return std::pair(context.value().size("/actions_history"),
                     context.value().raw("/actions_left_out"));
  };
  EXPECT_EQ(listed(100), std::pair(kMaxListedActions, std::string("false")));
  EXPECT_EQ(listed(101), std::pair(kMaxListedActions, std::string("true")));
  EXPECT_EQ(listed(300), std::pair(kMaxListedActions, std::string("true")));
  const std::string context = context_of(steps, now_of());
  EXPECT_NE(context.find("mouse 299"), std::string::npos);
  EXPECT_EQ(context.find("mouse 199\""), std::string::npos);
  EXPECT_NE(context.find("mouse 200\""), std::string::npos);
}

// A record's items may have been changed by hand; what is listed stays JSON.
TEST(ObjectiveMemory, TakesAnyItems) {
  for (const char* items :
       {"", "no JSON", "{}", "[1,null,{\"written\":7,\"line\":\"x\"}]", "[[[["}) {
    Now now = now_of();
    now.items = items;
    EXPECT_TRUE(MessageFields::parse(context_of({}, now)).ok()) << items;
  }
  Now now = now_of();
  now.items = "[" + item(1, std::string(5000, 'x'), "done", std::string(5000, 'y')) + "]";
  EXPECT_LT(context_of({}, now).size(), 2000U);
}
}  // namespace
}  // namespace franz
