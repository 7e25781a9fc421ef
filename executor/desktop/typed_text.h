#pragma once
// What is typed as characters, and how it is spread over the keys of a keyboard: those that the
// layout has on a key, with or without Shift, are typed with that key; others are put on spare
// keys, as many at a time as there are.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"

namespace franz::executor {
// The text as it is typed: each line end (CRLF, CR, LF) is one \n.
// Failure: a character that no key types, as in `U+0007 at character 3 cannot be typed`: control
// characters but \n and \t, and bytes that are no UTF-8.
Result<std::string> text_to_type(std::string_view text);

struct KeyStroke {
  int keycode = 0;
  bool shift = false;
  friend bool operator==(const KeyStroke&, const KeyStroke&) = default;
};

struct TypingBatch {
  // Strokes of spare keys and what they stand for, each once.
  std::vector<std::pair<KeyStroke, char32_t>> mapped;
  std::vector<KeyStroke> strokes;
};

// `find`: the key that the layout has for a character. Each batch maps its characters anew, and
// holds as many strokes as the spare ones allow.
// Failure (ErrorCode::missing): a character has no key, and there is no spare one.
Result<std::vector<TypingBatch>> plan_typing(
    std::string_view text, const std::function<std::optional<KeyStroke>(char32_t)>& find,
    std::span<const KeyStroke> spare);
}  // namespace franz::executor
