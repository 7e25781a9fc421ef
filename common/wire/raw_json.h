#pragma once
// Raw tokens: model text is cut out of a message as the bytes that were received, before a JSON
// library sees the rest, and is spliced into the next message as the same bytes.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
inline constexpr std::size_t kMaxMessage = 64UL << 20U;  // bytes: 64 MiB
inline constexpr std::size_t kMaxDepth = 200;            // open brackets

// One string token that was cut out: `pointer` is its place (RFC 6901), `offset` and `length` its
// bytes in the message, quotes included.
struct CutToken {
  std::string pointer;
  std::size_t offset = 0, length = 0;
};

struct CutJson {
  std::string rest;              // the message with "" in place of each cut token; valid UTF-8
  std::vector<CutToken> tokens;  // in order of appearance

  // The bytes of the last token at `pointer` (the last of equal keys wins, as in the library), or
  // nothing where another kind of value or none stands. `message` is the text that was cut.
  std::optional<std::string_view> find(std::string_view message, std::string_view pointer) const;
};

// Cuts the string values whose place matches one of `patterns`: JSON pointers in which a segment *
// stands for any one key or index, as in "/choices/*/message/content". Linear time, bounded depth.
// Failure: not one JSON value, deeper than kMaxDepth, longer than kMaxMessage, with the position.
// Inside a cut token bytes need not be UTF-8 and surrogates may stand alone; elsewhere wrong bytes
// and lone surrogates become U+FFFD in `rest`.
Result<CutJson> cut_tokens(std::string_view message, std::span<const std::string_view> patterns);

// One segment of a pointer: ~ and / escaped (RFC 6901 §3).
std::string pointer_segment(std::string_view key);

// Builds an object from members that are JSON already, in the order of the calls.
class JsonObject {
 public:
  JsonObject& raw(std::string_view key, std::string_view json);  // any JSON value, as it is
  JsonObject& text(std::string_view key, std::string_view utf8);
  JsonObject& number(std::string_view key, long long value);
  JsonObject& number(std::string_view key, double value);  // finite; the shortest exact digits
  JsonObject& boolean(std::string_view key, bool value);
  JsonObject& null(std::string_view key);
  std::string finish() const { return text_ + "}"; }

 private:
  std::string text_ = "{";
};

// [a,b,c] of JSON values; and of texts, quoted.
std::string json_array(std::span<const std::string> values);
std::string json_text_array(std::span<const std::string> texts);

// The shortest digits that read back as the same finite number: 0.7, 900, 1e-05.
std::string json_number(double value);
}  // namespace franz
