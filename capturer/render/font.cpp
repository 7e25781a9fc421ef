#include "capturer/render/font.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include "capturer/render/font_art.h"
#include "common/base/utf8.h"

namespace franz::capturer {
namespace {
constexpr int kRows = kRowsAbove + kCapRows + kRowsBelow;
using Glyph = std::array<std::uint8_t, kRows>;  // one bit per dot; lowest bit: left column

constexpr Glyph parse_glyph(std::string_view art, int index) {
  constexpr int kLine = font_art::kGlyphsInBand * (font_art::kColumns + 1);
  const int band = index / font_art::kGlyphsInBand, place = index % font_art::kGlyphsInBand;
  // All bands before the last have the full width; the last one's lines may be shorter.
  const int start = band * font_art::kRows * kLine;
  const int line = static_cast<int>(art.find('\n', static_cast<std::size_t>(start))) - start + 1;
  Glyph glyph{};
  for (int row = 0; row < font_art::kRows; ++row) {
    for (int column = 0; column < font_art::kColumns; ++column) {
      const int at = start + row * line + place * (font_art::kColumns + 1) + column;
      if (art[static_cast<std::size_t>(at)] != '#') continue;
      const int glyph_row = row + kRowsAbove;
      glyph[static_cast<std::size_t>(glyph_row)] |= static_cast<std::uint8_t>(1U << column);
    }
  }
  return glyph;
}

// Diacritics. Rows are for capitals; small letters have them lower.
enum class Accent { grave, acute, circumflex, tilde, diaeresis, ring, cedilla };

struct AccentedLetter {
  unsigned char code;
  char base;  // 'i': the dotless one
  Accent accent;
};

constexpr AccentedLetter kAccented[] = {
    {0xC0, 'A', Accent::grave},      {0xC1, 'A', Accent::acute},
    {0xC2, 'A', Accent::circumflex}, {0xC3, 'A', Accent::tilde},
    {0xC4, 'A', Accent::diaeresis},  {0xC5, 'A', Accent::ring},
    {0xC7, 'C', Accent::cedilla},    {0xC8, 'E', Accent::grave},
    {0xC9, 'E', Accent::acute},      {0xCA, 'E', Accent::circumflex},
    {0xCB, 'E', Accent::diaeresis},  {0xCC, 'I', Accent::grave},
    {0xCD, 'I', Accent::acute},      {0xCE, 'I', Accent::circumflex},
    {0xCF, 'I', Accent::diaeresis},  {0xD1, 'N', Accent::tilde},
    {0xD2, 'O', Accent::grave},      {0xD3, 'O', Accent::acute},
    {0xD4, 'O', Accent::circumflex}, {0xD5, 'O', Accent::tilde},
    {0xD6, 'O', Accent::diaeresis},  {0xD9, 'U', Accent::grave},
    {0xDA, 'U', Accent::acute},      {0xDB, 'U', Accent::circumflex},
    {0xDC, 'U', Accent::diaeresis},  {0xDD, 'Y', Accent::acute},
    {0xE0, 'a', Accent::grave},      {0xE1, 'a', Accent::acute},
    {0xE2, 'a', Accent::circumflex}, {0xE3, 'a', Accent::tilde},
    {0xE4, 'a', Accent::diaeresis},  {0xE5, 'a', Accent::ring},
    {0xE7, 'c', Accent::cedilla},    {0xE8, 'e', Accent::grave},
    {0xE9, 'e', Accent::acute},      {0xEA, 'e', Accent::circumflex},
    {0xEB, 'e', Accent::diaeresis},  {0xEC, 'i', Accent::grave},
    {0xED, 'i', Accent::acute},      {0xEE, 'i', Accent::circumflex},
    {0xEF, 'i', Accent::diaeresis},  {0xF1, 'n', Accent::tilde},
    {0xF2, 'o', Accent::grave},      {0xF3, 'o', Accent::acute},
    {0xF4, 'o', Accent::circumflex}, {0xF5, 'o', Accent::tilde},
    {0xF6, 'o', Accent::diaeresis},  {0xF9, 'u', Accent::grave},
    {0xFA, 'u', Accent::acute},      {0xFB, 'u', Accent::circumflex},
    {0xFC, 'u', Accent::diaeresis},  {0xFD, 'y', Accent::acute},
    {0xFF, 'y', Accent::diaeresis},
};

// Five dots as a row of bits, written as they look.
constexpr std::uint8_t dots(std::string_view art) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < art.size(); ++i) bits |= art[i] == '#' ? 1U << i : 0U;
  return static_cast<std::uint8_t>(bits);
}

constexpr void put_accent(Glyph& glyph, Accent accent, bool capital) {
  // One free row between letter and accent; a ring joins the letter's round top.
  const std::size_t letter_top = kRowsAbove + (capital ? 0U : 2U);
  const std::size_t top = letter_top - (accent == Accent::ring ? 2U : 3U);
  const auto put = [&](std::string_view upper, std::string_view lower) {
    glyph[top] |= dots(upper);
    glyph[top + 1] |= dots(lower);
  };
  switch (accent) {
    case Accent::grave: put(".#...", "..#.."); break;
    case Accent::acute: put("...#.", "..#.."); break;
    case Accent::circumflex: put("..#..", ".#.#."); break;
    case Accent::tilde: put(".#.#.", "#.#.."); break;
    case Accent::diaeresis: put(".....", ".#.#."); break;
    case Accent::ring: put(".###.", ".#.#."); break;
    case Accent::cedilla:
      glyph[kRowsAbove + 7] |= dots("..#..");
      glyph[kRowsAbove + 8] |= dots(".##..");
      break;
  }
}

constexpr std::array<Glyph, 256> make_font() {
  std::array<Glyph, 256> font{};
  for (int code = 0x20; code < 0x7F; ++code) {
    font[static_cast<std::size_t>(code)] = parse_glyph(font_art::kAscii, code - 0x20);
  }
  int index = 0;
  const Glyph dotless_i = parse_glyph(font_art::kLatin, index++);
  for (std::size_t code = 0xA1; code < 0xC0; ++code) {
    font[code] = parse_glyph(font_art::kLatin, index++);
  }
  for (const unsigned char code : font_art::kLatinLetters) {
    font[code] = parse_glyph(font_art::kLatin, index++);
  }
  for (const auto& [code, base, accent] : kAccented) {
    font[code] = base == 'i' ? dotless_i : font[static_cast<unsigned char>(base)];
    put_accent(font[code], accent, base >= 'A' && base <= 'Z');
  }
  return font;
}
constexpr std::array<Glyph, 256> kFont = make_font();

constexpr int kMiniColumns = 3;
constexpr std::string_view kMiniNames = "0123456789ABCDEF";
constexpr std::array<std::string_view, kMiniRows> kMiniArt = {
    "### .#. ### ### #.# ### ### ### ### ### .#. ##. .## ##. ### ###",
    "#.# ##. ..# ..# #.# #.. #.. ..# #.# #.# #.# #.# #.. #.# #.. #..",
    "#.# .#. ### .## ### ### ### ..# ### ### ### ##. #.. #.# ##. ##.",
    "#.# .#. #.. ..# ..# ..# #.# .#. #.# ..# #.# #.# #.. #.# #.. #..",
    "### ### ### ### ..# ### ### .#. ### ### #.# ##. .## ##. ### #..",
};

// C0 and C1 controls have no glyph; a no-break space and a space are blank.
bool is_drawn(char32_t code) {
  return (code >= 0x20 && code < 0x7F) || (code >= 0xA0 && code <= 0xFF);
}

// At least two digits: 1F, 20AC, 1F431.
std::string hexadecimal(char32_t code) {
  std::string digits;
  do {
    digits.insert(digits.begin(), kMiniNames[code % 16]);
    code /= 16;
  } while (code != 0 || digits.size() < 2);
  return digits;
}

void append_shifted(std::vector<DotRun>& runs, const std::vector<DotRun>& more, int columns,
                    int rows) {
  for (const auto& [column, row, length] : more) {
    runs.push_back({column + columns, row + rows, length});
  }
}

// The box: one dot of border, one dot of space, the digits.
constexpr int kBoxTop = -1, kBoxBottom = kCapRows, kBoxInset = 2;

int box_width(std::string_view digits) { return mini_width(digits) + 2 * kBoxInset; }

std::vector<DotRun> box_runs(char32_t code) {
  const std::string digits = hexadecimal(code);
  const int width = box_width(digits);
  std::vector<DotRun> runs{{0, kBoxTop, width}, {0, kBoxBottom, width}};
  for (int row = kBoxTop + 1; row < kBoxBottom; ++row) {
    runs.push_back({0, row, 1});
    runs.push_back({width - 1, row, 1});
  }
  append_shifted(runs, mini_runs(digits), kBoxInset, kBoxTop + kBoxInset);
  return runs;
}
}  // namespace

std::vector<DotRun> glyph_runs(char32_t code) {
  if (!is_drawn(code)) return box_runs(code);
  std::vector<DotRun> runs;
  for (int row = 0; row < kRows; ++row) {
    const unsigned bits = kFont[code][static_cast<std::size_t>(row)];
    for (int column = 0; column < font_art::kColumns; ++column) {
      if ((bits >> column & 1U) == 0) continue;
      const int start = column;
      while (bits >> (column + 1) & 1U) ++column;
      runs.push_back({start, row - kRowsAbove, column - start + 1});
    }
  }
  return runs;
}

int glyph_advance(char32_t code) {
  return is_drawn(code) ? kGlyphAdvance : box_width(hexadecimal(code)) + 1;
}

std::vector<DotRun> text_runs(std::string_view utf8) {
  std::vector<DotRun> runs;
  int left = 0;
  while (!utf8.empty()) {
    const DecodedCharacter character = decode_utf8(utf8);
    utf8.remove_prefix(character.length);
    append_shifted(runs, glyph_runs(character.code), left, 0);
    left += glyph_advance(character.code);
  }
  return runs;
}

int text_width(std::string_view utf8) {
  int width = 0;
  while (!utf8.empty()) {
    const DecodedCharacter character = decode_utf8(utf8);
    utf8.remove_prefix(character.length);
    width += glyph_advance(character.code);
  }
  return std::max(0, width - 1);
}

std::vector<DotRun> mini_runs(std::string_view digits) {
  std::vector<DotRun> runs;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const std::size_t place = kMiniNames.find(digits[i]);
    if (place == std::string_view::npos) continue;
    for (int row = 0; row < kMiniRows; ++row) {
      for (int column = 0; column < kMiniColumns; ++column) {
        const std::size_t at = place * (kMiniColumns + 1) + static_cast<std::size_t>(column);
        if (kMiniArt[static_cast<std::size_t>(row)][at] != '#') continue;
        runs.push_back({static_cast<int>(i) * (kMiniColumns + 1) + column, row, 1});
      }
    }
  }
  return runs;
}

int mini_width(std::string_view digits) {
  return std::max(0, static_cast<int>(digits.size()) * (kMiniColumns + 1) - 1);
}
}  // namespace franz::capturer
