#include "common/run/attempt_index.h"
#include <charconv>
#include "common/wire/franz_turn.h"

namespace franz {
static std::optional<std::uint64_t> number_of(std::string_view request) {
  if (!is_request_id(request)) return std::nullopt;
  std::uint64_t number = 0;
  std::from_chars(request.data(), request.data() + request.size(), number, 16);
  return number;
}

void AttemptIndex::add(std::string_view request, int turn, std::size_t at) {
  if (const auto number = number_of(request))
    places_.try_emplace(*number, AttemptPlace{turn, static_cast<std::uint32_t>(at)});
}

std::optional<AttemptPlace> AttemptIndex::find(std::string_view request) const {
  const auto number = number_of(request);
  if (!number) return std::nullopt;
  const auto found = places_.find(*number);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}
}  // namespace franz
