#include "executor/surface/consent.h"
#include <algorithm>
#include <utility>
#include "common/base/sha256.h"
#include "executor/desktop/window_rules.h"
#include "executor/surface/pixels_around.h"

namespace franz::executor {
ConsentCheck::ConsentCheck(const Consent& consent) : consent_(consent) {
  for (const std::string& written : consent.risky) {
    Result<RiskRule> rule = parse_risk_rule(written);
    if (rule.ok()) {
      rules_.push_back(std::move(rule).value());
    } else {
      unread_ = written;
    }
  }
}

ConsentCheck::Target ConsentCheck::target_of(const Call& call, const ItemResult& placed,
                                             ActingArea& area, const Outlook& outlook) {
  Target target;
  const auto add = [&](Result<std::optional<WindowInfo>> window) {
    target.known = target.known && window.ok();
    target.windows.push_back(window.ok() ? std::move(window).value() : std::nullopt);
  };
  for (const std::optional<Point>& place : {placed.from, placed.to})
    if (place) target.places.push_back(*place);
  if (call.tool == ToolId::mouse_down || call.tool == ToolId::mouse_up) {
    const Result<Point> pointer = outlook.pointer ? *outlook.pointer : area.desktop().pointer();
    target.known = pointer.ok();
    if (pointer.ok()) target.places.push_back(pointer.value());
  }
  for (const Point place : target.places) add(area.desktop().windows().at(place));
  if (!target.places.empty()) return target;
  if (call.tool == ToolId::focus_window) {
    const Result<std::vector<WindowInfo>> windows = area.windows();
    target.known = windows.ok();
    if (!windows.ok()) return target;
    const Result<WindowInfo> named = window_with_title(windows.value(), text_at(call, 0));
    target.windows.push_back(named.ok() ? std::optional(named.value()) : std::nullopt);
    return target;
  }
  add(outlook.keyboard ? *outlook.keyboard : area.focused());
  return target;
}

std::optional<std::string> ConsentCheck::around(const Target& target, ActingArea& area) {
  if (!target.known) return std::nullopt;
  const auto name_of = [](const std::optional<WindowInfo>& window) {
    return window ? "window " + std::to_string(window->id) : std::string("no window");
  };
  if (target.places.empty()) return name_of(target.windows.front());
  const Result<Screen> screen = area.shown_screen();
  if (!screen.ok()) return std::nullopt;
  Sha256 digest;
  for (std::size_t i = 0; i < target.places.size(); ++i) {
    // The window's position matters too: different parts of a window can look the same.
    const std::optional<WindowInfo>& window = target.windows[i];
    std::string about = name_of(window);
    if (window) {
      const Screen& place = window->area;
      for (const int number : {place.origin_x, place.origin_y, place.width, place.height})
        about += " " + std::to_string(number);
    }
    digest.update(about + "\n");
    // A place outside the screen has no pixels around it.
    const Screen part = area_around(target.places[i], screen.value());
    const bool empty = part.width == 0 || part.height == 0;
    const Result<ScreenPixels> seen = empty ? ScreenPixels{part, {}} : area.desktop().look_at(part);
    if (!seen.ok()) return std::nullopt;
    digest.update(comparable_bytes(seen.value()));
  }
  return digest.finish();
}

std::optional<std::string> ConsentCheck::risk_to(const Call& call, const Target& target) const {
  if (!sends_input(call.tool)) return std::nullopt;
  if (!unread_.empty()) return unread_;
  std::vector<TargetWindow> windows;
  for (const std::optional<WindowInfo>& window : target.windows)
    if (window) windows.push_back({window->title, window->app, is_terminal(window->app), true});
  if (!target.known) windows.push_back({"", "", false, false});
  std::optional<std::string> risk = risk_of(call, rules_, windows);
  if (!risk && consent_.approve == Approve::always) risk = "always";
  return risk;
}

bool ConsentCheck::is_given(int index) const {
  return consent_.approved && std::ranges::find(*consent_.approved, index, &ApprovedItem::index) !=
                                  consent_.approved->end();
}

ConsentCheck::Foreseen ConsentCheck::foresee(const Call& call, const ItemResult& placed,
                                             ActingArea& area,
                                             const std::optional<std::string>& demand) {
  const Target target = target_of(call, placed, area, foreseen_);
  Foreseen found{risk_to(call, target), around(target, area).value_or("unknown")};
  if (demand) found.risk = demand;
  if (!target.places.empty()) foreseen_.pointer = target.places.back();
  switch (call.tool) {
    case ToolId::left_click:
    case ToolId::double_left_click:
    case ToolId::triple_click:
    case ToolId::right_click:
    case ToolId::middle_click:
    case ToolId::drag:
    case ToolId::mouse_down:
    case ToolId::focus_window:
      // A click on the background may not take the focus from the current window.
      if (!target.windows.empty() && target.windows.front())
        foreseen_.keyboard = target.windows.front();
      break;
    default: break;
  }
  return found;
}

std::optional<std::string> ConsentCheck::withheld(int index, const Call& call,
                                                  const ItemResult& placed, ActingArea& area,
                                                  const Pause& pause) const {
  const ApprovedItem* approved = nullptr;
  if (consent_.approved) {
    const auto found = std::ranges::find(*consent_.approved, index, &ApprovedItem::index);
    if (found != consent_.approved->end()) approved = &*found;
  }
  if (approved == nullptr) {
    const auto risk = risk_to(call, target_of(call, placed, area, {}));
    if (!risk) return std::nullopt;
    return "it needs the operator's consent by now (" + *risk + "), which was not asked for";
  }
  for (int waited = 0;; waited += kLookAgainMs) {
    const auto now = around(target_of(call, placed, area, {}), area);
    if (now && *now == approved->around) return std::nullopt;
    if (waited >= kBlinkMs) return std::string(kScreenChanged);
    pause(kLookAgainMs);
  }
}
}  // namespace franz::executor
