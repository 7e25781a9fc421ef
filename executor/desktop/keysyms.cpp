#include "executor/desktop/keysyms.h"
#include <algorithm>
#include <iterator>
#include "common/base/utf8.h"

namespace franz::executor {
namespace {
constexpr KeySymbol kUnicode = 0x1000000;
constexpr KeySymbol kReturnSymbol = 0xFF0D, kTabSymbol = 0xFF09, kF1Symbol = 0xFFBE,
                    kEuroSymbol = 0x20AC;

struct KeyRow {
  std::string_view name;
  KeySymbol symbol;
};
constexpr KeyRow kKeySymbols[] = {
    {"enter", kReturnSymbol}, {"tab", kTabSymbol},     {"escape", 0xFF1B},
    {"space", 0x20},          {"backspace", 0xFF08},   {"delete", 0xFFFF},
    {"insert", 0xFF63},       {"home", 0xFF50},        {"end", 0xFF57},
    {"page_up", 0xFF55},      {"page_down", 0xFF56},   {"left", 0xFF51},
    {"up", 0xFF52},           {"right", 0xFF53},       {"down", 0xFF54},
    {"ctrl", 0xFFE3},         {"alt", 0xFFE9},         {"altgr", 0xFE03},
    {"shift", 0xFFE1},        {"win", 0xFFEB},         {"caps_lock", 0xFFE5},
    {"num_lock", 0xFF7F},     {"scroll_lock", 0xFF14}, {"print_screen", 0xFF61},
    {"pause", 0xFF13},        {"menu", 0xFF67},
};

// Consecutive symbols of an alphabet, and their characters; '\0': none.
struct Alphabet {
  KeySymbol first;
  std::u32string_view characters;
};
constexpr Alphabet kAlphabets[] = {
    {0x6A1, U"ђѓёєѕіїјљњћќґўџ№ЂЃЁЄЅІЇЈЉЊЋЌҐЎЏ"},
    {0x6C0, U"юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"},
    {0x7B1, U"άέήίϊΐόύϋΰώ"},
    {0x7C1, U"ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣ"},
    {0x7D4, U"ΤΥΦΧΨΩ"},
    {0x7E1, U"αβγδεζηθικλμνξοπρσςτυφχψω"},
};
}  // namespace

KeySymbol symbol_of(char32_t character) {
  if (character == U'\n') return kReturnSymbol;
  if (character == U'\t') return kTabSymbol;
  return character <= 0xFF ? character : kUnicode + character;
}

char32_t character_of(KeySymbol symbol) {
  if (symbol == kReturnSymbol) return U'\n';
  if (symbol == kTabSymbol) return U'\t';
  if ((symbol >= 0x20 && symbol <= 0x7E) || (symbol >= 0xA0 && symbol <= 0xFF) ||
      symbol == kEuroSymbol)
    return static_cast<char32_t>(symbol);
  if (symbol > kUnicode + 0xFF && symbol <= kUnicode + 0x10FFFF)
    return static_cast<char32_t>(symbol - kUnicode);
  for (const Alphabet& each : kAlphabets)
    if (symbol >= each.first && symbol < each.first + each.characters.size())
      return each.characters[symbol - each.first];
  return 0;
}

KeySymbol symbol_of_key(std::string_view name) {
  const auto row = std::ranges::find(kKeySymbols, name, &KeyRow::name);
  if (row != std::end(kKeySymbols)) return row->symbol;
  if (name.empty()) return 0;
  const DecodedCharacter character = decode_utf8(name);
  if (character.length == name.size()) return character.valid ? symbol_of(character.code) : 0;
  if (name[0] != 'f') return 0;
  KeySymbol number = 0;  // key_name() gives f1 to f24
  for (const char digit : name.substr(1))
    number = number * 10 + static_cast<KeySymbol>(digit - '0');
  return kF1Symbol + number - 1;
}
}  // namespace franz::executor
