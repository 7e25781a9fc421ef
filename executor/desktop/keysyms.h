#pragma once
// The X11 numbers of keys and characters. Pure: they are constants of the protocol.
// Source: X Window System Protocol, Appendix A "KEYSYM Encoding"; <X11/keysymdef.h>.
#include <cstdint>
#include <string_view>

namespace franz::executor {
using KeySymbol = unsigned long;

// The symbol of a character: Latin-1 codes are used as they are, \n is Return, \t is Tab; others
// are 0x1000000 + code.
KeySymbol symbol_of(char32_t character);

// The character of a symbol; 0: none. Supports the legacy Cyrillic and Greek ranges, because
// keyboard layouts use them.
char32_t character_of(KeySymbol symbol);

// The symbol of a key name from key_name(); 0: unknown. A character has its own symbol.
KeySymbol symbol_of_key(std::string_view name);
}  // namespace franz::executor
