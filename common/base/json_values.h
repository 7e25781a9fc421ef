#pragma once
// JSON read once, into a table of values that point into the text. Model text is never decoded and
// encoded again on its way: its token, the bytes between two quotes with the quotes, is taken from
// the message as it came.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
inline constexpr std::size_t kMaxMessage = 64UL << 20U;  // bytes of one JSON message or record
inline constexpr std::size_t kMaxDepth = 200;            // open brackets
// Values of one message, scalars and containers: the reader keeps 32 bytes of each. The largest
// message of ours, the executor's about 20,000 actions, has 200,000.
inline constexpr std::size_t kMaxValues = 1'000'000;

// White space between values (RFC 8259 §2).
constexpr bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// One JSON text (RFC 8259), read. It points into the text, which must outlive it. Inside strings
// bytes need not be UTF-8 and surrogates may stand alone; where a string is decoded, both become
// U+FFFD. Of members with equal keys the last counts; the others are told by duplicates().
class JsonValues {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, text, list, object };
  using Id = std::uint32_t;
  static constexpr Id kNone = UINT32_MAX;
  static constexpr Id kRoot = 0;

  // Time and memory grow with the length alone (times its logarithm, for sorting keys), whatever
  // the text holds. Failure: "no JSON at position 7", "a number over 1.8e308 at position 7",
  // "deeper than 200 brackets", "more than 1000000 values", "longer than 64 MiB".
  // `stop`, where it is not null, tells more of a failure.
  struct Stop;
  static Result<JsonValues> read(std::string_view text, Stop* stop = nullptr);

  // The value at a JSON pointer (RFC 6901), or kNone. No index and no key is too long for it.
  Id at(std::string_view pointer) const;

  Kind kind(Id value) const { return nodes_[value].kind; }
  std::size_t size(Id value) const { return nodes_[value].children; }  // of a scalar: 0
  std::string_view bytes(Id value) const;                              // as they stand in the text
  std::string text(Id value) const;                                    // a string, decoded
  std::string key(Id member) const;                                    // of a member of an object
  std::vector<Id> children(Id value) const;                            // in the text's order

  // The value as JSON in valid UTF-8 without white space: numbers by their own digits, strings as
  // quote_json() writes them, of equal keys the last.
  std::string compact(Id value) const;

  // The pointers of the first kMaxDuplicates members that have a later namesake in their object,
  // with keys cut to 100 bytes: for people. Empty: there is none.
  const std::vector<std::string>& duplicates() const { return duplicates_; }
  static constexpr std::size_t kMaxDuplicates = 10;

 private:
  class Reader;
  // Values stand in the order of the text, a container before what it holds. Places are bytes of
  // the text, or of decoded_keys_ for a key that is not plain ASCII or holds escapes.
  struct Node {
    std::uint32_t begin = 0, end = 0;          // the value's bytes
    std::uint32_t key_begin = 0, key_end = 0;  // inside the quotes
    std::uint32_t first_child = 0;             // place in order_
    std::uint32_t children = 0;
    Id next = 0;  // the first value behind this one and all that it holds
    Kind kind = Kind::null;
    bool decoded_key = false;
    bool shadowed = false;  // a later member has the same key
  };

  std::string_view key_view(const Node& node) const;
  Id member(const Node& object, std::string_view key) const;
  Id element(const Node& list, std::string_view index) const;
  void append_compact(Id value, std::string& json) const;

  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<Id> order_;  // each container's children: a list's by index, an object's by key
  std::string decoded_keys_;
  std::vector<std::string> duplicates_;
};

// Where reading stopped, and what had to stand there: for messages about what stands there instead.
struct JsonValues::Stop {
  enum class Expected : std::uint8_t {
    value,
    key,           // the name of a member
    colon,         // behind a name
    comma_or_end,  // behind a value in a list or object
    character,     // of a string: this byte cannot stand in one, or the text ends
    end_of_text,   // the whole value is over
    less,          // the text is too long, too deep, …: the failure's message says so
  };
  std::size_t at = 0;  // the byte, or the length of the text
  Expected expected = Expected::value;
  bool after_comma = false;  // a comma stands in front of it
  // The closing brackets of all that is open, the innermost first: "]}".
  std::string open;
};

// The length of the JSON string that `text` begins with, quotes included, or npos where it begins
// with none. Bytes above 0x7F are not looked at. `stop`, where it is not null: of a string that is
// none, the byte at which that is seen.
std::size_t json_string_length(std::string_view text, std::size_t* stop = nullptr);

// One segment of a pointer: ~ and / escaped (RFC 6901 §3).
std::string pointer_segment(std::string_view key);
}  // namespace franz
