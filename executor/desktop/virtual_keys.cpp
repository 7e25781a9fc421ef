#include "executor/desktop/virtual_keys.h"
#include <algorithm>
#include <iterator>

namespace franz::executor {
namespace {
struct NamedKey {
  std::string_view name;
  VirtualKey key;
};

// ctrl, alt and shift are the left keys; altgr is the right Alt.
constexpr NamedKey kVirtualKeys[] = {
    {"enter", {0x0D}},
    {"tab", {0x09}},
    {"escape", {0x1B}},
    {"space", {0x20}},
    {"backspace", {0x08}},
    {"delete", {0x2E, true}},
    {"insert", {0x2D, true}},
    {"home", {0x24, true}},
    {"end", {0x23, true}},
    {"page_up", {0x21, true}},
    {"page_down", {0x22, true}},
    {"up", {0x26, true}},
    {"down", {0x28, true}},
    {"left", {0x25, true}},
    {"right", {0x27, true}},
    {"ctrl", {0xA2}},
    {"alt", {0xA4}},
    {"altgr", {0xA5, true}},
    {"shift", {0xA0}},
    {"win", {0x5B, true}},
    {"caps_lock", {0x14}},
    {"num_lock", {0x90, true}},
    {"scroll_lock", {0x91}},
    {"print_screen", {0x2C, true}},
    {"pause", {0x13}},
    {"menu", {0x5D, true}},
};

constexpr std::uint16_t kVirtualF1 = 0x70;
constexpr int kFunctionKeys = 24;
}  // namespace

std::optional<VirtualKey> virtual_key(std::string_view name) {
  const auto row = std::ranges::find(kVirtualKeys, name, &NamedKey::name);
  if (row != std::end(kVirtualKeys)) return row->key;
  if (name.size() < 2 || name.size() > 3 || name.front() != 'f') return std::nullopt;
  int number = 0;
  for (const char c : name.substr(1)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  if (number < 1 || number > kFunctionKeys) return std::nullopt;
  return VirtualKey{static_cast<std::uint16_t>(kVirtualF1 + number - 1)};
}
}  // namespace franz::executor
