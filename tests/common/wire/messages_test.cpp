#include <gtest/gtest.h>
#include "common/wire/capturer_messages.h"
#include "common/wire/executor_messages.h"
#include "common/wire/limits.h"

namespace franz {
static const std::string kCaptureRequest =
    R"~({"protocol":"franz.capturer.v2","turn":7,"actions":["drag(350, 350, 370, 290)"],)~"
    R"~("surface":"sandbox","display":"","monitor":"all","width":512,"height":288,)~"
    R"~("marks":{"classic":true,"cursor":false,"badge":true},"run_dir":"/r","time":"2026-01-31T12:00:00Z",)~"
    R"~("canvas":{"width":1920,"height":1080},)~"
    R"~("overlays":{"grid":false,"crosshair":false,"inset":false,"banner":false},)~"
    R"~("coordinates":{"kind":"relative","divisor":1000},"window":null,"seen":null,)~"
    R"~("on_error":"skip","type_after":["left","double","right"],"picture":true})~";

TEST(CapturerMessages, TheRequestSurvivesTheWire) {
  EXPECT_EQ(to_json(parse_capture_request(kCaptureRequest).value()), kCaptureRequest);
}

TEST(CapturerMessages, NameTheFirstWrongField) {
  const std::pair<std::string, std::string> cases[] = {
      {R"~({})~", "/protocol: expected \"franz.capturer.v2\""},
      {R"~({"protocol":"franz.executor.v2"})~", "/protocol: expected \"franz.capturer.v2\""},
      {R"~({"protocol":"franz.capturer.v2"})~", "/turn: expected 1..999999999"},
      {R"~({"protocol":"franz.capturer.v2","turn":1,"surface":"moon"})~",
       "/surface: expected one of sandbox, desktop, window"},
      {R"~({"protocol":"franz.capturer.v2","turn":1,"surface":"sandbox","width":0,"height":1})~",
       "/width: expected 1..8192"},
      {R"~({"protocol":"franz.capturer.v2","turn":1,"surface":"sandbox","width":1,"height":1,"run_dir":"",)~"
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
      R"~({"protocol":"franz.capturer.v2","screenshot_b64":"aGk=","applied":[true,false],)~"
      R"~("screen":{"origin_x":-10,"origin_y":0,"width":1920,"height":1080},"renderer":1,)~"
      R"~("plain_sha256":"ab","glyphs":"g h","tiles":"AAE=","picture_known":true,"found":6,)~"
      R"~("warnings":[{"code":"c","text":"w"}]})~";
  EXPECT_EQ(to_json(parse_capture_reply(json).value()), json);
}

TEST(ExecutorMessages, TheDefaultsAreThoseOfTheContract) {
  const auto request = parse_executor_request(
      R"~({"protocol":"franz.executor.v2","turn":7,"raw":"\ud83d\/","dialect":"python","surface":"sandbox",)~"
      R"~("tools":{"left_click":true,"drag":false},"width":512,"height":288,"marks":{},"run_dir":"r"})~");
  ASSERT_TRUE(request.ok()) << request.error().message;
  EXPECT_EQ(request.value().reply, (Reply{R"~("\ud83d\/")~", {}}));
  EXPECT_EQ(
      to_json(request.value()),
      R"~({"protocol":"franz.executor.v2","turn":7,"dialect":"python","surface":"sandbox",)~"
      R"~("tools":{"left_click":true,"drag":false},"width":512,"height":288,)~"
      R"~("marks":{"classic":true,"cursor":false,"badge":true},"run_dir":"r","time":"",)~"
      R"~("canvas":{"width":1920,"height":1080},)~"
      R"~("overlays":{"grid":false,"crosshair":false,"inset":false,"banner":false},)~"
      R"~("coordinates":{"kind":"relative","divisor":1000},"window":null,"seen":null,)~"
      R"~("capturer_timeout_ms":15000,)~"
      R"~("desktop":{"display":"","monitor":"all","step_delay_ms":0,"settle_ms":0,"still_ms":0,"only_windows":[]},)~"
      R"~("picture":"always","calls":[],"raw":"\ud83d\/"})~");
  const std::string without = to_json_without_reply(request.value());
  EXPECT_EQ(without.find("raw"), std::string::npos);
  EXPECT_EQ(to_json(executor_request_with(without, request.value().reply).value()),
            to_json(request.value()));
}

TEST(WindowTarget, SurvivesTheWire) {
  ExecutorRequest request;
  request.options.window = WindowTarget{"4711", "Save \"as\" \x1b 🐱", "Zenity", 99};
  const std::string json = to_json(*request.options.window);
  EXPECT_EQ(json, R"({"id":"4711","title":"Save \"as\" \u001b 🐱","app":"Zenity","pid":99})");
  EXPECT_EQ(parse_window_target(json).value(), *request.options.window);
  EXPECT_EQ(parse_executor_request(to_json(request)).value().options.window,
            request.options.window);
  for (const char* const wrong : {R"({})", R"({"id":""})", R"({"id":"x"})", R"({"id":"-1"})"})
    EXPECT_EQ(parse_window_target(wrong).error().message, "/id: expected a number as text")
        << wrong;
  EXPECT_FALSE(parse_window_target("nonsense").ok());
}

TEST(ExecutorMessages, IncludesTheLaunchPrefixAndSafeguards) {
  ExecutorRequest request;
  const std::string plain = to_json(request);
  for (const char* const name : {"launch_prefix", "person", "takeover", "panic_key"})
    EXPECT_EQ(plain.find(name), std::string::npos) << name;
  request.desktop.person = request.desktop.takeover = true;
  request.desktop.panic_key = "ctrl+alt+pause";
  request.desktop.launch_prefix = {"/bin/sh", "/tmp/a b/confine"};
  const std::string json = to_json(request);
  EXPECT_NE(json.find(R"("launch_prefix":["/bin/sh","/tmp/a b/confine"])"), std::string::npos);
  EXPECT_EQ(parse_executor_request(json).value().desktop.launch_prefix,
            request.desktop.launch_prefix);
  EXPECT_TRUE(parse_executor_request(json).value().desktop.person);
  EXPECT_EQ(parse_executor_request(json).value().desktop.panic_key, "ctrl+alt+pause");
  EXPECT_TRUE(parse_executor_request(json).value().desktop.takeover);
}

TEST(ExecutorMessages, ConsentIsIncludedIfAskedFor) {
  ExecutorRequest request;
  for (const char* const member : {"approve", "risky", "approved", "refusal"})
    EXPECT_EQ(to_json(request).find("\"" + std::string(member)), std::string::npos) << member;
  request.mode = ActingMode::plan;
  request.consent.approve = Approve::risky;
  request.consent.risky = {"launch", "text a\"b"};
  EXPECT_NE(
      to_json(request).find(
          R"("mode":"plan","approve":"risky","risky":["launch","text a\"b"],"approved":null,)"),
      std::string::npos)
      << to_json(request);
  request.mode = ActingMode::act;
  request.consent.approved = {{{0, "window 7"}, {3, "0f"}}};
  request.consent.unapproved = {1};
  request.consent.refusal = "the operator did not answer in 3 s";
  const std::string json = to_json(request);
  EXPECT_NE(json.find(R"("approved":[{"index":0,"around":"window 7"},{"index":3,"around":"0f"}],)"
                      R"("unapproved":[1],"refusal":"the operator did not answer in 3 s")"),
            std::string::npos)
      << json;
  const Result<ExecutorRequest> back = parse_executor_request(json);
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back.value().consent.approved, request.consent.approved);
  EXPECT_EQ(to_json(back.value()), json);

  const std::pair<std::string, std::string> wrong[] = {
      {R"("approve":"sometimes")", "/approve: expected one of never, risky, always"},
      {R"("approve":"risky","approved":7)", "/approved: expected a list of at most 20001"},
      {R"("approve":"risky","approved":[{"index":-1,"around":""}])",
       "/approved/0/index: expected 0..20001"},
      {R"("approve":"risky","approved":[{"index":0}])", "/approved/0/around: expected a text"},
  };
  for (const auto& [members, message] : wrong) {
    std::string edited = to_json(ExecutorRequest{});
    edited.insert(1, members + ",");
    EXPECT_EQ(parse_executor_request(edited).error().message, message) << members;
  }
  ExecutorReply reply;
  reply.items.resize(2);
  reply.items[1].risk = "launch";
  reply.items[1].around = "window 7";
  EXPECT_EQ(to_json(reply).find("\"around\""), to_json(reply).rfind("\"around\""));
  EXPECT_EQ(parse_executor_reply(to_json(reply)).value().items[1].around, "window 7");
}

TEST(ExecutorMessages, ThePointerIsIncludedIfKnown) {
  ExecutorRequest request;
  EXPECT_EQ(to_json(request).find("pointer"), std::string::npos);
  request.pointer = MapPoint{500.25, 0};
  const std::string json = to_json(request);
  EXPECT_NE(json.find(R"("picture":"always","pointer":[500.25,0],"calls":[])"), std::string::npos);
  EXPECT_EQ(parse_executor_request(json).value().pointer, request.pointer);

  ExecutorReply reply;
  EXPECT_EQ(to_json(reply).find("pointer"), std::string::npos);
  reply.pointer = MapPoint{1000, 7};
  EXPECT_EQ(parse_executor_reply(to_json(reply)).value().pointer, reply.pointer);

  const std::pair<std::string, std::string> wrong[] = {
      {"7", "/pointer: expected [x, y]"},
      {"[1]", "/pointer: expected [x, y]"},
      {"[1,2,3]", "/pointer: expected [x, y]"},
      {"[-1,2]", "/pointer/0: expected a number from 0 to 1000"},
      {R"([1,"2"])", "/pointer/1: expected a number from 0 to 1000"},
  };
  for (const auto& [value, message] : wrong) {
    std::string edited = json;
    edited.replace(edited.find("[500.25,0]"), 10, value);
    EXPECT_EQ(parse_executor_request(edited).error().message, message) << value;
  }
}

TEST(ExecutorMessages, AKnownPictureIsPassedOnAndNotRecorded) {
  ExecutorRequest request;
  request.options.known_picture = "aGk=";
  const auto read = parse_executor_request(to_json(request));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().options.known_picture, "aGk=");
  EXPECT_EQ(to_json_without_reply(request).find("aGk="), std::string::npos);
  CaptureRequest capture;
  capture.options = read.value().options;
  EXPECT_EQ(parse_capture_request(to_json(capture)).value().options.known_picture, "aGk=");
}

TEST(ExecutorMessages, NoReplyDiffersFromAnEmptyReply) {
  ExecutorRequest request;
  EXPECT_TRUE(to_json(request).ends_with(R"~(,"calls":[],"raw":null})~"));
  EXPECT_EQ(parse_executor_request(to_json(request)).value().reply, std::nullopt);
  request.reply = Reply{R"("")", {{R"("a")", R"("drag\u0020")", R"("{\"x\":1}")"}}};
  EXPECT_EQ(parse_executor_request(to_json(request)).value().reply, request.reply);
}

// An added member, before or after, must not change what is performed.
TEST(ExecutorMessages, RefuseASecondReply) {
  ExecutorRequest request;
  request.reply = Reply{R"~("left_click(1, 2)")~", {}};
  const std::string json = to_json(request);
  EXPECT_TRUE(json.ends_with(R"~(,"raw":"left_click(1, 2)"})~"));
  const std::string forged = R"~(,"raw":"undo()"})~";
  EXPECT_EQ(parse_executor_request(json.substr(0, json.size() - 1) + forged).error().message,
            "/raw: given twice");
  EXPECT_EQ(parse_executor_request(R"~({"\u0072aw":"undo()",)~" + json.substr(1)).error().message,
            "/raw: given twice");
  EXPECT_EQ(executor_request_with(R"~({"calls":[]})~", request.reply).error().message,
            "/calls: given twice");
}

// A record's text is parsed only once, with the same result as the text itself.
TEST(ExecutorMessages, AreReadFromARecordAsFromItsText) {
  const std::string in = to_json_without_reply(ExecutorRequest{});
  ExecutorReply reply;
  reply.feedback = "OK";
  const std::string out = to_json_without_screenshot(reply);
  const auto with = [](const std::string& json, const std::string& member) {
    return json.substr(0, json.size() - 1) + "," + member + "}";
  };
  const std::string no_object[] = {"null", "{}", "[]", "5", "{\"a\":1", ""};
  std::vector<std::string> requests = {in,
                                       with(in, R"("raw":"x")"),
                                       with(in, R"("raw":null)"),
                                       with(in, R"("calls":[])"),
                                       with(in, R"("turn":1)"),
                                       R"({"turn":1})"};
  std::vector<std::string> replies = {out, with(out, R"("screenshot_b64":"")"),
                                      with(out, R"("screenshot_b64":null)"),
                                      with(out, R"("renderer":"x")"), R"({"feedback":"OK"})"};
  requests.insert(requests.end(), std::begin(no_object), std::end(no_object));
  replies.insert(replies.end(), std::begin(no_object), std::end(no_object));
  for (const std::string& each : requests) {
    const auto expected = executor_request_with(each, std::nullopt);
    const auto got = recorded_executor_request(SharedJson(each));
    ASSERT_EQ(got.ok(), expected.ok()) << each;
    EXPECT_EQ(got.ok() ? to_json(got.value()) : got.error().message,
              expected.ok() ? to_json(expected.value()) : expected.error().message)
        << each;
  }
  for (const std::string& each : replies) {
    const auto expected =
        parse_executor_reply(each.substr(0, each.rfind('}')) + R"(,"screenshot_b64":""})");
    const auto got = recorded_executor_reply(SharedJson(each));
    ASSERT_EQ(got.ok(), expected.ok()) << each;
    EXPECT_EQ(got.ok() ? to_json(got.value()) : got.error().message,
              expected.ok() ? to_json(expected.value()) : expected.error().message)
        << each;
  }
}

TEST(ExecutorMessages, RefuseAReplyOver16MiB) {
  ExecutorRequest request;
  request.reply = Reply{"\"" + std::string(kMaxReply, 'x') + "\"", {}};
  EXPECT_TRUE(parse_executor_request(to_json(request)).ok());
  request.reply->text.insert(1, "x");
  EXPECT_EQ(parse_executor_request(to_json(request)).error().message,
            "/raw: expected at most 16777216 bytes of text");
}

TEST(ExecutorMessages, TheReplySurvivesTheWire) {
  const std::string json =
      R"~({"protocol":"franz.executor.v2","feedback":"OK: 1 action executed.",)~"
      R"~("answers":[{"id":"a\u0031","text":"done","picture":true}],)~"
      R"~("items":[{"call":"type(\"é\")","written":"type('é')","line":1,"id":"c1","note":"n",)~"
      R"~("outcome":"done","why":"","from":[3,-4],"to":[5,6],"risk":"r","around":"a","changed":false,)~"
      R"~("model_call":"drag(1, 2, 3, 4)","pointer":[-7,8],)~"
      R"~("window":{"id":"4711","title":"Save as","app":"Zenity","pid":99},"changed_before":true},)~"
      R"~({"call":null,"written":"x","line":2,"id":null,"note":null,"outcome":"malformed",)~"
      R"~("why":"e","from":null,"to":null}],"blocks":1,"passed_over":["thoughts"],)~"
      R"~("error":{"class":"TypeError","text":"TypeError: t","line":1},"done":null,)~"
      R"~("screenshot_b64":"aGk=","screen":{"origin_x":0,"origin_y":0,"width":1920,"height":1080},)~"
      R"~("timings_ms":{"parse":0.1,"input":0,"capture":3.9},"renderer":1,"plain_sha256":"s",)~"
      R"~("glyphs":"g","tiles":"AAE=","picture_known":true,"found":null,"warnings":[],)~"
      R"~("degraded":["capturer: no answer in 15 s"]})~";
  const auto reply = parse_executor_reply(json);
  ASSERT_TRUE(reply.ok()) << reply.error().message;
  EXPECT_EQ(to_json(reply.value()), json);
  EXPECT_EQ(to_json_without_screenshot(reply.value()).find("screenshot_b64"), std::string::npos);
}
}  // namespace franz
