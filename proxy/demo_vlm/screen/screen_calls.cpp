#include "proxy/demo_vlm/screen/screen_calls.h"
#include <algorithm>
#include <cmath>

namespace franz::demo_vlm {
namespace {
bool is_made(const Deed& deed) { return deed.outcome != Deed::Outcome::failed; }

// Replies that only looked, the newest ones.
std::size_t looks_at_end(const SeenRequest& request) {
  std::size_t looks = 0;
  const std::vector<Exchange>& exchanges = request.conversation.exchanges;
  for (auto each = exchanges.rbegin(); each != exchanges.rend(); ++each, ++looks) {
    const bool only_looked =
        !each->calls.empty() && std::ranges::all_of(each->calls, [](const AnsweredCall& call) {
          return call.name == kLook;
        });
    if (!only_looked) break;
  }
  return looks;
}

ScreenPlace screen_place(PlanPoint at, Size picture) {
  return {at.x * std::max(0, picture.width - 1) / kFullScale,
          at.y * std::max(0, picture.height - 1) / kFullScale};
}

ScreenPast read_past_calls(const SeenRequest& request, const OwnCalls& own, Size picture) {
  ScreenPast past;
  for (const Deed& deed : own.past.deeds) {
    if (!is_made(deed)) continue;
    past.acted = true;
    if (deed.stroke.kind == PlannedCall::Kind::type)
      past.typed = screen_place(deed.stroke.to, picture);
  }
  // After an action it looks in any case.
  const std::size_t looks = looks_at_end(request);
  past.waits = past.acted ? std::max<std::size_t>(looks, 1) - 1 : looks;
  return past;
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

PlanPoint thousandths(const ScreenPlace& at, Size picture) {
  const auto along = [](double place, int side) {
    return static_cast<int>(std::lround(place * kFullScale / std::max(1, side - 1)));
  };
  return {along(at.x, picture.width), along(at.y, picture.height)};
}

ScreenTurn screen_turn(const SeenRequest& request, const OwnCalls& own) {
  ScreenTurn turn;
  if (!request.picture) {
    turn.look = true;
    turn.plan.seen = "I have no picture to look at.";
    return turn;
  }
  const ScreenSeen seen = look_at_screen(*request.picture);
  turn.plan =
      plan_on_screen(seen, request.conversation.task, read_past_calls(request, own, seen.picture));
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
