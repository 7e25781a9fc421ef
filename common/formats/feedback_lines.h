#pragma once
// Lines that the feedback of more than one dialect has.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include "common/formats/dialect.h"

namespace franz {
inline constexpr std::size_t kMaxActionShown = 120;  // bytes of an action that a line repeats

// "a(1), b(2) and 3 more": the first twenty of them; a model needs no more to see why.
std::string list_calls(std::span<const std::string> calls);

// "NOTE: clamped to 0-1000: left_click(1500, 500)\n"; empty where there are none.
std::string clamped_note(std::span<const std::string> calls);
// "NOTE: no visible change after: left_click(500, 300)\n"; likewise.
std::string unchanged_note(std::span<const std::string> calls);

// `REFUSED: launch("xterm") -- there is no such program\n`, PARTIAL and NOTE likewise, for an item
// with something to say that no other line says; else empty. Where the capturer failed nothing is
// said of what is only partly done: its own line tells.
std::string outcome_line(std::string_view call, const ItemResult& result, bool capture_failed);
}  // namespace franz
