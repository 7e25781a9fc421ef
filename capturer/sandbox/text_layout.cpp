#include "capturer/sandbox/text_layout.h"
#include <algorithm>
#include "capturer/render/font.h"
#include "capturer/sandbox/ink_measures.h"
#include "common/base/utf8.h"

namespace franz::capturer {
namespace {
constexpr int kKeptLetters = 8;  // as many stay side by side at the right edge
constexpr int kTabBlanks = 4;
constexpr int kDotsFromClick = 3;  // leaves room for the click's mark, too

using Line = std::u32string;

int width_of(const Line& line) {  // in dots, with the space after the last letter
  int width = 0;
  for (const char32_t code : line) width += glyph_advance(code);
  return width;
}

// The lines that the text itself has; CR LF and CR alone end a line too.
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

// How many characters of `line` from `start` on go into `width` dots: at least one. It ends after
// the last blank that fits, or inside a word that fills the line alone.
std::size_t fitting(const Line& line, std::size_t start, int width) {
  std::size_t end = start, after_blank = start;
  int used = 0;
  for (; end < line.size(); ++end) {
    used += glyph_advance(line[end]);
    // The space after a letter, and a blank, may stand beyond the edge.
    if (line[end] != U' ' && used - 1 > width) break;
    if (line[end] == U' ') after_blank = end + 1;
  }
  if (end == line.size()) return end - start;
  if (after_blank > start) return after_blank - start;
  return std::max<std::size_t>(end - start, 1);
}

// Wrapped lines, at most `max_lines`; says whether that cut the text.
std::vector<Line> wrap(const std::vector<Line>& lines, int width, std::size_t max_lines,
                       bool& cut) {
  std::vector<Line> wrapped;
  for (const Line& line : lines) {
    std::size_t start = 0;
    do {
      if (wrapped.size() == max_lines) {
        cut = true;
        return wrapped;
      }
      const std::size_t count = fitting(line, start, width);
      wrapped.push_back(line.substr(start, count));
      start += count;
    } while (start < line.size());
  }
  return wrapped;
}
}  // namespace

TextLayout lay_out_text(std::string_view utf8, Point at, Size canvas) {
  TextLayout layout;
  layout.dot = ink_measure(kTextDot, canvas);
  const int dot = layout.dot;
  const std::vector<Line> own_lines = split_lines(utf8);

  int widest = 0;
  for (const Line& line : own_lines) widest = std::max(widest, width_of(line));
  // Right of the click's dot, or, where that side is too narrow, left of it.
  const int kept = std::min(widest, kKeptLetters * kGlyphAdvance) * dot;
  const int clear = ink_measure(kDotRadius, canvas) + kDotsFromClick * dot;
  int left = at.x + clear, right = canvas.width;
  if (left + kept > canvas.width) {
    right = std::max(at.x - clear, std::min(kept, canvas.width));
    left = std::max(0, right - widest * dot);
  }

  const int above = kRowsAbove * dot, below = (kCapRows + kRowsBelow) * dot;
  const int pitch = kLinePitch * dot;
  const int room = canvas.height - above - below;
  const std::size_t max_lines = room < 0 ? 1 : static_cast<std::size_t>(room / pitch) + 1;
  const std::vector<Line> lines = wrap(own_lines, (right - left) / dot, max_lines, layout.cut);

  const int text_height = static_cast<int>(lines.size() - 1) * pitch + below;
  const int centred = at.y - kCapRows * dot / 2;
  int top = std::max(above, std::min(centred, canvas.height - text_height));
  for (const Line& line : lines) {
    int x = left, end = left;  // `end`: behind the last letter that is no blank
    for (const char32_t code : line) {
      layout.glyphs.push_back({code, {x, top}});
      x += glyph_advance(code) * dot;
      if (code != U' ') end = x - dot;
    }
    if (end > left) layout.lines.push_back({left, std::min(end, canvas.width), top + below});
    top += pitch;
  }
  return layout;
}
}  // namespace franz::capturer
