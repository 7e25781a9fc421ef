#include "orchestrator/run_status.h"
#include <gtest/gtest.h>

namespace franz::orchestrator {
namespace {
LoopEvent event_of(std::string_view line) {
  const Result<LoopEvent> event = parse_loop_event(line);
  EXPECT_TRUE(event.ok()) << event.error().message;
  return event.ok() ? event.value() : LoopEvent{};
}

ActionItem item(const std::string& call, Outcome outcome, const std::string& why = "",
                std::optional<std::string> note = std::nullopt) {
  ActionItem made;
  made.call = call;
  made.written = "as written";
  made.outcome = outcome;
  made.why = why;
  made.note = std::move(note);
  return made;
}

LoopEvent acted(std::vector<ActionItem> items) {
  ExecutorReply reply;
  reply.items = std::move(items);
  LoopEvent event;
  event.kind = LoopEvent::Kind::turn_acted;
  event.turn = 3;
  event.executor_out = to_json_without_screenshot(reply);
  return event;
}
}  // namespace

TEST(RunStatus, FollowsTheEvents) {
  ActionItem malformed = item("", Outcome::malformed, "it is no call");
  malformed.call.reset();
  ActionPlan plan;
  plan.turn = 4;
  PlannedItem harmless, asked;
  harmless.call = "left_click(1, 1)";
  asked.call = "launch(\"xterm\")";
  asked.note = "to type there";
  asked.risk = "launch";
  plan.items = {harmless, asked};
  LoopEvent approval;
  approval.kind = LoopEvent::Kind::approval;
  approval.plan = plan;
  LoopEvent finished;
  finished.kind = LoopEvent::Kind::finished;
  finished.finish = {FinishReason::done, "the form is filled in"};
  const struct {
    LoopEvent event;
    RunStatus status;
  } rows[] = {
      {event_of(R"({"event":"state","turn":3,"state":"acting","why":"","until":null})"),
       {"acting", "", 3, "", ""}},
      {acted({item("left_click(5, 5)", Outcome::done, "", "the field"),
              item("type(\"a\")", Outcome::done)}),
       {"acting", "", 3, "type(\"a\")", ""}},
      // The last that was tried.
      {acted({item("left_click(5, 5)", Outcome::done, "", "the field"),
              item("press(\"x\")", Outcome::refused, "no key is called \"x\"", "to end"),
              item("type(\"a\")", Outcome::not_run)}),
       {"acting", "", 3, "press(\"x\") (refused: no key is called \"x\")", "to end"}},
      {event_of(R"({"event":"state","turn":3,"state":"thinking","why":"","until":null})"),
       {"thinking", "", 3, "press(\"x\") (refused: no key is called \"x\")", "to end"}},
      {acted({malformed}), {"thinking", "", 3, "as written (malformed: it is no call)", ""}},
      {acted({}), {"thinking", "", 3, "", ""}},
      {approval, {"thinking", "", 3, "launch(\"xterm\")", "to type there"}},
      {event_of(R"({"event":"warning","text":"hot"})"),
       {"thinking", "", 3, "launch(\"xterm\")", "to type there"}},
      {event_of(
           R"({"event":"state","turn":3,"state":"paused","why":"you took over","until":null,"cause":"takeover"})"),
       {"paused", "you took over", 3, "launch(\"xterm\")", "to type there"}},
      {finished, {"finished", "the form is filled in", 3, "launch(\"xterm\")", "to type there"}},
  };
  RunStatus status;
  for (const auto& [event, expected] : rows) {
    update(status, event);
    EXPECT_EQ(to_json(status), to_json(expected));
  }
}

TEST(RunStatus, IsShortWhateverAModelWrites) {
  RunStatus status;
  const std::string longer(100'000, 'x');
  update(status, acted({item(longer, Outcome::partial, longer, longer)}));
  LoopEvent paused;
  paused.kind = LoopEvent::Kind::state;
  paused.state = "paused";
  paused.why = longer;
  update(status, paused);
  EXPECT_LE(status.step.size(), kMaxStatusText);
  EXPECT_NE(status.step.find("… (partial: xxx"), std::string::npos) << status.step;
  EXPECT_LE(status.justification.size(), kMaxStatusText);
  EXPECT_LE(status.why.size(), kMaxStatusText);
}
}  // namespace franz::orchestrator
