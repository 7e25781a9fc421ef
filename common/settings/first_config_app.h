#pragma once
// The settings file of somebody who has none yet.
#include <optional>
#include <string>
#include "common/base/result.h"

namespace franz {
// Writes config.ini into a config folder that has none: every setting with its meaning, range and
// default, commented out, so that nothing changes by it. Its path; nothing: there is something of
// that name, or this user may write no file there. Failure: the disk's words.
Result<std::optional<std::string>> write_first_config(const std::string& config_folder);
}  // namespace franz
