#include "proxy/demo_vlm/screen/screen_calls.h"
#include <algorithm>
#include <cmath>

namespace franz::demo_vlm {
namespace {
bool is_made(const Deed& deed) { return deed.outcome != Deed::Outcome::failed; }

// What it said before the newest picture.
std::string said_in(const SeenRequest& request) {
  std::string said;
  const std::vector<Exchange>& exchanges = request.conversation.exchanges;
  for (std::size_t i = 0; i < std::min(request.conversation.seen_at, exchanges.size()); ++i)
    said += exchanges[i].text + "\n";
  return said;
}

bool was_done(const ScreenAction& action, const OwnCalls& own, Size picture) {
  return std::ranges::any_of(own.past.deeds, [&](const Deed& deed) {
    const bool is_type = action.kind == ScreenAction::Kind::type;
    return is_made(deed) && deed.reply >= own.past.seen_at &&
           is_type == (deed.stroke.kind == PlannedCall::Kind::type) &&
           deed.stroke.to == thousandths(action.at, picture);
  });
}
}  // namespace

ScreenTurn screen_turn(const SeenRequest& request, const OwnCalls& own) {
  ScreenTurn turn;
  if (!request.picture) {
    turn.look = true;
    turn.plan.seen = "I have no picture to look at.";
    return turn;
  }
  const ScreenSeen seen = look_at_screen(*request.picture);
  turn.plan = plan_on_screen(seen, request.conversation.task, read_screen_past(said_in(request)));
  for (const ScreenAction& action : turn.plan.actions)
    if (!turn.action && !was_done(action, own, seen.picture)) turn.action = action;
  const bool has_acted = std::ranges::any_of(own.past.deeds, [&](const Deed& deed) {
    return is_made(deed) && deed.reply >= own.past.seen_at;
  });
  // An old picture tells what comes next of what was planned by it, and nothing else.
  turn.look = !turn.action && (has_acted || turn.plan.state != ScreenPlan::State::done);
  return turn;
}
}  // namespace franz::demo_vlm
