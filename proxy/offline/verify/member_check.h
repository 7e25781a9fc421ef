#pragma once
// The members of records and state.json against those that this FRANZ writes: a member
// that nobody reads is compared with nothing, so a stranger could tell anything in it.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/turn_record.h"
#include "common/wire/state_file.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// The places (a.b[2]) of what `text` has and `written`, the same value as we write it, has not:
// members and elements, and values of another kind. In the order of the text, at most `most`.
// Both are JSON; a number may stand for another, and null for anything.
std::vector<std::string> added_members(std::string_view text, std::string_view written,
                                       std::size_t most);

// `text` is the file's, and the other what was read of it. `same_version`: this FRANZ wrote it;
// what another one writes besides is not known.
std::vector<Finding> check_record_members(std::string_view text, const TurnRecord& record,
                                          bool same_version);
std::vector<Finding> check_state_members(std::string_view text, const LoopState& state,
                                         bool same_version);
}  // namespace franz::proxy
