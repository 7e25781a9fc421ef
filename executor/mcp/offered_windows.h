#pragma once
// Which windows a client is offered, and how they are described.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/wire/whole_screen.h"
#include "common/wire/window_messages.h"

namespace franz::mcp {
// The windows that belong to ordinary programs, in their order. Each has a program and a process
// and, unless it is minimised, is at least kLeastWindowSide wide and high. Panels, desktops, docks,
// menus and tooltips are left out. `allowed`: parts of titles; empty: all. A dialog of an allowed
// window is allowed.
std::vector<ListedWindow> offered_windows(std::span<const ListedWindow> windows,
                                          std::span<const std::string> allowed);

// Where the places of windows are unknown, the whole screen is listed as a window, the first one.
// All pictures and input are its own then; other windows have titles only. `owner`: what the screen
// calls itself, printable, or empty.
ListedWindow whole_screen(Size size, const std::string& owner);
bool is_whole_screen(const ListedWindow& window);
// Whether `windows`, as listed, are those of such a screen.
bool lacks_places(std::span<const ListedWindow> windows);
// For the client: what the listed windows of such a screen are for. `windows`: those offered.
std::string note_of_whole_screen(std::span<const ListedWindow> windows);
// Why a call about this window is refused on such a screen; nothing: it may go on. `focuses`: it
// only gives the window the keyboard.
std::optional<std::string> refusal_without_places(const ListedWindow& window, bool focuses);

// Why none of `windows` is offered, for the client: no window is open, or no title is allowed. The
// titles are not revealed.
std::string why_none_is_offered(std::span<const ListedWindow> windows,
                                std::span<const std::string> allowed);

// A line for each dialog of the window with this id, with its title and id: it may cover the window
// in the picture and block its input. `windows`: as listed, topmost first.
std::vector<std::string> notes_of_dialogs(std::span<const ListedWindow> windows, std::uint64_t id);

// {"windows":[{"window_id":123,"owner_name":"Safari","pid":9999,"title":"…",
//   "bounds":{"x":10,"y":50,"width":1200,"height":800}}],"notes":[]}, titles cut to kMaxTitle
//   bytes. Without the bounds of windows whose places are unknown.
inline constexpr std::size_t kMaxTitle = 1000;
std::string windows_json(std::span<const ListedWindow> windows, std::span<const std::string> notes);
std::string bounds_json(const Screen& bounds);

// `"Save as" (Zenity)`, for people and models: one line, without hidden characters.
std::string shown(const ListedWindow& window);
}  // namespace franz::mcp
