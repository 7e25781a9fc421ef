#include "executor/surface/action_runner.h"
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include "common/desktop/screen_tiles.h"
#include "executor/desktop/takeover_watch.h"
#include "executor/desktop/window_rules.h"
#include "executor/surface/consent.h"
#include "executor/surface/pixels_around.h"

namespace franz::executor {
namespace {
constexpr int kStillCheckMs = 50;     // between two checks whether the screen is still
constexpr int kComesForwardMs = 150;  // until a window that came to the front is painted

// Whether the effect of the tool should be visible.
bool shows(ToolId tool) {
  switch (tool) {
    case ToolId::screenshot:
    case ToolId::move:
    case ToolId::sleep:
    case ToolId::mouse_down:
    case ToolId::mouse_up:
    case ToolId::key_down:
    case ToolId::key_up: return false;
    default: return true;
  }
}

// Whether the tool's input goes to the window with the keyboard.
bool goes_to_keyboard(ToolId tool) {
  switch (tool) {
    case ToolId::press:
    case ToolId::hotkey:
    case ToolId::key_down:
    case ToolId::key_up:
    case ToolId::hold_key:
    case ToolId::type:
    case ToolId::paste: return true;
    default: return false;
  }
}

// `part` is inside both, which show the same area.
bool differ(const ScreenPixels& before, const ScreenPixels& after, const Screen& part) {
  const auto row_bytes = static_cast<std::size_t>(before.area.width) * kPixelBytes;
  const auto first = static_cast<std::size_t>(part.origin_x - before.area.origin_x) * kPixelBytes;
  const auto bytes = static_cast<std::size_t>(part.width) * kPixelBytes;
  for (int y = 0; y < part.height; ++y) {
    const std::size_t at =
        static_cast<std::size_t>(part.origin_y - before.area.origin_y + y) * row_bytes + first;
    // Most rows are equal in all bytes.
    if (std::memcmp(&before.bgrx[at], &after.bgrx[at], bytes) == 0) continue;
    for (std::size_t i = at; i < at + bytes; ++i) {
      // The fourth byte of a pixel has no meaning.
      if (i % kPixelBytes != 3 && before.bgrx[i] != after.bgrx[i]) return true;
    }
  }
  return false;
}

bool unchanged(const ItemResult& result, const ScreenPixels& before, const ScreenPixels& after) {
  if (before.area != after.area) return false;
  if (!result.from) return !differ(before, after, before.area);
  const auto same_around = [&](const std::optional<Point>& place) {
    return !place || !differ(before, after, area_around(*place, before.area));
  };
  return same_around(result.from) && same_around(result.to);
}

// Whether the turn is a plan for the operator's consent.
bool is_asked_for(const Turn& turn) {
  return turn.request.mode == ActingMode::plan && turn.request.consent.approve != Approve::never;
}

// Performs the items in order, on an area that is opened when the first of them needs it.
class ActionRunner {
 public:
  ActionRunner(const Turn& turn, const Ports& ports, const OpenArea& open_area)
      : turn_(turn), ports_(ports), open_area_(open_area), consent_(turn.request.consent) {}
  ActionRunner(const ActionRunner&) = delete;
  ActionRunner& operator=(const ActionRunner&) = delete;
  ~ActionRunner() {
    if (area_) area_->desktop().release_all();
  }

  ItemResult run(const Item& item) {
    ItemResult result;
    ++index_;
    if (item.call) set_places(*item.call, map(), result);
    if (ended_) {
      result.outcome = Outcome::not_run;
    } else if (!item.call) {
      result = malformed(item);
    } else if (item.call->tool == ToolId::screenshot) {
      result.outcome = Outcome::noted;
    } else {
      act(*item.call, item.demand, result);
    }
    const bool failed = result.outcome == Outcome::malformed ||
                        (result.outcome == Outcome::refused && !result.around);
    // A takeover is not an error of the model: all further items are reported as refused.
    if (failed && (acts() || is_asked_for(turn_)) && !taken_over_)
      ended_ = turn_.rules.on_error == OnError::stop;
    return result;
  }

  // Waits until the effects are visible, and reports the items without any.
  void settle(std::vector<ItemResult>& results) {
    if (!sent_ || person_acts()) return;
    const DesktopOptions& options = turn_.request.desktop;
    if (options.settle_ms > 0) pause(options.settle_ms);
    Result<ScreenPixels> after = area_->look();
    const double began = ports_.clock();
    while (after.ok() && ports_.clock() - began < options.still_ms && !person_acts()) {
      pause(kStillCheckMs);
      Result<ScreenPixels> next = area_->look();
      const bool still = next.ok() && next.value().bgrx == after.value().bgrx;
      after = std::move(next);
      if (still) break;
    }
    // Later changes may be the person's.
    if (!before_ || !after.ok() || person_acts()) return;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const std::optional<Call>& call = turn_.reading.items[i].call;
      if (results[i].outcome == Outcome::done && call && shows(call->tool))
        results[i].changed = !unchanged(results[i], *before_, after.value());
    }
  }

  // Why the desktop could not be used; empty: it could.
  const std::string& failure() const { return failure_; }
  // By the person at the screen.
  bool taken_over() const { return taken_over_; }

 private:
  bool acts() const { return turn_.request.mode == ActingMode::act; }

  // The screen of the picture that the model saw; before the first one, the current screen.
  Screen map() const {
    if (turn_.request.options.seen) return turn_.request.options.seen->screen;
    return screen_.value_or(
        Screen{0, 0, turn_.request.options.canvas.width, turn_.request.options.canvas.height});
  }

  void act(const Call& call, const std::optional<std::string>& demand, ItemResult& result) {
    switch (turn_.request.mode) {
      case ActingMode::plan:
        if (is_asked_for(turn_)) return plan(call, demand, result);
        return refuse(result, "a dry run: nothing is sent");
      case ActingMode::interrupted:
        result.outcome = Outcome::partial;
        result.why = "the program stopped while it was performed; it was not repeated";
        return;
      case ActingMode::overtaken:
        return refuse(
            result,
            "it was written for a picture of a screen that a person used since, or of another one");
      case ActingMode::act: break;
    }
    if (is_unapproved()) return refuse(result, turn_.request.consent.refusal);
    // The operator was not asked, so the rules do not matter.
    if (demand && !consent_.is_given(index_))
      return refuse(result,
                    "it needs the operator's consent (" + *demand + "), which was not asked for");
    if (!open()) return refuse(result, failure_);
    if (person_acts()) return refuse(result, kTookOver);
    const DesktopOptions& options = turn_.request.desktop;
    // The effect of the previous action must be visible before the surroundings are compared.
    const int rest = consent_.is_on() ? std::max(options.step_delay_ms, options.settle_ms)
                                      : options.step_delay_ms;
    if (sent_ && rest > 0) pause(rest);
    if (person_acts()) return refuse(result, kTookOver);
    const std::optional<Call> placed = place(call, result);
    if (!placed) return;
    const Result<bool> changed = area_->prepare(*placed, *screen_);
    if (!changed.ok()) return refuse(result, changed.error().message);
    if (changed.value() && (!sent_ || consent_.is_on())) pause(kComesForwardMs);
    if (!sent_ && (changed.value() || !before_)) look_before();
    // Checked as late as possible, because another window may have covered the place.
    if (consent_.is_on())
      if (auto why = consent_.withheld(index_, *placed, result, *area_,
                                       [this](int milliseconds) { pause(milliseconds); }))
        return refuse(result, *std::move(why));
    if (person_acts()) return refuse(result, kTookOver);
    note_target(call, result);
    sent_ = true;
    Performed performed = call.tool == ToolId::focus_window
                              ? area_->focus(*placed, *screen_)
                              : area_->desktop().perform(*placed, *screen_);
    result.outcome = performed.outcome;
    result.why = std::move(performed.why);
    if (person_acts() && call.tool == ToolId::sleep) {
      result.outcome = Outcome::partial;
      result.why = kTookOver;
    }
  }

  // What the action meets, for the record.
  void note_target(const Call& call, ItemResult& result) {
    if (const Result<Point> at = area_->desktop().pointer(); at.ok()) result.pointer = at.value();
    ItemResult target = result;
    if (call.tool == ToolId::mouse_down || call.tool == ToolId::mouse_up)
      target.from = result.pointer;
    Windows& windows = area_->desktop().windows();
    Result<std::optional<WindowInfo>> window = std::optional<WindowInfo>();
    if (target.from) {
      window = windows.at(*target.from);
    } else if (goes_to_keyboard(call.tool)) {
      window = windows.focused();
    }
    if (window.ok() && window.value()) result.window = recorded_window(*window.value());
    if (target.from) result.changed_before = changed_before(target);
  }

  // Whether the surroundings of its places differ from the picture that the model saw. Nothing: the
  // picture had no digests, the screen has another size now, or it cannot be read.
  std::optional<bool> changed_before(const ItemResult& target) {
    const std::optional<Seen>& seen = turn_.request.options.seen;
    if (!seen || seen->tiles.empty() || seen->screen.width != screen_->width ||
        seen->screen.height != screen_->height)
      return std::nullopt;
    bool changed = false;
    for (const std::optional<Point>& place : {target.from, target.to}) {
      if (!place || changed) continue;
      const Screen part = area_around(*place, *screen_);
      if (part.width == 0 || part.height == 0) return std::nullopt;
      const Result<ScreenPixels> now = area_->desktop().look_at(tiles_around(part, *screen_));
      if (!now.ok()) return std::nullopt;
      const std::optional<bool> differs = differs_from_tiles(now.value(), *screen_, seen->tiles);
      if (!differs) return std::nullopt;
      changed = *differs;
    }
    return changed;
  }

  void pause(int milliseconds) {
    if (turn_.request.desktop.takeover) {
      area_->desktop().wait(milliseconds);
    } else {
      ports_.pause(milliseconds);
    }
  }

  // Whether the person at the screen has taken over; if so, releases all keys and buttons.
  bool person_acts() {
    if (taken_over_ || !turn_.request.desktop.takeover || !area_->desktop().taken_over())
      return taken_over_;
    taken_over_ = true;
    area_->desktop().release_all();
    return true;
  }

  // The call with places on the current screen. Nothing: it is refused.
  std::optional<Call> place(const Call& call, ItemResult& result) {
    const Result<Screen> now = area_->screen();
    if (!now.ok()) {
      const ErrorCode code = now.error().code;
      if (code != ErrorCode::missing && code != ErrorCode::denied) failure_ = now.error().message;
      refuse(result, now.error().message);
      return std::nullopt;
    }
    screen_ = now.value();
    Result<Call> placed = area_->placed(call, map(), *screen_);
    if (!placed.ok()) {
      refuse(result, placed.error().message);
      return std::nullopt;
    }
    set_places(placed.value(), *screen_, result);
    return std::move(placed).value();
  }

  bool is_unapproved() const {
    const std::vector<int>& unapproved = turn_.request.consent.unapproved;
    return std::ranges::find(unapproved, index_) != unapproved.end();
  }

  void plan(const Call& call, const std::optional<std::string>& demand, ItemResult& result) {
    if (!open()) return refuse(result, failure_);
    const std::optional<Call> placed = place(call, result);
    if (!placed) return;
    ConsentCheck::Foreseen foreseen = consent_.foresee(*placed, result, *area_, demand);
    refuse(result, "a plan: nothing is done before the operator agrees");
    result.risk = std::move(foreseen.risk);
    result.around = std::move(foreseen.around);
  }

  static void refuse(ItemResult& result, std::string why) {
    result.outcome = Outcome::refused;
    result.why = std::move(why);
  }

  bool open() {
    if (!failure_.empty()) return false;
    if (area_) return true;
    Result<std::unique_ptr<ActingArea>> opened = open_area_();
    if (!opened.ok()) {
      failure_ = opened.error().message;
      return false;
    }
    area_ = std::move(opened).value();
    return true;
  }

  void look_before() {
    before_.reset();
    if (Result<ScreenPixels> before = area_->look(); before.ok())
      before_ = std::move(before).value();
  }

  const Turn& turn_;
  const Ports& ports_;
  const OpenArea& open_area_;
  ConsentCheck consent_;
  int index_ = -1;  // of the current item
  std::unique_ptr<ActingArea> area_;
  std::optional<Screen> screen_;        // as last seen
  std::optional<ScreenPixels> before_;  // before anything was done
  std::string failure_;
  bool sent_ = false, ended_ = false, taken_over_ = false;
};

// Whether the item has a number in a list of actions, so that numbers equal those of the marks.
bool is_numbered(const ItemResult& result) {
  return may_have_acted(result.outcome) || result.outcome == Outcome::refused;
}

bool is_marked(const ItemResult& result, ActingMode mode) {
  if (mode == ActingMode::plan) return result.outcome == Outcome::refused;
  return may_have_acted(result.outcome);
}
}  // namespace

// For a plan that does not need to be shown.
static Result<CaptureReply, ChildFailure> no_picture(const Turn& turn) {
  CaptureReply none;
  none.screen = turn.request.options.seen ? turn.request.options.seen->screen
                                          : Screen{0, 0, turn.request.options.canvas.width,
                                                   turn.request.options.canvas.height};
  return none;
}

SurfaceResult run_on_screen(const Turn& turn, const Ports& ports, const OpenArea& open_area) {
  const double began = ports.clock();
  std::vector<ItemResult> results;
  std::string failure;
  bool takeover = false;
  {
    ActionRunner runner(turn, ports, open_area);
    for (const Item& item : turn.reading.items) results.push_back(runner.run(item));
    runner.settle(results);
    failure = runner.failure();
    takeover = runner.taken_over();
  }
  const double settled = ports.clock();
  std::vector<Call> actions;
  std::vector<int> numbers;
  int number = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::optional<Call>& call = turn.reading.items[i].call;
    if (is_numbered(results[i])) ++number;
    if (!call || !is_marked(results[i], turn.request.mode)) continue;
    actions.push_back(*call);
    numbers.push_back(number);
  }
  const bool shown =
      std::ranges::any_of(results, [](const ItemResult& each) { return each.risk.has_value(); });
  SurfaceResult result{
      std::move(results),
      is_asked_for(turn) && !shown
          ? no_picture(turn)
          : capture(turn, std::move(actions), ports, std::move(numbers),
                    is_asked_for(turn) ? PictureWanted::in_any_case : PictureWanted::when_due)};
  if (turn.request.mode == ActingMode::interrupted)
    result.warnings.push_back(
        {"interrupted",
         "the program stopped while these actions were performed; they may be partly done and were "
         "not repeated."});
  if (!failure.empty()) result.degraded.push_back("executor: " + failure);
  result.takeover = takeover;
  result.input_ms = settled - began;
  return result;
}
}  // namespace franz::executor
