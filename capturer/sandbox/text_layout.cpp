#include "capturer/sandbox/text_layout.h"
#include <algorithm>
#include "capturer/render/font.h"
#include "capturer/sandbox/ink_measures.h"
#include "common/base/utf8.h"

namespace franz::capturer {
namespace {
constexpr int kKeptLetters = 8;  // at least so many fit on a line at the right edge
constexpr int kTabBlanks = 4;
constexpr int kDotsFromClick = 3;  // also leaves room for the click's mark

using Line = std::u32string;

// Widths of characters, in canvas pixels.
class Metrics {
 public:
  Metrics(Size canvas, const CellFont& cells)
      : dot_(ink_measure(kTextDot, canvas)),
        cell_dot_(ink_measure(kCellDot, canvas)),
        cells_(cells) {}

  int dot() const { return dot_; }
  int cell_dot() const { return cell_dot_; }
  std::optional<CellGlyph> cell(char32_t code) const { return find_cell(cells_, code); }

  // To the next character's left edge. A combining mark has no width, except at a line's start.
  int advance(const Line& line, std::size_t at) const {
    const std::optional<CellGlyph> glyph = cell(line[at]);
    if (!glyph) return glyph_advance(line[at]) * dot_;
    return glyph->shift && at > 0 ? 0 : glyph->columns * cell_dot_;
  }
  // The part of advance() after the character; a cell includes its space.
  int space_after(char32_t code) const { return cell(code) ? 0 : dot_; }
  bool is_mark(char32_t code) const {
    const std::optional<CellGlyph> glyph = cell(code);
    return glyph && glyph->shift;
  }
  bool fills_cell(char32_t code) const {
    const std::optional<CellGlyph> glyph = cell(code);
    return glyph && !glyph->shift && glyph->columns == kCellRows;
  }

  // Including the space after the last letter.
  int width_of(const Line& line) const {
    int width = 0;
    for (std::size_t i = 0; i < line.size(); ++i) width += advance(line, i);
    return width;
  }

 private:
  const int dot_, cell_dot_;
  const CellFont& cells_;
};

// Splits the text at its line ends: LF, CR LF or CR.
std::vector<Line> split_lines(std::string_view utf8) {
  std::vector<Line> lines(1);
  bool after_cr = false;
  while (!utf8.empty()) {
    const DecodedCharacter character = decode_utf8(utf8);
    utf8.remove_prefix(character.length);
    const char32_t code = character.code;
    if (code == '\r' || (code == '\n' && !after_cr)) {
      lines.emplace_back();
    } else if (code == '\t') {
      lines.back().append(kTabBlanks, U' ');
    } else if (code != '\n') {
      lines.back() += code;
    }
    after_cr = code == '\r';
  }
  return lines;
}

// How many characters of `line` from `start` on fit into `width` pixels, at least one. The line
// ends after the last blank or full cell that fits, or within a word that is longer than the line.
std::size_t fitting(const Line& line, std::size_t start, int width, const Metrics& metrics) {
  std::size_t end = start, after_break = start;
  int used = 0;
  for (; end < line.size(); ++end) {
    used += metrics.advance(line, end);
    // Blanks and the space after a letter may exceed the edge.
    if (line[end] != U' ' && used - metrics.space_after(line[end]) > width) break;
    const bool stays = metrics.is_mark(line[end]) && after_break == end;  // with its base
    if (line[end] == U' ' || metrics.fills_cell(line[end]) || stays) after_break = end + 1;
  }
  if (end == line.size()) return end - start;
  if (after_break > start) return after_break - start;
  return std::max<std::size_t>(end - start, 1);
}

// Wrapped lines, at most `max_lines`; reports whether the text was cut.
std::vector<Line> wrap(const std::vector<Line>& lines, int width, std::size_t max_lines,
                       const Metrics& metrics, bool& cut) {
  std::vector<Line> wrapped;
  for (const Line& line : lines) {
    std::size_t start = 0;
    do {
      if (wrapped.size() == max_lines) {
        cut = true;
        return wrapped;
      }
      const std::size_t count = fitting(line, start, width, metrics);
      wrapped.push_back(line.substr(start, count));
      start += count;
    } while (start < line.size());
  }
  return wrapped;
}

// The left edge of a mark's cell over the character between `left` and `right`: centred, unless the
// font specifies a shift.
int mark_left(const CellGlyph& mark, int left, int right, int cell_dot) {
  const int shift = *mark.shift;
  if (shift != 0 && shift != -mark.columns) return right + shift * cell_dot;
  return left + (right - left - mark.columns * cell_dot) / 2;
}

// Places the glyphs of a line with its left edge and the top of its capitals at `at`. Returns the
// end of the last letter that is not blank.
int place_line(const Line& line, Point at, const Metrics& metrics, TextLayout& layout) {
  // Cells and letters share a baseline.
  const int cell_top = at.y + kCapRows * metrics.dot() - kCellRowsAbove * metrics.cell_dot();
  int x = at.x, end = at.x;
  int base = at.x, base_right = at.x;  // edges of the last character that is not a mark
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char32_t code = line[i];
    const int advance = metrics.advance(line, i);
    const std::optional<CellGlyph> cell = metrics.cell(code);
    const bool is_over_base = cell && cell->shift && i > 0;
    if (!is_over_base) {
      base = x;
      base_right = x + advance - metrics.space_after(code);
    }
    if (cell) {
      const int left = is_over_base ? mark_left(*cell, base, base_right, metrics.cell_dot()) : x;
      layout.glyphs.push_back({code, {left, cell_top}, cell});
    } else {
      layout.glyphs.push_back({code, {x, at.y}});
    }
    x += advance;
    if (code != U' ') end = x - metrics.space_after(line[i]);
  }
  return end;
}
}  // namespace

TextLayout lay_out_text(std::string_view utf8, Point at, Size canvas, const CellFont& cells) {
  const Metrics metrics(canvas, cells);
  TextLayout layout;
  layout.dot = metrics.dot();
  layout.cell_dot = metrics.cell_dot();
  const int dot = layout.dot;
  const std::vector<Line> own_lines = split_lines(utf8);

  int widest = 0;
  bool has_cells = false;
  for (const Line& line : own_lines) {
    widest = std::max(widest, metrics.width_of(line));
    has_cells = has_cells || std::ranges::any_of(line, [&](char32_t code) {
                  return metrics.cell(code).has_value();
                });
  }
  // Right of the click's dot, or left of it if there is too little room.
  const int kept = std::min(widest, kKeptLetters * kGlyphAdvance * dot);
  const int clear = ink_measure(kDotRadius, canvas) + kDotsFromClick * dot;
  int left = at.x + clear, right = canvas.width;
  if (left + kept > canvas.width) {
    right = std::max(at.x - clear, std::min(kept, canvas.width));
    left = std::max(0, right - widest);
  }

  // Measured from the top of a capital. On small canvases, cells are higher than a line of our
  // font, because their dots are at least one pixel.
  int above = kRowsAbove * dot, below = (kCapRows + kRowsBelow) * dot, pitch = kLinePitch * dot;
  if (has_cells) {
    const int cell_above = kCellRowsAbove * layout.cell_dot - kCapRows * dot;
    above = std::max(above, cell_above);
    below = std::max(below, kCellRows * layout.cell_dot - cell_above);
    pitch = std::max(pitch, above + below);
  }
  const int room = canvas.height - above - below;
  const std::size_t max_lines = room < 0 ? 1 : static_cast<std::size_t>(room / pitch) + 1;
  const std::vector<Line> lines = wrap(own_lines, right - left, max_lines, metrics, layout.cut);

  const int text_height = static_cast<int>(lines.size() - 1) * pitch + below;
  const int centred = at.y - kCapRows * dot / 2;
  int top = std::max(above, std::min(centred, canvas.height - text_height));
  for (const Line& line : lines) {
    const int end = place_line(line, {left, top}, metrics, layout);
    if (end > left) layout.lines.push_back({left, std::min(end, canvas.width), top + below});
    top += pitch;
  }
  return layout;
}
}  // namespace franz::capturer
