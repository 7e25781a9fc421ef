#include "common/os/ahead_input.h"
#include <array>
#include <vector>
#include "common/os/stdio.h"

namespace franz {
Result<std::optional<std::string>> AheadInput::request(std::size_t max_bytes) {
  std::vector<char> piece(65536);
  std::string line;
  for (;;) {
    const Result<std::size_t> count = read_some_input(piece);
    if (!count.ok()) return count.error();
    if (count.value() == 0) break;
    const std::string_view bytes(piece.data(), count.value());
    const std::size_t end = bytes.find('\n');
    line += bytes.substr(0, end);
    if (line.size() > max_bytes)
      return Error{"standard input: larger than " + std::to_string(max_bytes) + " bytes"};
    if (end == std::string_view::npos) continue;
    rest_ = bytes.substr(end + 1);
    return std::optional(std::move(line));
  }
  if (line.empty()) return std::optional<std::string>();
  return Error{"standard input: it ends within the request"};
}

bool AheadInput::may_act() {
  const std::lock_guard lock(mutex_);
  while (!may_act_) {
    std::array<char, 16> piece{};
    if (rest_.find('\n') != std::string::npos || rest_.size() > piece.size()) {
      may_act_ = rest_.substr(0, rest_.find('\n')) == kMayAct;
      break;
    }
    const Result<std::size_t> count = read_some_input(piece);
    if (!count.ok() || count.value() == 0) {
      may_act_ = false;
    } else {
      rest_.append(piece.data(), count.value());
    }
  }
  return *may_act_;
}
}  // namespace franz
