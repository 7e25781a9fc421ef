#pragma once
#include <cstdint>

namespace franz {
// The id of no window (window_messages.h). MCP clients get the whole screen as a window with this
// id where the places of windows are unknown. X11 and Windows use larger ids, and a Wayland
// session's bridge counts from it.
inline constexpr std::uint64_t kWholeScreenId = 1;
}  // namespace franz
