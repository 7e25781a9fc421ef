#pragma once
// A key combination in the form of the desktop's global shortcuts.
// Source: Shortcuts Specification of freedesktop.org, 0.1; names of keys: xkbcommon-keysyms.h of
// libxkbcommon, without XKB_KEY_.
#include <string>
#include <string_view>

namespace franz::executor {
// "CTRL+ALT+Pause" for "ctrl+alt+pause". `combination`: as for key_combination(). Empty: that form
// has no name for one of its keys, for example altgr, or it is not a combination.
std::string shortcut_trigger(std::string_view combination);
}  // namespace franz::executor
