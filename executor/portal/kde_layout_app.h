#pragma once
// The keyboard layout that KDE uses at present.
#include <cstdint>
#include <optional>

namespace franz::executor {
// Its number in the session's keymap; nothing: KWin does not say it. Source: keyboard_layout.cpp of
// KWin 5.27: the service is offered only if there are several layouts.
std::optional<std::uint32_t> kde_layout();
}  // namespace franz::executor
