#pragma once
// The settings file for a user who has none.
#include <optional>
#include <string>
#include "common/base/result.h"

namespace franz {
// Writes config.ini into a config folder that has none: every setting with its meaning, range and
// default, commented out, so that it changes nothing. Returns its path; nothing if the name is
// taken or this user may not write there. Failure: the system's message.
Result<std::optional<std::string>> write_first_config(const std::string& config_folder);
}  // namespace franz
