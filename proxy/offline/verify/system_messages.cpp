#include "proxy/offline/verify/system_messages.h"
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace franz::proxy {
bool is_new_beginning(std::string_view change) {
  static constexpr std::array<std::string_view, 3> kBegins = {"restart: ", "resumed after turn ",
                                                              "forked from "};
  return std::ranges::any_of(kBegins, [&](auto each) { return change.starts_with(each); });
}

static const std::string kEndOfTime = "~";  // sorts behind all

static bool may_change_system(std::string_view change) {
  return change.ends_with(": the system prompt has changed") || is_new_beginning(change);
}

SystemMessages::SystemMessages(const RunFile& run) : told_from_(run.told_from) {
  for (const RunChange& change : run.changes) {
    if (change.system) told_.push_back({change.time, *change.system});
    changed_untold_ = changed_untold_ || may_change_system(change.text);
  }
}

// A message is in force from its turn on until a later one is told of a turn before this. Turns may
// be made again (a state from before a full disk), so of one turn there may be several. `time`:
// what was told after it is passed over; empty: any may be, before `turn`.
bool SystemMessages::is_told(int turn, const std::string& sha256, const std::string& time,
                             std::string& expected) const {
  int replaced_from = 0;  // messages of turns up to this one are no longer in force
  for (auto each = told_.rbegin(); each != told_.rend(); ++each) {
    const SystemChange& change = each->change;
    if (change.turn > turn || change.turn <= replaced_from) continue;
    if (!time.empty() && each->time > time) continue;
    if (change.turn < turn && !time.empty()) replaced_from = std::max(replaced_from, change.turn);
    if (change.sha256 == sha256) return true;
    if (expected.empty()) expected = change.sha256;
  }
  return false;
}

std::vector<Finding> SystemMessages::check(int turn, const std::string& file,
                                           const std::string& field, const std::string& sha256,
                                           bool recorded, bool acted, const std::string& time) {
  std::string expected, before;
  if (is_told(turn, sha256, kEndOfTime, expected)) return {};
  if (recorded && is_told(turn, sha256, time, before)) {
    if (!time.empty()) return {};
    return {unchecked(turn,
                      "whether its system message was in force is not known: times do not tell "
                      "what was made first")};
  }
  if (!expected.empty()) {
    if (recorded) return {differs(turn, file, "sha256 of " + field, expected, sha256)};
    return {unchecked(turn,
                      "a request without a record has a system message that run.json does "
                      "not tell")};
  }
  const bool is_older = turn < told_from_;
  if (!is_older && recorded && acted)
    return {bad(turn, file, field, "run.json does not tell the system message")};
  std::vector<Finding> findings = {unchecked(turn, "run.json does not tell the system message")};
  if (!recorded || !is_older) return findings;
  if (!last_.empty() && last_ != sha256 && !changed_untold_)
    findings.push_back(bad(turn, file, field,
                           "another system message than in the turn before, and run.json tells of "
                           "no change"));
  last_ = sha256;
  return findings;
}
}  // namespace franz::proxy
