#pragma once
// The names of the families of trained models for the settings, and nothing else: the settings are
// below everything that a family consists of. A test compares them with the tables of formats.cpp
// and memories.cpp.
#include <array>
#include <string_view>

namespace franz {
// Families with a prompt that describes the actions, and with a dialect and a memory of the same
// name.
inline constexpr std::array<std::string_view, 6> kTextFormats = {"qwen",      "uimate", "uitars",
                                                                 "pyautogui", "holo",   "glm"};
}  // namespace franz
