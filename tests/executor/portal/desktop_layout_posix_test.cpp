#include <gtest/gtest.h>
#include "executor/portal/desktop_layout.h"
#include "executor/portal/layout_keys.h"
#include "executor/wayland/own_keymap.h"
#include "tests/executor/portal/kde_keyboard.h"

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

TEST(DesktopLayout, HasTheKeysOfOneLayout) {
  const std::string keymap = keymap_of("us,de");
  const LayoutKeys us = keymap_keys(keymap, 0), german = keymap_keys(keymap, 1);
  EXPECT_EQ(us.at('z'), (KeyStroke{44, false}));
  EXPECT_EQ(us.at('@'), (KeyStroke{3, true}));
  EXPECT_EQ(german.at('z'), (KeyStroke{21, false}));
  EXPECT_EQ(german.at('@'), (KeyStroke{16 + kWithThird, false}));
  EXPECT_EQ(german.at(symbol_of_key("enter")), (KeyStroke{28, false}));
  // Of the keys that have it, the one without AltGr and Shift together.
  EXPECT_EQ(german.at(symbol_of(U'°')), (KeyStroke{41, true}));
  EXPECT_FALSE(us.contains(symbol_of(U'ü')));
  EXPECT_TRUE(characters_of(german).contains(U'€'));
  EXPECT_FALSE(characters_of(german).contains(U'é'));
  EXPECT_TRUE(keymap_keys(keymap, 2).empty());
  EXPECT_TRUE(keymap_keys("no keymap", 0).empty());
}

TEST(DesktopLayout, OfASessionThatIsNotThereIsAFailure) {
  EXPECT_FALSE(layout_characters("/nowhere/wayland-7", std::nullopt).ok());
}
}  // namespace franz::executor
