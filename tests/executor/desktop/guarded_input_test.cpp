// What is sent of calls if the person at the screen takes over during them.
#include "executor/desktop/guarded_input.h"
#include <gtest/gtest.h>
#include "common/tools/call_grammar.h"
#include "tests/executor/desktop/recorded_parts.h"

namespace franz::executor {
namespace {
constexpr Screen kMap{0, 0, 1001, 501};

// Reports a takeover at the given check, and records waits.
class FakeWatch : public TakeoverWatch {
 public:
  FakeWatch(Notes& notes, int at_look) : notes_(notes), left_(at_look) {}
  void expect(const InputEvent&) override {}
  bool taken_over() override { return left_ == 0 || --left_ == 0; }
  void wait(int milliseconds) override { notes_.add(std::to_string(milliseconds) + " ms watched"); }

 private:
  Notes& notes_;
  int left_;
};

struct Outcomes {
  std::string notes, outcome;
};

Outcomes performed(const std::string& canonical, int at_look) {
  RecordedParts parts;
  FakeWatch watch(parts.notes, at_look);
  ScreenParts guarded = parts.parts();
  guarded.watch = &watch;
  guarded.corner = Point{0, 0};
  ScreenDesktop desktop(guarded, {});
  const Result<Call> call = parse_canonical_call(canonical);
  if (!call.ok()) return {"", call.error().message};
  const Performed result = desktop.perform(call.value(), kMap);
  return {parts.notes.text, std::string(outcome_name(result.outcome)) +
                                (result.why.empty() ? "" : ": " + result.why)};
}
}  // namespace

TEST(GuardedInput, SendsNothingAfterATakeover) {
  const std::string partial = "partial: the person at the screen took over";
  const std::string refused = "refused: the person at the screen took over";
  const struct {
    std::string call;
    int at_look;
    std::string notes, outcome;
  } cases[] = {
      {"left_click(10, 20)", 1, "", refused},
      {"left_click(10, 20)", 2, "move 10,10; 30 ms watched", partial},
      // Releases are allowed after a takeover.
      {"left_click(10, 20)", 99, "move 10,10; 30 ms watched; left down; 20 ms watched; left up",
       "done"},
      {"drag(0, 100, 9, 100)", 4,
       "move 0,50; 30 ms watched; left down; 60 ms watched; read; move 4,50; 10 ms watched",
       partial},
      {"scroll(10, 20, 3)", 3, "move 10,10; 30 ms watched; wheel up; 15 ms watched", partial},
      {"hotkey(\"ctrl\", \"a\")", 2, "ctrl down; ctrl up", partial},
      {"type(\"abc\")", 1, "", refused},
      {"paste(\"abc\")", 1, "offer abc", refused},
      {"sleep(2)", 99, "2000 ms watched", "done"},
  };
  for (const auto& [call, at_look, notes, outcome] : cases) {
    const Outcomes seen = performed(call, at_look);
    EXPECT_EQ(seen.notes, notes) << call;
    EXPECT_EQ(seen.outcome, outcome) << call;
  }
}

TEST(GuardedInput, KeepsThePointerOutOfTheCorner) {
  EXPECT_EQ(performed("left_click(0, 0)", 99).notes,
            "move 1,1; 30 ms watched; left down; 20 ms watched; left up");
  EXPECT_EQ(performed("move(0, 0)", 99).notes, "move 1,1");
  EXPECT_EQ(performed("move(0, 2)", 99).notes, "move 0,1");
  EXPECT_EQ(performed("drag(2, 0, 0, 0)", 99).notes.find("move 0,0"), std::string::npos);
}

TEST(GuardedInput, WithoutAWatchItWaitsAsTheDeviceDoes) {
  RecordedParts parts;
  GuardedInput guarded(parts.input, nullptr, Point{0, 0});
  guarded.pause(5).move({0, 0}).turn_wheel(Wheel::down);
  EXPECT_EQ(guarded.outcome().outcome, Outcome::done);
  EXPECT_EQ(parts.notes.text, "5 ms; move 1,1; wheel down");
}
}  // namespace franz::executor
