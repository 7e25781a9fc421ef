#pragma once
// Text for a terminal or a log. Text from a model, a server or a file name must not control the
// terminal, hide text, or imitate our own lines.
#include <string>
#include <string_view>

namespace franz {
// One line: each control character (C0 with tab and line end, DEL, C1) and each bidirectional
// control (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069) becomes a blank. Invalid
// bytes become U+FFFD.
// Source: Unicode Standard Annex #9, §2 "Directional Formatting Characters".
std::string printable(std::string_view text);

// Joins several lines: "no model x\n  There are:\n  a\n  b" becomes "no model x. There are: a; b".
// Drops empty lines, and the blanks around every line except the first. The result still needs
// printable().
std::string in_one_line(std::string_view text);

// printable() of several lines; line ends are kept.
std::string printable_lines(std::string_view text);

// JSON with the same meaning: such a character is written \u202e. Only line ends stay, since no
// other control character is allowed outside a string.
std::string printable_json(std::string_view json);

// Text in which nothing is hidden, for somebody who decides by it: one line, where such a
// character, one that takes no room (U+00AD, U+034F, U+115F, U+1160, U+17B4, U+17B5, U+180B to
// U+180F, U+200B to U+200D, U+2028, U+2029, U+2060 to U+2065, U+3164, U+FE00 to U+FE0F, U+FEFF,
// U+FFA0, U+FFF0 to U+FFFB, U+1BCA0 to U+1BCA3, U+1D173 to U+1D17A, U+E0000 to U+E0FFF) or a blank
// that is none of ASCII (U+00A0, U+1680, U+2000 to U+200A, U+202F, U+205F, U+3000) is written
// \u202e, or \U000e0001 above U+FFFF. Wrong bytes read as U+FFFD.
// Source: Unicode Standard 15, §5.21 "Ignoring Characters in Processing", DerivedCoreProperties.txt
// (Default_Ignorable_Code_Point), and UAX #44, White_Space.
std::string with_hidden_shown(std::string_view text);
}  // namespace franz
