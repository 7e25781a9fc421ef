#pragma once
// The codes of a US keyboard's keys: set 1 of the PC/XT, with 0x80 for keys that have the prefix
// 0xE0. Source: QEMU, docs/interop/vnc-ledstate-pseudo-encoding.rst and "QEMU Extended Key Event
// Message" (https://github.com/rfbproto/rfbproto).
#include <cstdint>
#include <optional>
#include <string_view>

namespace franz::executor {
struct UsKey {
  std::uint32_t code;
  bool shift;  // the character needs Shift
};

// Of a key name from key_name(); nothing: a US keyboard has no such key.
std::optional<UsKey> us_key(std::string_view name);
// Of a character, also line end and tab; nothing: it cannot be typed there.
std::optional<UsKey> us_key_of(char32_t character);
}  // namespace franz::executor
