#include "executor/mcp/window_tools.h"
#include <gtest/gtest.h>
#include <deque>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/picture/png_encoding.h"
#include "common/wire/message_fields.h"
#include "common/wire/whole_screen.h"
#include "executor/mcp/sent_picture.h"

namespace franz::mcp {
namespace {
const Screen kArea{100, 50, 3136, 1000};

// A screen with two windows, and an executor with preset answers.
class FakeScreen {
 public:
  std::vector<ListedWindow> windows{
      {7, "Calculator", "Calc", 99, kArea, false, true, {}},
      {8, "Bank", "Browser", 98, {0, 0, 400, 300}, false, false, {}},
  };
  ToolLimits limits;
  std::vector<ExecutorRequest> requests;
  std::function<Result<ExecutorReply, ChildFailure>(const ExecutorRequest&)> execute;
  std::vector<std::string> questions;
  Asked asked = Asked::accepted;
  std::string halted;
  int took_over = 0;
  std::vector<CallRecord> records;
  std::vector<std::string> progress_lines;  // progress
  double now_ms = 0;
  bool may_pause = true;

  FakeScreen() {
    limits.tools = Toolset::all();
    limits.run_dir = "/runs/one";
    execute = [](const ExecutorRequest& request) { return seen(request); };
  }

  WindowTools& tools() {
    if (!tools_) tools_ = std::make_unique<WindowTools>(limits, ports());
    return *tools_;
  }

  ToolAnswer call(const std::string& name, const std::string& arguments) {
    return tools().call({++number_, std::to_string(number_), name, arguments});
  }

  // A reply with a picture and one item.
  static ExecutorReply seen(
      const ExecutorRequest& request, Outcome outcome = Outcome::noted,
      const std::string& answer = R"({"outcome":"done","why":"","notes":[]})") {
    ExecutorReply reply;
    reply.screenshot_b64 = base64_encode("picture");
    reply.screen = kArea;
    reply.plain_sha256 = "one";
    reply.answers.push_back({request.reply->calls.at(0).id, quote_json(answer), false});
    ActionItem item;
    item.outcome = outcome;
    reply.items.push_back(item);
    return reply;
  }

 private:
  ToolPorts ports() {
    ToolPorts made;
    made.windows = [this]() -> Result<std::vector<ListedWindow>> {
      if (!trouble.empty()) return Error{trouble};
      return windows;
    };
    made.display = [] { return ":9"; };
    made.program_end = [this] { return program_end; };
    made.execute = [this](const ExecutorRequest& request, int) {
      requests.push_back(request);
      return execute(request);
    };
    made.ask = [this](const std::string& question) {
      questions.push_back(question);
      return asked;
    };
    made.halted = [this] { return halted; };
    made.took_over = [this] { ++took_over; };
    made.progress = [this](double done, double all, const std::string& message) {
      progress_lines.push_back(std::to_string(done) + "/" + std::to_string(all) + " " + message);
    };
    made.pause = [this](int milliseconds) {
      now_ms += milliseconds;
      return may_pause;
    };
    made.steady_ms = [this] { return now_ms; };
    made.utc = [] { return "2026-01-31T12:00:00Z"; };
    made.record = [this](const CallRecord& record) { records.push_back(record); };
    return made;
  }

 public:
  std::string trouble;  // when listing windows
  std::string program_end;

 private:
  std::unique_ptr<WindowTools> tools_;
  int number_ = 0;
};

const char* const kPictureOf7 =
    R"({"window_id":7,"bounds":{"x":100,"y":50,"width":3136,"height":1000},)"
    R"("image_width":1568,"image_height":500,"scale":0.5,"notes":[]})";

TEST(WindowTools, ListTheAllowedWindows) {
  FakeScreen screen;
  screen.limits.allowed_windows = {"calc"};
  const ToolAnswer answer = screen.call("list_windows", "{}");
  EXPECT_EQ(answer.json,
            R"({"windows":[{"window_id":7,"owner_name":"Calc","pid":99,"title":"Calculator",)"
            R"("bounds":{"x":100,"y":50,"width":3136,"height":1000}}],"notes":[]})");
  EXPECT_FALSE(answer.failed);
  EXPECT_TRUE(screen.requests.empty());
  screen.windows.clear();
  screen.program_end = "the program calc ended with exit code 1";
  EXPECT_EQ(screen.call("list_windows", "{}").json,
            R"({"windows":[],"notes":["no window is open","the program calc ended with exit code )"
            R"(1"]})");
  screen.trouble = "no screen: DISPLAY is not set";
  const ToolAnswer failed = screen.call("list_windows", "{}");
  EXPECT_EQ(failed.json,
            R"({"why":"the windows could not be listed: no screen: DISPLAY is not set"})");
  EXPECT_TRUE(failed.failed);
  EXPECT_FALSE(failed.fits_schema);
}

TEST(WindowTools, TakePicturesInTheWindowsShape) {
  FakeScreen screen;
  const ToolAnswer answer = screen.call("take_window_screenshot", R"({"window_id":7})");
  EXPECT_EQ(answer.json, kPictureOf7);
  EXPECT_EQ(answer.picture_base64, base64_encode("picture"));
  ASSERT_EQ(screen.requests.size(), 1U);
  const ExecutorRequest& request = screen.requests[0];
  EXPECT_EQ(request.dialect, "mcp");
  EXPECT_EQ(request.options.surface, "window");
  EXPECT_EQ(request.options.window->id, "7");
  EXPECT_EQ(request.options.window->title, "Calculator");
  EXPECT_EQ(request.options.picture, (Size{1568, 500}));
  EXPECT_FALSE(request.options.marks.classic || request.options.marks.badge);
  EXPECT_EQ(request.options.display, ":9");
  EXPECT_EQ(request.options.run_dir, "/runs/one");
  EXPECT_EQ(calls_json(request.reply->calls),
            R"([{"id":"1","name":"take_window_screenshot","arguments":{"window_id":7}}])");
}

TEST(WindowTools, ScaleDownUntilAPictureIsSmallEnough) {
  FakeScreen screen;
  std::vector<int> widths;
  screen.execute = [&](const ExecutorRequest& request) {
    ExecutorReply reply = FakeScreen::seen(request);
    widths.push_back(request.options.picture.width);
    // Three bytes of base64 per pixel.
    reply.screenshot_b64.assign(static_cast<std::size_t>(request.options.picture.width) * 3 *
                                    static_cast<std::size_t>(request.options.picture.height),
                                'A');
    return reply;
  };
  const ToolAnswer answer = screen.call("take_window_screenshot", R"({"window_id":7})");
  EXPECT_LE(answer.picture_base64.size(), kMaxSentPicture);
  EXPECT_GT(answer.picture_base64.size(), kMaxSentPicture * 3 / 4);
  EXPECT_EQ(widths.size(), 2U);
  const std::string width = std::to_string(widths.back());
  EXPECT_NE(answer.json.find("\"image_width\":" + width + ","), std::string::npos) << answer.json;
  EXPECT_EQ(screen.records.size(), 1U);
}

TEST(WindowTools, SendAJpegOnRequest) {
  FakeScreen screen;
  screen.execute = [](const ExecutorRequest& request) {
    ExecutorReply reply = FakeScreen::seen(request);
    const std::vector<std::uint8_t> grey(12, 128);
    reply.screenshot_b64 = base64_encode(encode_png({2, 2}, grey));
    return reply;
  };
  const ToolAnswer exact = screen.call("take_window_screenshot", R"({"window_id":7})");
  EXPECT_FALSE(exact.picture_is_jpeg);
  EXPECT_EQ(screen.call("take_window_screenshot", R"({"window_id":7,"format":"png"})").json,
            exact.json);
  const ToolAnswer jpeg =
      screen.call("take_window_screenshot", R"({"window_id":7,"format":"jpeg"})");
  EXPECT_EQ(jpeg.json, exact.json);
  EXPECT_TRUE(jpeg.picture_is_jpeg);
  EXPECT_TRUE(base64_decode(jpeg.picture_base64).value().starts_with("\xFF\xD8\xFF"));
  EXPECT_EQ(screen.records.back().png_base64, exact.picture_base64);
  EXPECT_EQ(screen.call("take_window_screenshot", R"({"window_id":7,"format":"gif"})").json,
            R"({"why":"arguments: /format: expected one of png, jpeg, got \"gif\""})");
}

TEST(WindowTools, SendAJpegIfAPngIsTooLarge) {
  FakeScreen screen;
  // Noise, which PNG cannot compress.
  std::vector<std::uint8_t> noise(std::size_t{1568} * 500 * 3);
  std::uint32_t state = 1;
  for (std::uint8_t& each : noise) {
    state = state * 1664525 + 1013904223;
    each = static_cast<std::uint8_t>(state >> 24U);
  }
  const std::string png = base64_encode(encode_png({1568, 500}, noise));
  ASSERT_GT(png.size(), kMaxSentPicture);
  screen.execute = [&](const ExecutorRequest& request) {
    ExecutorReply reply = FakeScreen::seen(request);
    reply.screenshot_b64 = png;
    return reply;
  };
  const ToolAnswer answer = screen.call("take_window_screenshot", R"({"window_id":7})");
  EXPECT_TRUE(answer.picture_is_jpeg);
  EXPECT_LE(answer.picture_base64.size(), kMaxSentPicture);
  EXPECT_EQ(answer.json,
            R"({"window_id":7,"bounds":{"x":100,"y":50,"width":3136,"height":1000},)"
            R"("image_width":1568,"image_height":500,"scale":0.5,"notes":["the picture is a JPEG, )"
            R"(for as a PNG it has more than 1000000 bytes"]})");
  EXPECT_EQ(screen.requests.size(), 1U);
}

TEST(WindowTools, EnlargeASmallWindow) {
  FakeScreen screen;
  const Screen small{10, 20, 194, 119};
  screen.windows[0].area = small;
  screen.execute = [&](const ExecutorRequest& request) {
    ExecutorReply reply = FakeScreen::seen(request);
    reply.screen = small;
    return reply;
  };
  EXPECT_EQ(screen.call("take_window_screenshot", R"({"window_id":7})").json,
            R"({"window_id":7,"bounds":{"x":10,"y":20,"width":194,"height":119},)"
            R"("image_width":776,"image_height":476,"scale":4,"notes":[]})");
  screen.call("click", R"({"window_id":7,"x":775,"y":0})");
  // So the executor, and a replay of the record, read the place correctly.
  EXPECT_EQ(screen.requests.back().options.seen->image, (Size{776, 476}));
  EXPECT_EQ(screen.requests.back().options.picture, (Size{776, 476}));
}

TEST(WindowTools, NameADialogOfTheWindow) {
  FakeScreen screen;
  screen.windows.insert(screen.windows.begin(),
                        {9, "Save as", "Calc", 99, {200, 100, 300, 200}, false, true, {7}});
  screen.execute = [](const ExecutorRequest& request) {
    return FakeScreen::seen(request, Outcome::noted,
                            R"({"outcome":"done","why":"","notes":["covered"]})");
  };
  const ToolAnswer answer = screen.call("take_window_screenshot", R"({"window_id":7})");
  EXPECT_NE(answer.json.find(
                R"("notes":["covered","the dialog \"Save as\" (Calc), window_id 9, belongs to )"
                R"(this window and lies over a part of it in the picture: the window may take no )"
                R"(input until the dialog is closed"])"),
            std::string::npos)
      << answer.json;
}

TEST(WindowTools, TakeAnotherPictureIfTheWindowWasResized) {
  FakeScreen screen;
  screen.windows[0].area = {0, 0, 800, 600};
  const ToolAnswer answer = screen.call("take_window_screenshot", R"({"window_id":7})");
  EXPECT_EQ(answer.json, kPictureOf7);
  EXPECT_EQ(screen.requests.size(), 2U);
}

TEST(WindowTools, SayWhyThereIsNoPicture) {
  FakeScreen screen;
  screen.execute = [](const ExecutorRequest& request) {
    ExecutorReply reply = FakeScreen::seen(request);
    reply.screenshot_b64.clear();
    reply.warnings.push_back({"window_minimised", "the window is minimised"});
    return reply;
  };
  EXPECT_EQ(screen.call("take_window_screenshot", R"({"window_id":7})").json,
            R"({"window_id":7,"why":"the window is minimised"})");
  screen.execute = [](const ExecutorRequest&) {
    return ChildFailure{ChildFailure::Kind::no_answer, 20'000, "no answer in 20 s"};
  };
  EXPECT_EQ(screen.call("take_window_screenshot", R"({"window_id":7})").json,
            R"({"code":"timed_out","window_id":7,"why":"the executor did not answer in 20 s"})");
  EXPECT_EQ(screen.records.back().degraded,
            std::vector<std::string>{"executor: no answer in 20 s"});
}

TEST(WindowTools, RefuseOtherWindows) {
  FakeScreen screen;
  screen.limits.allowed_windows = {"calc"};
  const struct {
    const char *name, *arguments, *expected;
  } cases[] = {
      {"click", R"({"window_id":8,"x":1,"y":1})",
       R"({"window_id":8,"outcome":"refused","why":"there is no such window, or it may not be )"
       R"(used: call list_windows for those that may","notes":[]})"},
      {"take_window_screenshot", R"({"window_id":9})",
       R"({"window_id":9,"why":"there is no such window, or it may not be used: call )"
       R"(list_windows for those that may"})"},
      {"type_text", R"({"text":"x"})",
       R"({"outcome":"refused","why":"arguments: /window_id: expected 1..9007199254740991, got )"
       R"(nothing","notes":[]})"},
      {"type_text", R"({"window_id":"seven","text":"x"})",
       R"({"outcome":"refused","why":"arguments: /window_id: expected 1..9007199254740991, got )"
       R"(\"seven\"","notes":[]})"},
      {"type_text", R"({"window_id":"","text":"x"})",
       R"({"outcome":"refused","why":"arguments: /window_id: expected 1..9007199254740991, got )"
       R"(\"\"","notes":[]})"},
      {"type_text", R"({"window_id":7,"window_id":8,"text":"x"})",
       R"({"outcome":"refused","why":"arguments: /window_id: given twice","notes":[]})"},
      {"click", R"({"window_id":7,"x":1,"y":1,"strict":1})",
       R"({"outcome":"refused","why":"arguments: /strict: expected true or false, got 1",)"
       R"("notes":[]})"},
      {"wait_for_change", R"({"window_id":7,"timeout_s":61})",
       R"({"why":"arguments: /timeout_s: expected a number from 0 to 60, got 61"})"},
  };
  for (const auto& [name, arguments, expected] : cases) {
    const ToolAnswer answer = screen.call(name, arguments);
    EXPECT_EQ(answer.json, expected);
    EXPECT_TRUE(answer.failed);
  }
  EXPECT_TRUE(screen.requests.empty());
  EXPECT_EQ(screen.records.size(), std::size(cases));
}

TEST(WindowTools, ConvertArgumentsInStrings) {
  FakeScreen screen;
  screen.call("take_window_screenshot", R"("{\"window_id\":\"7\"}")");
  ASSERT_EQ(screen.requests.size(), 1U);
  screen.execute = [](const ExecutorRequest& request) {
    return FakeScreen::seen(request, Outcome::done);
  };
  const std::string click = R"({"window_id":"7","x":"1","y":2,"strict":"true","verify":"True"})";
  EXPECT_FALSE(screen.call("click", click).failed);
  const ExecutorRequest& request = screen.requests.back();
  EXPECT_TRUE(request.desktop.strict);
  EXPECT_GT(request.desktop.still_ms, 0);
  // The dialect reads what the client sent, and notes what it converted.
  EXPECT_EQ(request.reply->calls.at(0).arguments, click);
  EXPECT_FALSE(screen.call("click", R"({"window_id":7,"x":1,"y":2,"strict":""})").failed);
  EXPECT_FALSE(screen.requests.back().desktop.strict);
}

TEST(WindowTools, ClickOnPixelsOfTheLastPictureOnly) {
  FakeScreen screen;
  const std::string click = R"({"window_id":7,"x":10,"y":20,"strict":true,"verify":true})";
  const ToolAnswer blind = screen.call("click", click);
  EXPECT_EQ(blind.json,
            R"({"window_id":7,"outcome":"refused","why":"no picture of this window was taken yet: )"
            R"(call take_window_screenshot, for places are pixels of it","notes":[]})");
  EXPECT_TRUE(screen.requests.empty());
  screen.call("take_window_screenshot", R"({"window_id":7})");
  screen.execute = [](const ExecutorRequest& request) {
    return FakeScreen::seen(
        request, Outcome::done,
        R"({"outcome":"done","why":"","point":{"x":120,"y":90},"changed":true,"notes":[]})");
  };
  const ToolAnswer answer = screen.call("click", click);
  EXPECT_EQ(answer.json, R"({"window_id":7,"outcome":"done","why":"","point":{"x":120,"y":90},)"
                         R"("changed":true,"notes":[]})");
  EXPECT_FALSE(answer.failed);
  EXPECT_EQ(answer.picture_base64, "");
  const ExecutorRequest& request = screen.requests.back();
  EXPECT_EQ(request.options.seen->screen, kArea);
  EXPECT_EQ(request.options.seen->image, (Size{1568, 500}));
  EXPECT_TRUE(request.desktop.strict);
  EXPECT_GT(request.desktop.still_ms, 0);
  EXPECT_EQ(request.options.coordinates, (Coordinates{Coordinates::Kind::pixels, 1000, 0}));
  // The window is gone, and another one has its id.
  screen.windows.clear();
  screen.call("list_windows", "{}");
  screen.call("click", click);
  screen.windows = {{7, "Other", "Calc", 99, kArea, false, true, {}}};
  EXPECT_TRUE(screen.call("click", click).failed);
}

TEST(WindowTools, TypeWithoutAPicture) {
  FakeScreen screen;
  screen.execute = [](const ExecutorRequest& request) {
    return FakeScreen::seen(request, Outcome::done);
  };
  EXPECT_EQ(screen.call("type_text", R"({"window_id":7,"text":"x"})").json,
            R"({"window_id":7,"outcome":"done","why":"","notes":[]})");
  EXPECT_FALSE(screen.requests.at(0).options.seen.has_value());
}

TEST(WindowTools, ReportWhatWasNotDone) {
  FakeScreen screen;
  const std::string text = R"({"window_id":7,"text":"x"})";
  screen.execute = [](const ExecutorRequest& request) {
    return FakeScreen::seen(request, Outcome::refused,
                            R"({"outcome":"refused","why":"covered","notes":[]})");
  };
  const ToolAnswer refused = screen.call("type_text", text);
  EXPECT_EQ(refused.json, R"({"window_id":7,"outcome":"refused","why":"covered","notes":[]})");
  EXPECT_TRUE(refused.failed);
  screen.execute = [](const ExecutorRequest&) {
    return ChildFailure{ChildFailure::Kind::ended, 0, "stopped"};
  };
  EXPECT_EQ(screen.call("type_text", text).json,
            R"({"window_id":7,"outcome":"partial","why":"the executor ended without an answer; )"
            R"(it may be done in part, take a picture to see","notes":[]})");
  screen.execute = [](const ExecutorRequest&) {
    ExecutorReply none;
    none.feedback = "ERROR: the executor has no surface \"window\"";
    return none;
  };
  EXPECT_EQ(screen.call("type_text", text).json,
            R"({"window_id":7,"outcome":"refused","why":"ERROR: the executor has no surface )"
            R"(\"window\"","notes":[]})");
}

TEST(WindowTools, DoNothingWhileThePersonHasStoppedThem) {
  FakeScreen screen;
  screen.halted = "stopped by the key";
  EXPECT_EQ(screen.call("press_key", R"({"window_id":7,"key":"a"})").json,
            R"({"window_id":7,"outcome":"refused","why":"stopped by the key","notes":[]})");
  EXPECT_TRUE(screen.requests.empty());
  EXPECT_FALSE(screen.call("take_window_screenshot", R"({"window_id":7})").failed);
  screen.halted.clear();
  screen.execute = [](const ExecutorRequest& request) {
    ExecutorReply reply = FakeScreen::seen(request, Outcome::refused);
    reply.takeover = true;
    return reply;
  };
  screen.call("press_key", R"({"window_id":7,"key":"a"})");
  EXPECT_EQ(screen.took_over, 1);
}

TEST(WindowTools, SayWhoStoppedThemThoughTheScreenIsGone) {
  FakeScreen screen;
  screen.trouble = "the sharing was stopped";
  screen.halted = "stopped by the person";
  EXPECT_EQ(screen.call("press_key", R"({"window_id":7,"key":"a"})").json,
            R"({"window_id":7,"outcome":"refused","why":"stopped by the person","notes":[]})");
  EXPECT_EQ(screen.call("take_window_screenshot", R"({"window_id":7})").json,
            R"({"window_id":7,"why":"the windows could not be listed: the sharing was stopped"})");
}

TEST(WindowTools, RespectTheRate) {
  FakeScreen screen;
  screen.limits.actions_a_minute = 2;
  screen.execute = [](const ExecutorRequest& request) {
    return FakeScreen::seen(request, Outcome::done);
  };
  const auto press = [&] { return screen.call("press_key", R"({"window_id":7,"key":"a"})").json; };
  const std::string done = press();
  screen.now_ms += 500;
  EXPECT_EQ(press(), done);
  EXPECT_EQ(press(),
            R"({"window_id":7,"outcome":"refused","why":"more than 2 actions in a minute: try )"
            R"(again in 60 s","notes":[]})");
  screen.call("list_windows", "{}");
  screen.now_ms += 60'000;
  EXPECT_EQ(press(), done);
}

TEST(WindowTools, WaitForAChange) {
  FakeScreen screen;
  int looks = 0;
  screen.execute = [&](const ExecutorRequest& request) {
    ExecutorReply reply = FakeScreen::seen(request);
    if (++looks == 4) reply.plain_sha256 = "two";
    return reply;
  };
  EXPECT_EQ(screen.call("wait_for_change", R"({"window_id":7})").json,
            R"({"window_id":7,"changed":true,"waited_s":0.6,"notes":[]})");
  EXPECT_EQ(screen.progress_lines.size(), 3U);
  EXPECT_EQ(screen.progress_lines.back(), "0.400000/10.000000 nothing has changed yet");
  EXPECT_EQ(screen.records.size(), 1U);
  EXPECT_EQ(screen.call("wait_for_change", R"({"window_id":7,"timeout_s":0.3})").json,
            R"({"window_id":7,"changed":false,"waited_s":0.3,"notes":[]})");
  EXPECT_EQ(screen.call("wait_for_change", R"({"window_id":7,"timeout_s":0})").json,
            R"({"window_id":7,"changed":false,"waited_s":0,"notes":[]})");
  screen.may_pause = false;
  EXPECT_TRUE(screen.call("wait_for_change", R"({"window_id":7})").failed);
}

// An executor that names a rule in a plan and performs approved actions.
Result<ExecutorReply, ChildFailure> careful(const ExecutorRequest& request) {
  ExecutorReply reply = FakeScreen::seen(request, Outcome::refused);
  ActionItem& item = reply.items[0];
  item.call = "type(\"rm\u202e\\n\")";
  if (request.mode == ActingMode::plan) {
    item.risk = "line in terminal";
    item.around = "window 7";
  } else if (request.consent.approved && !request.consent.approved->empty()) {
    item.outcome = Outcome::done;
  }
  return reply;
}

TEST(WindowTools, AskForConsentFirst) {
  FakeScreen screen;
  screen.limits.consent.approve = Approve::risky;
  screen.limits.consent.risky = {"line in terminal"};
  screen.execute = careful;
  const std::string text = R"({"window_id":7,"text":"rm\n"})";
  EXPECT_FALSE(screen.call("type_text", text).failed);
  ASSERT_EQ(screen.questions.size(), 1U);
  EXPECT_EQ(screen.questions[0],
            "May this be done in the window \"Calculator\" (Calc)?\n\n"
            "type(\"rm\\u202e\\n\")\nIt needs your consent by the rule: line in terminal");
  ASSERT_EQ(screen.requests.size(), 2U);
  EXPECT_EQ(screen.requests[0].mode, ActingMode::plan);
  EXPECT_EQ(screen.requests[1].mode, ActingMode::act);
  EXPECT_EQ(screen.requests[1].consent.approved, (std::vector<ApprovedItem>{{0, "window 7"}}));
  const CallRecord& record = screen.records.at(0);
  ASSERT_TRUE(record.approval);
  EXPECT_EQ(record.approval->decision, Decision::approved);
  EXPECT_EQ(record.approval->plan.turn, 1);
  EXPECT_EQ(record.approval->plan.picture_sha256, sha256_hex("picture"));
  EXPECT_EQ(record.plan_png_base64, base64_encode("picture"));
}

TEST(WindowTools, AskWithThePixelsOfTheClientsPicture) {
  FakeScreen screen;
  screen.limits.consent.approve = Approve::always;
  screen.call("take_window_screenshot", R"({"window_id":7})");
  screen.execute = [](const ExecutorRequest& request) {
    ExecutorReply reply = FakeScreen::seen(request, Outcome::refused);
    reply.items[0].call = "left_click(31.908, 100.2)";
    reply.items[0].model_call = "left_click(50, 50)";
    reply.items[0].from = Point{150, 250};
    reply.items[0].risk = "always";
    reply.items[0].around = "a";
    return reply;
  };
  screen.call("click", R"({"window_id":7,"x":50,"y":50})");
  ASSERT_EQ(screen.questions.size(), 1U);
  EXPECT_EQ(screen.questions[0],
            "May this be done in the window \"Calculator\" (Calc)?\n\n"
            "left_click(50, 50) at 150, 250 on the screen\n"
            "The numbers in the brackets are pixels of the last picture of the window.\n"
            "It needs your consent by the rule: always");
  // The record has the call as performed.
  EXPECT_EQ(screen.records.back().approval->plan.items.at(0).call, "left_click(31.908, 100.2)");
}

TEST(WindowTools, DoNothingWithoutConsent) {
  const struct {
    Asked asked;
    std::optional<Decision> recorded;
    std::size_t requests;
    const char* why;
  } cases[] = {
      {Asked::declined, Decision::refused, 2, ""},
      {Asked::no_answer, Decision::expired, 2, ""},
      {Asked::given_up, std::nullopt, 1, "it was given up before the person had answered"},
      {Asked::cannot_ask, std::nullopt, 1, "mcp_server with --approve never"},
  };
  for (const auto& [asked, recorded, requests, why] : cases) {
    FakeScreen screen;
    screen.limits.consent.approve = Approve::risky;
    screen.execute = careful;
    screen.asked = asked;
    const ToolAnswer answer = screen.call("type_text", R"({"window_id":7,"text":"rm\n"})");
    EXPECT_TRUE(answer.failed);
    EXPECT_NE(answer.json.find(why), std::string::npos) << answer.json;
    EXPECT_EQ(screen.requests.size(), requests);
    const std::optional<Approval>& approval = screen.records.at(0).approval;
    EXPECT_EQ(approval ? std::optional(approval->decision) : std::nullopt, recorded);
    EXPECT_EQ(answer.json.starts_with(R"({"code":"timed_out",)"), asked == Asked::no_answer);
    if (requests == 2) {
      EXPECT_EQ(screen.requests[1].consent.unapproved, std::vector<int>{0});
    }
  }
}

TEST(WindowTools, SeeAndOperateTheWholeScreenWherePlacesAreUnknown) {
  FakeScreen screen;
  screen.windows = {{kWholeScreenId, "the whole screen", "box", 0, kArea, false, true, {}},
                    {7, "Files", "nemo", 0, kArea, false, true, {}}};
  const ToolAnswer seen = screen.call("take_window_screenshot", R"({"window_id":1})");
  EXPECT_EQ(seen.picture_base64, base64_encode("picture"));
  EXPECT_EQ(screen.requests.back().options.surface, "desktop");
  EXPECT_FALSE(screen.requests.back().options.window);
  screen.call("click", R"({"window_id":1,"x":1,"y":1})");
  ASSERT_EQ(screen.requests.size(), 2U);
  EXPECT_EQ(screen.requests.back().options.surface, "desktop");
  EXPECT_EQ(screen.requests.back().options.seen->screen, kArea);
  screen.call("focus_window", R"({"window_id":7})");
  ASSERT_EQ(screen.requests.size(), 3U);
  EXPECT_EQ(screen.requests.back().options.surface, "desktop");
  EXPECT_EQ(screen.requests.back().options.window->id, "7");
  EXPECT_EQ(screen.call("focus_window", R"({"window_id":1})").json,
            R"({"window_id":1,"outcome":"refused","why":"window_id 1, the whole screen, needs no )"
            R"(focus: name another window","notes":[]})");
  EXPECT_EQ(screen.call("take_window_screenshot", R"({"window_id":7})").json,
            R"({"window_id":7,"why":"this screen does not report where this window is: use )"
            R"(window_id 1, the whole screen"})");
  EXPECT_TRUE(screen.call("type_text", R"({"window_id":7,"text":"x"})").failed);
  EXPECT_EQ(screen.requests.size(), 3U);
}

TEST(WindowTools, RecordEachCallAsASeparateTurn) {
  FakeScreen screen;
  screen.call("list_windows", "{}");
  screen.call("take_window_screenshot", R"({"window_id":7})");
  ASSERT_EQ(screen.records.size(), 2U);
  EXPECT_EQ(screen.records[0].turn, 1);
  EXPECT_EQ(screen.records[0].executor_in, "null");
  const CallRecord& record = screen.records[1];
  EXPECT_EQ(record.turn, 2);
  EXPECT_EQ(record.call.name, "take_window_screenshot");
  EXPECT_EQ(record.answer, kPictureOf7);
  EXPECT_EQ(record.png_base64, base64_encode("picture"));
  EXPECT_EQ(MessageFields::parse(record.executor_in).value().raw("/turn"), "2");
  EXPECT_FALSE(MessageFields::parse(record.executor_out).value().has("/screenshot_b64"));
}
}  // namespace
}  // namespace franz::mcp
