#include "executor/desktop/input_method.h"
#include <algorithm>
#include <array>
#include "common/base/printable.h"
#include "common/base/utf8.h"

namespace franz::executor {
namespace {
// GTK 3 input methods that turn ASCII into other characters.
constexpr std::array<std::string_view, 8> kAlways = {
    "am_et", "cyrillic_translit", "inuktitut", "ipa", "multipress", "ti_er", "ti_et", "viqr"};
// These pass ASCII unchanged, or only select what X11 provides.
constexpr std::array<std::string_view, 10> kNever = {
    "",        "none", "simple",  "compose", "gtk-im-context-simple", "gtk-im-context-none",
    "cedilla", "xim",  "wayland", "broadway"};

// The value of a variable; empty: not set.
std::string_view value_of(std::string_view environment, std::string_view name) {
  while (!environment.empty()) {
    const std::string_view entry = environment.substr(0, environment.find('\0'));
    if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
      return entry.substr(name.size() + 1);
    environment.remove_prefix(std::min(entry.size() + 1, environment.size()));
  }
  return {};
}

std::string_view without_screen(std::string_view display) {
  return display.substr(0, display.find('.', std::min(display.find(':'), display.size())));
}
}  // namespace

InputMethod input_method_of(std::string_view environment, std::string_view display) {
  constexpr std::size_t kMaxName = 40;  // bytes
  if (without_screen(value_of(environment, "DISPLAY")) != without_screen(display)) return {};
  constexpr std::string_view kModifier = "@im=";
  std::string_view modifiers = value_of(environment, "XMODIFIERS");
  modifiers =
      modifiers.starts_with(kModifier) ? modifiers.substr(kModifier.size()) : std::string_view();
  const std::string_view gtk = value_of(environment, "GTK_IM_MODULE");
  for (std::string_view name : {gtk, value_of(environment, "QT_IM_MODULE"), modifiers}) {
    name = name.substr(0, name.find_first_of(":@"));  // the first of several alternatives
    if (std::ranges::find(kNever, name) != kNever.end()) continue;
    return {cut_text(printable(name), kMaxName), std::ranges::find(kAlways, name) != kAlways.end()};
  }
  return {};
}
}  // namespace franz::executor
