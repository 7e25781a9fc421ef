#pragma once
// The header X-Franz-Turn of a request to a model: RUN/TURN/REQUEST/AFTER.
//   X-Franz-Turn: 93d8a3b7c0de/7/5f0c2a9b13d4e687/0123456789abcdef
// REQUEST is the request's own id, another one for each request that is sent. AFTER is the REQUEST
// whose reply the request goes on from, "-" where there is none.
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
  std::string after;    // is_request_id(); empty: there is no reply to go on from
  bool operator==(const FranzTurn&) const = default;
};

// kRequestDigits of 0-9 a-f.
bool is_request_id(std::string_view text);

// The request id at `pointer`. Failure, remembered in `fields`: it is no text of that form. Reads
// as "".
std::string read_request_id(MessageFields& fields, const std::string& pointer);

// Nothing if `value` is anything else than exactly that: such a request is a foreign one.
std::optional<FranzTurn> parse_franz_turn(std::string_view value);
// The header's value. `turn` is valid.
std::string to_string(const FranzTurn& turn);
}  // namespace franz
