#pragma once
// What the messages that are under way hold together.
#include <cstddef>

namespace franz::proxy {
struct HeldBytes {
  std::size_t most = 0;
  std::size_t now = 0;
};
}  // namespace franz::proxy
