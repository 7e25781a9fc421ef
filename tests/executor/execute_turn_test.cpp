#include "executor/execute_turn.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "common/base/json_string.h"
#include "tests/support/canonical_calls.h"

namespace franz::executor {
namespace {
constexpr const char* kHelp =
    "\n\nAvailable tools:\n"
    "  double_left_click(x, y) -- white dot at position\n"
    "  drag(x1, y1, x2, y2) -- straight white line from (x1,y1) to (x2,y2)\n"
    "  left_click(x, y) -- white dot at position\n"
    "  right_click(x, y) -- small white square at position\n"
    "  screenshot() -- request a fresh screenshot\n"
    "  type(text) -- type text at last click position";

ExecutorRequest request_for(const std::string& reply) {
  ExecutorRequest request;
  request.reply = Reply{quote_json(reply), {}};
  for (const char* tool :
       {"left_click", "right_click", "double_left_click", "drag", "type", "screenshot"}) {
    request.tools.emplace_back(tool, true);
  }
  return request;
}

std::string block(const std::string& code) { return "```python\n" + code + "\n```\n"; }

// A capturer that draws its first `drawn` actions.
CaptureScreen drawing(std::size_t drawn, CaptureRequest* asked = nullptr) {
  return [drawn, asked](const CaptureRequest& request) -> Result<CaptureReply, ChildFailure> {
    if (asked != nullptr) *asked = request;
    CaptureReply reply;
    reply.screenshot_b64 = "cGljdHVyZQ==";
    reply.renderer = 3;
    reply.glyphs = "g";
    reply.plain_sha256 = "abc";
    reply.found = 6;
    reply.screen = Screen{0, 0, 1920, 1080};
    for (std::size_t i = 0; i < request.actions.size(); ++i) reply.applied.push_back(i < drawn);
    return reply;
  };
}

CaptureScreen failing(const ChildFailure& failure) {
  return [failure](const CaptureRequest&) -> Result<CaptureReply, ChildFailure> { return failure; };
}

ExecutorReply execute(const ExecutorRequest& request, const CaptureScreen& capture) {
  double now = 0;
  Ports ports;
  ports.capture_screen = capture;
  ports.clock = [&now] { return now += 2; };
  return execute_turn(request, ports);
}

using Texts = std::vector<std::string>;

// The items, such as "done left_click(1, 2)" or "malformed drag(1): TypeError: …".
Texts printed(const ExecutorReply& reply) {
  Texts rows;
  for (const ActionItem& item : reply.items)
    rows.push_back(std::string(outcome_name(item.outcome)) + " " +
                   item.call.value_or(item.written) + (item.why.empty() ? "" : ": " + item.why));
  return rows;
}
}  // namespace

// Only for the person: the model gets the feedback of its dialect and no more.
TEST(ExecuteTurn, ReportsAForeignFormToThePersonOnly) {
  const auto warned = [](const char* dialect, const std::string& text) {
    ExecutorRequest request = request_for(text);
    request.dialect = dialect;
    const ExecutorReply reply = execute(request, drawing(0));
    EXPECT_EQ(reply.feedback.find("form"), std::string::npos) << reply.feedback;
    std::string warnings;
    for (const Warning& each : reply.warnings) warnings += each.code + ": " + each.text;
    return warnings;
  };
  const std::string of_uitars = "Action: click(start_box='(1,2)')";
  EXPECT_EQ(warned("qwen", of_uitars),
            "foreign_form: this reply is written in the form of `uitars`; the profile reads `qwen` "
            "(--profile uitars)");
  EXPECT_EQ(warned("qwen", "I am finished."), "");
  // If the dialect finds a call or the end of the run, there is no warning.
  EXPECT_EQ(warned("qwen", of_uitars + R"( {"action":"terminate"})"), "");
  EXPECT_EQ(warned("python", block("left_click(1, 2)") + of_uitars), "");
  EXPECT_EQ(warned("python", block("pyautogui.click(1, 2)")).substr(0, 70),
            "foreign_form: this reply is written in the form of `pyautogui`; the pr");
}

TEST(ExecuteTurn, ReportsThatAReplyWasCutOff) {
  for (const char* dialect : {"python", "actions", "tool_calls", "steps", "action", "qwen",
                              "uitars", "pyautogui", "holo", "anthropic", "openai", "glm"}) {
    ExecutorRequest request = request_for("Thinking: the button is at the bott");
    request.dialect = dialect;
    request.finish_reason = "length";
    request.asked_back = true;
    const ExecutorReply reply = execute(request, drawing(0));
    EXPECT_NE(reply.feedback.find("the reply ended where max_tokens ran out"), std::string::npos)
        << dialect << ": " << reply.feedback;
    ASSERT_TRUE(reply.error) << dialect;
    EXPECT_EQ(reply.done, std::nullopt) << dialect;
  }
}

TEST(ExecuteTurn, DrawsTheCallsAndPassesThePictureOn) {
  CaptureRequest asked;
  const ExecutorReply reply =
      execute(request_for(block("click(0, 1000)\ndrag(0, 0, 500, 1000)\nscreenshot()")),
              drawing(99, &asked));
  EXPECT_EQ(texts_of(asked.actions), (Texts{"left_click(0, 1000)", "drag(0, 0, 500, 1000)"}));
  EXPECT_EQ(reply.feedback, "OK: 3 actions executed.");
  EXPECT_EQ(printed(reply), (Texts{"done left_click(0, 1000)", "done drag(0, 0, 500, 1000)",
                                   "noted screenshot()"}));
  EXPECT_EQ(reply.items[0].written, "click(0, 1000)");
  EXPECT_EQ(reply.blocks, 1);
  EXPECT_FALSE(reply.error.has_value());
  EXPECT_TRUE(reply.degraded.empty());
  EXPECT_EQ(reply.items[0].from, (Point{0, 1079}));
  EXPECT_EQ(reply.items[0].to, std::nullopt);
  EXPECT_EQ(reply.items[1].from, (Point{0, 0}));
  EXPECT_EQ(reply.items[1].to, (Point{960, 1079}));
  EXPECT_EQ(reply.items[2].from, std::nullopt);
  EXPECT_EQ(reply.screenshot_b64, "cGljdHVyZQ==");
  EXPECT_EQ(reply.renderer, 3);
  EXPECT_EQ(reply.glyphs, "g");
  EXPECT_EQ(reply.plain_sha256, "abc");
  EXPECT_EQ(reply.found, 6);
  EXPECT_EQ(reply.timings_ms.parse_ms, 2);
  EXPECT_EQ(reply.timings_ms.capture_ms, 2);
}

TEST(ExecuteTurn, AcceptsAKnownPicture) {
  ExecutorRequest request = request_for(block("screenshot()"));
  const ExecutorReply shown = execute(request, drawing(0));
  request.options.known_picture = "cGljdHVyZQ==";
  CaptureRequest asked;
  const ExecutorReply known = execute(request, [&](const CaptureRequest& capture) {
    Result<CaptureReply, ChildFailure> reply = drawing(0, &asked)(capture);
    reply.value().screenshot_b64 = "";
    reply.value().picture_known = true;
    return reply;
  });
  EXPECT_EQ(asked.options.known_picture, "cGljdHVyZQ==");
  EXPECT_TRUE(known.picture_known);
  EXPECT_EQ(known.feedback, shown.feedback);
}

TEST(ExecuteTurn, ListsTheToolsOnTheFirstTurn) {
  const ExecutorReply reply = execute(request_for(""), drawing(0));
  EXPECT_EQ(reply.feedback,
            std::string("SyntaxError: no ```python block found in your reply.\n"
                        "Wrap your calls in a block that begins with ```python and ends with "
                        "```.") +
                kHelp);
  EXPECT_EQ(reply.blocks, 0);
  ASSERT_TRUE(reply.error.has_value());
  EXPECT_EQ(reply.error->kind, "SyntaxError");
  EXPECT_EQ(reply.screenshot_b64, "cGljdHVyZQ==");
}

TEST(ExecuteTurn, ReportsThePointerIfTheDialectFollowsIt) {
  ExecutorRequest request = request_for(block("click(1, 2)"));
  request.pointer = MapPoint{3, 4};
  EXPECT_EQ(execute(request, drawing(99)).pointer, std::nullopt);
  request.dialect = "steps";
  request.reply = Reply{quote_json("no JSON"), {}};
  EXPECT_EQ(execute(request, drawing(99)).pointer, (MapPoint{3, 4}));
  request.reply =
      Reply{quote_json(R"({"steps":[{"tool":"mouse","args":{"x":0,"y":287,"action":"drag"},)"
                       R"("human_readable_justification":"a"}]})"),
            {}};
  request.options.coordinates = {Coordinates::Kind::pixels, 1000, 0};
  const ExecutorReply reply = execute(request, drawing(99));
  EXPECT_EQ(printed(reply), Texts{"done drag(3, 4, 0, 1000)"});
  EXPECT_EQ(reply.pointer, (MapPoint{0, 1000}));
  // In pixels of the canvas, and in the model's own numbers.
  EXPECT_EQ(reply.items[0].pointer, (Point{6, 4}));
  EXPECT_EQ(reply.items[0].model_call, "drag(1.5, 1.1, 0, 287)");
  EXPECT_FALSE(reply.items[0].window || reply.items[0].changed_before);
}

TEST(ExecuteTurn, FollowsThePointerOfTheSandbox) {
  const ExecutorReply reply = execute(
      request_for(block("click(0, 0)\ntype(\"a\")\ndrag(0, 0, 1000, 1000)\nclick(0, 1000)")),
      drawing(99));
  std::vector<std::optional<Point>> pointers;
  for (const ActionItem& item : reply.items) pointers.push_back(item.pointer);
  EXPECT_EQ(pointers, (std::vector<std::optional<Point>>{std::nullopt, Point{0, 0}, Point{0, 0},
                                                         Point{1919, 1079}}));
  EXPECT_FALSE(reply.items[3].model_call);
}

TEST(ExecuteTurn, EndsAfterASingleActionOnlyIfItWasPerformed) {
  const auto acted = [](const std::string& members, double min_confidence,
                        const CaptureScreen& capture) {
    ExecutorRequest request =
        request_for(R"({"action":"click","x":255,"y":0,"why":"Save")" + members + "}");
    request.dialect = "action";
    request.options.coordinates = {Coordinates::Kind::pixels, 1000, 0};
    request.options.picture = {511, 288};
    request.min_confidence = min_confidence;
    const ExecutorReply reply = execute(request, capture);
    return printed(reply).at(0) + (reply.done ? "; done: " + *reply.done : "") +
           (reply.error ? "; " + reply.error->kind : "");
  };
  EXPECT_EQ(acted("", 0, drawing(1)), "done left_click(500, 0)");
  EXPECT_EQ(acted(",\"done\":true", 0, drawing(1)), "done left_click(500, 0); done: Save");
  EXPECT_EQ(acted(",\"done\":true", 0, drawing(0)),
            "refused left_click(500, 0): no visible effect");
  EXPECT_EQ(acted(",\"done\":true", 0, failing({ChildFailure::Kind::no_answer, 15000})),
            "partial left_click(500, 0): the capturer did not answer in 15 s");
  EXPECT_EQ(acted(",\"done\":true,\"confidence\":0.5", 0.75, drawing(1)),
            "malformed click {\"x\":255,\"y\":0}: confidence: expected at least 0.75, got 0.5; "
            "low_confidence");
}

TEST(ExecuteTurn, KeepsTheCallsBeforeAnError) {
  CaptureRequest asked;
  const ExecutorReply reply =
      execute(request_for(block("click(1, 2)\nscreenshot()\ndrag(350, 290, 410)\nclick(3, 4)")),
              drawing(99, &asked));
  EXPECT_EQ(texts_of(asked.actions), Texts{"left_click(1, 2)"});
  EXPECT_EQ(reply.feedback,
            std::string("  Line 3: drag(350, 290, 410)\n"
                        "TypeError: drag() missing 1 required positional argument: 'y2'\n"
                        "2 actions executed before error.") +
                kHelp);
  ASSERT_TRUE(reply.error.has_value());
  EXPECT_EQ(reply.error->kind, "TypeError");
  EXPECT_EQ(reply.error->line, 3);
  EXPECT_EQ(printed(reply), (Texts{"done left_click(1, 2)", "noted screenshot()",
                                   "malformed drag(350, 290, 410): " + reply.error->text,
                                   "not_run left_click(3, 4)"}));
}

TEST(ExecuteTurn, ReportsClampedPlaces) {
  CaptureRequest asked;
  const ExecutorReply reply =
      execute(request_for(block("left_click(1500, 500)\nclick(1, 2)")), drawing(99, &asked));
  EXPECT_EQ(canonical_text(asked.actions.front()), "left_click(1500, 500)");
  EXPECT_EQ(reply.feedback,
            "OK: 2 actions executed.\nNOTE: clamped to 0-1000: left_click(1500, 500)");
  EXPECT_EQ(reply.items[0].from, (Point{1919, 540}));
}

TEST(ExecuteTurn, StopsAtTheActionWhereTheCapturerStopped) {
  // Of two equal calls, the position decides which type() ran.
  const ExecutorReply reply =
      execute(request_for(block("right_click(1, 2)\nscreenshot()\ntype('meow')\nright_click(1, "
                                "2)\nscreenshot()\ndrag(1)")),
              drawing(1));
  EXPECT_EQ(reply.feedback,
            std::string("RuntimeError: type(\"meow\") had no visible effect\n"
                        "(type() requires a prior left_click() to set cursor position)\n"
                        "2 actions executed.") +
                kHelp);
  EXPECT_EQ(printed(reply),
            (Texts{"done right_click(1, 2)", "noted screenshot()",
                   "refused type(\"meow\"): no visible effect", "not_run right_click(1, 2)",
                   "not_run screenshot()", "not_run drag(1)"}));
  ASSERT_TRUE(reply.error.has_value());
  EXPECT_EQ(reply.error->kind, "RuntimeError");
  EXPECT_EQ(reply.error->text, "RuntimeError: type(\"meow\") had no visible effect");
  EXPECT_EQ(reply.error->line, 3);
}

TEST(ExecuteTurn, NotesToolsThatHaveNoEffectHere) {
  ExecutorRequest request = request_for(block("scroll(1500, 2)\nclick(1, 2)"));
  request.tools.emplace_back("scroll", true);
  CaptureRequest asked;
  const ExecutorReply reply = execute(request, drawing(99, &asked));
  EXPECT_EQ(texts_of(asked.actions), Texts{"left_click(1, 2)"});
  EXPECT_EQ(printed(reply),
            (Texts{"noted scroll(1500, 2): no effect in the sandbox", "done left_click(1, 2)"}));
  EXPECT_EQ(reply.feedback,
            "OK: 2 actions executed.\nNOTE: no effect in the sandbox: scroll(1500, 2)");
}

TEST(ExecuteTurn, MovesThePointerInTheSandbox) {
  ExecutorRequest request = request_for(block("move(1000, 0)\nclick(1, 2)"));
  request.tools.emplace_back("move", true);
  CaptureRequest asked;
  const ExecutorReply reply = execute(request, drawing(99, &asked));
  EXPECT_EQ(texts_of(asked.actions), (Texts{"move(1000, 0)", "left_click(1, 2)"}));
  EXPECT_EQ(printed(reply), (Texts{"done move(1000, 0)", "done left_click(1, 2)"}));
  EXPECT_EQ(reply.feedback, "OK: 2 actions executed.");
  EXPECT_EQ(reply.items[0].from, (Point{1919, 0}));
}

TEST(ExecuteTurn, DoesNotKnowDisabledTools) {
  ExecutorRequest request = request_for(block("type('x')"));
  request.tools = {{"left_click", true}, {"type", false}};
  const ExecutorReply reply = execute(request, drawing(99));
  EXPECT_EQ(reply.feedback,
            "  Line 1: type('x')\n"
            "NameError: name 'type' is not defined\n"
            "0 actions executed before error.\n"
            "\n"
            "Available tools:\n"
            "  left_click(x, y) -- white dot at position");
}

TEST(ExecuteTurn, ContinuesWithoutAPictureWhenTheCapturerFails) {
  const ExecutorReply reply =
      execute(request_for(block("click(1, 2)\nscreenshot()\ndrag(1, 2, 3, 4)")),
              failing({ChildFailure::Kind::no_answer, 15000, "no answer in 15 s"}));
  EXPECT_EQ(reply.feedback,
            "ERROR: the capturer did not answer in 15 s; there is no picture this turn.");
  const std::string why = ": the capturer did not answer in 15 s";
  EXPECT_EQ(printed(reply), (Texts{"partial left_click(1, 2)" + why, "partial screenshot()" + why,
                                   "partial drag(1, 2, 3, 4)" + why}));
  EXPECT_EQ(reply.screenshot_b64, "");
  EXPECT_EQ(reply.degraded, Texts{"capturer: no answer in 15 s"});
  EXPECT_EQ(reply.screen, (Screen{0, 0, 1920, 1080}));
}

TEST(ExecuteTurn, RejectsAnAnswerForOtherActions) {
  const auto short_answer = [](const CaptureRequest&) -> Result<CaptureReply, ChildFailure> {
    return CaptureReply{"cGlj", {true}, {}, 1, "", {}};
  };
  const ExecutorReply reply = execute(request_for(block("click(1, 2)\nclick(1, 2)")), short_answer);
  EXPECT_EQ(
      reply.feedback,
      "ERROR: the capturer gave an answer that cannot be read; there is no picture this turn.");
  EXPECT_EQ(reply.screenshot_b64, "");
  EXPECT_EQ(reply.degraded, Texts{"capturer: answer: /applied: expected 2 entries"});
}

TEST(ExecuteTurn, ForwardsWarningsAndAddsThemToTheFeedback) {
  const auto warning = [](const CaptureRequest&) -> Result<CaptureReply, ChildFailure> {
    return CaptureReply{"cGlj", {}, {}, 1, "", {{"canvas_damaged", "the canvas was damaged"}}};
  };
  const ExecutorReply reply = execute(request_for(block("")), warning);
  EXPECT_EQ(reply.warnings, (std::vector<Warning>{{"canvas_damaged", "the canvas was damaged"}}));
  EXPECT_EQ(reply.feedback,
            "WARNING: the canvas was damaged\nOK: 0 actions executed (empty ```python block).");
}

TEST(ExecuteTurn, RefusesUnknownDialectsAndSurfacesWithAMessage) {
  const auto never = [](const CaptureRequest&) -> Result<CaptureReply, ChildFailure> {
    ADD_FAILURE() << "the capturer was asked";
    return ChildFailure{};
  };
  ExecutorRequest request = request_for(block("click(1, 2)"));
  request.dialect = "semaphore";
  ExecutorReply reply = execute(request, never);
  EXPECT_EQ(reply.feedback,
            "ERROR: the executor has no dialect \"semaphore\"; nothing was executed and there is "
            "no picture this turn.");
  EXPECT_EQ(reply.degraded, Texts{"executor: the executor has no dialect \"semaphore\""});

  request = request_for("");
  request.options.surface = "moon";
  reply = execute(request, never);
  EXPECT_EQ(reply.feedback,
            "ERROR: the executor has no surface \"moon\"; nothing was executed and there is no "
            "picture this turn.");
}

TEST(ExecuteTurn, TypesWhereTheLastClickOfTheTurnWas) {
  CaptureRequest asked;
  const ExecutorReply reply = execute(
      request_for(block("click(0, 0)\nright_click(1000, 1000)\ntype('x')")), drawing(99, &asked));
  EXPECT_EQ(reply.items[2].from, (Point{0, 0}));
  EXPECT_EQ(asked.rules, (ActionRules{OnError::stop, {true, true, false}}));
}

TEST(ExecuteTurn, ReadsTheRawTokenLeniently) {
  ExecutorRequest request = request_for("");
  request.reply->text = R"("```python\nclick(1,\u00202)\ntype('\ud83d\ude3a \ud83d')\n```")";
  const ExecutorReply reply = execute(request, drawing(99));
  EXPECT_EQ(printed(reply), (Texts{"done left_click(1, 2)", "done type(\"\U0001F63A \\ud83d\")"}));
}
}  // namespace franz::executor
