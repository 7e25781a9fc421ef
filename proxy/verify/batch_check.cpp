#include "proxy/verify/batch_check.h"
#include <algorithm>
#include <string_view>
#include <utility>
#include "proxy/log/turn_record.h"

namespace franz::proxy {
void RecentRecords::add(int turn, std::string record) {
  records_.erase(records_.begin(), records_.upper_bound(turn - kBatchTurns));
  records_[turn] = std::move(record);
}

std::vector<Finding> RecentRecords::check_batch(int first, int last,
                                                const std::string& bytes) const {
  const std::string name = batch_file(first, last);
  std::string_view rest = bytes;
  std::string_view before = "[";
  for (auto each = records_.lower_bound(first); each != records_.end() && each->first <= last;
       ++each) {
    const auto& [turn, record] = *each;
    const std::string_view got =
        rest.substr(std::min(before.size(), rest.size())).substr(0, record.size());
    if (!rest.starts_with(before) || got != record)
      return {differs(turn, name, "the record of turn " + std::to_string(turn), record, got)};
    rest.remove_prefix(before.size() + record.size());
    before = ",\n";
  }
  const std::string_view end = before == "[" ? "[]\n" : "]\n";
  if (rest == end) return {};
  return {differs(last, name, "what follows its last record", "]", rest)};
}
}  // namespace franz::proxy
