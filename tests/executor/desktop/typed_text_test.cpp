#include "executor/desktop/typed_text.h"
#include <gtest/gtest.h>
#include "common/base/utf8.h"

namespace franz::executor {
namespace {
// Small letters have keycodes from 100 on, capitals the same keys with Shift.
std::optional<KeyStroke> on_the_layout(char32_t code) {
  if (code >= U'a' && code <= U'z') return KeyStroke{100 + static_cast<int>(code - U'a'), false};
  if (code >= U'A' && code <= U'Z') return KeyStroke{100 + static_cast<int>(code - U'A'), true};
  return std::nullopt;
}

// "9=U+FC: 100 S101 9 | …": the mapped keys, then the strokes, batch by batch.
std::string printed(const Result<std::vector<TypingBatch>>& batches) {
  if (!batches.ok()) return batches.error().message;
  std::string text;
  const auto stroke = [](const KeyStroke& each) {
    return (each.shift ? "S" : "") + std::to_string(each.keycode);
  };
  for (const TypingBatch& batch : batches.value()) {
    if (!text.empty()) text += " | ";
    for (const auto& [key, code] : batch.mapped)
      text += stroke(key) + "=" + std::to_string(static_cast<std::uint32_t>(code)) + " ";
    text += ":";
    for (const KeyStroke& each : batch.strokes) text += " " + stroke(each);
  }
  return text;
}
}  // namespace

TEST(TypedText, IsRefusedIfNoKeyTypesACharacter) {
  for (const auto& [text, typed] : std::vector<std::pair<std::string, std::string>>{
           {"a\r\nb\rc\nd\t", "a\nb\nc\nd\t"},
           {"\u00FC\U0001F408\u200D", "\u00FC\U0001F408\u200D"},
           {"a\x1B", "U+001B at character 2 cannot be typed"},
           {"\u00FC\u0085", "U+0085 at character 2 cannot be typed"},
           {"\xED\xA0\x80", "U+D800 at character 1 cannot be typed"},
           {"ab\xFF", "a byte that is no UTF-8 at character 3 cannot be typed"},
           {"", ""}}) {
    const Result<std::string> result = text_to_type(text);
    EXPECT_EQ(result.ok() ? result.value() : result.error().message, typed);
  }
}

TEST(TypedText, HasPiecesThatEndAfterALineOrAHundredCharacters) {
  std::string hundred;
  for (std::size_t i = 0; i < kTypedAtOnce; ++i) hundred += "\u00E9";
  for (const auto& [text, pieces] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"", {}},
           {"a", {"a"}},
           {"ab\nc", {"ab\n", "c"}},
           {"\n\na\n", {"\n", "\n", "a\n"}},
           {"a\tb", {"a\tb"}},
           {hundred, {hundred}},
           {hundred + "b", {hundred, "b"}},
           {hundred + hundred + "\nb", {hundred, hundred, "\n", "b"}}}) {
    std::vector<std::string> found, counted;
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(found.back().size()))
      found.emplace_back(first_piece(rest));
    EXPECT_EQ(found, pieces) << text;
    PieceCounter counter(text);
    for (std::size_t at = 0; at < text.size();) {
      const std::string character = text.substr(at, decode_utf8(text.substr(at)).length);
      if (counter.is_between() || counted.empty()) counted.emplace_back();
      counted.back() += character;
      at += character.size();
      counter.add();
      EXPECT_EQ(counter.typed(), count_characters(text.substr(0, at)));
    }
    EXPECT_EQ(counted, pieces) << text;
  }
}

TEST(TypedText, IsSpreadOverTheLayoutAndSpareKeys) {
  const std::vector<KeyStroke> spare{{8, false}, {8, true}};
  for (const auto& [text, planned] : std::vector<std::pair<std::string, std::string>>{
           {"", ":"},
           {"aB", ": 100 S101"},
           {"\u00E4\u00F6\u00E4", "8=228 S8=246 : 8 S8 8"},
           {"\u00E4\u00F6\u00FCa\u00E4\u00F6",
            "8=228 S8=246 : 8 S8 | 8=252 S8=228 : 8 100 S8 | 8=246 : 8"}}) {
    EXPECT_EQ(printed(plan_typing(text, on_the_layout, spare)), planned) << text;
  }
}

TEST(TypedText, NeedsASpareKeyForMissingCharacters) {
  EXPECT_EQ(printed(plan_typing("a\u00E4", on_the_layout, {})),
            "the keyboard has no key for U+00E4, and no spare one");
}
}  // namespace franz::executor
