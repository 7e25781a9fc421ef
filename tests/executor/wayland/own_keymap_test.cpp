#include "executor/wayland/own_keymap.h"
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>

namespace franz::executor {
namespace {
// Each batch's spare characters, "[252=2a]", and its strokes: keycodes, with S for Shift and a for
// AltGr.
std::string shown(const KeyStroke& stroke) {
  return (stroke.shift ? "S" : "") + std::to_string(stroke.keycode % kWithThird) +
         (stroke.keycode >= kWithThird ? "a" : "");
}

std::string planned(std::string_view text, const SpareCharacters& spare = {}) {
  const Result<std::vector<TypingBatch>> batches = plan_own_typing(text, spare);
  if (!batches.ok()) return batches.error().message;
  std::string all;
  for (const TypingBatch& batch : batches.value()) {
    for (const auto& [stroke, character] : batch.mapped)
      all += "[" + std::to_string(static_cast<unsigned>(character)) + "=" + shown(stroke) + "]";
    for (const KeyStroke& stroke : batch.strokes) all += " " + shown(stroke);
  }
  return all;
}
}  // namespace

TEST(OwnKeymap, TypesTheUsLayoutOnItsUsualKeysAndOthersOnSpareKeys) {
  const struct {
    std::string text, strokes;
  } cases[] = {
      {"aA1! ", " 30 S30 2 S2 57"},
      {"\n\t", " 28 15"},
      {"aü€ü", "[252=2a][8364=3a] 30 2a 3a 2a"},
      {"🐱", "[128049=2a] 2a"},
  };
  for (const auto& [text, strokes] : cases) EXPECT_EQ(planned(text), strokes) << text;
}

TEST(OwnKeymap, KeepsTheKeymapThatSuffices) {
  const SpareCharacters spare{{{2 + kWithThird, false}, U'ß'}, {{2 + kWithThird, true}, U'ü'}};
  EXPECT_EQ(planned("aü", spare), " 30 S2a");
  EXPECT_EQ(planned("üö", spare), "[252=2a][246=3a] 2a 3a");
}

TEST(OwnKeymap, BeginsABatchWhenNoKeyIsSpare) {
  std::string text;
  for (char32_t each = 0; each < spare_keys().size() + 1; ++each) {
    text += static_cast<char>(0xC4 + each / 0x40);
    text += static_cast<char>(0x80 + each % 0x40);
  }
  const Result<std::vector<TypingBatch>> batches = plan_own_typing(text, {});
  ASSERT_TRUE(batches.ok());
  ASSERT_EQ(batches.value().size(), 2U);
  EXPECT_EQ(batches.value()[0].strokes.size(), spare_keys().size());
  EXPECT_EQ(batches.value()[1].strokes.size(), 1U);
}

TEST(OwnKeymap, HasAKeyForEachNamedKeyAndModifier) {
  const struct {
    std::string name;
    int keycode;
    std::uint32_t held, locked;
  } cases[] = {
      {"enter", 28, 0, 0},      {"escape", 1, 0, 0},     {"ctrl", 29, 4, 0},
      {"alt", 56, 8, 0},        {"shift", 42, 1, 0},     {"win", 125, 64, 0},
      {"altgr", 100, 128, 0},   {"caps_lock", 58, 0, 2}, {"num_lock", 69, 0, 16},
      {"f1", 59, 0, 0},         {"f10", 68, 0, 0},       {"f11", 87, 0, 0},
      {"f12", 88, 0, 0},        {"f13", 183, 0, 0},      {"f24", 194, 0, 0},
      {"page_down", 109, 0, 0}, {"a", 30, 0, 0},         {"/", 53, 0, 0},
      {"menu", 127, 0, 0},      {"space", 57, 0, 0},
  };
  for (const auto& [name, keycode, held, locked] : cases) {
    const std::optional<KeyStroke> key = own_key(symbol_of_key(name));
    ASSERT_TRUE(key) << name;
    EXPECT_EQ(key->keycode, keycode) << name;
    EXPECT_EQ(held_modifier(keycode), held) << name;
    EXPECT_EQ(locked_modifier(keycode), locked) << name;
  }
}

// Browsers read the keys of an office keyboard as characters, and no others.
TEST(OwnKeymap, PutsOtherCharactersOnTheKeysOfCharacters) {
  std::set<std::pair<int, bool>> strokes;
  for (const KeyStroke& stroke : spare_keys()) {
    EXPECT_TRUE(strokes.insert({stroke.keycode, stroke.shift}).second);
    ASSERT_GE(stroke.keycode, kWithThird);
    bool types = false;
    for (char32_t each = 0x21; each < 0x7F; ++each)
      types |= own_key(symbol_of(each))->keycode == stroke.keycode - kWithThird;
    EXPECT_TRUE(types) << stroke.keycode;
  }
  EXPECT_EQ(strokes.size(), 94U);
}

TEST(OwnKeymap, IsWrittenWithItsSpareCharacters) {
  const std::string text =
      keymap_text({{{30 + kWithThird, false}, U'ü'}, {{2 + kWithThird, true}, U'🐱'}});
  for (const char* const line :
       {"  <K30> = 38;\n",
        "  key <K30> { type = \"FOUR_LEVEL_ALPHABETIC\", symbols[1] = [0x61, 0x41, 0xfc, NoSymbol] "
        "};\n",
        "  key <K2> { type = \"FOUR_LEVEL\", symbols[1] = [0x31, 0x21, NoSymbol, 0x101f431] };\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line;
}
}  // namespace franz::executor
