#pragma once
#include <cstdint>
#include <optional>

namespace franz::executor {
// The number of the layout that GNOME uses in the session's keymap, by its settings, which it
// writes when the person switches. Nothing: it is not known, or there are no such settings.
std::optional<std::uint32_t> gnome_layout();
}  // namespace franz::executor
