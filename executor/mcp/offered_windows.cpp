#include "executor/mcp/offered_windows.h"
#include <algorithm>
#include <array>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/desktop/monitors.h"
#include "common/desktop/window_choice.h"

namespace franz::mcp {
namespace {
constexpr std::size_t kMaxShown = 100;  // bytes
constexpr const char* kWholeScreen = "the whole screen";
constexpr const char* kNamelessScreen = "screen";

// Desktop programs whose windows are panels, docks and wallpapers: class names on X11, program
// names on Windows. Source: the WM_CLASS that they set.
constexpr std::array<std::string_view, 24> kSystemPrograms{"gnome-shell",
                                                           "plasmashell",
                                                           "xfce4-panel",
                                                           "xfdesktop",
                                                           "lxpanel",
                                                           "lxqt-panel",
                                                           "mate-panel",
                                                           "cinnamon",
                                                           "polybar",
                                                           "tint2",
                                                           "plank",
                                                           "cairo-dock",
                                                           "conky",
                                                           "nemo-desktop",
                                                           "caja-desktop",
                                                           "pcmanfm-desktop",
                                                           "xfce4-notifyd",
                                                           "notification-daemon",
                                                           "dunst",
                                                           "desktop_window",
                                                           "searchhost",
                                                           "startmenuexperiencehost",
                                                           "shellexperiencehost",
                                                           "textinputhost"};
// The desktop window of the Windows file manager, whose other windows are ordinary ones.
constexpr std::string_view kWindowsDesktop = "Program Manager";

bool is_of_system(const ListedWindow& window) {
  if (is_whole_screen(window)) return false;  // the screen's name is its own choice
  std::string app = ascii_lower(window.app);
  if (app.ends_with(".exe")) app.resize(app.size() - 4);
  if (std::ranges::find(kSystemPrograms, app) != kSystemPrograms.end()) return true;
  return app == "explorer" && (window.title.empty() || window.title == kWindowsDesktop);
}

bool is_popup(const ListedWindow& window) {
  return !window.owner_ids.empty() && window.title.empty();
}

bool has_allowed_title(const ListedWindow& window, std::span<const std::string> allowed) {
  return std::ranges::any_of(allowed,
                             [&](const std::string& part) { return has_part(window.title, part); });
}

bool is_allowed(const ListedWindow& window, std::span<const ListedWindow> windows,
                std::span<const std::string> allowed) {
  if (allowed.empty() || has_allowed_title(window, allowed)) return true;
  return std::ranges::any_of(windows, [&](const ListedWindow& each) {
    return std::ranges::find(window.owner_ids, each.id) != window.owner_ids.end() &&
           has_allowed_title(each, allowed);
  });
}
}  // namespace

std::vector<ListedWindow> offered_windows(std::span<const ListedWindow> windows,
                                          std::span<const std::string> allowed) {
  std::vector<ListedWindow> offered;
  for (const ListedWindow& each : windows) {
    // The system may report a stub's size for a minimised window.
    const bool large =
        is_whole_screen(each) || each.minimised ||
        (each.area.width >= kLeastWindowSide && each.area.height >= kLeastWindowSide);
    const bool owned = !each.app.empty() || each.pid != 0;
    if (large && owned && !is_of_system(each) && !is_popup(each) &&
        is_allowed(each, windows, allowed))
      offered.push_back(each);
  }
  return offered;
}

ListedWindow whole_screen(Size size, const std::string& owner) {
  ListedWindow window;
  window.id = kWholeScreenId;
  window.title = kWholeScreen;
  window.app = owner.empty() ? kNamelessScreen : owner;
  window.area = {0, 0, size.width, size.height};
  window.active = true;
  return window;
}

bool is_whole_screen(const ListedWindow& window) { return window.id == kWholeScreenId; }

bool lacks_places(std::span<const ListedWindow> windows) {
  return !windows.empty() && is_whole_screen(windows.front());
}

static std::string shown_whole_screen() {
  return "window_id " + std::to_string(kWholeScreenId) + ", " + kWholeScreen;
}

std::string note_of_whole_screen(std::span<const ListedWindow> windows) {
  const std::string note =
      "this screen does not report where its windows are: pictures and input are those of " +
      shown_whole_screen();
  return windows.size() > 1 ? note + "; the other windows are for focus_window only" : note;
}

std::optional<std::string> refusal_without_places(const ListedWindow& window, bool focuses) {
  if (is_whole_screen(window) == !focuses) return std::nullopt;
  if (focuses) return shown_whole_screen() + ", needs no focus: name another window";
  return "this screen does not report where this window is: use " + shown_whole_screen();
}

std::string why_none_is_offered(std::span<const ListedWindow> windows,
                                std::span<const std::string> allowed) {
  const std::size_t others = offered_windows(windows, {}).size();
  if (others == 0) return "no window is open";
  std::string parts;
  for (const std::string& part : allowed)
    parts +=
        (parts.empty() ? "" : " or ") + quote_json(with_hidden_shown(cut_text(part, kMaxShown)));
  return "the server was started with --allow-window: no title has " + parts + " in it; " +
         (others == 1 ? "1 window with another title is"
                      : std::to_string(others) + " windows with other titles are") +
         " open and may not be used";
}

std::vector<std::string> notes_of_dialogs(std::span<const ListedWindow> windows, std::uint64_t id) {
  std::vector<std::string> notes;
  const auto window = std::ranges::find(windows, id, &ListedWindow::id);
  if (window == windows.end()) return notes;
  for (auto each = windows.begin(); each != windows.end(); ++each) {
    if (each->minimised || is_popup(*each) ||
        std::ranges::find(each->owner_ids, id) == each->owner_ids.end())
      continue;
    const bool over = each < window && common_area(each->area, window->area);
    notes.push_back("the dialog " + shown(*each) + ", window_id " + std::to_string(each->id) +
                    ", belongs to this window" +
                    (over ? " and lies over a part of it in the picture" : "") +
                    ": the window may take no input until the dialog is closed");
  }
  return notes;
}

std::string bounds_json(const Screen& bounds) {
  JsonObject object;
  object.number("x", static_cast<long long>(bounds.origin_x));
  object.number("y", static_cast<long long>(bounds.origin_y));
  object.number("width", static_cast<long long>(bounds.width));
  object.number("height", static_cast<long long>(bounds.height));
  return std::move(object).finish();
}

std::string windows_json(std::span<const ListedWindow> windows,
                         std::span<const std::string> notes) {
  std::vector<std::string> list;
  const bool have_places = !lacks_places(windows);
  for (const ListedWindow& each : windows) {
    JsonObject object;
    object.number("window_id", static_cast<long long>(each.id));
    object.text("owner_name", cut_text(each.app, kMaxTitle)).number("pid", each.pid);
    object.text("title", cut_text(each.title, kMaxTitle));
    if (have_places || is_whole_screen(each)) object.raw("bounds", bounds_json(each.area));
    list.push_back(std::move(object).finish());
  }
  JsonObject object;
  object.raw("windows", json_array(list)).raw("notes", json_text_array(notes));
  return std::move(object).finish();
}

std::string shown(const ListedWindow& window) {
  std::string title = quote_json(with_hidden_shown(cut_text(window.title, kMaxShown)));
  if (window.app.empty()) return title;
  return title + " (" + with_hidden_shown(cut_text(window.app, kMaxShown)) + ")";
}
}  // namespace franz::mcp
