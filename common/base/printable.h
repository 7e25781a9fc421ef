#pragma once
// Text for a terminal or a log: neither a model's words, a server's, nor the name of a file that
// somebody made may steer the terminal, hide text, or pretend to be a line of ours.
#include <string>
#include <string_view>

namespace franz {
// One line: each control character (C0 with tab and line end, DEL, C1) and each bidirectional
// control (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069) reads as a blank, and wrong
// bytes as U+FFFD.
// Source: Unicode Standard Annex #9, §2 "Directional Formatting Characters".
std::string printable(std::string_view text);

// The same of several lines, whose ends stay.
std::string printable_lines(std::string_view text);

// JSON that means the same: such a character is written \u202e; only line ends stay, since outside
// of a string nothing else of that kind may stand.
std::string printable_json(std::string_view json);
}  // namespace franz
