#pragma once
// The header X-Franz-Turn of a request to a model: RUN/TURN/REQUEST/AFTER.
//   X-Franz-Turn: 93d8a3b7c0de/7/5f0c2a9b13d4e687/0123456789abcdef
// REQUEST is the request's own id, unique for each request sent. AFTER is the REQUEST whose reply
// the request continues from, or "-" if there is none.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace franz {
class MessageFields;

inline constexpr const char* kFranzTurnHeader = "X-Franz-Turn";
inline constexpr std::size_t kRequestDigits = 16;

struct FranzTurn {
  std::string run;      // 1..64 of A-Z a-z 0-9 _ -
  int turn = 0;         // 1..kMaxTurn
  std::string request;  // is_request_id()
  std::string after;    // is_request_id(); empty: no earlier reply
  bool operator==(const FranzTurn&) const = default;
};

// kRequestDigits of 0-9 a-f.
bool is_request_id(std::string_view text);

// Reads the request id at `pointer`. Any other value is a failure, which `fields` remembers, and is
// read as "".
std::string read_request_id(MessageFields& fields, const std::string& pointer);

// Nothing if `value` has any other form: such a request is foreign.
std::optional<FranzTurn> parse_franz_turn(std::string_view value);
// The header's value. `turn` must be valid.
std::string to_string(const FranzTurn& turn);
}  // namespace franz
