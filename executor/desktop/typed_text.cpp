#include "executor/desktop/typed_text.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include "common/base/utf8.h"

namespace franz::executor {
namespace {
std::string code_name(char32_t code) {
  std::array<char, 8> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                 static_cast<std::uint32_t>(code), 16);
  std::string hex(digits.data(), end.ptr);
  std::ranges::transform(hex, hex.begin(), [](char c) { return c >= 'a' ? char(c - 32) : c; });
  return "U+" + std::string(hex.size() < 4 ? 4 - hex.size() : 0, '0') + hex;
}

bool has_no_key(char32_t code) {
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0) ||
         surrogate;
}
}  // namespace

Result<std::string> text_to_type(std::string_view text) {
  std::string typed;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const DecodedCharacter next = decode_utf8(text);
    const bool line_end = text.front() == '\r';
    if (!next.valid || (has_no_key(next.code) && !line_end)) {
      const std::string what = next.valid ? code_name(next.code) : "a byte that is no UTF-8";
      return Error{what + " at character " + std::to_string(number) + " cannot be typed",
                   ErrorCode::missing};
    }
    text.remove_prefix(next.length);
    if (line_end && text.starts_with('\n')) text.remove_prefix(1);
    append_utf8(typed, line_end ? U'\n' : next.code);
  }
  return typed;
}

std::string_view first_piece(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t count = 0; count < kTypedAtOnce && end < text.size(); ++count) {
    const bool line_end = text[end] == '\n';
    end += decode_utf8(text.substr(end)).length;
    if (line_end) break;
  }
  return text.substr(0, end);
}

void PieceCounter::add() {
  if (left_ == 0) {
    const std::string_view piece = first_piece(rest_);
    rest_.remove_prefix(piece.size());
    left_ = count_characters(piece);
  }
  --left_;
  ++typed_;
}

Result<std::vector<TypingBatch>> plan_typing(
    std::string_view text, const std::function<std::optional<KeyStroke>(char32_t)>& find,
    std::span<const KeyStroke> spare) {
  std::vector<TypingBatch> batches(1);
  std::map<char32_t, std::optional<KeyStroke>> known;  // of the layout
  std::map<char32_t, KeyStroke> mapped;                // of the batch
  while (!text.empty()) {
    const DecodedCharacter next = decode_utf8(text);
    text.remove_prefix(next.length);
    const auto [row, is_new] = known.try_emplace(next.code);
    if (is_new) row->second = find(next.code);
    if (row->second) {
      batches.back().strokes.push_back(*row->second);
      continue;
    }
    if (spare.empty()) {
      return Error{"the keyboard has no key for " + code_name(next.code) + ", and no spare one",
                   ErrorCode::missing};
    }
    auto key = mapped.find(next.code);
    if (key == mapped.end()) {
      if (mapped.size() == spare.size()) {
        batches.emplace_back();
        mapped.clear();
      }
      key = mapped.emplace(next.code, spare[mapped.size()]).first;
      batches.back().mapped.emplace_back(key->second, next.code);
    }
    batches.back().strokes.push_back(key->second);
  }
  return batches;
}
}  // namespace franz::executor
