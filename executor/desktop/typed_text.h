#pragma once
// What is typed as characters, and how it is spread over the keys of a keyboard: those that the
// layout has on a key, with or without Shift, are typed with that key; others are put on spare
// keys, as many at a time as there are.
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
// The text as it is typed: each line end (CRLF, CR, LF) is one \n.
// Failure: a character that no key types, as in `U+0007 at character 3 cannot be typed`: control
// characters but \n and \t, and bytes that are no UTF-8.
Result<std::string> text_to_type(std::string_view text);

// Characters between two looks for the window that gets them.
inline constexpr std::size_t kTypedAtOnce = 100;

// The text's piece up to where such a look is due: behind a line end, which may open a window, and
// behind kTypedAtOnce characters. Empty: the text is.
std::string_view first_piece(std::string_view text);

// The pieces of a text, for who types it character by character.
class PieceCounter {
 public:
  // `text` outlives it.
  explicit PieceCounter(std::string_view text) : rest_(text) {}

  std::size_t typed() const { return typed_; }
  // Whether the next character begins a piece, and not the first one.
  bool is_between() const { return left_ == 0 && typed_ > 0; }
  // The next character is typed. There is one.
  void add();

 private:
  std::string_view rest_;  // behind the piece that is typed
  std::size_t left_ = 0;   // characters of that piece
  std::size_t typed_ = 0;  // characters of the text
};

struct KeyStroke {
  int keycode = 0;
  bool shift = false;
  friend bool operator==(const KeyStroke&, const KeyStroke&) = default;
};

struct TypingBatch {
  // Strokes of spare keys and what they stand for, each once; then one stroke for each character.
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
