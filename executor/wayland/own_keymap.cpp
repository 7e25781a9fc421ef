#include "executor/wayland/own_keymap.h"
#include <algorithm>
#include <array>
#include <iterator>

namespace franz::executor {
namespace {
// Consecutive keys with characters: without and with Shift.
struct CharacterKeys {
  int first;
  std::string_view plain, shifted;
};
constexpr CharacterKeys kCharacterKeys[] = {
    {2, "1234567890-=", "!@#$%^&*()_+"},
    {16, "qwertyuiop[]", "QWERTYUIOP{}"},
    {30, "asdfghjkl;'`", "ASDFGHJKL:\"~"},
    {43, "\\zxcvbnm,./", "|ZXCVBNM<>?"},
    {57, " ", " "},
};

struct NamedKey {
  int keycode;
  KeySymbol symbol;
  std::uint32_t held = 0, locked = 0;  // modifiers
};
constexpr NamedKey kNamedKeys[] = {
    {1, 0xFF1B},                          // Escape
    {14, 0xFF08},                         // BackSpace
    {15, 0xFF09},                         // Tab
    {28, 0xFF0D},                         // Return
    {29, 0xFFE3, 4},                      // Control_L
    {kShiftKey, 0xFFE1, kShiftModifier},  // Shift_L
    {56, 0xFFE9, 8},                      // Alt_L
    {58, 0xFFE5, 0, kLockModifier},       // Caps_Lock
    {69, 0xFF7F, 0, 16},                  // Num_Lock
    {70, 0xFF14},                         // Scroll_Lock
    {99, 0xFF61},                         // Print
    {kThirdKey, 0xFE03, kThirdModifier},  // ISO_Level3_Shift
    {102, 0xFF50},                        // Home
    {103, 0xFF52},                        // Up
    {104, 0xFF55},                        // Page_Up
    {105, 0xFF51},                        // Left
    {106, 0xFF53},                        // Right
    {107, 0xFF57},                        // End
    {108, 0xFF54},                        // Down
    {109, 0xFF56},                        // Page_Down
    {110, 0xFF63},                        // Insert
    {111, 0xFFFF},                        // Delete
    {119, 0xFF13},                        // Pause
    {125, 0xFFEB, 64},                    // Super_L
    {127, 0xFF67},                        // Menu
};
// Consecutive function keys: the first key's code, the first number, and how many.
constexpr std::array<std::array<int, 3>, 3> kFunctionKeys{
    {{59, 1, 10}, {87, 11, 2}, {183, 13, 12}}};
constexpr KeySymbol kFunctionSymbol = 0xFFBE;  // F1

std::vector<KeyStroke> make_spare_keys() {
  std::vector<KeyStroke> keys;
  for (const bool shift : {false, true})
    for (const CharacterKeys& each : kCharacterKeys)
      for (std::size_t i = 0; i < each.plain.size() && each.plain != " "; ++i)
        keys.push_back({each.first + static_cast<int>(i) + kWithThird, shift});
  return keys;
}

std::string hexadecimal(KeySymbol symbol) {
  if (symbol == 0) return "NoSymbol";
  std::string digits;
  for (; symbol > 0; symbol /= 16) digits.insert(digits.begin(), "0123456789abcdef"[symbol % 16]);
  return "0x" + digits;
}

// The name of a key in the keymap, of at most four characters.
std::string key_label(int keycode) { return "<K" + std::to_string(keycode) + ">"; }

std::string key_line(int keycode, std::string_view type, const std::vector<KeySymbol>& symbols) {
  std::string line =
      "  key " + key_label(keycode) + " { type = \"" + std::string(type) + "\", symbols[1] = [";
  for (const KeySymbol symbol : symbols)
    line += (line.ends_with('[') ? "" : ", ") + hexadecimal(symbol);
  return line + "] };\n";
}

std::string keycodes_section() {
  std::string text = "xkb_keycodes \"franz\" {\n  minimum = 8;\n  maximum = 255;\n";
  for (int keycode = 1; keycode <= 247; ++keycode)
    text += "  " + key_label(keycode) + " = " + std::to_string(keycode + 8) + ";\n";
  return text + "};\n";
}

constexpr std::string_view kTypes = R"(xkb_types "franz" {
  virtual_modifiers NumLock, Alt, LevelThree, Super;
  type "ONE_LEVEL" { modifiers = none; level_name[1] = "Any"; };
  type "TWO_LEVEL" {
    modifiers = Shift; map[Shift] = 2; level_name[1] = "Base"; level_name[2] = "Shift";
  };
  type "ALPHABETIC" {
    modifiers = Shift+Lock; map[Shift] = 2; map[Lock] = 2;
    level_name[1] = "Base"; level_name[2] = "Caps";
  };
  type "FOUR_LEVEL" {
    modifiers = Shift+Mod5; map[Shift] = 2; map[Mod5] = 3; map[Shift+Mod5] = 4;
    level_name[1] = "Base"; level_name[2] = "Shift"; level_name[3] = "Third";
    level_name[4] = "Fourth";
  };
  type "FOUR_LEVEL_ALPHABETIC" {
    modifiers = Shift+Lock+Mod5; map[Shift] = 2; map[Lock] = 2; map[Mod5] = 3;
    map[Shift+Mod5] = 4; map[Lock+Mod5] = 3; map[Shift+Lock+Mod5] = 4;
    level_name[1] = "Base"; level_name[2] = "Caps"; level_name[3] = "Third";
    level_name[4] = "Fourth";
  };
};
)";
constexpr std::string_view kCompatibility = R"(xkb_compatibility "franz" {
  virtual_modifiers NumLock, Alt, LevelThree, Super;
  interpret.useModMapMods = AnyLevel;
  interpret.repeat = False;
  interpret Num_Lock+AnyOf(all) { virtualModifier = NumLock; action = LockMods(modifiers = NumLock); };
  interpret Alt_L+AnyOf(all) { virtualModifier = Alt; action = SetMods(modifiers = modMapMods, clearLocks); };
  interpret ISO_Level3_Shift+AnyOf(all) { virtualModifier = LevelThree; action = SetMods(modifiers = modMapMods, clearLocks); };
  interpret Super_L+AnyOf(all) { virtualModifier = Super; action = SetMods(modifiers = modMapMods, clearLocks); };
  interpret Any+Lock { action = LockMods(modifiers = Lock); };
  interpret Any+AnyOf(all) { action = SetMods(modifiers = modMapMods, clearLocks); };
};
)";
constexpr std::string_view kModifierMaps = R"(  modifier_map Shift { <K42> };
  modifier_map Lock { <K58> };
  modifier_map Control { <K29> };
  modifier_map Mod1 { <K56> };
  modifier_map Mod2 { <K69> };
  modifier_map Mod4 { <K125> };
  modifier_map Mod5 { <K100> };
};
)";

KeySymbol spare_symbol(const KeyStroke& stroke, const SpareCharacters& spare) {
  const auto found = std::ranges::find(spare, stroke, &SpareCharacters::value_type::first);
  return found == spare.end() ? 0 : symbol_of(found->second);  // 0: NoSymbol
}

std::string symbols_section(const SpareCharacters& spare) {
  std::string text = "xkb_symbols \"franz\" {\n  name[1] = \"FRANZ\";\n";
  for (const CharacterKeys& keys : kCharacterKeys)
    for (std::size_t i = 0; i < keys.plain.size(); ++i) {
      const auto plain = static_cast<unsigned char>(keys.plain[i]);
      const auto shifted = static_cast<unsigned char>(keys.shifted[i]);
      const bool letter = plain >= 'a' && plain <= 'z';
      const int keycode = keys.first + static_cast<int>(i);
      text += key_line(keycode, letter ? "FOUR_LEVEL_ALPHABETIC" : "FOUR_LEVEL",
                       {plain, shifted, spare_symbol({keycode + kWithThird, false}, spare),
                        spare_symbol({keycode + kWithThird, true}, spare)});
    }
  for (const NamedKey& key : kNamedKeys) text += key_line(key.keycode, "ONE_LEVEL", {key.symbol});
  for (const auto& [first, number, count] : kFunctionKeys)
    for (int i = 0; i < count; ++i)
      text += key_line(first + i, "ONE_LEVEL",
                       {kFunctionSymbol + static_cast<KeySymbol>(number - 1 + i)});
  return text + std::string(kModifierMaps);
}
}  // namespace

std::optional<KeyStroke> own_key(KeySymbol symbol) {
  for (const NamedKey& key : kNamedKeys)
    if (key.symbol == symbol) return KeyStroke{key.keycode, false};
  for (const auto& [first, number, count] : kFunctionKeys) {
    const KeySymbol start = kFunctionSymbol + static_cast<KeySymbol>(number) - 1;
    if (symbol >= start && symbol < start + static_cast<KeySymbol>(count))
      return KeyStroke{first + static_cast<int>(symbol - start), false};
  }
  if (symbol < 0x20 || symbol > 0x7E) return {};
  for (const CharacterKeys& keys : kCharacterKeys)
    for (const std::string_view level : {keys.plain, keys.shifted})
      if (const std::size_t at = level.find(static_cast<char>(symbol)); at != level.npos)
        return KeyStroke{keys.first + static_cast<int>(at), level == keys.shifted && symbol != ' '};
  return {};
}

std::uint32_t held_modifier(int keycode) {
  const auto* const key = std::ranges::find(kNamedKeys, keycode, &NamedKey::keycode);
  return key == std::end(kNamedKeys) ? 0 : key->held;
}

std::uint32_t locked_modifier(int keycode) {
  const auto* const key = std::ranges::find(kNamedKeys, keycode, &NamedKey::keycode);
  return key == std::end(kNamedKeys) ? 0 : key->locked;
}

std::span<const KeyStroke> spare_keys() {
  static const std::vector<KeyStroke> keys = make_spare_keys();
  return keys;
}

std::string keymap_text(const SpareCharacters& spare) {
  return "xkb_keymap {\n" + keycodes_section() + std::string(kTypes) + std::string(kCompatibility) +
         symbols_section(spare) + "};\n";
}

Result<std::vector<TypingBatch>> plan_own_typing(std::string_view text,
                                                 const SpareCharacters& spare) {
  const auto on_layout = [](char32_t character) { return own_key(symbol_of(character)); };
  const auto there = [&](char32_t character) {
    if (const std::optional<KeyStroke> key = on_layout(character)) return key;
    const auto found = std::ranges::find(spare, character, &SpareCharacters::value_type::second);
    return found == spare.end() ? std::nullopt : std::optional(found->first);
  };
  Result<std::vector<TypingBatch>> same = plan_typing(text, there, {});
  if (same.ok()) return same;
  return plan_typing(text, on_layout, spare_keys());
}
}  // namespace franz::executor
