#pragma once
// Selects the part of the virtual desktop that a setting names. Pure.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/desktop/screen_view.h"

namespace franz {
// The intersection; nothing if they do not overlap.
std::optional<Screen> common_area(const Screen& a, const Screen& b);

// The rest of `area` without `cut`, in pieces that do not overlap.
std::vector<Screen> without(const Screen& area, const Screen& cut);
// The same for each area.
std::vector<Screen> without(std::span<const Screen> areas, const Screen& cut);

bool contains(const Screen& area, Point place);

// `monitor`: "all", the smallest area that contains all monitors; "primary", the system's primary
// monitor, or the first if there is none; "1", "2", …, in the system's order. `monitors` is not
// empty. Failure: lists the monitors.
Result<Screen> captured_area(std::span<const Monitor> monitors, std::string_view monitor);

// Makes areas without a monitor black: a screen's memory there may contain anything.
void blacken_beside(std::span<const Monitor> monitors, ScreenPixels& pixels);

// The corner pixel that a person can move the pointer into from anywhere: the top left one of the
// leftmost monitor; of several such monitors, the topmost. `monitors` is not empty.
Point corner_of(std::span<const Monitor> monitors);

bool is_all_black(const ScreenPixels& pixels);
bool has_one_colour(const ScreenPixels& pixels);
}  // namespace franz
