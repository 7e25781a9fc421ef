#pragma once
// Finds attempts by the ids of their requests. An entry is small, since a run may have many.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace franz {
struct AttemptPlace {
  int turn = 0;
  std::uint32_t at = 0;  // in the list of the turn's attempts
};

class AttemptIndex {
 public:
  // Only the first attempt with an id is kept, since another client may repeat it. "" is ignored.
  void add(std::string_view request, int turn, std::size_t at);
  std::optional<AttemptPlace> find(std::string_view request) const;

 private:
  std::unordered_map<std::uint64_t, AttemptPlace> places_;
};
}  // namespace franz
