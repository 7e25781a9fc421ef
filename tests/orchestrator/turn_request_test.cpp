#include "orchestrator/turn_request.h"
#include <gtest/gtest.h>
#include "common/wire/computer_call.h"

namespace franz::orchestrator {
TEST(TurnRequest, FollowsTheSettings) {
  Settings settings;
  settings.marks = {false, true, false};
  settings.surface.picture = {{640, 360}};
  settings.limits.capturer_s = 2.5;
  settings.limits.executor_s = 4;
  LoopState state;
  state.turn = 6;
  state.reply = Reply{R"("\ud83d")", {}};
  state.seen = Seen{{0, 0, 1920, 1080}, {512, 288}};
  const ExecutorRequest request = turn_request(state, settings, "/run", "2026-01-31T12:00:00Z");
  EXPECT_EQ(request.options.turn, 7);
  ASSERT_TRUE(request.reply.has_value());
  EXPECT_EQ(request.reply->text, R"("\ud83d")");
  EXPECT_EQ(request.dialect, "python");
  EXPECT_EQ(request.tools, settings.tools);
  EXPECT_EQ(request.options.picture, (Size{640, 360}));
  EXPECT_FALSE(request.options.marks.classic);
  EXPECT_TRUE(request.options.marks.cursor);
  EXPECT_FALSE(request.options.marks.badge);
  EXPECT_EQ(request.options.time, "2026-01-31T12:00:00Z");
  EXPECT_EQ(request.options.seen->image, (Size{512, 288}));
  EXPECT_EQ(request.capturer_timeout_ms, 2500);
  EXPECT_EQ(executor_deadline_ms(settings), 4000);
}

TEST(TurnRequest, NamesTheRealScreenAndHowLongItMayTakeToSettle) {
  Settings settings;
  EXPECT_EQ(turn_request({}, settings, "/run", "").options.display, "");
  settings.surface.settle_ms = 200;
  settings.surface.still_ms = 3000;
  for (const bool takeover : {false, true}) {
    settings.safety.takeover = takeover;
    for (const bool person : {false, true}) {
      const auto made = turn_request({}, settings, "/run", "", {":5", person}).desktop;
      EXPECT_EQ(made.person, person);
      EXPECT_EQ(made.takeover, person && takeover);
    }
  }
  const ExecutorRequest request = turn_request({}, settings, "/run", "", {":5", false});
  EXPECT_EQ(request.options.display, ":5");
  EXPECT_EQ(request.desktop.display, ":5");
  EXPECT_EQ(request.desktop.settle_ms, 200);
  EXPECT_EQ(request.desktop.still_ms, 3000);
}

// A person may be there whom the screen does not report.
TEST(TurnRequest, AsksForNoTakeoverAndPanicKeyWhereNoneIsSeen) {
  Settings settings;
  settings.safety.risky = {"launch", "line in terminal"};
  const ExecutorRequest made = turn_request({}, settings, "/run", "", {"bridge:vnc:/tmp/s", true});
  EXPECT_TRUE(made.desktop.person);
  EXPECT_FALSE(made.desktop.takeover);
  EXPECT_EQ(made.desktop.panic_key, "");
  // The compositor may report the person's keys, so the model may not press them.
  for (const char* const display : {"bridge:wayland:/tmp/s", "bridge:portal:/tmp/s"})
    EXPECT_EQ(turn_request({}, settings, "/run", "", {display, true}).desktop.panic_key,
              "ctrl+alt+pause");
  settings.surface.kind = "desktop";
  const Consent consent =
      turn_request({}, settings, "/run", "", {"bridge:vnc:/tmp/s", true}).consent;
  EXPECT_EQ(consent.approve, Approve::risky);
  EXPECT_EQ(consent.risky, std::vector<std::string>{"launch"});
}

TEST(TurnRequest, ThePointerIsWhereTheTurnBeforeLeftIt) {
  LoopState state;
  EXPECT_EQ(turn_request(state, Settings{}, "/run", "").pointer, std::nullopt);
  state.pointer = MapPoint{10, 20};
  ExecutorRequest begun = turn_request(state, Settings{}, "/run", "");
  EXPECT_EQ(begun.pointer, state.pointer);
  // A repeat begins where the turn began.
  begun.pointer = MapPoint{30, 40};
  state.acting = Acting{1, to_json_without_reply(begun), std::nullopt};
  EXPECT_EQ(repeated_request(state, Settings{}, "/run").value().pointer, (MapPoint{30, 40}));
}

TEST(TurnRequest, SaysHowTheReplyEndedAndThatTheModelWasAskedBack) {
  LoopState state;
  state.turn = 1;
  state.reply = Reply{R"("one")", {}};
  state.finish_reason = "length";
  state.asked_back = true;
  ExecutorRequest begun = turn_request(state, Settings{}, "/run", "");
  begun.dump_file = "dumps/screen_0042.png";
  EXPECT_EQ(begun.finish_reason, "length");
  EXPECT_TRUE(begun.asked_back);
  EXPECT_EQ(picture_request(begun).finish_reason, "");
  EXPECT_FALSE(picture_request(begun).asked_back);
  // A repeat keeps the values of the first try.
  state.acting = Acting{2, to_json_without_reply(begun), std::nullopt};
  state.finish_reason.clear();
  state.asked_back = false;
  const ExecutorRequest repeated = repeated_request(state, Settings{}, "/run").value();
  EXPECT_EQ(repeated.finish_reason, "length");
  EXPECT_TRUE(repeated.asked_back);
  EXPECT_EQ(repeated.dump_file, "dumps/screen_0042.png");
}

TEST(TurnRequest, ADryRunIsAPlanOnARealScreen) {
  Settings settings;
  settings.safety.dry_run = true;
  EXPECT_EQ(turn_request({}, settings, "/run", "").mode, ActingMode::act);
  settings.surface.kind = "desktop";
  EXPECT_EQ(turn_request({}, settings, "/run", "").mode, ActingMode::plan);
}

// A turn is interrupted only if it may have acted and its result is unknown.
TEST(TurnRequest, ARepeatActsOnlyIfNothingCanHaveBeenDone) {
  using enum ActingMode;
  struct Case {
    ActingMode then;
    bool has_result, dry_run;
    ActingMode repeated;
  };
  for (const Case& c : {Case{act, false, false, interrupted}, Case{act, false, true, interrupted},
                        Case{plan, false, false, act}, Case{plan, false, true, plan},
                        Case{interrupted, false, false, interrupted}, Case{act, true, true, act},
                        Case{plan, true, false, plan}}) {
    Settings settings;
    settings.surface.kind = "desktop";
    settings.safety.dry_run = c.dry_run;
    LoopState state;
    state.reply = Reply{R"("x")", {}};
    ExecutorRequest begun = turn_request(state, settings, "/run", "");
    begun.mode = c.then;
    state.acting = Acting{1, to_json_without_reply(begun), std::nullopt};
    if (c.has_result) state.acting->result = "{}";
    EXPECT_EQ(repeated_request(state, settings, "/run").value().mode, c.repeated)
        << static_cast<int>(c.then) << c.has_result << c.dry_run;
  }
}

TEST(TurnRequest, ARepeatThatCannotBeReadIsNamed) {
  LoopState state;
  state.acting = Acting{1, R"({"protocol":"franz.executor.v2","turn":"x"})", std::nullopt};
  EXPECT_EQ(repeated_request(state, Settings{}, "/run").error().message,
            "/acting/in: /turn: expected 1..999999999");
}
// A server's safety check always needs consent, regardless of the settings.
TEST(TurnRequest, ASafetyCheckNeedsConsent) {
  Settings settings;
  settings.surface.kind = "desktop";
  settings.safety.approve = "never";
  LoopState state;
  const auto call = [](const std::string& checks) {
    return Reply{"\"\"",
                 {{R"("c")", std::string(kComputerCallName),
                   R"([{"type":"computer_call","pending_safety_checks":)" + checks + "}]"}}};
  };
  state.reply = call("[]");
  EXPECT_FALSE(may_need_consent(turn_request(state, settings, "/run", "")));
  state.reply = call(R"([{"id":"a"}])");
  const ExecutorRequest request = turn_request(state, settings, "/run", "");
  EXPECT_TRUE(may_need_consent(request));
  EXPECT_EQ(request.consent.approve, Approve::risky);
  EXPECT_TRUE(request.consent.risky.empty());
  settings.safety.dry_run = true;
  EXPECT_FALSE(may_need_consent(turn_request(state, settings, "/run", "")));
  settings.surface.kind = "sandbox";
  EXPECT_FALSE(may_need_consent(turn_request(state, settings, "/run", "")));
}
}  // namespace franz::orchestrator
