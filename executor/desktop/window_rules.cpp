#include "executor/desktop/window_rules.h"
#include <algorithm>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"

namespace franz::executor {
namespace {
constexpr std::size_t kMaxTitle = 80;  // bytes of a title that are shown
constexpr std::size_t kMaxListedWindows = 12;

std::string quoted(std::string_view text) {
  return quote_json(cut_text(printable(text), kMaxTitle));
}

std::string listed(std::span<const std::string> items) {
  std::string list;
  for (std::size_t i = 0; i < std::min(items.size(), kMaxListedWindows); ++i)
    list += (i > 0 ? ", " : "") + items[i];
  if (items.size() > kMaxListedWindows)
    list += " and " + std::to_string(items.size() - kMaxListedWindows) + " more";
  return list;
}

std::string listed_windows(std::span<const WindowInfo> windows) {
  std::vector<std::string> titles;
  for (const WindowInfo& each : windows) titles.push_back(shown(each));
  return titles.empty() ? "there are no windows" : "the windows are " + listed(titles);
}

// Terminals by the WM_CLASS of their windows. Source: the programs' manuals; xterm(1),
// "insert-selection".
constexpr std::string_view kSelectionTerminals[] = {"xterm", "uxterm", "urxvt",
                                                    "rxvt",  "st",     "st-256color"};
constexpr std::string_view kOtherTerminals[] = {"gnome-terminal",
                                                "gnome-terminal-server",
                                                "konsole",
                                                "xfce4-terminal",
                                                "mate-terminal",
                                                "lxterminal",
                                                "terminator",
                                                "tilix",
                                                "kitty",
                                                "alacritty",
                                                "qterminal",
                                                "deepin-terminal",
                                                "ptyxis",
                                                "kgx",
                                                "terminology",
                                                "sakura",
                                                "guake",
                                                "tilda",
                                                "yakuake",
                                                "org.wezfurlong.wezterm",
                                                "com.mitchellh.ghostty",
                                                "org.gnome.console",
                                                "mlterm",
                                                "foot",
                                                "rio",
                                                "hyper",
                                                "tabby",
                                                "contour",
                                                "warp",
                                                "dev.warp.warp",
                                                "com.raggesilver.blackbox",
                                                "org.gnome.ptyxis"};
// Terminals by program name, or by the class of a console window.
constexpr std::string_view kWindowsTerminals[] = {"cmd",
                                                  "powershell",
                                                  "pwsh",
                                                  "conhost",
                                                  "mintty",
                                                  "openconsole",
                                                  "windowsterminal",
                                                  "consolewindowclass",
                                                  "cascadia_hosting_window_class"};
}  // namespace

std::string shown(const WindowInfo& window) {
  std::string text = quoted(window.title);
  if (!window.app.empty()) text += " (" + cut_text(printable(window.app), kMaxTitle) + ")";
  return text;
}

WindowTarget recorded_window(const WindowInfo& window) {
  return {std::to_string(window.id), cut_text(printable(window.title), kMaxTitle),
          cut_text(printable(window.app), kMaxTitle), window.pid};
}

bool is_allowed(const WindowInfo& window, std::span<const std::string> parts) {
  const auto has_one = [&](const std::string& title) {
    return std::ranges::any_of(parts,
                               [&](const std::string& part) { return has_part(title, part); });
  };
  return parts.empty() || has_one(window.title) || std::ranges::any_of(window.owners, has_one);
}

std::optional<std::string> refusal_of(std::string_view what,
                                      const std::optional<WindowInfo>& window,
                                      std::span<const std::string> parts) {
  if (parts.empty() || (window && is_allowed(*window, parts))) return std::nullopt;
  std::vector<std::string> allowed;
  for (const std::string& part : parts) allowed.push_back(quoted(part));
  return std::string(what) + " is " + (window ? shown(*window) : "none") +
         "; only windows with one of these in their titles may be acted on: " + listed(allowed);
}

bool belongs_to(const WindowInfo& window, std::uint64_t id) {
  return window.id == id || std::ranges::find(window.owner_ids, id) != window.owner_ids.end();
}

std::optional<std::string> refusal_of_other(std::string_view what,
                                            const std::optional<WindowInfo>& window,
                                            std::uint64_t bound) {
  if (window && belongs_to(*window, bound)) return std::nullopt;
  return std::string(what) + " is " + (window ? "another one, " + shown(*window) : "none");
}

Result<WindowInfo> window_with_title(std::span<const WindowInfo> windows, std::string_view part) {
  std::vector<WindowInfo> found, whole;
  for (const WindowInfo& each : windows) {
    if (!has_part(each.title, part)) continue;
    found.push_back(each);
    if (ascii_lower(each.title) == ascii_lower(part)) whole.push_back(each);
  }
  if (trimmed(part).empty()) return Error{"no title is given; " + listed_windows(windows)};
  if (whole.size() == 1) return whole.front();
  if (found.size() == 1) return found.front();
  if (found.empty())
    return Error{"no window has " + quoted(part) + " in its title; " + listed_windows(windows)};
  std::vector<std::string> titles(found.size());
  std::ranges::transform(found, titles.begin(), [](const WindowInfo& each) { return shown(each); });
  return Error{std::to_string(found.size()) + " windows have " + quoted(part) +
               " in their titles: " + listed(titles)};
}

bool is_terminal(std::string_view app) {
  std::string name = ascii_lower(app);
  if (name.ends_with(".exe")) name.resize(name.size() - 4);
  const auto has = [&](const auto& names) {
    return std::ranges::find(names, name) != std::end(names);
  };
  return name.find("term") != std::string::npos || has(kSelectionTerminals) ||
         has(kOtherTerminals) || has(kWindowsTerminals);
}

PasteKeys paste_keys(std::string_view app) {
  const std::string name = ascii_lower(app);
  if (std::ranges::find(kSelectionTerminals, name) != std::end(kSelectionTerminals))
    return {{"shift", "insert"}, true};
  if (std::ranges::find(kOtherTerminals, name) != std::end(kOtherTerminals))
    return {{"ctrl", "shift", "v"}};
  return {{"ctrl", "v"}};
}
}  // namespace franz::executor
