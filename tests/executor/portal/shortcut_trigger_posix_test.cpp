#include <gtest/gtest.h>
#include "executor/portal/shortcut_trigger.h"

namespace franz::executor {
TEST(ShortcutTrigger, NamesKeysAsTheSpecificationDoes) {
  const struct {
    const char* combination;
    const char* expected;
  } rows[] = {
      {"ctrl+alt+pause", "CTRL+ALT+Pause"},
      {"ctrl+alt+F12", "CTRL+ALT+F12"},
      {"ctrl+shift+win+escape", "CTRL+SHIFT+LOGO+Escape"},
      {"win+enter", "LOGO+Return"},
      {"ctrl+page_up", "CTRL+Prior"},
      {"ctrl+a", "CTRL+a"},
      {"ctrl+1", "CTRL+1"},
      {"ctrl+,", "CTRL+comma"},
      {"ctrl+ü", "CTRL+udiaeresis"},
      {"ctrl+€", "CTRL+EuroSign"},
      // The specification has no such modifier, and a+ is no combination.
      {"altgr+f12", ""},
      {"ctrl+", ""},
      {"", ""},
  };
  for (const auto& [combination, expected] : rows)
    EXPECT_EQ(shortcut_trigger(combination), expected) << combination;
}
}  // namespace franz::executor
