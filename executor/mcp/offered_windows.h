#pragma once
// Which windows a client is offered, and how they are described.
#include <cstdint>
#include <span>
#include <string>
#include <vector>
#include "common/wire/window_messages.h"

namespace franz::mcp {
// The windows that belong to ordinary programs, in their order. Each has a program and a process
// and, unless it is minimised, is at least kLeastWindowSide wide and high. Panels, desktops, docks,
// menus and tooltips are left out. `allowed`: parts of titles; empty: all. A dialog of an allowed
// window is allowed.
std::vector<ListedWindow> offered_windows(std::span<const ListedWindow> windows,
                                          std::span<const std::string> allowed);

// Why none of `windows` is offered, for the client: no window is open, or no title is allowed. The
// titles are not revealed.
std::string why_none_is_offered(std::span<const ListedWindow> windows,
                                std::span<const std::string> allowed);

// A line for each dialog of the window with this id, with its title and id: it may cover the window
// in the picture and block its input. `windows`: as listed, topmost first.
std::vector<std::string> notes_of_dialogs(std::span<const ListedWindow> windows, std::uint64_t id);

// {"windows":[{"window_id":123,"owner_name":"Safari","pid":9999,"title":"…",
//   "bounds":{"x":10,"y":50,"width":1200,"height":800}}],"notes":[]}, titles cut to kMaxTitle
//   bytes.
inline constexpr std::size_t kMaxTitle = 1000;
std::string windows_json(std::span<const ListedWindow> windows, std::span<const std::string> notes);
std::string bounds_json(const Screen& bounds);

// `"Save as" (Zenity)`, for people and models: one line, without hidden characters.
std::string shown(const ListedWindow& window);
}  // namespace franz::mcp
