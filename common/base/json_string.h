#pragma once
// JSON string tokens (RFC 8259 §7), quotes included: writing and lenient reading. Also lists of
// JSON values.
#include <span>
#include <string>
#include <string_view>

namespace franz {
// The token of an empty text.
inline constexpr std::string_view kNoText = R"("")";

// The token for `text`: quotes, backslashes and control characters are escaped, the rest is
// unchanged. A WTF-8 surrogate becomes \udXXX and invalid UTF-8 becomes U+FFFD, so the token is
// always valid JSON in valid UTF-8.
std::string quote_json(std::string_view text);

// The text of a token, given with or without its quotes. Two escaped surrogates of a pair are
// joined; a lone one is kept as WTF-8. Invalid UTF-8 becomes U+FFFD. An unknown escape is kept
// unchanged.
std::string decode_json_string(std::string_view token);

// [a,b,c] of JSON values; the second function quotes texts first.
std::string json_array(std::span<const std::string> values);
std::string json_text_array(std::span<const std::string> texts);

// The JSON object without white space, with one more JSON member at the front.
std::string with_first_member(std::string_view key, std::string_view value,
                              std::string_view object);

// The shortest digits that are read back as the same finite number: 0.7, 900, 1e-05.
std::string json_number(double value);

// One segment of a JSON pointer: ~ and / escaped (RFC 6901 §3).
std::string pointer_segment(std::string_view key);

// Takes the first segment from `pointer`, which begins with a slash, and returns its key.
std::string take_pointer_segment(std::string_view& pointer);
}  // namespace franz
