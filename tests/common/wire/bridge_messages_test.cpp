#include "common/wire/bridge_messages.h"
#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace franz {
TEST(BridgeMessages, RequestsSurviveTheirText) {
  for (const std::string_view line : {
           R"({"do":"size"})",
           R"({"do":"look","x":-5,"y":0,"width":640,"height":400})",
           R"({"do":"move","x":10,"y":20})",
           R"({"do":"button","button":"left","down":true})",
           R"({"do":"wheel","direction":"up"})",
           R"({"do":"key","key":"ctrl","down":false})",
           R"({"do":"type","text":"Zürich\n東🐱"})",
           R"({"do":"can_type","text":"ü"})",
           R"({"do":"clipboard","text":""})",
           R"({"do":"pasted"})",
           R"({"do":"windows"})",
           R"({"do":"activate","window":7})",
           R"({"do":"release"})",
       }) {
    const Result<BridgeRequest> request = parse_bridge_request(line);
    ASSERT_TRUE(request.ok()) << line << ": " << request.error().message;
    EXPECT_EQ(to_json(request.value()), line);
  }
}

TEST(BridgeMessages, RefusesARequestWithTheFirstWrongField) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {R"({"do":"dance"})", "/do"},
      {R"({"do":"move","x":10})", "/y"},
      {R"({"do":"move","x":1e9,"y":1})", "/x"},
      {R"({"do":"button","button":"fourth","down":true})", "/button"},
      {R"({"do":"key","key":"a"})", "/down"},
      {R"({"do":"look","x":0,"y":0,"width":9000,"height":9000})", "/width"},
      {R"({"do":"type"})", "/text"},
      {R"(["size"])", "expected one JSON object"},
  };
  for (const auto& [line, why] : cases) {
    const Result<BridgeRequest> request = parse_bridge_request(line);
    ASSERT_FALSE(request.ok()) << line;
    EXPECT_NE(request.error().message.find(why), std::string::npos) << request.error().message;
  }
}

TEST(BridgeMessages, AnswersEventsAndSetupsSurviveTheirText) {
  for (const std::string_view line : {
           R"({"ok":true,"width":1280,"height":800,"x":10,"y":20,"bytes":1024000,"note":"so"})",
           R"({"ok":true,"width":1280,"height":800,"x":10,"y":20,"taken":false})",
           R"({"ok":false,"code":"unfinished","message":"cut"})",
       }) {
    const Result<BridgeAnswer> answer = parse_bridge_answer(line);
    ASSERT_TRUE(answer.ok()) << line << ": " << answer.error().message;
    EXPECT_EQ(to_json(answer.value()), line);
  }
  for (
      const std::string_view line : {
          R"({"event":"ready","width":1,"height":2,"server":"QEMU","security":"none"})",
          R"({"event":"back","width":1,"height":2,"server":"QEMU","security":"none"})",
          R"({"event":"ready","width":1,"height":2,"server":"labwc","security":"","no_panic_key":"not sway"})",
          R"({"event":"ready","width":1,"height":2,"server":"portal","security":"","panic_key":"Meta+F9"})",
          R"({"event":"lost","text":"closed"})",
          R"({"event":"refused","text":"password"})",
          R"({"event":"panic","text":"the key"})",
          R"({"event":"resume"})",
          R"({"event":"asking","text":"allow it"})",
      }) {
    const Result<BridgeEvent> event = parse_bridge_event(line);
    ASSERT_TRUE(event.ok()) << line << ": " << event.error().message;
    EXPECT_EQ(to_json(event.value()), line);
  }
  const BridgeSetup setup{"/s",      "::1", 5901,        "ada",      "p\"w",
                          "/ca.pem", true,  "wayland-1", "ctrl+f12", true};
  const Result<BridgeSetup> read = parse_bridge_setup(to_json(setup));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(to_json(read.value()), to_json(setup));
}
}  // namespace franz
