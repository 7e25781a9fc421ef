#include "executor/vnc/key_strokes.h"
#include <gtest/gtest.h>
#include "executor/vnc/us_keyboard.h"

namespace franz::executor {
namespace {
const VncServerKind kQemu = vnc_server_kind({.name = "QEMU (box)", .key_codes = true});
const VncServerKind kTigerVnc = vnc_server_kind({.name = "host:1", .fence = true});

std::string shown(const Result<std::vector<VncStroke>>& strokes) {
  if (!strokes.ok()) return strokes.error().message;
  std::ostringstream text;
  for (const VncStroke& stroke : strokes.value())
    text << (stroke.down ? "+" : "-") << std::hex << stroke.symbol << "/" << stroke.code << " ";
  return text.str();
}

TEST(KeyStrokes, AreSymbolsOrTheCodesOfAUsKeyboard) {
  const struct {
    const char* text;
    const VncServerKind& server;
    const char* strokes;
  } rows[] = {
      {"aB\n", kTigerVnc, "+61/0 -61/0 +ffe1/0 +42/0 -42/0 -ffe1/0 +ff0d/0 -ff0d/0 "},
      {"ü東\t", kTigerVnc, "+fc/0 -fc/0 +1006771/0 -1006771/0 +ff09/0 -ff09/0 "},
      {"a", kQemu, "+61/1e -61/1e "},
      {"A", kQemu, "+ffe1/2a +41/1e -41/1e -ffe1/2a "},
      {"~/\n", kQemu, "+ffe1/2a +7e/29 -7e/29 -ffe1/2a +2f/35 -2f/35 +ff0d/1c -ff0d/1c "},
      {"", kQemu, ""},
  };
  for (const auto& row : rows)
    EXPECT_EQ(shown(text_strokes(row.text, row.server, {})), row.strokes);
}

TEST(KeyStrokes, NameTheCharacterAndTheServerThatCannotTypeIt) {
  const struct {
    const char* text;
    VncAnnouncement announced;
    const char* message;
  } rows[] = {
      {"Zürich", {.name = "QEMU"}, "the VNC server of QEMU cannot type ü (U+00FC)"},
      {"aü", {.name = "WayVNC"}, "the VNC server wayvnc cannot type ü (U+00FC)"},
      {"ü東", {.name = "unknown"}, "the VNC server cannot type 東 (U+6771)"},
      {"東🐱", {.fence = true}, "the VNC server cannot type 🐱 (U+01F431)"},
      {"\u200B", {.name = "unknown"}, "the VNC server cannot type \\u200b (U+200B)"},
      {"\x1B", {.fence = true}, "the VNC server cannot type \\u001b (U+001B)"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(shown(text_strokes(row.text, vnc_server_kind(row.announced), {})), row.message);
}

TEST(KeyStrokes, LeaveTheSpareKeysOfAnXServer) {
  EXPECT_TRUE(text_strokes("äöüÄÖÜßéèêëàâîïô äöü", kTigerVnc, {}).ok());
  EXPECT_EQ(shown(text_strokes("äöüÄÖÜßéèêëàâîïô ç", kTigerVnc, {})),
            "the VNC server cannot type ç (U+00E7): its keyboard has room for about 16 different "
            "characters beyond ASCII");
  std::set<std::uint32_t> typed;
  for (std::uint32_t symbol = 0xC0; symbol < 0xD0; ++symbol) typed.insert(symbol);
  EXPECT_TRUE(text_strokes("aÀÁ", kTigerVnc, typed).ok());
  EXPECT_FALSE(text_strokes("aÐ", kTigerVnc, typed).ok());
}

TEST(KeyStrokes, OfKeysByName) {
  const struct {
    const char* name;
    bool down;
    const VncServerKind& server;
    const char* strokes;
    bool shift_is_held = false;
  } rows[] = {
      {"ctrl", true, kTigerVnc, "+ffe3/0 "},
      {"f12", false, kTigerVnc, "-ffc9/0 "},
      {"+", true, kTigerVnc, "+2b/0 "},
      {"t", true, kTigerVnc, "+74/0 "},
      {"t", true, kTigerVnc, "+54/0 ", true},
      {"t", false, kTigerVnc, "-54/0 -74/0 "},
      {"t", false, kTigerVnc, "-54/0 -74/0 ", true},
      {"T", true, kTigerVnc, "+ffe1/0 +54/0 "},
      {"T", true, kTigerVnc, "+54/0 ", true},
      {"T", false, kTigerVnc, "-74/0 -54/0 -ffe1/0 "},
      {"tab", true, kTigerVnc, "+ff09/0 "},
      {"tab", true, kTigerVnc, "+fe20/0 ", true},
      {"tab", false, kTigerVnc, "-fe20/0 -ff09/0 "},
      {"tab", true, kQemu, "+ff09/f ", true},
      {"t", true, kQemu, "+54/14 ", true},
      {"t", false, kQemu, "-74/14 ", true},
      {"delete", true, kQemu, "+ffff/d3 "},
      {"+", true, kQemu, "+ffe1/2a +2b/d "},
      {"+", false, kQemu, "-2b/d -ffe1/2a "},
      {"f13", true, kQemu, "the VNC server of QEMU has no key f13"},
      {"ü", true, kQemu, "the VNC server of QEMU has no key ü"},
      {"", true, kTigerVnc, "the VNC server has no key "},
  };
  for (const auto& row : rows)
    EXPECT_EQ(shown(key_strokes(row.name, row.down, row.server, row.shift_is_held)), row.strokes)
        << row.name;
}

TEST(KeyStrokes, ReleaseEveryModifier) {
  EXPECT_EQ(shown(modifier_releases(kQemu)), "-ffe1/2a -ffe3/1d -ffe9/38 -fe03/b8 -ffeb/db ");
  EXPECT_EQ(shown(modifier_releases(kTigerVnc)),
            "-ffe1/0 -ffe3/0 -ffe9/0 -fe03/0 -ffeb/0 -ffe2/0 -ffe4/0 -ffea/0 -ffec/0 -ffe8/0 ");
}

TEST(UsKeyboard, HasEveryAsciiCharacter) {
  for (char32_t code = 0x20; code < 0x7F; ++code)
    EXPECT_TRUE(us_key_of(code)) << static_cast<int>(code);
  EXPECT_FALSE(us_key_of(0x7F));
  EXPECT_EQ(us_key_of(U'\\')->code, 0x2BU);
  EXPECT_EQ(us_key_of(U'`')->code, 0x29U);
  EXPECT_EQ(us_key_of(U'?')->code, 0x35U);
}

TEST(VncServers, AreKnownByWhatTheyAnnounce) {
  const struct {
    VncAnnouncement announced;
    const char* said;
    TypeableText text;
    std::size_t spare_keys;
  } rows[] = {
      {{.name = "QEMU"}, " of QEMU", TypeableText::ascii, 0},
      {{.name = "WayVNC", .key_codes = true}, " wayvnc", TypeableText::ascii, 0},
      {{.name = "box:0", .identity = "box:0 (LibVNCServer 0.9.14)\""},
       " x11vnc",
       TypeableText::bmp,
       16},
      {{.name = "krfb", .identity = "krfb (LibVNCServer 0.9.14)\""}, "", TypeableText::latin1, 0},
      {{.name = "box:1", .fence = true, .key_codes = true}, "", TypeableText::bmp, 16},
      {{.name = "box:1"}, "", TypeableText::latin1, 0},
  };
  for (const auto& row : rows) {
    const VncServerKind kind = vnc_server_kind(row.announced);
    EXPECT_EQ(kind.said, row.said);
    EXPECT_EQ(kind.text, row.text) << row.announced.name;
    EXPECT_EQ(kind.spare_keys, row.spare_keys) << row.announced.name;
  }
}
}  // namespace
}  // namespace franz::executor
