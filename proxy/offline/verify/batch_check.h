#pragma once
// A batch of records against the records that it joins, read again one by one: no more than one
// record is held at a time.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
struct BatchSource {
  // Bytes of the batch; fewer only at its end.
  std::function<std::string(std::uint64_t offset, std::size_t size)> batch;
  // A turn's record; nothing: there is none.
  std::function<std::optional<std::string>(int turn)> record;
};

// The batch of the turns first..last. Names the first record that differs in it.
std::vector<Finding> check_batch(int first, int last, const BatchSource& source);
}  // namespace franz::proxy
