#include "proxy/supervisor/screen_takeover.h"
#include <gtest/gtest.h>

namespace franz::proxy {
namespace {
using Phase = ScreenTakeover::Phase;
using Step = ScreenTakeover::Step;

// Held since `now_ms`.
ScreenTakeover held(std::int64_t now_ms) {
  ScreenTakeover takeover;
  EXPECT_EQ(takeover.ask("mine", true, now_ms), Step::yield);
  EXPECT_EQ(takeover.yielded(), Step::start_input);
  EXPECT_EQ(takeover.input_ready(now_ms), Step::grant);
  return takeover;
}
}  // namespace

TEST(ScreenTakeover, IsGrantedWhenTheOrchestratorHasStoppedAndInputIsReady) {
  ScreenTakeover takeover;
  EXPECT_EQ(takeover.refusal(), "");
  EXPECT_EQ(takeover.ask("mine", true, 1000), Step::yield);
  EXPECT_TRUE(takeover.active());
  EXPECT_FALSE(takeover.holds("mine")) << "the executor may still act";
  EXPECT_EQ(takeover.refusal(), "another page has the screen");
  EXPECT_EQ(takeover.yielded(), Step::start_input);
  EXPECT_EQ(takeover.yielded(), Step::nothing) << "a second report";
  EXPECT_EQ(takeover.input_ready(1200), Step::grant);
  EXPECT_TRUE(takeover.holds("mine"));
  EXPECT_FALSE(takeover.holds("other"));
  EXPECT_FALSE(takeover.holds(""));
}

TEST(ScreenTakeover, NeedsNoOrchestrator) {
  ScreenTakeover takeover;
  EXPECT_EQ(takeover.ask("mine", false, 0), Step::start_input);
}

TEST(ScreenTakeover, EndsTenSecondsAfterThePagesLastSignOfLife) {
  ScreenTakeover takeover = held(5000);
  EXPECT_EQ(takeover.due_ms(), 15'000);
  EXPECT_EQ(takeover.time_passed(14'999), Step::nothing);
  takeover.sent({}, 14'999);
  EXPECT_EQ(takeover.time_passed(15'000), Step::nothing);
  EXPECT_EQ(takeover.time_passed(24'998), Step::nothing);
  EXPECT_EQ(takeover.time_passed(24'999), Step::end_input);
  EXPECT_EQ(takeover.why(), "the page was silent for ten seconds");
  EXPECT_FALSE(takeover.holds("mine"));
}

TEST(ScreenTakeover, ReleasesEverythingBeforeItIsHandedBack) {
  ScreenTakeover takeover = held(0);
  EXPECT_EQ(takeover.end("handed back"), Step::end_input);
  EXPECT_EQ(takeover.end("again"), Step::nothing);
  EXPECT_EQ(takeover.refusal(), "the screen is being handed back: try again");
  EXPECT_EQ(takeover.input_ended("ended by signal 9", 100), Step::release);
  EXPECT_EQ(takeover.why(), "handed back") << "we ended the program";
  EXPECT_TRUE(takeover.active());
  EXPECT_EQ(takeover.due_ms(), 5100);
  EXPECT_EQ(takeover.released(), Step::hand_back);
  EXPECT_FALSE(takeover.active());
  EXPECT_TRUE(takeover.was_granted());
  EXPECT_EQ(takeover.due_ms(), std::nullopt);
  EXPECT_EQ(takeover.refusal(), "");
}

TEST(ScreenTakeover, AnInputProgramThatDiesEndsIt) {
  ScreenTakeover takeover = held(0);
  EXPECT_EQ(takeover.input_ended("it crashed", 100), Step::release);
  EXPECT_EQ(takeover.why(), "it crashed");
  EXPECT_EQ(takeover.released(), Step::hand_back);
}

TEST(ScreenTakeover, WaitsFiveSecondsForTheReleaseAndKillsIt) {
  ScreenTakeover takeover = held(0);
  takeover.end("handed back");
  EXPECT_EQ(takeover.input_ended("x", 100), Step::release);
  EXPECT_EQ(takeover.time_passed(5099), Step::nothing);
  EXPECT_EQ(takeover.time_passed(5100), Step::end_release);
  EXPECT_EQ(takeover.time_passed(9000), Step::nothing) << "it is killed once";
  EXPECT_TRUE(takeover.active()) << "until it has ended";
  EXPECT_EQ(takeover.released(), Step::hand_back);
}

TEST(ScreenTakeover, IsGivenUpAfterFiveSeconds) {
  ScreenTakeover deaf;
  deaf.ask("mine", true, 0);
  EXPECT_EQ(deaf.time_passed(4999), Step::nothing);
  EXPECT_EQ(deaf.time_passed(5000), Step::hand_back) << "nothing was started yet";
  EXPECT_EQ(deaf.why(), "the orchestrator did not stop in time");
  EXPECT_FALSE(deaf.was_granted());
  ScreenTakeover slow;
  slow.ask("mine", false, 0);
  EXPECT_EQ(slow.time_passed(5000), Step::end_input);
  EXPECT_EQ(slow.input_ended("x", 100), Step::release);
  EXPECT_EQ(slow.released(), Step::hand_back);
  EXPECT_FALSE(slow.was_granted());
}

TEST(ScreenTakeover, CountsOneTakeoverAtATime) {
  ScreenTakeover takeover = held(0);
  PersonEvent click;
  click.kind = PersonEvent::Kind::button;
  click.down = true;
  takeover.sent({click, click}, 1);
  takeover.sent({click}, 2);
  EXPECT_EQ(takeover.counts(), (PersonCounts{3, 0, 0}));
  takeover.end("x");
  takeover.input_ended("x", 100);
  takeover.released();
  EXPECT_EQ(takeover.counts(), (PersonCounts{3, 0, 0})) << "for the report";
  takeover.ask("next", false, 3);
  EXPECT_EQ(takeover.counts(), PersonCounts{});
}
}  // namespace franz::proxy
