#pragma once
// Lines that the feedback of more than one dialect has.
#include <span>
#include <string>

namespace franz::executor {
// "a(1), b(2) and 3 more": the first twenty of them; a model needs no more to see why.
std::string list_calls(std::span<const std::string> calls);

// "NOTE: clamped to 0-1000: left_click(1500, 500)\n"; empty where there are none.
std::string clamped_note(std::span<const std::string> calls);
}  // namespace franz::executor
