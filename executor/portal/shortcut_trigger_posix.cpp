#include <xkbcommon/xkbcommon.h>
#include <algorithm>
#include <array>
#include <utility>
#include <vector>
#include "common/base/utf8.h"
#include "common/tools/key_names.h"
#include "executor/desktop/keysyms.h"
#include "executor/portal/shortcut_trigger.h"

namespace franz::executor {
namespace {
// Ours, and the specification's.
using ModifierNames = std::pair<std::string_view, std::string_view>;
constexpr std::array kTriggerModifiers{ModifierNames{"ctrl", "CTRL"}, ModifierNames{"alt", "ALT"},
                                       ModifierNames{"shift", "SHIFT"},
                                       ModifierNames{"win", "LOGO"}};

std::string trigger_key(const std::string& name) {
  const xkb_keysym_t symbol = count_characters(name) == 1
                                  ? xkb_utf32_to_keysym(decode_utf8(name).code)
                                  : static_cast<xkb_keysym_t>(symbol_of_key(name));
  std::array<char, 64> text{};
  const int length = symbol == 0 ? 0 : xkb_keysym_get_name(symbol, text.data(), text.size());
  return length > 0 ? text.data() : "";
}
}  // namespace

std::string shortcut_trigger(std::string_view combination) {
  const Result<std::vector<std::string>> names = key_combination(combination);
  if (!names.ok()) return "";
  std::string trigger;
  for (const std::string& name : names.value()) {
    if (&name == &names.value().back()) break;
    const auto* const row =
        std::ranges::find(kTriggerModifiers, std::string_view(name), &ModifierNames::first);
    if (row == kTriggerModifiers.end()) return "";
    trigger += std::string(row->second) + "+";
  }
  const std::string key = trigger_key(names.value().back());
  return key.empty() ? "" : trigger + key;
}
}  // namespace franz::executor
