#include <gtest/gtest.h>
#include "common/wire/capturer_messages.h"
#include "common/wire/executor_messages.h"

namespace franz {
static const std::string kCaptureRequest =
    R"~({"protocol":"franz.capturer.v1","turn":7,"actions":["drag(350, 350, 370, 290)"],)~"
    R"~("surface":"sandbox","monitor":"all","width":512,"height":288,)~"
    R"~("marks":{"classic":true,"cursor":false,"badge":true},"run_dir":"/r","time":"2026-01-31T12:00:00Z",)~"
    R"~("canvas":{"width":1920,"height":1080},)~"
    R"~("overlays":{"grid":false,"crosshair":false,"inset":false,"banner":false},)~"
    R"~("coordinates":"normalised","window":null,"seen":null})~";

TEST(CapturerMessages, TheRequestSurvivesTheWire) {
  EXPECT_EQ(to_json(parse_capture_request(kCaptureRequest).value()), kCaptureRequest);
}

TEST(CapturerMessages, NameTheFirstWrongField) {
  const std::pair<std::string, std::string> cases[] = {
      {R"~({})~", "/protocol: expected \"franz.capturer.v1\""},
      {R"~({"protocol":"franz.executor.v1"})~", "/protocol: expected \"franz.capturer.v1\""},
      {R"~({"protocol":"franz.capturer.v1"})~", "/turn: expected 1..2147483647"},
      {R"~({"protocol":"franz.capturer.v1","turn":1,"surface":"moon"})~",
       "/surface: expected one of sandbox, desktop, window"},
      {R"~({"protocol":"franz.capturer.v1","turn":1,"surface":"sandbox","width":0,"height":1})~",
       "/width: expected 1..8192"},
      {R"~({"protocol":"franz.capturer.v1","turn":1,"surface":"sandbox","width":1,"height":1,"run_dir":"",)~"
       R"~("actions":[1]})~",
       "/actions/0: expected a text"},
      {R"~([])~", "expected one JSON object"},
      {R"~({"protocol")~", "expected one JSON object: no JSON at position 11"},
  };
  for (const auto& [json, expected] : cases) {
    const auto request = parse_capture_request(json);
    EXPECT_EQ(request.ok() ? "valid" : request.error().message, expected) << "for " << json;
  }
}

TEST(CapturerMessages, TheReplySurvivesTheWire) {
  const std::string json =
      R"~({"protocol":"franz.capturer.v1","screenshot_b64":"aGk=","applied":[true,false],)~"
      R"~("screen":{"origin_x":-10,"origin_y":0,"width":1920,"height":1080},"renderer":1,)~"
      R"~("plain_sha256":"ab","warnings":["w"]})~";
  EXPECT_EQ(to_json(parse_capture_reply(json).value()), json);
}

TEST(ExecutorMessages, TheDefaultsAreThoseOfTheContract) {
  const auto request = parse_executor_request(
      R"~({"protocol":"franz.executor.v1","turn":7,"raw":"\ud83d\/","dialect":"python","surface":"sandbox",)~"
      R"~("tools":{"left_click":true,"drag":false},"width":512,"height":288,"marks":{},"run_dir":"r"})~");
  ASSERT_TRUE(request.ok()) << request.error().message;
  EXPECT_EQ(request.value().raw, R"~("\ud83d\/")~");
  EXPECT_EQ(
      to_json(request.value()),
      R"~({"protocol":"franz.executor.v1","turn":7,"raw":"\ud83d\/","dialect":"python","surface":"sandbox",)~"
      R"~("tools":{"left_click":true,"drag":false},"width":512,"height":288,)~"
      R"~("marks":{"classic":true,"cursor":false,"badge":true},"run_dir":"r","time":"",)~"
      R"~("canvas":{"width":1920,"height":1080},)~"
      R"~("overlays":{"grid":false,"crosshair":false,"inset":false,"banner":false},)~"
      R"~("coordinates":"normalised","window":null,"seen":null,"capturer_timeout_ms":15000,)~"
      R"~("desktop":{"monitor":"all","settle_ms":0,"step_delay_ms":0,"only_windows":[],"dry_run":false}})~");
  EXPECT_EQ(to_json_without_raw(request.value()).find("raw"), std::string::npos);
}

TEST(ExecutorMessages, TheReplySurvivesTheWire) {
  const std::string json =
      R"~({"protocol":"franz.executor.v1","feedback":"OK: 1 action executed.","executed":["type(\"é\")"],)~"
      R"~("noted":["screenshot()"],"malformed":[{"line":3,"source":"x","error":"e"}],"blocks":1,)~"
      R"~("error":{"class":"TypeError","text":"TypeError: t","line":1},"done":null,)~"
      R"~("results":[{"call":"c","outcome":"done","why":"","pixel":[3,4]},)~"
      R"~({"call":"d","outcome":"refused","why":"w"}],"takeover":false,"wants_screenshot":true,)~"
      R"~("screenshot_b64":"aGk=","screen":{"origin_x":0,"origin_y":0,"width":1920,"height":1080},)~"
      R"~("timings_ms":{"parse":0.1,"input":0,"capture":3.9},"renderer":1,"plain_sha256":"s",)~"
      R"~("warnings":[],"degraded":["capturer: no answer in 15 s"]})~";
  const auto reply = parse_executor_reply(json);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(to_json(reply.value()), json);
  EXPECT_EQ(to_json_without_screenshot(reply.value()).find("screenshot_b64"), std::string::npos);
}
}  // namespace franz
