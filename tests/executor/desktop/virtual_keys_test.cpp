#include "executor/desktop/virtual_keys.h"
#include <gtest/gtest.h>
#include "common/tools/key_names.h"

namespace franz::executor {
TEST(VirtualKeys, MatchTheKeyNames) {
  const struct {
    const char* written;
    std::optional<VirtualKey> key;
  } rows[] = {
      {"Return", VirtualKey{0x0D}},
      {"Ctrl", VirtualKey{0xA2}},
      {"AltGr", VirtualKey{0xA5, true}},
      {"cmd", VirtualKey{0x5B, true}},
      {"PgDn", VirtualKey{0x22, true}},
      {"f1", VirtualKey{0x70}},
      {"F24", VirtualKey{0x87}},
      {"f25", std::nullopt},
      {"a", std::nullopt},
      {"f", std::nullopt},
      {"Pause", VirtualKey{0x13}},
      {"context menu", VirtualKey{0x5D, true}},
  };
  for (const auto& [written, key] : rows) EXPECT_EQ(virtual_key(key_name(written)), key) << written;
}

// Each key name of more than one character is on a keyboard.
TEST(VirtualKeys, ExistForAllKeyNames) {
  for (const char* const written :
       {"enter",    "tab",         "escape",       "space",     "backspace", "delete", "insert",
        "home",     "end",         "page_up",      "page_down", "up",        "down",   "left",
        "right",    "ctrl",        "alt",          "altgr",     "shift",     "win",    "caps_lock",
        "num_lock", "scroll_lock", "print_screen", "pause",     "menu",      "f12"})
    EXPECT_TRUE(virtual_key(key_name(written))) << written;
}
}  // namespace franz::executor
