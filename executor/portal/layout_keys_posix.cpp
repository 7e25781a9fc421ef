#include <xkbcommon/xkbcommon.h>
#include <memory>
#include "executor/portal/layout_keys.h"
#include "executor/portal/parsed_keymap.h"
#include "executor/wayland/own_keymap.h"

namespace franz::executor {
namespace {
constexpr xkb_keycode_t kFirstKeycode = 8;  // of the kernel's code 0
// Those of office keyboards; the rest would be taken for keys with AltGr.
constexpr xkb_keycode_t kEndOfKeys = kFirstKeycode + kWithThird;

using KeyboardState = std::unique_ptr<xkb_state, void (*)(xkb_state*)>;

// With the layout in use and these keys down; nothing: AltGr has another meaning in it.
KeyboardState state_with(xkb_keymap* keymap, std::uint32_t layout, bool shift, bool third) {
  KeyboardState state(xkb_state_new(keymap), xkb_state_unref);
  if (!state) return state;
  xkb_state_update_mask(state.get(), 0, 0, 0, 0, 0, layout);
  if (third &&
      xkb_state_key_get_one_sym(state.get(), kThirdKey + kFirstKeycode) != XKB_KEY_ISO_Level3_Shift)
    return {nullptr, xkb_state_unref};
  if (shift) xkb_state_update_key(state.get(), kShiftKey + kFirstKeycode, XKB_KEY_DOWN);
  if (third) xkb_state_update_key(state.get(), kThirdKey + kFirstKeycode, XKB_KEY_DOWN);
  return state;
}
}  // namespace

LayoutKeys keymap_keys(const std::string& text, std::uint32_t layout) {
  LayoutKeys keys;
  const ParsedKeymap keymap = parse_keymap(text);
  if (!keymap || layout >= xkb_keymap_num_layouts(keymap.get())) return keys;
  for (const bool third : {false, true})
    for (const bool shift : {false, true}) {
      const KeyboardState state = state_with(keymap.get(), layout, shift, third);
      if (!state) continue;
      for (xkb_keycode_t key = xkb_keymap_min_keycode(keymap.get());
           key <= xkb_keymap_max_keycode(keymap.get()) && key < kEndOfKeys; ++key)
        if (const xkb_keysym_t symbol = xkb_state_key_get_one_sym(state.get(), key);
            symbol != XKB_KEY_NoSymbol)
          keys.try_emplace(
              symbol,
              KeyStroke{static_cast<int>(key - kFirstKeycode) + (third ? kWithThird : 0), shift});
    }
  return keys;
}

LayoutCharacters characters_of(const LayoutKeys& keys) {
  LayoutCharacters characters;
  for (const auto& [symbol, stroke] : keys)
    if (const char32_t character = xkb_keysym_to_utf32(static_cast<xkb_keysym_t>(symbol));
        character >= U' ')
      characters.try_emplace(character, symbol);
  return characters;
}
}  // namespace franz::executor
