#pragma once
// JSON string tokens (RFC 8259 §7), quotes included: written from text, and read leniently. Lists
// of what is JSON already.
#include <span>
#include <string>
#include <string_view>

namespace franz {
// The token of an empty text.
inline constexpr std::string_view kNoText = R"("")";

// The token for `text`: quotes, backslashes and control characters escaped, all else as it is.
// A WTF-8 surrogate becomes \udXXX, bytes that are no UTF-8 become U+FFFD, so the token is always
// valid JSON in valid UTF-8.
std::string quote_json(std::string_view text);

// The text of a token. Two escaped surrogates of a pair join; one alone is kept as WTF-8; bytes
// that are no UTF-8 become U+FFFD; an escape that JSON does not know stays as it is. `token` with
// or without its quotes.
std::string decode_json_string(std::string_view token);

// [a,b,c] of JSON values; and of texts, quoted.
std::string json_array(std::span<const std::string> values);
std::string json_text_array(std::span<const std::string> texts);

// The JSON object without white space, with one more member, which is JSON too, in front.
std::string with_first_member(std::string_view key, std::string_view value,
                              std::string_view object);

// The shortest digits that read back as the same finite number: 0.7, 900, 1e-05.
std::string json_number(double value);

// One segment of a JSON pointer: ~ and / escaped (RFC 6901 §3).
std::string pointer_segment(std::string_view key);

// The key of the first segment of a pointer, which begins with its slash and is advanced past it.
std::string take_pointer_segment(std::string_view& pointer);
}  // namespace franz
