#pragma once
// The keymap of the bridge's own keyboard. Pure. It has the US layout on the usual keys, so that
// keyboard shortcuts work as everywhere, and other characters on the same keys with AltGr, as many
// at once as there are keys. Keys beyond those of an office keyboard are no use for characters:
// browsers drop some of them, and take others as "Back" or "Search", whatever their symbols.
// Sources: "The XKB keymap text format" (libxkbcommon); linux/input-event-codes.h.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "executor/desktop/keysyms.h"
#include "executor/desktop/typed_text.h"

namespace franz::executor {
// Real modifiers, the bits of zwp_virtual_keyboard_v1.modifiers. Source: X11/X.h.
inline constexpr std::uint32_t kShiftModifier = 1, kLockModifier = 2, kThirdModifier = 128;

// The keys' codes are those of the kernel; a keymap's own are larger by 8.
inline constexpr int kShiftKey = 42, kThirdKey = 100;
// Added to the keycode of a KeyStroke that needs AltGr.
inline constexpr int kWithThird = 0x100;

// The key of the US layout for a symbol; nothing: there is none.
std::optional<KeyStroke> own_key(KeySymbol symbol);
// The modifier that a key sets while it is down; 0: none.
std::uint32_t held_modifier(int keycode);
// The modifier that a press of the key switches on and off (caps_lock, num_lock); 0: none.
std::uint32_t locked_modifier(int keycode);
// The strokes for other characters; all have kWithThird.
std::span<const KeyStroke> spare_keys();

// Which character each spare stroke types.
using SpareCharacters = std::vector<std::pair<KeyStroke, char32_t>>;

// The keymap as text.
std::string keymap_text(const SpareCharacters& spare);

// The batches of a text, the first with the spare characters that are there, if these suffice for
// the whole text. `mapped` of a batch is empty if it needs no other keymap.
// Failure: as plan_typing().
Result<std::vector<TypingBatch>> plan_own_typing(std::string_view text,
                                                 const SpareCharacters& spare);
}  // namespace franz::executor
