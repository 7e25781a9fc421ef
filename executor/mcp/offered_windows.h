#pragma once
// Which windows a client is offered, and how it is told of them.
#include <cstdint>
#include <span>
#include <string>
#include <vector>
#include "common/wire/window_messages.h"

namespace franz::mcp {
// Of `windows`, in their order, those that are a program's own and, unless they are minimised, have
// at least kLeastWindowSide in both directions: no panels, desktops and docks, none without a
// program and a process, and no menus or tooltips. `allowed`: parts of titles; none: all. A dialog
// of an allowed window is allowed.
std::vector<ListedWindow> offered_windows(std::span<const ListedWindow> windows,
                                          std::span<const std::string> allowed);

// Why none of `windows` is offered, for the client: no window is open, or, without their titles,
// none has an allowed one.
std::string why_none_is_offered(std::span<const ListedWindow> windows,
                                std::span<const std::string> allowed);

// A line for each dialog of the window with this id, by its title and its id: it may lie over the
// window in the picture, and keep it from taking input. `windows`: as they are listed, the topmost
// first.
std::vector<std::string> notes_of_dialogs(std::span<const ListedWindow> windows, std::uint64_t id);

// {"windows":[{"window_id":123,"owner_name":"Safari","pid":9999,"title":"…",
//   "bounds":{"x":10,"y":50,"width":1200,"height":800}}],"notes":[]}, titles cut to kMaxTitle
//   bytes.
inline constexpr std::size_t kMaxTitle = 1000;
std::string windows_json(std::span<const ListedWindow> windows, std::span<const std::string> notes);
std::string bounds_json(const Screen& bounds);

// `"Save as" (Zenity)`, for people and models: one line that hides nothing.
std::string shown(const ListedWindow& window);
}  // namespace franz::mcp
