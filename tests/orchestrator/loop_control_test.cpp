#include "orchestrator/loop_control.h"
#include <gtest/gtest.h>

namespace franz::orchestrator {
namespace {
using Command = ControlCommand::Kind;

TEST(LoopControl, PausesStepsAndStops) {
  LoopControl control;
  EXPECT_TRUE(control.running());
  control.turn_made();
  EXPECT_TRUE(control.running());
  control.take({Command::pause, ""});
  EXPECT_TRUE(control.paused());
  EXPECT_EQ(control.why(), "asked to");
  EXPECT_EQ(control.level(), LogLevel::info);
  control.take({Command::step, ""});
  EXPECT_FALSE(control.interrupted());
  EXPECT_FALSE(control.running());
  control.turn_made();
  EXPECT_TRUE(control.paused());
  EXPECT_EQ(control.why(), "one step was made");
  control.take({Command::resume, ""});
  EXPECT_TRUE(control.running());
  control.take({Command::stop, ""});
  EXPECT_TRUE(control.stopping());
  EXPECT_TRUE(control.interrupted());
  EXPECT_FALSE(control.paused());
}

TEST(LoopControl, KeepsTheReasonOfItsOwnPause) {
  LoopControl control;
  control.pause("8 turns failed");
  control.take({Command::pause, ""});
  EXPECT_EQ(control.why(), "8 turns failed");
  EXPECT_EQ(control.level(), LogLevel::warning);
}

TEST(LoopControl, APanicHaltsItUntilItIsToGoOn) {
  for (const Command next : {Command::resume, Command::step}) {
    LoopControl control;
    control.take({Command::pause});
    EXPECT_FALSE(control.halted());
    control.take({Command::panic, "the key", PauseCause::panic});
    EXPECT_TRUE(control.halted());
    EXPECT_EQ(control.why(), "panic: the key");
    EXPECT_EQ(control.cause(), PauseCause::panic);
    control.take({Command::pause});
    EXPECT_EQ(control.why(), "panic: the key");
    control.take({next});
    EXPECT_FALSE(control.halted());
    EXPECT_FALSE(control.interrupted());
    EXPECT_EQ(control.cause(), PauseCause::other);
    EXPECT_EQ(control.running(), next == Command::resume);
  }
}

TEST(LoopControl, APersonAtThePageKeepsItPausedUntilTheScreenIsHandedBack) {
  LoopControl control;
  control.take({Command::take_over});
  EXPECT_TRUE(control.halted());
  EXPECT_EQ(control.cause(), PauseCause::page);
  for (const Command command : {Command::resume, Command::step, Command::model}) {
    control.take({command, "m"});
    EXPECT_TRUE(control.paused()) << static_cast<int>(command);
  }
  EXPECT_EQ(control.person_uses(), 0);
  control.take({Command::hand_back});
  EXPECT_TRUE(control.halted());
  EXPECT_EQ(control.cause(), PauseCause::other);
  EXPECT_EQ(control.person_uses(), 1);
  control.take({Command::resume});
  EXPECT_TRUE(control.running());
  control.saw_person_uses(1);
  EXPECT_EQ(control.person_uses(), 0);
}

TEST(LoopControl, ATakeoverThatWasNeverGrantedIsNoUse) {
  LoopControl control;
  control.take({Command::take_over});
  ControlCommand back{Command::hand_back};
  back.used = false;
  control.take(back);
  EXPECT_EQ(control.person_uses(), 0);
  EXPECT_TRUE(control.paused());
  EXPECT_EQ(control.cause(), PauseCause::other);
}

// A panic in between is the newer cause; the feedback still reports the use.
TEST(LoopControl, APanicOutlivesTheHandBack) {
  LoopControl control;
  control.take({Command::take_over});
  control.take({Command::panic});
  control.take({Command::hand_back});
  EXPECT_EQ(control.cause(), PauseCause::panic);
  EXPECT_EQ(control.person_uses(), 1);
}

// The executor is cut regardless of who paused the run; its result is not invented.
TEST(LoopControl, ALostWatchCutsATurnThatIsToPause) {
  LoopControl control;
  control.take({Command::pause});
  EXPECT_FALSE(control.halted());
  control.take({Command::panic, "nobody watches", PauseCause::unwatched});
  EXPECT_TRUE(control.halted());
  EXPECT_EQ(control.cause(), PauseCause::other);
  control.take({Command::resume, "", PauseCause::unwatched});
  EXPECT_TRUE(control.paused());
  control.take({Command::resume});
  EXPECT_TRUE(control.running());
  EXPECT_FALSE(control.halted());
}

TEST(LoopControl, AWatchThatIsBackEndsWhatItsLackBegan) {
  const ControlCommand gone{Command::panic, "nobody watches", PauseCause::unwatched};
  const ControlCommand back{Command::resume, "", PauseCause::unwatched};
  LoopControl control;
  control.take(gone);
  EXPECT_TRUE(control.halted());
  EXPECT_FALSE(control.watched());
  EXPECT_EQ(control.why_unwatched(), "nobody watches");
  control.take(back);
  EXPECT_TRUE(control.watched());
  EXPECT_TRUE(control.running());
  // It cannot end a person's panic.
  control.take({Command::panic});
  control.take(gone);
  EXPECT_EQ(control.cause(), PauseCause::panic);
  control.take(back);
  EXPECT_TRUE(control.watched());
  EXPECT_TRUE(control.halted());
  // Who resumes without one does not get it.
  control.take(gone);
  control.take({Command::resume});
  EXPECT_TRUE(control.running());
  EXPECT_FALSE(control.watched());
}

TEST(LoopControl, NotesWaitUntilATurnWithThemIsFinished) {
  LoopControl control;
  ControlCommand two{Command::note, "two"};
  two.number = 2;
  control.take({Command::note, "one"});
  control.take(two);
  EXPECT_EQ(control.notes(), "one\ntwo");
  EXPECT_EQ(control.note_numbers(), std::vector{2});
  const std::size_t sent = control.count_notes();
  control.take({Command::note, "three"});
  control.sent(sent);
  EXPECT_EQ(control.notes(), "three");
  control.sent(0);
  EXPECT_EQ(control.notes(), "three");
  control.sent(1);
  EXPECT_EQ(control.notes(), "");
}
}  // namespace
}  // namespace franz::orchestrator
