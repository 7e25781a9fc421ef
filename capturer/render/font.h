#pragma once
// Our bitmap font: ASCII and Latin-1, capitals seven dots high and five wide. Other characters are
// drawn as a box with the hexadecimal code, so that all typed characters are visible.
#include <string_view>
#include <vector>

namespace franz::capturer {
// Measures of a line of text, in dots. Row 0 is the top of a capital.
inline constexpr int kCapRows = 7;       // rows 0..6: capitals and digits
inline constexpr int kRowsAbove = 3;     // rows -3..-1: accents of capitals
inline constexpr int kRowsBelow = 2;     // rows 7..8: descenders
inline constexpr int kLinePitch = 12;    // between row 0 of consecutive lines
inline constexpr int kGlyphAdvance = 6;  // between the left edges of consecutive letters

// `length` dots in a row, starting at `column`, relative to the glyph's left edge and row 0.
struct DotRun {
  int column, row, length;
  friend bool operator==(const DotRun&, const DotRun&) = default;
};

// The dots of one character; none for blanks. `code` may be a surrogate, which is drawn as a box.
std::vector<DotRun> glyph_runs(char32_t code);

// Dots between the left edges of this character and the next.
int glyph_advance(char32_t code);

// The dots of one line of UTF-8; control characters are drawn as boxes.
std::vector<DotRun> text_runs(std::string_view utf8);
int text_width(std::string_view utf8);  // in dots, without the space after the last letter

// Digits and A to F, three dots wide and five high (rows 0..4), with an advance of four dots: for
// the codes in boxes and the numbers on small pictures. Other characters are blank.
inline constexpr int kMiniRows = 5;
std::vector<DotRun> mini_runs(std::string_view digits);
int mini_width(std::string_view digits);
}  // namespace franz::capturer
