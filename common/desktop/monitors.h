#pragma once
// Which part of the virtual desktop a setting means, and what can be said of its pixels. Pure.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/desktop/screen_view.h"

namespace franz {
// What both have in common; nothing where they do not overlap.
std::optional<Screen> common_area(const Screen& a, const Screen& b);

// What is left of `area` without `cut`, in pieces that do not overlap.
std::vector<Screen> without(const Screen& area, const Screen& cut);
// The same of each.
std::vector<Screen> without(std::span<const Screen> areas, const Screen& cut);

bool contains(const Screen& area, Point place);

// `monitor`: "all", the smallest area that holds all of them; "primary", the one that the system
// calls so, else the first; "1", "2", …, in the system's order. `monitors` is not empty. Failure:
// names those that there are.
Result<Screen> captured_area(std::span<const Monitor> monitors, std::string_view monitor);

// Makes black what no monitor shows: a screen's memory holds anything there.
void blacken_beside(std::span<const Monitor> monitors, ScreenPixels& pixels);

// The pixel in the corner that a person can run the pointer into from anywhere: the top left one of
// the leftmost monitor, of those the topmost. `monitors` is not empty.
Point corner_of(std::span<const Monitor> monitors);

bool is_all_black(const ScreenPixels& pixels);
bool has_one_colour(const ScreenPixels& pixels);
}  // namespace franz
