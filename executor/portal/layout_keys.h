#pragma once
// Which keys give which symbols in one layout of a session. For a desktop whose portal presses the
// wrong keys for symbols: KDE's looks for them in the first layout only, and before its first key
// in a US layout (xdg-desktop-portal-kde 5.27).
#include <cstdint>
#include <map>
#include <string>
#include "executor/desktop/typed_text.h"
#include "executor/portal/desktop_layout.h"

namespace franz::executor {
// The codes are those of the kernel; one that needs AltGr, too, has kWithThird added
// (own_keymap.h).
using LayoutKeys = std::map<KeySymbol, KeyStroke>;

// Of a keymap in the text form of XKB. `layout`: its number in the keymap. Empty: it is invalid, or
// has no such layout.
LayoutKeys keymap_keys(const std::string& keymap, std::uint32_t layout);

// What these keys type.
LayoutCharacters characters_of(const LayoutKeys& keys);
}  // namespace franz::executor
