#include "executor/surface/desktop.h"
#include <algorithm>
#include <cstdint>
#include <utility>

namespace franz::executor {
namespace {
constexpr int kAround = 64;        // pixels: the sides of what is compared around a place
constexpr int kStillCheckMs = 50;  // between two looks whether the screen has come to rest
constexpr std::size_t kPixelBytes = 4;

// Whether somebody may expect to see that it was done.
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

// The part of `whole` within kAround / 2 pixels of `centre`.
Screen around(Point centre, const Screen& whole) {
  const int left = std::max(centre.x - kAround / 2, whole.origin_x);
  const int top = std::max(centre.y - kAround / 2, whole.origin_y);
  const int right = std::min(centre.x + kAround / 2, whole.origin_x + whole.width);
  const int bottom = std::min(centre.y + kAround / 2, whole.origin_y + whole.height);
  return {left, top, std::max(right - left, 0), std::max(bottom - top, 0)};
}

// `part` lies within both, which show the same area.
bool differ(const ScreenPixels& before, const ScreenPixels& after, const Screen& part) {
  const auto row_bytes = static_cast<std::size_t>(before.area.width) * kPixelBytes;
  const auto first = static_cast<std::size_t>(part.origin_x - before.area.origin_x) * kPixelBytes;
  const auto bytes = static_cast<std::size_t>(part.width) * kPixelBytes;
  for (int y = 0; y < part.height; ++y) {
    const std::size_t at =
        static_cast<std::size_t>(part.origin_y - before.area.origin_y + y) * row_bytes + first;
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
    return !place || !differ(before, after, around(*place, before.area));
  };
  return same_around(result.from) && same_around(result.to);
}

// The items, one after the other, on a desktop that is opened when the first of them needs it.
class Hands {
 public:
  Hands(const Turn& turn, const Ports& ports) : turn_(turn), ports_(ports) {}
  Hands(const Hands&) = delete;
  Hands& operator=(const Hands&) = delete;
  ~Hands() {
    if (desktop_) desktop_->release_all();
  }

  ItemResult next(const Item& item) {
    ItemResult result;
    if (item.call) set_places(*item.call, map(), result);
    if (ended_) {
      result.outcome = Outcome::not_run;
    } else if (!item.call) {
      result = malformed(item);
    } else if (item.call->tool == ToolId::screenshot) {
      result.outcome = Outcome::noted;
    } else {
      perform(*item.call, result);
    }
    const bool failed = result.outcome == Outcome::malformed || result.outcome == Outcome::refused;
    if (failed && acts()) ended_ = turn_.rules.on_error == OnError::stop;
    return result;
  }

  // Waits until what was done shows, and tells where nothing does.
  void settle(std::vector<ItemResult>& results) {
    if (!sent_) return;
    const DesktopOptions& options = turn_.request.desktop;
    if (options.settle_ms > 0) ports_.pause(options.settle_ms);
    Result<ScreenPixels> after = desktop_->look();
    const double began = ports_.clock();
    while (after.ok() && ports_.clock() - began < options.still_ms) {
      ports_.pause(kStillCheckMs);
      Result<ScreenPixels> next = desktop_->look();
      const bool still = next.ok() && next.value().bgrx == after.value().bgrx;
      after = std::move(next);
      if (still) break;
    }
    if (!before_ || !after.ok()) return;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const std::optional<Call>& call = turn_.reading.items[i].call;
      results[i].unchanged = results[i].outcome == Outcome::done && call && shows(call->tool) &&
                             unchanged(results[i], *before_, after.value());
    }
  }

  // What kept the desktop from being used; empty: nothing.
  const std::string& failure() const { return failure_; }

 private:
  bool acts() const { return turn_.request.mode == ActingMode::act; }

  // Of the picture that the model saw; before it saw one, of what there is.
  Screen map() const {
    if (turn_.request.options.seen) return turn_.request.options.seen->screen;
    return screen_.value_or(
        Screen{0, 0, turn_.request.options.canvas.width, turn_.request.options.canvas.height});
  }

  void perform(const Call& call, ItemResult& result) {
    switch (turn_.request.mode) {
      case ActingMode::plan: return refuse(result, "a dry run: nothing is sent");
      case ActingMode::interrupted:
        result.outcome = Outcome::partial;
        result.why = "the program stopped while it was performed; it was not repeated";
        return;
      case ActingMode::act: break;
    }
    if (!open()) return refuse(result, failure_);
    if (start_point(call) && turn_.request.options.seen && *screen_ != map())
      return refuse(result, "the screen changed size since your picture");
    set_places(call, map(), result);
    if (sent_ && turn_.request.desktop.step_delay_ms > 0)
      ports_.pause(turn_.request.desktop.step_delay_ms);
    sent_ = true;
    Performed performed = desktop_->perform(call, map());
    result.outcome = performed.outcome;
    result.why = std::move(performed.why);
  }

  static void refuse(ItemResult& result, std::string why) {
    result.outcome = Outcome::refused;
    result.why = std::move(why);
  }

  bool open() {
    if (screen_) return true;
    if (!failure_.empty()) return false;
    Result<std::unique_ptr<Desktop>> opened = ports_.open_desktop(turn_.request.desktop);
    if (!opened.ok()) {
      failure_ = opened.error().message;
      return false;
    }
    const Result<Screen> screen = opened.value()->screen();
    if (!screen.ok()) {
      failure_ = screen.error().message;
      return false;
    }
    desktop_ = std::move(opened).value();
    screen_ = screen.value();
    if (Result<ScreenPixels> before = desktop_->look(); before.ok())
      before_ = std::move(before).value();
    return true;
  }

  const Turn& turn_;
  const Ports& ports_;
  std::unique_ptr<Desktop> desktop_;
  std::optional<Screen> screen_;        // as it is now
  std::optional<ScreenPixels> before_;  // anything was done
  std::string failure_;
  bool sent_ = false, ended_ = false;
};

bool is_marked(const ItemResult& result, ActingMode mode) {
  if (mode == ActingMode::plan) return result.outcome == Outcome::refused;
  return result.outcome == Outcome::done || result.outcome == Outcome::partial;
}
}  // namespace

Performance perform_on_desktop(const Turn& turn, const Ports& ports) {
  const double began = ports.clock();
  std::vector<ItemResult> results;
  std::string failure;
  {
    Hands hands(turn, ports);
    for (const Item& item : turn.reading.items) results.push_back(hands.next(item));
    hands.settle(results);
    failure = hands.failure();
  }
  const double settled = ports.clock();
  std::vector<std::string> actions;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::optional<Call>& call = turn.reading.items[i].call;
    if (call && is_marked(results[i], turn.request.mode)) actions.push_back(canonical_text(*call));
  }
  Performance performance{std::move(results), capture(turn, std::move(actions), ports)};
  if (turn.request.mode == ActingMode::interrupted)
    performance.warnings.push_back(
        {"interrupted",
         "the program stopped while these actions were performed; they may be partly done and were "
         "not repeated."});
  if (!failure.empty()) performance.degraded.push_back("executor: " + failure);
  performance.input_ms = settled - began;
  return performance;
}
}  // namespace franz::executor
