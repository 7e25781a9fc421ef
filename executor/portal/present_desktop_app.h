#pragma once
// Which desktop the session has.
#include "common/os/paths.h"

namespace franz::executor {
// `name`: as in XDG_CURRENT_DESKTOP: "GNOME", "KDE".
inline bool is_desktop(const char* name) {
  return environment("XDG_CURRENT_DESKTOP").value_or("").find(name) != std::string::npos;
}
}  // namespace franz::executor
