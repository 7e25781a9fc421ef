#include "orchestrator/agent_stops.h"
#include <gtest/gtest.h>
#include <functional>
#include <vector>
#include "common/wire/warning_codes.h"

namespace franz::orchestrator {
static ActionItem item(const char* call, Outcome outcome, std::optional<bool> changed = {}) {
  ActionItem made;
  if (*call != 0) made.call = call;
  made.outcome = outcome;
  made.changed = changed;
  return made;
}

static ExecutorReply acted(std::vector<ActionItem> items) {
  ExecutorReply reply;
  reply.items = std::move(items);
  return reply;
}

static ExecutorReply failed(std::string_view kind) {
  ExecutorReply reply = acted({item("", Outcome::malformed)});
  reply.error = CallFailure{std::string(kind), "what was wrong", 0};
  return reply;
}

static ExecutorReply with_done(ExecutorReply reply) {
  reply.done = "it is pressed";
  return reply;
}

static ExecutorReply with_gone(ExecutorReply reply) {
  reply.warnings.push_back({std::string(kWindowGone), "gone"});
  return reply;
}

static ExecutorReply first() { return acted({}); }
static ExecutorReply seen() { return acted({item("left_click(1, 2)", Outcome::done, true)}); }
static ExecutorReply unseen() { return acted({item("left_click(1, 2)", Outcome::done, false)}); }
static ExecutorReply refused() { return acted({item("left_click(1, 2)", Outcome::refused)}); }
static ExecutorReply noop() { return acted({item("screenshot()", Outcome::noted)}); }
static ExecutorReply malformed() { return failed(kMalformedReply); }

// As in profile window.
static AgentSettings leash() {
  AgentSettings settings;
  settings.malformed_retries = 1;
  settings.min_confidence = 0.5;
  settings.max_unchanged = 3;
  settings.max_noops = 3;
  return settings;
}

// "turn: reason: text" of the turn that ends the run; empty: none.
static std::string end_of(const std::vector<ExecutorReply>& turns, const AgentSettings& settings) {
  AgentStops stops;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const int turn = static_cast<int>(i) + 1;
    if (const auto finish = stops.turn_acted(turn, turns[i], settings))
      return std::to_string(turn) + ": " + std::string(finish_reason_name(finish->reason)) + ": " +
             finish->text;
  }
  return "";
}

TEST(AgentStops, EndTheRunByWhatTheExecutorTells) {
  const struct {
    std::vector<ExecutorReply> turns;
    std::string end;
  } cases[] = {
      {{first(), seen(), seen(), seen(), seen()}, ""},
      // Malformed replies: one more try, restored by each valid reply.
      {{first(), malformed(), malformed()},
       "3: malformed: 2 replies in a row not as asked for ([agent] malformed_retries)"},
      {{first(), malformed(), seen(), malformed(), noop(), malformed()}, ""},
      // Immediately.
      {{first(), failed(kOutOfBounds)},
       "2: out_of_bounds: the model named a place beyond the picture"},
      {{first(), failed(kLowConfidence)},
       "2: confidence: the model is less sure than 0.5 ([agent] min_confidence)"},
      {{first(), failed("TypeError"), failed("TypeError"), failed("TypeError")}, ""},
      // Actions: a noop or refusal between two of them does not reset the count.
      {{first(), unseen(), unseen(), unseen()},
       "4: no_change: 3 actions in a row without a visible change ([agent] max_unchanged)"},
      {{first(), unseen(), noop(), refused(), unseen(), malformed(), unseen()},
       "7: no_change: 3 actions in a row without a visible change ([agent] max_unchanged)"},
      {{first(), unseen(), unseen(), seen(), unseen(), unseen()}, ""},
      {{first(), acted({item("left_click(1, 2)", Outcome::done, false),
                        item("type(\"a\")", Outcome::done, false),
                        item("press(\"enter\")", Outcome::done, false)})},
       "2: no_change: 3 actions in a row without a visible change ([agent] max_unchanged)"},
      // Noops: of nothing else.
      {{first(), noop(), noop(), noop()},
       "4: noops: 3 replies in a row that only asked for a picture ([agent] max_noops)"},
      {{first(), noop(), noop(), seen(), noop(), noop()}, ""},
      {{first(), noop(), noop(), malformed(), noop(), noop()}, ""},
      {{noop(), acted({item("screenshot()", Outcome::noted), item("screenshot()", Outcome::noted)}),
        noop(), acted({item("sleep(1)", Outcome::noted)}), noop(), noop()},
       ""},
      // The window.
      {{first(), with_gone(acted({}))}, "2: window_gone: the window is not there any more"},
      {{with_gone(first())}, "1: window_gone: the window is not there any more"},
      {{first(), with_gone(seen())}, "2: window_gone: the window is not there any more"},
      // Done: the press that closes the window succeeded; a press that failed does not count.
      {{first(), with_done(seen())}, "2: done: done: it is pressed"},
      {{first(), with_done(acted({}))}, "2: done: done: it is pressed"},
      {{first(), with_gone(with_done(seen()))}, "2: done: done: it is pressed"},
      {{first(), with_gone(with_done(refused()))},
       "2: window_gone: the window is not there any more"},
      {{first(), unseen(), unseen(), with_done(unseen())}, "4: done: done: it is pressed"},
  };
  for (std::size_t i = 0; i < std::size(cases); ++i)
    EXPECT_EQ(end_of(cases[i].turns, leash()), cases[i].end) << "case " << i;
}

TEST(AgentStops, AreOffByDefaultButForThoseThatNoOneCanGoOnFrom) {
  const AgentSettings defaults;
  const auto often = [](const ExecutorReply& reply) { return std::vector(20, reply); };
  for (const ExecutorReply& reply : {malformed(), unseen(), noop(), refused(), seen()})
    EXPECT_EQ(end_of(often(reply), defaults), "");
  EXPECT_EQ(end_of({with_gone(first())}, defaults).substr(0, 14), "1: window_gone");
  EXPECT_EQ(end_of({failed(kOutOfBounds)}, defaults).substr(0, 16), "1: out_of_bounds");
}

TEST(AgentStops, StopAtTheFirstMalformedReplyWithoutRetries) {
  AgentSettings settings;
  settings.malformed_retries = 0;
  EXPECT_EQ(end_of({first(), malformed()}, settings),
            "2: malformed: 1 reply in a row not as asked for ([agent] malformed_retries)");
}

// A pause while the model thinks repeats the turn with the result of its actions.
TEST(AgentStops, CountATurnOnceHoweverOftenItIsMade) {
  AgentStops stops;
  for (int turn = 1; turn <= 2; ++turn)
    for (int again = 0; again < 4; ++again) {
      EXPECT_FALSE(stops.turn_acted(turn, noop(), leash()));
      EXPECT_FALSE(stops.turn_acted(turn, unseen(), leash()));
      EXPECT_FALSE(stops.turn_acted(turn, noop(), leash()));
    }
  EXPECT_TRUE(stops.turn_acted(3, noop(), leash()));
}

TEST(AgentStops, TellLongLastWordsCut) {
  ExecutorReply reply = seen();
  reply.done = std::string(10000, 'x');
  EXPECT_LE(end_of({reply}, leash()).size(), 4100U);
  reply.done = "";
  EXPECT_EQ(end_of({reply}, leash()), "1: done: done: the model says so");
}
}  // namespace franz::orchestrator
