#pragma once
// Which of its keyboard layouts GNOME uses. Pure.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace franz::executor {
// Kind and name, as in org.gnome.desktop.input-sources: {"xkb", "de"}.
using InputSources = std::vector<std::pair<std::string, std::string>>;

// The number of the layout in the session's keymap. `recent`: the one in use first; may be empty or
// have sources that were removed. Nothing: an input method is among the sources, so the number is
// not known. Source: keyboardManager.js and keyboard.js of GNOME Shell 43: a keymap has three
// sources at most, and after them a layout for the user's language, which is not in use.
std::optional<std::uint32_t> layout_in_use(const InputSources& sources, const InputSources& recent);
}  // namespace franz::executor
