#pragma once
// Consent to what a turn does on a real screen (docs/approval.md): what each action goes to, by
// which rule it needs the operator's consent, and whether it still meets what the operator saw.
//
// In a plan nothing is performed: what an action will find is foreseen from those before it. The
// pointer is where the last one left it, and the keyboard goes to the window that was clicked or
// focused last. Where it comes otherwise, the consent does not hold.
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
// A text cursor is shown and hidden for 500 to 600 ms each, by the defaults of GTK, Qt and Windows:
// within this time everything that blinks was as the operator saw it.
inline constexpr int kBlinkMs = 1300;
inline constexpr int kLookAgainMs = 50;

// Of one turn.
class ConsentCheck {
 public:
  using Pause = std::function<void(int milliseconds)>;

  // `consent` outlives it. A rule that cannot be read names every action.
  explicit ConsentCheck(const Consent& consent);

  bool is_on() const { return consent_.approve != Approve::never; }

  // Whether consent was given to the item at this place in the list.
  bool is_given(int index) const;

  struct Foreseen {
    std::optional<std::string> risk;  // the rule that names it; nothing: it needs no consent
    std::string around;               // ActionItem::around
  };
  // For a plan: the items in their order. `placed` has the call's places; `demand` is the item's,
  // and needs no rule.
  Foreseen foresee(const Call& call, const ItemResult& placed, ActingArea& area,
                   const std::optional<std::string>& demand = std::nullopt);

  // Why the item at this place in the list, which the operator did not refuse, may not be performed
  // as things are now; nothing: it may. Surroundings that differ are looked at again for kBlinkMs.
  // To be asked right before it is performed, behind ActingArea::prepare().
  std::optional<std::string> withheld(int index, const Call& call, const ItemResult& placed,
                                      ActingArea& area, const Pause& pause) const;

 private:
  // What an action goes to.
  struct Target {
    std::vector<Point> places;  // none: to the window of the keyboard
    // At each place; else the keyboard's. Nothing: no window is there.
    std::vector<std::optional<WindowInfo>> windows;
    bool known = true;  // false: the windows could not be asked for
  };
  struct Outlook {
    std::optional<Point> pointer;                       // nothing: where it is now
    std::optional<std::optional<WindowInfo>> keyboard;  // likewise: who has it now
  };

  static Target target_of(const Call& call, const ItemResult& placed, ActingArea& area,
                          const Outlook& outlook);
  // Nothing: it could not be looked at.
  static std::optional<std::string> around(const Target& target, ActingArea& area);
  std::optional<std::string> risk_to(const Call& call, const Target& target) const;

  const Consent& consent_;
  std::vector<RiskRule> rules_;
  std::string unread_;  // a rule that cannot be read; empty: none
  Outlook foreseen_;
};
}  // namespace franz::executor
