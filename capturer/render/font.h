#pragma once
// A bitmap font of our own: ASCII and Latin-1, a capital seven dots high and five wide. Any other
// character is a box with its hexadecimal code, so nothing that was typed vanishes.
#include <string_view>
#include <vector>

namespace franz::capturer {
// Measures of a line of text, in dots. Row 0 is the top of a capital.
inline constexpr int kCapRows = 7;       // rows 0..6: capitals and digits
inline constexpr int kRowsAbove = 3;     // rows -3..-1: accents of capitals
inline constexpr int kRowsBelow = 2;     // rows 7..8: descenders
inline constexpr int kLinePitch = 12;    // from one line's row 0 to the next one's
inline constexpr int kGlyphAdvance = 6;  // from one letter's left to the next one's

// `length` dots in a row, from `column` on, relative to the glyph's left and row 0.
struct DotRun {
  int column, row, length;
  friend bool operator==(const DotRun&, const DotRun&) = default;
};

// The dots of one character; none for blanks. `code` may be a surrogate: it gets its box.
std::vector<DotRun> glyph_runs(char32_t code);

// Dots from this character's left to the next one's.
int glyph_advance(char32_t code);

// The dots of one line of UTF-8; control characters are boxes too.
std::vector<DotRun> text_runs(std::string_view utf8);
int text_width(std::string_view utf8);  // in dots, without the space after the last letter

// Digits and A to F, three dots wide and five high (rows 0..4), each four dots from the last: for
// the codes in boxes, and for numbers on small pictures. Other characters are left blank.
inline constexpr int kMiniRows = 5;
std::vector<DotRun> mini_runs(std::string_view digits);
int mini_width(std::string_view digits);
}  // namespace franz::capturer
