#pragma once
// The settings that the proxy has resolved for a run. It hands them to the orchestrator in the
// environment variable FRANZ_SETTINGS:
//   {"flags":[{"flag":"--upstream","section":"proxy","key":"upstream","value":"demo"}],
//    "in_force":[{"section":"model","key":"temperature","value":"0.2","layer":"config",
//                 "where":"config.ini:2"}]}
// `in_force` leaves out settings that the flags set or that have their default. `yields` of a flag:
// FlagValue::yields.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/settings/settings.h"

namespace franz {
struct HandedSettings {
  std::vector<FlagValue> flags;  // they still hold after an edit of config.ini
  ResolvedSettings in_force;     // without notices
};

// Holds another setting, which is known and has a valid value.
void hold(HandedSettings& handed, FlagValue flag);

std::string to_json(const HandedSettings& handed);

// Failure: names the wrong field.
Result<HandedSettings> parse_handed_settings(std::string_view json);
}  // namespace franz
