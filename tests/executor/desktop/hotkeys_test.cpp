#include "executor/desktop/hotkeys.h"
#include <gtest/gtest.h>
#include <sstream>

namespace franz::executor {
namespace {
// Keycodes: 37 and 105 ctrl, 64 alt, 50 shift, 133 win, 127 the key.
const std::map<int, std::string> kHeld{
    {37, "ctrl"}, {105, "ctrl"}, {64, "alt"}, {50, "shift"}, {133, "win"}};

// Input: "+37 +64 +127 -127". Result: "P" panic, "R" resume.
std::string meanings_of(const Hotkey& panic, const std::string& keys,
                        const std::set<int>& down = {}) {
  Hotkeys hotkeys(panic, kHeld, down);
  std::string meanings;
  std::istringstream in(keys);
  int key = 0;
  while (in >> key) {
    switch (hotkeys.key(key < 0 ? -key : key, key > 0)) {
      case Hotkeys::Meaning::panic: meanings += 'P'; break;
      case Hotkeys::Meaning::resume: meanings += 'R'; break;
      case Hotkeys::Meaning::nothing: break;
    }
  }
  return meanings;
}
}  // namespace

TEST(Hotkeys, MeanWhatIsHeldWithTheKey) {
  const Hotkey panic{127, {"ctrl", "alt"}};
  const struct {
    std::string keys, expected;
  } cases[] = {
      {"37 64 127", "P"},
      {"64 37 127", "P"},
      {"105 64 127", "P"},
      {"37 64 50 127", "R"},
      {"50 37 64 127 -127 -50 127", "RP"},
      {"37 127", ""},
      {"127 37 64", ""},
      {"37 64 -64 127", ""},
      {"37 64 38", ""},
      // A repeated key is one press.
      {"37 64 127 127 127", "P"},
      {"37 64 127 -127 127", "PP"},
      // Additional keys do not prevent a panic.
      {"37 64 133 127", "P"},
      {"37 64 133 50 127", "P"},
  };
  for (const auto& [keys, expected] : cases) EXPECT_EQ(meanings_of(panic, keys), expected) << keys;
}

TEST(Hotkeys, KeysThatWereDownBeforeAreHeld) {
  EXPECT_EQ(meanings_of({127, {"ctrl", "alt"}}, "64 127", {37}), "P");
  EXPECT_EQ(meanings_of({127, {"ctrl", "alt"}}, "-37 64 127", {37}), "");
}

TEST(Hotkeys, ResumeIsTheSameWithShiftOrWithout) {
  EXPECT_EQ(resume_key({9, {"ctrl"}}), (Hotkey{9, {"ctrl", "shift"}}));
  EXPECT_EQ(resume_key({9, {"ctrl", "shift"}}), (Hotkey{9, {"ctrl"}}));
  EXPECT_EQ(meanings_of({127, {"ctrl", "shift"}}, "37 127 -127 50 127"), "RP");
}

TEST(Hotkeys, AMissingKeyMeansNothing) {
  EXPECT_EQ(meanings_of({0, {"ctrl", "alt"}}, "37 64 127"), "");
}
}  // namespace franz::executor
