#include "common/desktop/screen_facts.h"
#include <algorithm>
#include <array>
#include "common/desktop/windows_display.h"

namespace franz {
namespace {
constexpr std::array kScreens{
    ScreenFacts{.name = "x11",
                .said = "an X11 screen",
                .windows = true,
                .window_titles = true,
                .takeover_mouse = true,
                .takeover_keys = true,
                .panic_key = true,
                .launches = true,
                .clipboard = "text; all types are restored",
                .text = "any language"},
    ScreenFacts{.name = "windows",
                .said = "the screen of Windows",
                .windows = true,
                .window_titles = true,
                .takeover_mouse = true,
                .takeover_keys = true,
                .panic_key = true,
                .launches = true,
                .clipboard = "text; all types are restored",
                .text = "any language"},
    ScreenFacts{.name = "wayland",
                .said = "a Wayland session",
                .windows = false,
                .window_titles = true,
                .takeover_mouse = false,
                .takeover_keys = false,
                .panic_key = false,
                .launches = true,
                .clipboard = "text; all types are restored",
                .text = "any language"},
    ScreenFacts{.name = "vnc",
                .said = "the screen of a VNC server",
                .windows = false,
                .window_titles = false,
                .takeover_mouse = false,
                .takeover_keys = false,
                .panic_key = false,
                .launches = false,
                .clipboard = "Latin-1 text; other text is typed; not restored",
                .text = "what the server can type"},
};
}  // namespace

std::span<const ScreenFacts> all_screen_facts() { return kScreens; }

const ScreenFacts& screen_facts(std::string_view display) {
  constexpr std::string_view kBridge = "bridge:";
  std::string_view name = display == kWindowsDisplay ? "windows" : "x11";
  if (display.starts_with(kBridge)) {
    name = display.substr(kBridge.size());
    name = name.substr(0, name.find(':'));
  }
  const auto* const row = std::ranges::find(kScreens, name, &ScreenFacts::name);
  return row == kScreens.end() ? kScreens.back() : *row;
}
}  // namespace franz
