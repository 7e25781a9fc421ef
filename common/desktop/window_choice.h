#pragma once
// Which window a run is bounded to: what a person names of those that there are. Pure.
//   Calculator      a part of its title; a window whose whole title it is goes before others
//   app:XTerm       the program's name for its windows, whole
//   pid:4711        the process that shows it
//   id:29360137     the system's own number of it
// Letters of ASCII match in either case. What is no window to work in is found by its id alone: a
// dialog or menu of another window in the list, one without a title or of nobody (neither name nor
// process), one under kLeastWindowSide in a direction that is not minimised.
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/turn_options.h"
#include "common/wire/window_messages.h"

namespace franz {
inline constexpr int kLeastWindowSide = 50;  // pixels of the screen

// Failure: it names no window: it is empty, or has no number after pid: or id:.
Status check_window_query(std::string_view query);

// The windows that a sound query means, in the order of the list. One: that is it. Nobody takes the
// first of several.
std::vector<ListedWindow> windows_that_fit(std::span<const ListedWindow> windows,
                                           std::string_view query);

// For the person, several lines: why the query means no one window, and those that fit it; or,
// where none does, those that there are. `fitting`: as of windows_that_fit(), none or several.
std::string why_no_window(std::string_view query, std::span<const ListedWindow> fitting,
                          std::span<const ListedWindow> windows);

// As named in a request. Title and name are cut and made printable.
WindowTarget window_target(const ListedWindow& window);
}  // namespace franz
