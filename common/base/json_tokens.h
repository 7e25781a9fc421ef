#pragma once
// Where values begin and end in the bytes of a JSON text, and which strings the JSON library does
// not get to see: those that it would refuse or change, long ones, and what models wrote.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
inline constexpr std::size_t kMaxMessage = 64UL << 20U;  // bytes of one JSON message or record
inline constexpr std::size_t kMaxDepth = 200;            // open brackets
// Values of one message, scalars and containers. The largest message of ours, the executor's about
// 20,000 actions, has 200,000.
inline constexpr std::size_t kMaxValues = 1'000'000;

// White space between values (RFC 8259 §2).
constexpr bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The length of the JSON string that `text` begins with, quotes included, or npos where it begins
// with none. Bytes above 0x7F are not looked at. `stop`, where it is not null: of a string that is
// none, the byte at which that is seen.
std::size_t json_string_length(std::string_view text, std::size_t* stop = nullptr);

// Whether the library is given the string of a token: it is at most 4 KiB of UTF-8 without the
// escape of a surrogate.
bool library_reads(std::string_view token);

struct JsonTokens {
  struct Span {
    std::uint32_t begin = 0, end = 0;  // bytes of the text
  };
  struct CutKey {
    std::size_t number;  // among all keys of the text, from 0
    Span token;
  };
  std::vector<Span> values;      // in the order of the text, a container before what it holds
  std::vector<CutKey> cut_keys;  // in the order of the text
  std::string cut_text;          // the text with "" in place of every string that was cut out
};

// Why a text is not read at all: a limit, at its byte, or a byte or string that is in no JSON.
struct JsonRefusal {
  std::size_t at = 0;
  Error limit;       // an empty message: it is no limit
  std::string open;  // the closing brackets of all that is open, the innermost first
};

// Finds the values of a text that is JSON; of one that is not, any. Cut out, and checked here, are
// strings that the library is not given, and all that members hold whose names say that it is model
// text or a picture. False: the text is refused.
bool find_json_tokens(std::string_view text, JsonTokens& tokens, JsonRefusal& refusal);

// Where a text that is no JSON stops being JSON, and what was expected there: for messages about
// what is there instead.
struct JsonStop {
  enum class Expected : std::uint8_t {
    value,
    key,           // the name of a member
    colon,         // after a name
    comma_or_end,  // after a value in a list or object
    character,     // of a string: this byte cannot stand in one, or the text ends
    end_of_text,   // the whole value is over
    less,          // the text is too long, too deep, …: the failure's message says so
  };
  std::size_t at = 0;     // the byte, or the length of the text
  std::size_t token = 0;  // where the string of a `character` begins; otherwise `at`
  Expected expected = Expected::value;
  bool after_comma = false;  // it follows a comma
  std::string open;          // as in JsonRefusal: "]}"
};

JsonStop find_json_stop(std::string_view text);
}  // namespace franz
