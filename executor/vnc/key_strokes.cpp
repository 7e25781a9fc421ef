#include "executor/vnc/key_strokes.h"
#include <array>
#include <optional>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "executor/desktop/keysyms.h"
#include "executor/vnc/us_keyboard.h"

namespace franz::executor {
namespace {
constexpr std::string_view kShift = "shift";
constexpr std::uint32_t kCaseBit = 0x20;                   // between 'A' and 'a'
constexpr std::uint32_t kTab = 0xFF09, kLeftTab = 0xFE20;  // X: Tab, and Tab with Shift
// Shift, Ctrl, Alt, Super and Meta on the right.
constexpr std::array<std::uint32_t, 5> kRightModifiers{0xFFE2, 0xFFE4, 0xFFEA, 0xFFEC, 0xFFE8};
constexpr std::array<std::string_view, 5> kModifiers{"shift", "ctrl", "alt", "altgr", "win"};

std::uint32_t symbol_of_name(std::string_view name) {
  return static_cast<std::uint32_t>(symbol_of_key(name));
}

bool carries(TypeableText text, char32_t code) {
  if (code == U'\n' || code == U'\t') return true;
  if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return false;
  switch (text) {
    case TypeableText::ascii: return code < 0x7F;
    case TypeableText::latin1: return code <= 0xFF;
    case TypeableText::bmp: return code <= 0xFFFF;
  }
  return false;
}

std::string refused_character(std::string_view text, char32_t code, const VncServerKind& server) {
  std::string number;
  for (int shift = code > 0xFFFF ? 20 : 12; shift >= 0; shift -= 4)
    number.push_back("0123456789ABCDEF"[code >> shift & 0xF]);
  return "the VNC server" + std::string(server.said) + " cannot type " + with_hidden_shown(text) +
         " (U+" + number + ")";
}

bool is_letter(std::uint32_t symbol) {
  return (symbol >= 'A' && symbol <= 'Z') || (symbol >= 'a' && symbol <= 'z');
}

// A key that a US keyboard has on the other level of a key is pressed with Shift, and so is every
// capital: TigerVNC presses Caps Lock itself for a capital without Shift, or a small letter with
// it. It and x11vnc press Shift themselves for other symbols, by their own layout.
void add_key(std::vector<VncStroke>& strokes, std::uint32_t symbol, std::optional<UsKey> key,
             bool down, bool shift_is_held = false) {
  const VncStroke shift{symbol_of_name(kShift), key ? us_key(kShift)->code : 0, down};
  const bool capital = symbol >= 'A' && symbol <= 'Z';
  const bool shifted = !shift_is_held && (key ? key->shift : capital);
  if (shifted && down) strokes.push_back(shift);
  if (is_letter(symbol) && shift_is_held && down) symbol &= ~kCaseBit;
  strokes.push_back({symbol, key ? key->code : 0, down});
  if (shifted && !down) strokes.push_back(shift);
}
}  // namespace

Result<std::vector<VncStroke>> key_strokes(const std::string& name, bool down,
                                           const VncServerKind& server, bool shift_is_held) {
  const std::uint32_t symbol = symbol_of_name(name);
  const std::optional<UsKey> key = server.key_codes ? us_key(name) : std::nullopt;
  const DecodedCharacter character =
      name.empty() ? DecodedCharacter{} : decode_utf8(name);  // of a character's key
  const bool is_character = !name.empty() && character.length == name.size();
  if (symbol == 0 || (server.key_codes && !key) ||
      (is_character && !carries(server.text, character.code)))
    return Error{"the VNC server" + std::string(server.said) + " has no key " + printable(name),
                 ErrorCode::missing};
  std::vector<VncStroke> strokes;
  // Whether Shift was held when a letter was pressed is not known any more: both symbols go up.
  if (!down && !server.key_codes && is_letter(symbol))
    strokes.push_back({symbol ^ kCaseBit, 0, false});
  // x11vnc takes Shift away from Tab. Only X servers know the other symbol.
  const bool x_tab = server.text == TypeableText::bmp && symbol == kTab;
  if (x_tab && !down) strokes.push_back({kLeftTab, 0, false});
  add_key(strokes, x_tab && down && shift_is_held ? kLeftTab : symbol, key, down, shift_is_held);
  return strokes;
}

bool may_need_spare_key(std::uint32_t symbol) {
  return (symbol > 0x7F && symbol <= 0xFF) || symbol >= 0x1000000;
}

Result<std::vector<VncStroke>> text_strokes(std::string_view text, const VncServerKind& server,
                                            const std::set<std::uint32_t>& typed) {
  std::vector<VncStroke> strokes;
  std::set<std::uint32_t> beyond_ascii = typed;
  while (!text.empty()) {
    const DecodedCharacter character = decode_utf8(text);
    const std::string_view written = text.substr(0, character.length);
    const std::optional<UsKey> key = server.key_codes ? us_key_of(character.code) : std::nullopt;
    if (!character.valid || !carries(server.text, character.code) || (server.key_codes && !key))
      return Error{refused_character(written, character.code, server), ErrorCode::missing};
    const auto symbol = static_cast<std::uint32_t>(symbol_of(character.code));
    if (may_need_spare_key(symbol)) beyond_ascii.insert(symbol);
    if (server.spare_keys != 0 && beyond_ascii.size() > server.spare_keys)
      return Error{refused_character(written, character.code, server) +
                       ": its keyboard has room for about " + std::to_string(server.spare_keys) +
                       " different characters beyond ASCII",
                   ErrorCode::missing};
    add_key(strokes, symbol, key, true);
    add_key(strokes, symbol, key, false);
    text.remove_prefix(character.length);
  }
  return strokes;
}

std::vector<VncStroke> modifier_releases(const VncServerKind& server) {
  std::vector<VncStroke> strokes;
  for (const std::string_view name : kModifiers)
    strokes.push_back({symbol_of_name(name), server.key_codes ? us_key(name)->code : 0, false});
  if (!server.key_codes)
    for (const std::uint32_t symbol : kRightModifiers) strokes.push_back({symbol, 0, false});
  return strokes;
}
}  // namespace franz::executor
