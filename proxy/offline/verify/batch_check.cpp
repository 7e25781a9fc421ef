#include "proxy/offline/verify/batch_check.h"
#include <algorithm>
#include <string_view>
#include "common/run/run_files.h"

namespace franz::proxy {
static constexpr std::size_t kShownOfRest = 1000;  // bytes of what should not be there

std::vector<Finding> check_batch(int first, int last, const BatchSource& source) {
  const std::string name = batch_file(first, last);
  std::uint64_t offset = 0;
  const auto take = [&](std::size_t size) {
    std::string bytes = source.batch(offset, size);
    offset += bytes.size();
    return bytes;
  };
  std::string_view before = "[";
  for (int turn = first; turn <= last; ++turn) {
    const std::optional<std::string> record = source.record(turn);
    if (!record) continue;
    const std::string bytes = take(before.size() + record->size());
    const bool joined = bytes.starts_with(before);
    const std::string got = bytes.substr(std::min(before.size(), bytes.size()));
    if (!joined || got != *record)
      return {differs(turn, name, "the record of turn " + std::to_string(turn), *record, got)};
    before = ",\n";
  }
  const std::string_view end = before == "[" ? "[]\n" : "]\n";
  const std::string rest = take(end.size() + kShownOfRest);
  if (rest == end) return {};
  return {differs(last, name, "what follows its last record", "]", rest)};
}
}  // namespace franz::proxy
