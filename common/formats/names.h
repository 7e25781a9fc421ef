#pragma once
// The names of the families of trained models that settings may hold, and nothing else of them: the
// settings are below everything that a family is made of. A test compares these with the
// tables of formats.cpp and memories.cpp.
#include <array>
#include <string_view>

namespace franz {
// Families whose prompt describes the actions, and which have a dialect and a memory of their name.
inline constexpr std::array<std::string_view, 6> kTextFormats = {"qwen",      "uimate", "uitars",
                                                                 "pyautogui", "holo",   "glm"};
}  // namespace franz
