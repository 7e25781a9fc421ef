#include "executor/surface/window_area.h"
#include <algorithm>
#include <utility>
#include "common/base/ascii.h"
#include "common/desktop/monitors.h"
#include "executor/desktop/window_rules.h"

namespace franz::executor {
namespace {
constexpr const char* kRestored =
    "the window was minimised and is restored now: what it shows has to be seen first";
// Milliseconds between two checks whether a request has taken effect, and the number of checks.
constexpr int kWindowLookMs = 50, kWindowLooks = 20;
constexpr int kPaintedMs = 150;   // until a restored window is painted
constexpr int kTitleHeight = 10;  // pixels above the content: inside the title bar, off its edges

// These send nothing, or only release something.
bool needs_no_window(ToolId tool) {
  switch (tool) {
    case ToolId::sleep:
    case ToolId::screenshot:
    case ToolId::mouse_up:
    case ToolId::key_up: return true;
    default: return false;
  }
}

bool is_on_monitor(std::span<const Monitor> monitors, const Screen& area) {
  return std::ranges::any_of(
      monitors, [&](const Monitor& each) { return common_area(each.area, area).has_value(); });
}

bool is_on_monitor(std::span<const Monitor> monitors, Point place) {
  return is_on_monitor(monitors, Screen{place.x, place.y, 1, 1});
}

// "was moved", "changed size" or both, for two areas that differ.
std::string what_happened(const Screen& seen, const Screen& now) {
  const bool moved = seen.origin_x != now.origin_x || seen.origin_y != now.origin_y;
  const bool resized = seen.width != now.width || seen.height != now.height;
  return moved && resized ? "was moved and changed size" : moved ? "was moved" : "changed size";
}
}  // namespace

WindowArea::WindowArea(std::unique_ptr<Desktop> desktop, Bounds bounds, Findings& found)
    : ActingArea(std::move(desktop)),
      bounds_(std::move(bounds)),
      found_(found),
      last_(bounds_.seen) {
  this->desktop().bind(bounds_.id);
}

Result<WindowInfo> WindowArea::find() {
  Result<std::optional<WindowInfo>> found = desktop().windows().find(bounds_.id);
  if (!found.ok()) return found.error();
  std::optional<WindowInfo>& window = found.value();
  // The system reuses the numbers of windows.
  const bool same = window && (bounds_.pid == 0 || window->pid == 0 || window->pid == bounds_.pid);
  if (!same) {
    found_.gone = true;
    return Error{kWindowIsGone, ErrorCode::missing};
  }
  return *std::move(window);
}

Result<Screen> WindowArea::screen() {
  const Result<WindowInfo> window = find();
  if (!window.ok()) return window.error();
  const Screen& area = window.value().area;
  if (window.value().minimised)
    return last_.value_or(
        Screen{area.origin_x, area.origin_y, std::max(1, area.width), std::max(1, area.height)});
  if (area.width < 1 || area.height < 1)
    return Error{"the window has no size: it is " + size_text({area.width, area.height}),
                 ErrorCode::denied};
  const Result<std::vector<Monitor>> all = desktop().monitors();
  if (!all.ok()) return all.error();
  if (!is_on_monitor(all.value(), area))
    return Error{"the window is beyond the screen's edge with all of it", ErrorCode::denied};
  last_ = area;
  return area;
}

Result<Screen> WindowArea::shown_screen() {
  const Result<WindowInfo> window = find();
  if (!window.ok()) return window.error();
  if (window.value().minimised) return Error{"the window is minimised"};
  return screen();
}

Result<Call> WindowArea::placed(const Call& call, const Screen& seen, const Screen& now) {
  if (!start_point(call) || seen == now) return call;
  const std::string happened = what_happened(seen, now);
  if (bounds_.strict) return Error{"the window " + happened + " since your picture"};
  found_.moved = happened;
  return with_moved_places(call, seen, now);
}

Result<bool> WindowArea::prepare(const Call& call, const Screen& map) {
  if (needs_no_window(call.tool)) return false;
  if (call.tool == ToolId::launch)
    return Error{"one window is acted on here: no program is started"};
  Result<WindowInfo> window = find();
  if (!window.ok()) return window.error();
  if (auto why = refusal_of("the window", window.value(), bounds_.only_windows))
    return Error{*std::move(why)};
  if (call.tool == ToolId::focus_window) return false;  // giving the focus is all it does
  if (restored_) return Error{kRestored};
  if (window.value().minimised) {
    restored_ = true;
    const Status active = desktop().windows().activate(window.value());
    if (active.ok()) wait_until_restored();
    return Error{active.ok() ? kRestored
                             : "the window is minimised, and it could not be restored: " +
                                   active.error().message};
  }
  const bool had_focus = has_focus();
  if (!had_focus) {
    if (const Status taken = take_focus(window.value()); !taken.ok()) return taken.error();
    window = find();
    if (!window.ok()) return window.error();
  }
  const Screen& area = window.value().area;
  if (start_point(call) && area != map)
    return Error{"the window was moved or resized meanwhile: places do not hold"};
  const Result<std::vector<Monitor>> all = desktop().monitors();
  if (!all.ok()) return all.error();
  for (const std::optional<MapPoint>& at : {start_point(call), end_point(call)})
    if (at && !is_on_monitor(all.value(), to_pixel(*at, map)))
      return Error{"that part of the window is beyond the screen's edge"};
  if (call.tool == ToolId::mouse_down) {
    const Result<Point> at = desktop().pointer();
    if (!at.ok()) return at.error();
    if (!contains(area, at.value())) return Error{"the pointer is not in the window"};
  }
  return !had_focus;
}

void WindowArea::wait_until_restored() {
  for (int i = 0; i < kWindowLooks && !desktop().taken_over(); ++i) {
    const Result<WindowInfo> window = find();
    if (!window.ok() || !window.value().minimised) break;
    desktop().wait(kWindowLookMs);
  }
  desktop().wait(kPaintedMs);
}

bool WindowArea::has_focus() {
  const Result<std::optional<WindowInfo>> holder = desktop().windows().focused();
  return holder.ok() && holder.value() && belongs_to(*holder.value(), bounds_.id);
}

std::string WindowArea::holder_of_focus() {
  const Result<std::optional<WindowInfo>> holder = desktop().windows().focused();
  if (!holder.ok()) return holder.error().message;
  return holder.value() ? shown(*holder.value()) + " has the keyboard"
                        : "no window has the keyboard";
}

Status WindowArea::take_focus(const WindowInfo& window) {
  const Status active = desktop().windows().activate(window);
  if (has_focus()) return Done{};
  return Error{"the window does not get the focus: " +
               (active.ok() ? holder_of_focus() : active.error().message)};
}

// Where a click gives the focus and has hardly any other effect: the middle of the title bar, where
// there are no buttons. A window without a title bar is clicked at the very edge of its content:
// programs rarely have buttons and links there. The middle of the left edge comes first: menus are
// at the top, scroll bars on the right, buttons and a resize grip at the bottom.
Result<std::optional<Point>> WindowArea::safe_point(const WindowInfo& window) {
  const Screen& area = window.area;
  const int left = area.origin_x, right = area.origin_x + area.width - 1;
  const int top = area.origin_y, bottom = area.origin_y + area.height - 1;
  const int middle_x = left + area.width / 2, middle_y = top + area.height / 2;
  const Result<std::vector<Monitor>> all = desktop().monitors();
  if (!all.ok()) return all.error();
  for (const Point each : {Point{middle_x, top - kTitleHeight},
                           {left + area.width / 3, top - kTitleHeight},
                           {left, middle_y},
                           {left, top + area.height * 3 / 4},
                           {left, top + area.height / 4},
                           {middle_x, bottom},
                           {right, middle_y},
                           {middle_x, top}}) {
    if (!is_on_monitor(all.value(), each)) continue;
    const Result<std::optional<WindowInfo>> there = desktop().windows().at(each);
    if (!there.ok()) return there.error();
    if (there.value() && there.value()->id == window.id) return std::optional(each);
  }
  return std::optional<Point>();
}

Performed WindowArea::focus(const Call& call, const Screen&) {
  const std::string& title = text_at(call, 0);
  const Result<WindowInfo> window = find();
  if (!window.ok()) return refused(window.error().message);
  if (!trimmed(title).empty() && !has_part(window.value().title, title))
    return refused("one window is acted on here, " + shown(window.value()) +
                   ": no other one gets the focus");
  if (const Result<std::optional<WindowInfo>> holder = desktop().windows().focused();
      holder.ok() && holder.value() && holder.value()->id != bounds_.id &&
      belongs_to(*holder.value(), bounds_.id))
    return {Outcome::done, "its " + shown(*holder.value()) + " has the focus"};
  const Status active = desktop().windows().activate(window.value());
  if (active.ok() && has_focus()) return {};
  const Result<std::optional<Point>> place = safe_point(window.value());
  if (!place.ok()) return refused(place.error().message);
  if (!place.value())
    return {Outcome::partial,
            "the window does not have the focus, and other windows cover all that could be "
            "clicked; " +
                holder_of_focus()};
  const Call click{ToolId::left_click, {number_argument(0), number_argument(0)}};
  Performed clicked = desktop().perform(click, Screen{place.value()->x, place.value()->y, 1, 1});
  if (clicked.outcome != Outcome::done) return clicked;
  for (int i = 0; i < kWindowLooks && !has_focus() && !desktop().taken_over(); ++i)
    desktop().wait(kWindowLookMs);
  if (has_focus()) return {Outcome::done, "it got the focus by a click"};
  return {Outcome::partial,
          "it was clicked, but the window does not have the focus: " + holder_of_focus()};
}

Result<std::vector<WindowInfo>> WindowArea::windows() {
  Result<std::vector<WindowInfo>> all = desktop().windows().list();
  if (all.ok())
    std::erase_if(all.value(),
                  [this](const WindowInfo& each) { return !belongs_to(each, bounds_.id); });
  return all;
}

Result<std::optional<WindowInfo>> WindowArea::focused() {
  Result<std::optional<WindowInfo>> holder = desktop().windows().focused();
  if (!holder.ok() || (holder.value() && belongs_to(*holder.value(), bounds_.id))) return holder;
  Result<WindowInfo> window = find();
  if (!window.ok()) return std::optional<WindowInfo>();
  return std::optional(std::move(window).value());
}
}  // namespace franz::executor
