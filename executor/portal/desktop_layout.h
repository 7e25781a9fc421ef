#pragma once
// Which characters the keyboard layouts of a Wayland session have. A desktop silently drops the
// others when they are typed through its portal.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include "common/base/result.h"
#include "executor/desktop/keysyms.h"

namespace franz::executor {
// Each with the symbol by which the layout has it: layouts use older ones, too.
using LayoutCharacters = std::map<char32_t, KeySymbol>;

// The session's keymap in the text form of XKB. `display`: as WAYLAND_DISPLAY. Failure: the session
// does not answer, or has no keyboard.
Result<std::string> session_keymap(const std::string& display);

// `display`: as WAYLAND_DISPLAY. `layout`: only of this one, by its number in the keymap; nothing:
// all together, because the one in use is not reported to a program without a window. Failure: the
// session does not answer, or has no keyboard.
Result<LayoutCharacters> layout_characters(const std::string& display,
                                           std::optional<std::uint32_t> layout);

// Of a keymap in the text form of XKB; empty: it is invalid.
LayoutCharacters keymap_characters(const std::string& keymap, std::optional<std::uint32_t> layout);
}  // namespace franz::executor
