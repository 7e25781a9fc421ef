#include <gtest/gtest.h>
#include "executor/portal/desktop_layout.h"
#include "executor/wayland/own_keymap.h"

namespace franz::executor {
TEST(DesktopLayout, HasTheCharactersThatADesktopCanPress) {
  // On a key with AltGr, and on one with AltGr and Shift, which mutter does not press.
  const LayoutCharacters characters = keymap_characters(
      keymap_text({{{16 + kWithThird, false}, U'ü'}, {{16 + kWithThird, true}, U'é'}}),
      std::nullopt);
  EXPECT_EQ(characters.at(U'a'), 0x61U);
  EXPECT_EQ(characters.at(U'A'), 0x41U);
  EXPECT_EQ(characters.at(U'ü'), 0xFCU);
  EXPECT_FALSE(characters.contains(U'é'));
  EXPECT_FALSE(characters.contains(U'\r'));
  EXPECT_TRUE(keymap_characters("no keymap", std::nullopt).empty());
}

TEST(DesktopLayout, GivesTheSymbolThatTheLayoutHas) {
  std::string keymap = keymap_text({});
  const std::string plain = "0x71, 0x51";  // of q
  ASSERT_NE(keymap.find(plain), std::string::npos);
  keymap.replace(keymap.find(plain), plain.size(), "0x20ac, Cyrillic_a");
  const LayoutCharacters characters = keymap_characters(keymap, std::nullopt);
  EXPECT_EQ(characters.at(U'€'), 0x20ACU);
  EXPECT_EQ(characters.at(U'а'), 0x6C1U);
}

TEST(DesktopLayout, OfASessionThatIsNotThereIsAFailure) {
  EXPECT_FALSE(layout_characters("/nowhere/wayland-7", std::nullopt).ok());
}
}  // namespace franz::executor
