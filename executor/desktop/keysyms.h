#pragma once
// X11's numbers of keys and characters. Pure: they are constants of the protocol.
// Source: X Window System Protocol, Appendix A "KEYSYM Encoding"; <X11/keysymdef.h>.
#include <cstdint>
#include <string_view>

namespace franz::executor {
using KeySymbol = unsigned long;

// The symbol that stands for a character: Latin-1 is itself, \n is Return and \t is Tab, others are
// 0x1000000 + code.
KeySymbol symbol_of(char32_t character);

// The character that a symbol stands for, 0 for one that stands for none. Of the older alphabets
// Cyrillic and Greek, whose layouts have them.
char32_t character_of(KeySymbol symbol);

// The key that key_name() calls so, 0 for a name that is none. A character is its symbol.
KeySymbol symbol_of_key(std::string_view name);
}  // namespace franz::executor
