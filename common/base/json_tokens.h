#pragma once
// Finds where values begin and end in the bytes of a JSON text. Hides strings from the JSON library
// that it would refuse or change, long strings, and model text.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
inline constexpr std::size_t kMaxMessage = 64UL << 20U;  // bytes of one JSON message or record
inline constexpr std::size_t kMaxDepth = 200;            // open brackets
// Values of one message, scalars and containers. Our largest message, the executor's about 20,000
// actions, has 200,000.
inline constexpr std::size_t kMaxValues = 1'000'000;

// White space between values (RFC 8259 §2).
constexpr bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The length of the JSON string at the start of `text`, quotes included, or npos if there is none.
// Bytes above 0x7F are not checked. `stop`, if not null, receives the byte at which an invalid
// string fails.
std::size_t json_string_length(std::string_view text, std::size_t* stop = nullptr);

// Whether the library is given a token's string: at most 4 KiB of UTF-8 without an escaped
// surrogate.
bool library_reads(std::string_view token);

struct JsonTokens {
  struct Span {
    std::uint32_t begin = 0, end = 0;  // bytes of the text
  };
  struct CutKey {
    std::size_t number;  // index among all keys of the text, from 0
    Span token;
  };
  std::vector<Span> values;      // in the order of the text, a container before its contents
  std::vector<CutKey> cut_keys;  // in the order of the text
  std::string cut_text;          // the text with "" instead of every string that was cut out
};

// Why a text is refused: a limit, with its byte, or a byte or string that JSON does not allow.
struct JsonRefusal {
  std::size_t at = 0;
  Error limit;       // an empty message: not a limit
  std::string open;  // the closing brackets of everything open, the innermost first
};

// Finds the values of a JSON text; for other texts the result is arbitrary. Cuts out and checks the
// strings that the library is not given, and the contents of members whose names mark them as model
// text or pictures. Returns false if the text is refused.
bool find_json_tokens(std::string_view text, JsonTokens& tokens, JsonRefusal& refusal);

// Where a text stops being valid JSON, and what was expected there. For error messages.
struct JsonStop {
  enum class Expected : std::uint8_t {
    value,
    key,           // the name of a member
    colon,         // after a name
    comma_or_end,  // after a value in a list or object
    character,     // of a string: this byte is not allowed in one, or the text ends
    end_of_text,   // the whole value is complete
    less,          // the text is too long, too deep, …: the error message says which
  };
  std::size_t at = 0;     // the byte, or the length of the text
  std::size_t token = 0;  // where the string of a `character` begins; otherwise `at`
  Expected expected = Expected::value;
  bool after_comma = false;  // it follows a comma
  std::string open;          // as in JsonRefusal: "]}"
};

JsonStop find_json_stop(std::string_view text);
}  // namespace franz
