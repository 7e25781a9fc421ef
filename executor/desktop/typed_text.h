#pragma once
// Which characters are typed, and how they are mapped to keys. Characters that the layout has, with
// or without Shift, use their own key. The others are put on spare keys, in batches of as many as
// there are spare keys.
#include <cstddef>
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
// Normalises the text for typing: each line end (CRLF, CR, LF) becomes \n.
// Failure: a character that no key types, as in `U+0007 at character 3 cannot be typed`: control
// characters except \n and \t, and invalid UTF-8.
Result<std::string> text_to_type(std::string_view text);

// Characters typed between two checks of which window gets them.
inline constexpr std::size_t kTypedAtOnce = 100;

// The prefix of the text up to the next check: after a line end, which may open a window, or after
// kTypedAtOnce characters. Empty if the text is empty.
std::string_view first_piece(std::string_view text);

// Tracks the pieces of a text that is typed character by character.
class PieceCounter {
 public:
  // `text` outlives it.
  explicit PieceCounter(std::string_view text) : rest_(text) {}

  std::size_t typed() const { return typed_; }
  // Whether the next character begins a piece other than the first.
  bool is_between() const { return left_ == 0 && typed_ > 0; }
  // The next character was typed. Precondition: there is one.
  void add();

 private:
  std::string_view rest_;  // after the current piece
  std::size_t left_ = 0;   // remaining characters of the current piece
  std::size_t typed_ = 0;  // typed characters of the text
};

struct KeyStroke {
  int keycode = 0;
  bool shift = false;
  friend bool operator==(const KeyStroke&, const KeyStroke&) = default;
};

struct TypingBatch {
  // Each spare key's stroke and its character, then one stroke for each character of the batch.
  std::vector<std::pair<KeyStroke, char32_t>> mapped;
  std::vector<KeyStroke> strokes;
};

// `find`: the layout's key for a character. Each batch maps its characters again, and is as long as
// the spare keys allow.
// Failure (ErrorCode::missing): a character has no key, and there is no spare one.
Result<std::vector<TypingBatch>> plan_typing(
    std::string_view text, const std::function<std::optional<KeyStroke>(char32_t)>& find,
    std::span<const KeyStroke> spare);
}  // namespace franz::executor
