#include "executor/desktop/keysyms.h"
#include <gtest/gtest.h>
#include "common/tools/key_names.h"

namespace franz::executor {
TEST(KeySymbols, ConvertToCharactersAndBack) {
  for (const char32_t character : std::u32string_view(U"a~ü€\n\t東🐈")) {
    EXPECT_EQ(character_of(symbol_of(character)), character);
  }
  EXPECT_EQ(symbol_of(U'ß'), 0xDFU);
  EXPECT_EQ(symbol_of(U'€'), 0x10020ACU);
  EXPECT_EQ(symbol_of(U'🐈'), 0x101F408U);
  // From <X11/keysymdef.h>.
  EXPECT_EQ(character_of(0x20AC), U'€');
  EXPECT_EQ(character_of(0x6A1), U'ђ');
  EXPECT_EQ(character_of(0x6BF), U'Џ');
  EXPECT_EQ(character_of(0x6C1), U'а');
  EXPECT_EQ(character_of(0x6DF), U'ъ');
  EXPECT_EQ(character_of(0x6E0), U'Ю');
  EXPECT_EQ(character_of(0x6FF), U'Ъ');
  EXPECT_EQ(character_of(0x7D2), U'Σ');
  EXPECT_EQ(character_of(0x7D3), U'\0');
  EXPECT_EQ(character_of(0x7F3), U'ς');
  EXPECT_EQ(character_of(0x7F9), U'ω');
  EXPECT_EQ(character_of(0xFE51), U'\0');  // dead acute
}

TEST(KeySymbols, ExistForAllKeyNames) {
  for (const auto& [written, symbol] :
       std::vector<std::pair<const char*, KeySymbol>>{{"Return", 0xFF0D},
                                                      {"ArrowDown", 0xFF54},
                                                      {"pgdn", 0xFF56},
                                                      {"F1", 0xFFBE},
                                                      {"F4", 0xFFC1},
                                                      {"f24", 0xFFD5},
                                                      {"win", 0xFFEB},
                                                      {"A", 'a'},
                                                      {"+", '+'},
                                                      {"ü", 0xFC},
                                                      {"space", ' '},
                                                      {"Delete", 0xFFFF},
                                                      {"Menu", 0xFF67},
                                                      {"Pause", 0xFF13},
                                                      {"CapsLock", 0xFFE5}}) {
    EXPECT_EQ(symbol_of_key(key_name(written)), symbol) << written;
  }
  for (const char* name :
       {"enter",    "tab",         "escape",       "space",     "backspace", "delete", "insert",
        "home",     "end",         "page_up",      "page_down", "up",        "down",   "left",
        "right",    "ctrl",        "alt",          "altgr",     "shift",     "win",    "caps_lock",
        "num_lock", "scroll_lock", "print_screen", "pause",     "menu"}) {
    EXPECT_NE(symbol_of_key(name), 0U) << name;
  }
  EXPECT_EQ(symbol_of_key(""), 0U);
}
}  // namespace franz::executor
