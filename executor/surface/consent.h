#pragma once
// Consent to the actions of a turn on a real screen (docs/approval.md): the target of each action,
// the rule by which it needs the operator's consent, and whether it is still as the operator saw
// it.
//
// A plan performs nothing; the target of an action is predicted from the actions before it: the
// pointer is where the last one left it, and the window that was clicked or focused last has the
// keyboard. If the prediction is wrong, the consent is not valid.
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/formats/dialect.h"
#include "common/tools/risk.h"
#include "executor/surface/acting_area.h"

namespace franz::executor {
inline constexpr std::string_view kScreenChanged = "the screen changed after the approval";
// By default, GTK, Qt and Windows show and hide a text cursor for 500 to 600 ms each. Within this
// time, everything that blinks was once as the operator saw it.
inline constexpr int kBlinkMs = 1300;
inline constexpr int kLookAgainMs = 50;

// For one turn.
class ConsentCheck {
 public:
  using Pause = std::function<void(int milliseconds)>;

  // `consent` outlives it. If a rule cannot be read, every action needs consent.
  explicit ConsentCheck(const Consent& consent);

  bool is_on() const { return consent_.approve != Approve::never; }

  // Whether consent was given to the item with this index.
  bool is_given(int index) const;

  struct Foreseen {
    std::optional<std::string> risk;  // the rule that matches it; nothing: it needs no consent
    std::string around;               // ActionItem::around
  };
  // For a plan: call this for the items in order. `placed` has the call's places. `demand`: the
  // item's own demand for consent, which needs no rule.
  Foreseen foresee(const Call& call, const ItemResult& placed, ActingArea& area,
                   const std::optional<std::string>& demand = std::nullopt);

  // Why the item with this index, which the operator did not refuse, may not be performed now;
  // nothing: it may. If the surroundings differ, checks them again for kBlinkMs. Call this directly
  // before the item is performed, after ActingArea::prepare().
  std::optional<std::string> withheld(int index, const Call& call, const ItemResult& placed,
                                      ActingArea& area, const Pause& pause) const;

 private:
  // The target of an action.
  struct Target {
    std::vector<Point> places;  // none: it goes to the window with the keyboard
    // The window at each place, or the one with the keyboard. Nothing: no window.
    std::vector<std::optional<WindowInfo>> windows;
    bool known = true;  // false: the windows could not be listed
  };
  struct Outlook {
    std::optional<Point> pointer;                       // nothing: the current position
    std::optional<std::optional<WindowInfo>> keyboard;  // nothing: the current window
  };

  static Target target_of(const Call& call, const ItemResult& placed, ActingArea& area,
                          const Outlook& outlook);
  // Nothing: the pixels are not available.
  static std::optional<std::string> around(const Target& target, ActingArea& area);
  std::optional<std::string> risk_to(const Call& call, const Target& target) const;

  const Consent& consent_;
  std::vector<RiskRule> rules_;
  std::string unread_;  // why a rule cannot be read; empty: all can
  Outlook foreseen_;
};
}  // namespace franz::executor
