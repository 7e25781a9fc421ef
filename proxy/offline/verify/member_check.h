#pragma once
// Finds members of records and state.json that this version of FRANZ does not write. No other check
// reads them, so they could contain anything.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/turn_record.h"
#include "common/wire/state_file.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
// The paths (a.b[2]) of members, elements and values of another kind in `text` that `written`, our
// form of the same value, lacks. In the order of the text, at most `most`. Both are JSON. All
// numbers are equal here, and null matches anything.
std::vector<std::string> added_members(std::string_view text, std::string_view written,
                                       std::size_t most);

// `text` is the file's; the other argument was parsed from it. `same_version`: this version of
// FRANZ wrote it; extra members of another version are unknown.
std::vector<Finding> check_record_members(std::string_view text, const TurnRecord& record,
                                          bool same_version);
std::vector<Finding> check_state_members(std::string_view text, const LoopState& state,
                                         bool same_version);
}  // namespace franz::proxy
