#pragma once
// The settings that the proxy's own command line holds, as it tells them to the orchestrator in the
// environment variable FRANZ_FLAGS, so that both know the same settings in force:
//   [{"flag":"--upstream","section":"proxy","key":"upstream","value":"demo"}]
// "yields":true is there where FlagValue::yields is set.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/settings/settings.h"

namespace franz {
std::string to_json(const std::vector<FlagValue>& flags);

// Failure: names the wrong field.
Result<std::vector<FlagValue>> parse_flag_values(std::string_view json);
}  // namespace franz
