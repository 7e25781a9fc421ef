#pragma once
// What a program that answers in lines replies to a line that it cannot process:
//   {"protocol":"franz.executor.v2","refused":"request: /turn: expected 1..999999999"}
#include <optional>
#include <string>
#include <string_view>

namespace franz {
std::string refusal_json(std::string_view protocol, std::string_view why);
// The reason; nothing: the answer is not a refusal.
std::optional<std::string> refusal_in(std::string_view answer);
}  // namespace franz
