#pragma once
// Virtual key codes of Windows. Pure: they are constants of the system.
// Source: "Virtual-Key Codes" (Win32); "About Keyboard Input", extended keys.
#include <cstdint>
#include <optional>
#include <string_view>

namespace franz::executor {
struct VirtualKey {
  std::uint16_t code = 0;
  bool extended = false;  // its scan code has the prefix E0
  friend bool operator==(const VirtualKey&, const VirtualKey&) = default;
};

// The key for a key_name(). Nothing: a character, whose key depends on the layout, or no key name.
std::optional<VirtualKey> virtual_key(std::string_view name);
}  // namespace franz::executor
