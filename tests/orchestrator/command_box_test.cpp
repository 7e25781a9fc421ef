// What a panic and a stop cut, and for how long.
#include <gtest/gtest.h>
#include <string>
#include "orchestrator/command_box_app.h"

namespace franz::orchestrator {
namespace {
using Command = ControlCommand::Kind;

struct Cuts {
  std::string trace;
  TurnCut cut{[this] { trace += "cut "; }, [this] { trace += "allow "; }};
  CommandBox box{cut};
};
}  // namespace

TEST(CommandBox, APanicCutsUntilTheLoopHasTakenIt) {
  Cuts cuts;
  const std::stop_token before = cuts.cut.token();
  EXPECT_TRUE(cuts.box.put({Command::note, "words"}).ok());
  EXPECT_TRUE(cuts.box.put({Command::panic, "the key", PauseCause::panic}).ok());
  EXPECT_TRUE(before.stop_requested());
  EXPECT_TRUE(cuts.cut.token().stop_requested()) << "nothing is begun before it is taken";
  EXPECT_EQ(cuts.trace, "cut ");
  EXPECT_EQ(cuts.box.next(0)->text, "words");
  EXPECT_TRUE(cuts.cut.token().stop_requested());
  const auto panic = cuts.box.next(0);
  ASSERT_TRUE(panic);
  EXPECT_EQ(panic->text, "the key");
  EXPECT_EQ(panic->cause, PauseCause::panic);
  EXPECT_EQ(cuts.trace, "cut allow ");
  EXPECT_FALSE(cuts.cut.token().stop_requested());
  EXPECT_TRUE(before.stop_requested());
}

TEST(CommandBox, APanicNeverFindsTheBoxFull) {
  Cuts cuts;
  const std::string large(400'000, 'x');
  while (cuts.box.put({Command::note, large}).ok()) {
  }
  EXPECT_TRUE(cuts.box.put({Command::panic}).ok());
  EXPECT_TRUE(cuts.cut.token().stop_requested());
}

TEST(TurnCut, AStopIsForGood) {
  Cuts cuts;
  cuts.cut.stop();
  EXPECT_TRUE(cuts.box.put({Command::panic}).ok());
  ASSERT_TRUE(cuts.box.next(0));
  EXPECT_TRUE(cuts.cut.token().stop_requested());
  EXPECT_EQ(cuts.trace, "cut cut ");
}

TEST(TurnCut, NothingIsAllowedThatWasNotCut) {
  Cuts cuts;
  cuts.cut.noticed();
  EXPECT_EQ(cuts.trace, "");
}
}  // namespace franz::orchestrator
