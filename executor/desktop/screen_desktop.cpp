#include "executor/desktop/screen_desktop.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/desktop/monitors.h"
#include "common/tools/key_names.h"
#include "executor/desktop/typed_text.h"
#include "executor/desktop/window_rules.h"

namespace franz::executor {
namespace {
constexpr int kFirstDragStep = 4;    // pixels: a drag begins with a small step
constexpr int kDragStepLength = 24;  // pixels
constexpr int kMinDragSteps = 4, kMaxDragSteps = 40;
constexpr std::size_t kMaxButtonShown = 40;  // bytes of a wrong name that a message quotes

// Whether the key types a character, alone or with others, in some layout.
bool is_typing_key(std::string_view name) {
  return decode_utf8(name).length == name.size() || name == "space" || name == "enter" ||
         name == "tab";
}

std::optional<Button> find_button(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, Button>, 3> kButtons{
      {{"left", Button::left}, {"middle", Button::middle}, {"right", Button::right}}};
  const auto row = std::ranges::find(kButtons, ascii_lower(trimmed(name)),
                                     &std::pair<std::string_view, Button>::first);
  return row == kButtons.end() ? std::nullopt : std::optional(row->second);
}

int milliseconds(double seconds) {
  return static_cast<int>(std::lround(std::min(seconds, kMaxSleepSeconds) * 1000));
}

// All keys of a hotkey, each of which may itself be a combination.
Result<std::vector<std::string>> keys_of(const Call& call) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    Result<std::vector<std::string>> more = key_combination(text_at(call, i));
    if (!more.ok()) return more.error();
    keys.insert(keys.end(), more.value().begin(), more.value().end());
  }
  if (keys.empty()) return Error{"no key is named"};
  if (keys.size() > kMaxKeysAtOnce)
    return Error{"more than " + std::to_string(kMaxKeysAtOnce) + " keys at once"};
  return keys;
}
}  // namespace

std::vector<Point> path(Point from, Point to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double length = std::hypot(dx, dy);
  const auto at = [&](double part) {
    return Point{from.x + static_cast<int>(std::lround(dx * part)),
                 from.y + static_cast<int>(std::lround(dy * part))};
  };
  std::vector<Point> points;
  if (length > 2 * kFirstDragStep) points.push_back(at(kFirstDragStep / length));
  const int steps =
      std::clamp(static_cast<int>(length / kDragStepLength), kMinDragSteps, kMaxDragSteps);
  for (int i = 1; i <= steps; ++i) {
    const Point next = at(static_cast<double>(i) / steps);
    if (points.empty() || points.back() != next) points.push_back(next);
  }
  return points;
}

// A busy program may skip moves that arrive while it handles an earlier one, including the last one
// (GTK 2, GDK_POINTER_MOTION_HINT_MASK). So the last move is sent after it has read the others.
static void follow(GuardedInput& input, const std::vector<Point>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0 && i + 1 == points.size()) input.wait_until_read();
    input.move(points[i]).pause(kMovePause);
  }
}

ScreenDesktop::ScreenDesktop(const ScreenParts& parts, const DesktopOptions& options)
    : parts_(parts), monitor_(options.monitor), only_windows_(options.only_windows) {
  Result<Names> keys = key_combination(options.panic_key);
  if (!keys.ok()) return;  // no panic key
  panic_held_ = std::move(keys).value();
  panic_pressed_ = std::move(panic_held_.back());
  panic_held_.pop_back();
  // With and without Shift the keys are the person's: one of the two resumes the run.
  std::erase(panic_held_, "shift");
}

Result<Screen> ScreenDesktop::screen() {
  const Result<std::vector<Monitor>> all = monitors();
  if (!all.ok()) return all.error();
  return captured_area(all.value(), monitor_);
}

Performed ScreenDesktop::perform(const Call& call, const Screen& map) {
  Performed performed = send(call, map);
  if (performed.outcome != Outcome::done) return performed;
  if (const Status received = parts_.input.confirm(); !received.ok())
    return {Outcome::unknown, received.error().message};
  return performed;
}

Performed ScreenDesktop::send(const Call& call, const Screen& map) {
  const Point from = to_pixel(start_point(call).value_or(MapPoint{}), map);
  const Point to = to_pixel(end_point(call).value_or(MapPoint{}), map);
  switch (call.tool) {
    case ToolId::left_click: return click(from, Button::left, 1, {});
    case ToolId::double_left_click: return click(from, Button::left, 2, call.interval_ms);
    case ToolId::triple_click: return click(from, Button::left, 3, call.interval_ms);
    case ToolId::right_click: return click(from, Button::right, 1, {});
    case ToolId::middle_click: return click(from, Button::middle, 1, {});
    case ToolId::drag: return drag(from, to);
    case ToolId::move: return move(from);
    case ToolId::scroll: return scroll(from, number_at(call, 2), Wheel::up, Wheel::down);
    case ToolId::hscroll: return scroll(from, number_at(call, 2), Wheel::right, Wheel::left);
    case ToolId::mouse_down: return hold_button(text_at(call, 0), true);
    case ToolId::mouse_up: return hold_button(text_at(call, 0), false);
    case ToolId::press:
    case ToolId::hotkey: return chord(keys_of(call), kPressPause);
    case ToolId::hold_key:
      return chord(key_combination(text_at(call, 0)), milliseconds(number_at(call, 1)));
    case ToolId::key_down: return hold_keys(key_combination(text_at(call, 0)), true);
    case ToolId::key_up: return hold_keys(key_combination(text_at(call, 0)), false);
    case ToolId::type: return type(text_at(call, 0), call.interval_ms);
    case ToolId::paste: return paste(text_at(call, 0));
    case ToolId::launch: return launch(text_at(call, 0));
    case ToolId::focus_window: return focus(text_at(call, 0));
    case ToolId::sleep: guarded_input().pause(milliseconds(number_at(call, 0))); return {};
    case ToolId::screenshot: return {};
  }
  std::abort();
}

void ScreenDesktop::release_all() {
  held_.clear();
  held_keys_.clear();
  parts_.input.release_all();
}

Performed ScreenDesktop::click(Point at, Button button, int times, std::optional<int> interval_ms) {
  if (auto why = refusal_at("the window there", at)) return refused(*std::move(why));
  GuardedInput input = guarded_input();
  input.move(at).pause(kHoverPause);
  for (int i = 0; i < times; ++i) {
    if (i > 0) input.pause(interval_ms.value_or(kClickPause));
    input.button(button, true).pause(kPressPause).button(button, false);
  }
  held_.erase(button);
  return input.outcome();
}

Performed ScreenDesktop::drag(Point from, Point to) {
  for (const auto& [what, place] : {std::pair<std::string_view, Point>{"the window there", from},
                                    {"the window where it ends", to}})
    if (auto why = refusal_at(what, place)) return refused(*std::move(why));
  GuardedInput input = guarded_input();
  // A busy program would see the whole drag at once, and might take it for a click.
  input.move(from).pause(kHoverPause).button(Button::left, true).pause(kDragPause);
  input.wait_until_read();
  follow(input, path(from, to));
  input.pause(kDragPause).wait_until_read().button(Button::left, false);
  held_.erase(Button::left);
  return input.outcome();
}

Performed ScreenDesktop::move(Point to) {
  if (auto why = refusal_at("the window there", to)) return refused(*std::move(why));
  GuardedInput input = guarded_input();
  if (held_.empty()) return input.move(to).outcome();
  const Result<Point> from = parts_.input.pointer();
  if (!from.ok()) return refused(from.error().message);
  follow(input, path(from.value(), to));
  return input.pause(kDragPause).outcome();
}

Performed ScreenDesktop::scroll(Point at, double amount, Wheel more, Wheel less) {
  const double notches = std::round(amount);
  if (notches == 0) return refused("an amount of less than one notch turns nothing");
  if (auto why = refusal_at("the window there", at)) return refused(*std::move(why));
  GuardedInput input = guarded_input();
  input.move(at).pause(kHoverPause);
  const int times = static_cast<int>(std::min<double>(std::abs(notches), kMaxNotches));
  for (int i = 0; i < times; ++i) input.turn_wheel(notches > 0 ? more : less).pause(kNotchPause);
  Performed performed = input.outcome();
  if (performed.outcome == Outcome::done && std::abs(notches) > kMaxNotches)
    return {Outcome::partial,
            "only " + std::to_string(kMaxNotches) + " notches are turned at once"};
  return performed;
}

Performed ScreenDesktop::hold_button(const std::string& name, bool down) {
  const std::optional<Button> button = find_button(name);
  if (!button)
    return refused("no button is called " + quote_json(cut_text(printable(name), kMaxButtonShown)) +
                   "; there are left, middle and right");
  if (down) {
    const Result<Point> place = parts_.input.pointer();
    if (!place.ok()) return refused(place.error().message);
    if (auto why = refusal_at("the window under the pointer", place.value()))
      return refused(*std::move(why));
  }
  GuardedInput input = guarded_input();
  if (!down) input.pause(kPressPause);
  input.button(*button, down);
  if (down) input.pause(kPressPause);
  Performed performed = input.outcome();
  if (!down) {
    held_.erase(*button);
  } else if (performed.outcome == Outcome::done) {
    held_.insert(*button);
  }
  return performed;
}

Performed ScreenDesktop::chord(const Result<Names>& keys, int held_ms) {
  if (!keys.ok()) return refused(keys.error().message);
  if (auto why = refusal_of_combination(keys.value())) return refused(*std::move(why));
  if (auto why = refusal_of_keys()) return refused(*std::move(why));
  return guarded_input().chord(keys.value(), held_ms).outcome();
}

Performed ScreenDesktop::hold_keys(const Result<Names>& keys, bool down) {
  if (!keys.ok()) return refused(keys.error().message);
  if (down) {
    if (auto why = refusal_of_combination(keys.value())) return refused(*std::move(why));
    if (auto why = refusal_of_keys()) return refused(*std::move(why));
  }
  GuardedInput input = guarded_input();
  for (const std::string& key : keys.value()) {
    input.key(key, down);
    if (down) {
      held_keys_.insert(key);
    } else {
      held_keys_.erase(key);
    }
  }
  return input.outcome();
}

Performed ScreenDesktop::type(const std::string& text, std::optional<int> interval_ms) {
  const Result<std::string> typed = text_to_type(text);
  if (!typed.ok()) return refused(typed.error().message);
  // Which keys type the text depends on the layout: "space" represents them.
  if (auto why = refusal_of_combination({"space"})) return refused(*std::move(why));
  if (auto why = refusal_of_keys()) return refused(*std::move(why));
  const Result<std::optional<WindowInfo>> window = parts_.windows.focused();
  const InputMethod method =
      window.ok() && window.value() ? parts_.windows.input_method(*window.value()) : InputMethod{};
  if (method.always) return type_by_pasting(typed.value(), method.name);
  Performed performed = type_by_keys(typed.value(), interval_ms.value_or(0));
  if (performed.outcome == Outcome::done && !method.name.empty())
    performed.why = "the program uses the input method " + method.name +
                    ", which may change what is typed: compare the picture";
  return performed;
}

// An input method processes keys but not pasted text. Line ends and tabs are sent as keys: they
// confirm and move on.
Performed ScreenDesktop::type_by_pasting(std::string_view text, const std::string& method) {
  std::string note =
      "it was pasted: the program's input method, " + method + ", changes what is typed";
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view piece = rest.substr(0, rest.find_first_of("\n\t"));
    Performed performed =
        piece.empty() ? chord(key_combination(rest.front() == '\n' ? "enter" : "tab"), kPressPause)
                      : paste(std::string(piece));
    if (performed.outcome != Outcome::done) {
      const bool is_first = rest.size() == text.size();
      if (!is_first && performed.outcome == Outcome::refused) performed.outcome = Outcome::partial;
      return performed;
    }
    if (!performed.why.empty()) note += "; " + performed.why;
    rest.remove_prefix(std::max<std::size_t>(piece.size(), 1));
  }
  return {Outcome::done, note};
}

Performed ScreenDesktop::type_by_keys(const std::string& text, int interval_ms) {
  const std::size_t count = count_characters(text);
  const Result<std::optional<std::uint64_t>> first = parts_.windows.focused_id();
  const auto may_go_on = [&](std::size_t so_far) -> Status {
    const auto why = refusal_of_rest(first);
    if (!why) return Done{};
    return Error{*why + "; " + std::to_string(so_far) + " of " + std::to_string(count) +
                 " characters were typed"};
  };
  GuardedInput input = guarded_input();
  // Shorter if the pauses would exceed the time of the call.
  const auto pause = static_cast<int>(std::min<std::size_t>(
      static_cast<std::size_t>(interval_ms), kMaxTypingPauses / std::max<std::size_t>(count, 1)));
  if (pause == 0) return input.type(text, may_go_on).outcome();
  input.check(parts_.input.can_type(text));
  std::size_t typed = 0;
  for (std::string_view rest = text; !rest.empty() && input.status().ok(); ++typed) {
    const std::string_view character = rest.substr(0, decode_utf8(rest).length);
    input.check(typed > 0 ? may_go_on(typed) : Status(Done{}));
    input.type(character, may_go_on).pause(pause);
    rest.remove_prefix(character.size());
  }
  return input.outcome();
}

Performed ScreenDesktop::paste(const std::string& text) {
  if (auto why = refusal_of_keys()) return refused(*std::move(why));
  const Result<std::optional<WindowInfo>> window = parts_.windows.focused();
  if (!window.ok()) return refused(window.error().message);
  const PasteKeys keys = paste_keys(window.value() ? window.value()->app : "");
  if (auto why = refusal_of_combination(keys.chord)) return refused(*std::move(why));
  GuardedInput input = guarded_input();
  const Result<PasteReport> report =
      parts_.clipboard.paste(to_valid_utf8(text), keys.selection_too,
                             [&] { return input.chord(keys.chord, kPressPause).status(); });
  if (!report.ok()) return input.check(report.error()).outcome();
  std::string note = report.value().note;
  if (report.value().taken) return {Outcome::done, std::move(note)};
  return {Outcome::partial, "nobody asked for the text: the focus may be where nothing is pasted" +
                                (note.empty() ? "" : "; " + note)};
}

Performed ScreenDesktop::launch(const std::string& command) {
  const Result<std::string> started = parts_.launcher.launch(command);
  return started.ok() ? Performed{Outcome::done, started.value()}
                      : refused(started.error().message);
}

Performed ScreenDesktop::focus(const std::string& title) {
  const Result<std::vector<WindowInfo>> windows = parts_.windows.list();
  if (!windows.ok()) return refused(windows.error().message);
  const Result<WindowInfo> window = window_with_title(windows.value(), title);
  if (!window.ok()) return refused(window.error().message);
  if (auto why = refusal_of("the window", window.value(), only_windows_))
    return refused(*std::move(why));
  const Status active = parts_.windows.activate(window.value());
  return active.ok() ? Performed{} : Performed{Outcome::partial, active.error().message};
}

std::optional<std::string> ScreenDesktop::refusal(
    std::string_view what, const Result<std::optional<WindowInfo>>& window) const {
  if (!window.ok()) return window.error().message;
  if (bound_)
    if (auto why = refusal_of_other(what, window.value(), *bound_)) return why;
  return refusal_of(what, window.value(), only_windows_);
}

std::optional<std::string> ScreenDesktop::refusal_at(std::string_view what, Point place) {
  if (may_reach_all()) return std::nullopt;
  return refusal(what, parts_.windows.at(place));
}

std::optional<std::string> ScreenDesktop::refusal_of_combination(const Names& keys) const {
  if (panic_pressed_.empty()) return std::nullopt;
  std::set<std::string> down = held_keys_;
  down.insert(keys.begin(), keys.end());
  const bool types = std::ranges::any_of(down, is_typing_key);
  // Windows treats AltGr as Alt and, if the layout has characters with it, as Ctrl (MOD_ALT of
  // RegisterHotKey; VkKeyScanEx). Such a character is sent with it.
  const bool panic_types = is_typing_key(panic_pressed_);
  if (down.contains("altgr") || (types && !panic_types)) down.insert({"alt", "ctrl"});
  // "!" may be on the key of "1", and a text may contain any of them.
  const bool pressed = down.contains(panic_pressed_) || (types && panic_types);
  const bool all = pressed && std::ranges::all_of(panic_held_, [&](const std::string& key) {
                     return down.contains(key);
                   });
  if (!all) return std::nullopt;
  return "these keys are the person's: they stop the run and have it go on";
}

std::optional<std::string> ScreenDesktop::refusal_of_keys() {
  if (may_reach_all()) return std::nullopt;
  return refusal("the window that has the keyboard", parts_.windows.focused());
}

// Another window may get the keyboard focus during a text, such as a terminal that just started or
// a window that a line end opened. There was no consent to type the rest there. `first`: the window
// that got the beginning; if the window is unknown, all of the text is typed.
std::optional<std::string> ScreenDesktop::refusal_of_rest(
    const Result<std::optional<std::uint64_t>>& first) {
  if (auto why = refusal_of_keys()) return why;
  const Result<std::optional<std::uint64_t>> now = parts_.windows.focused_id();
  if (!first.ok() || !now.ok() || now.value() == first.value()) return std::nullopt;
  const Result<std::optional<WindowInfo>> window = parts_.windows.focused();
  if (!window.ok()) return std::nullopt;
  if (!window.value()) return "no window has the keyboard any more";
  if (first.value() && belongs_to(*window.value(), *first.value())) return std::nullopt;
  return "another window took the keyboard, " + shown(*window.value());
}
}  // namespace franz::executor
