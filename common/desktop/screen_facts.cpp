#include "common/desktop/screen_facts.h"
#include <algorithm>
#include <array>
#include "common/desktop/bridge_connection.h"
#include "common/desktop/windows_display.h"
#include "common/settings/screen_address.h"
#include "common/tools/risk.h"

namespace franz {
namespace {
constexpr std::array kScreens{
    ScreenFacts{.name = "private",
                .said = "a private display",
                .by_bridge = false,
                .windows = true,
                .window_titles = true,
                .takeover_mouse = false,
                .takeover_keys = false,
                .panic_key = PanicKey::none,
                .launches = true,
                .page_takeover = true,
                .clipboard = "text; all types are restored",
                .text = "any language"},
    ScreenFacts{.name = "x11",
                .said = "an X11 screen",
                .by_bridge = false,
                .windows = true,
                .window_titles = true,
                .takeover_mouse = true,
                .takeover_keys = true,
                .panic_key = PanicKey::watched,
                .launches = true,
                .page_takeover = false,
                .clipboard = "text; all types are restored",
                .text = "any language"},
    ScreenFacts{.name = "windows",
                .said = "the screen of Windows",
                .by_bridge = false,
                .windows = true,
                .window_titles = true,
                .takeover_mouse = true,
                .takeover_keys = true,
                .panic_key = PanicKey::watched,
                .launches = true,
                .page_takeover = false,
                .clipboard = "text; all types are restored",
                .text = "any language"},
    ScreenFacts{.name = "wayland",
                .said = "a Wayland session",
                .by_bridge = true,
                .windows = false,
                .window_titles = true,
                .takeover_mouse = false,
                .takeover_keys = false,
                .panic_key = PanicKey::by_bridge,
                .panic_key_where = "on sway only",
                .launches = true,
                .page_takeover = false,
                .clipboard = "text; all types are restored",
                .text = "any language"},
    ScreenFacts{.name = "portal",
                .said = "a Wayland session by its portal",
                .by_bridge = true,
                .windows = false,
                .window_titles = false,
                .takeover_mouse = false,
                .takeover_keys = false,
                .panic_key = PanicKey::by_bridge,
                .panic_key_where = "if the portal has shortcuts",
                .launches = true,
                .page_takeover = false,
                .clipboard = "nothing: the text is typed",
                .text = "what the keyboard layouts of the session have"},
    ScreenFacts{.name = "vnc",
                .said = "the screen of a VNC server",
                .by_bridge = true,
                .windows = false,
                .window_titles = false,
                .takeover_mouse = false,
                .takeover_keys = false,
                .panic_key = PanicKey::none,
                .launches = false,
                .page_takeover = true,
                .clipboard = "by the server: text of any language, Latin-1, or nothing; other text "
                             "is typed; not restored",
                .text = "what the server can type"},
};
}  // namespace

std::span<const ScreenFacts> all_screen_facts() { return kScreens; }

const ScreenFacts& private_screen_facts() { return kScreens.front(); }

const ScreenFacts& portal_screen_facts() {
  return *std::ranges::find(kScreens, "portal", &ScreenFacts::name);
}

static std::string_view screen_kind(std::string_view display) {
  if (display == kWindowsDisplay) return "windows";
  if (display.starts_with(kVncScheme)) return "vnc";
  if (display.starts_with(kWaylandPrefix)) return "wayland";
  if (!is_behind_bridge(display)) return "x11";
  const std::string_view name = display.substr(kBridgePrefix.size());
  return name.substr(0, name.find(':'));
}

const ScreenFacts& screen_facts(std::string_view display) {
  const auto* const row = std::ranges::find(kScreens, screen_kind(display), &ScreenFacts::name);
  return row == kScreens.end() ? kScreens.back() : *row;
}

std::string shown_screen(std::string_view display, std::string_view setting) {
  if (setting.starts_with(kVncScheme)) return "the screen " + std::string(setting);
  if (!is_behind_bridge(display)) return "your screen " + std::string(display);
  return setting == "own" ? "your Wayland session" : "the screen " + std::string(setting);
}

std::string unseen_text(const ScreenFacts& screen) {
  if (&screen == &private_screen_facts() || (screen.windows && screen.takeover())) return "";
  std::string text = "on " + std::string(screen.said) + " FRANZ does not see ";
  if (!screen.windows)
    text += (screen.window_titles ? "where windows are" : "windows") + std::string(" or ");
  text += "a person at mouse and keyboard: using them does not pause the run";
  if (!screen.has_panic_key()) text += ", there is no panic key";
  if (screen.panic_key == PanicKey::by_bridge)
    text += ", the panic key works " + std::string(screen.panic_key_where);
  if (!screen.window_titles)
    text += ", and rules about windows and terminals do not apply (approve = always asks for all)";
  else if (!screen.windows)
    text += ", and rules about windows and terminals apply to the keyboard only";
  return text + "; stop with Ctrl-C or the page's red button";
}

std::vector<std::string> rules_for(const ScreenFacts& screen, std::vector<std::string> risky) {
  if (screen.window_titles) return risky;
  std::erase_if(risky, [](const std::string& written) {
    const Result<RiskRule> rule = parse_risk_rule(written);
    return rule.ok() && is_about_windows(rule.value());
  });
  return risky;
}
}  // namespace franz
