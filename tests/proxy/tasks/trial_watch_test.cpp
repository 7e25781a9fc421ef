#include "proxy/tasks/trial_watch.h"
#include <gtest/gtest.h>
#include "proxy/tasks/agent_script.h"

namespace franz::proxy {
static LoopEvent finished(FinishReason reason, const std::string& text) {
  LoopEvent event;
  event.kind = LoopEvent::Kind::finished;
  event.finish = {reason, text};
  return event;
}

static std::string verdict(const std::vector<LoopEvent>& events) {
  TrialWatch watch;
  std::string text;
  for (const LoopEvent& event : events)
    if (watch.event(event)) text += "stop, ";
  return text + std::string(trial_outcome_name(watch.outcome())) + ": " + watch.why();
}

TEST(TrialWatch, MeasuresWhateverTheModelDid) {
  EXPECT_EQ(verdict({finished(FinishReason::done, "done: saved")}), "measured: done: saved");
  EXPECT_EQ(verdict({finished(FinishReason::malformed, "3 malformed replies")}),
            "measured: 3 malformed replies");
  EXPECT_EQ(verdict({finished(FinishReason::context, "it does not fit")}),
            "measured: it does not fit");
  EXPECT_EQ(verdict({finished(FinishReason::window_gone, "the window is gone")}),
            "measured: the window is gone");
}

TEST(TrialWatch, DoesNotMeasureWhatFailedAroundIt) {
  EXPECT_EQ(verdict({}), "infrastructure: the run ended without a reason");
  EXPECT_EQ(verdict({finished(FinishReason::stopped, "stopped")}), "infrastructure: stopped");
  EXPECT_EQ(verdict({finished(FinishReason::server, "503 after 5 retries")}),
            "infrastructure: 503 after 5 retries");
  LoopEvent degraded;
  degraded.kind = LoopEvent::Kind::turn_acted;
  degraded.turn = 3;
  EXPECT_EQ(verdict({degraded, finished(FinishReason::done, "done")}), "measured: done");
  degraded.degraded = {"the executor gave no answer in 20 s"};
  EXPECT_EQ(verdict({degraded, finished(FinishReason::stopped, "stopped")}),
            "stop, infrastructure: turn 3: the executor gave no answer in 20 s");
  LoopEvent paused;
  paused.kind = LoopEvent::Kind::state;
  paused.state = "paused";
  paused.why = "by the operator";
  EXPECT_EQ(verdict({paused, finished(FinishReason::done, "done")}), "measured: done");
  paused.cause = PauseCause::disk;
  paused.why = "no space left";
  EXPECT_EQ(verdict({paused, finished(FinishReason::stopped, "stopped")}),
            "stop, infrastructure: the disk: no space left");
}

TEST(AgentScript, RepliesWithTheCallsOfEachTurn) {
  const Solution solution = {{"type(\"a\")", "press(\"enter\")"}, {"answer(\"it's \\\"b\\\"\")"}};
  EXPECT_EQ(agent_script(solution),
            "{\"content\":\"```python\\ntype(\\\"a\\\")\\npress(\\\"enter\\\")\\n```\"}\n"
            "{\"content\":\"it's \\\"b\\\"\"}\n");
  EXPECT_EQ(agent_turns(solution), 2U);
  EXPECT_EQ(agent_script({}), "{\"content\":\"I do nothing.\"}\n");
  EXPECT_EQ(agent_turns({}), 1U);
}
}  // namespace franz::proxy
