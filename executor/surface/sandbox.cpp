#include "executor/surface/sandbox.h"
#include <utility>
#include "common/tools/surface_facts.h"

namespace franz::executor {
namespace {
enum class SandboxEffect {
  drawn,  // ink, or the pointer's position
  noted,  // nothing to do: each turn has a picture anyway
  none,   // the tool does nothing here
};

SandboxEffect effect_of(ToolId tool) {
  if (tool == ToolId::screenshot) return SandboxEffect::noted;
  return tool_of(tool).sandbox_help.empty() ? SandboxEffect::none : SandboxEffect::drawn;
}

bool needs_person(const Item& item) {
  return item.demand && item.call && item.call->tool != ToolId::screenshot;
}

// The results of the items, in order.
class Accounting {
 public:
  Accounting(const Turn& turn, const Result<CaptureReply, ChildFailure>& capture)
      : capture_(capture),
        rules_(turn.rules),
        where_(*find_surface_facts(turn.request.options.surface)),
        screen_(capture.ok() ? capture.value().screen
                             : Screen{0, 0, turn.request.options.canvas.width,
                                      turn.request.options.canvas.height}) {
    if (turn.request.pointer) pointer_ = to_pixel(*turn.request.pointer, screen_);
  }

  ItemResult next(const Item& item) {
    ItemResult result = outcome_of(item);
    if (result.outcome == Outcome::malformed || result.outcome == Outcome::refused)
      ended_ = rules_.on_error == OnError::stop;
    return result;
  }

 private:
  ItemResult outcome_of(const Item& item) {
    ItemResult result;
    if (!item.call && !ended_) return malformed(item);
    if (item.call) place(*item.call, result);
    if (ended_) {
      result.outcome = Outcome::not_run;
    } else if (needs_person(item)) {
      result.outcome = Outcome::refused;
      result.why = "it needs a person's consent (" + *item.demand + "), and nobody is asked in " +
                   std::string(where_.said);
    } else {
      settle(*item.call, result);
    }
    return result;
  }

  void settle(const Call& call, ItemResult& result) {
    const SandboxEffect effect = effect_of(call.tool);
    if (!capture_.ok()) {
      result.outcome = Outcome::partial;
      result.why = "the capturer " + describe(capture_.error());
    } else if (effect != SandboxEffect::drawn) {
      result.outcome = Outcome::noted;
      if (effect == SandboxEffect::none) result.why = "no effect in " + std::string(where_.said);
    } else if (!capture_.value().applied[drawn_++]) {
      result.outcome = Outcome::refused;
      result.why = "no visible effect";
      result.lacks_place = true;
    } else {
      result.pointer = pointer_;
      if (rules_.type_after.has(call.tool)) type_at_ = result.from;
      if (call.tool != ToolId::type) pointer_ = result.to ? result.to : result.from;
    }
  }

  void place(const Call& call, ItemResult& result) const {
    set_places(call, screen_, result);
    if (call.tool == ToolId::type) result.from = type_at_;
  }

  const Result<CaptureReply, ChildFailure>& capture_;
  const ActionRules rules_;
  const SurfaceFacts& where_;
  const Screen screen_;
  std::size_t drawn_ = 0;         // number of the capturer's actions
  bool ended_ = false;            // no further items are performed
  std::optional<Point> type_at_;  // where a text is typed, as far as this turn shows
  std::optional<Point> pointer_;  // nothing: unknown
};
}  // namespace

SurfaceResult run_in_sandbox(const Turn& turn, const Ports& ports) {
  std::vector<Call> actions;
  for (const Item& item : runnable(turn)) {
    if (needs_person(item)) {
      if (turn.rules.on_error == OnError::stop) break;
      continue;
    }
    if (item.call && effect_of(item.call->tool) == SandboxEffect::drawn)
      actions.push_back(*item.call);
  }
  SurfaceResult result{{}, capture(turn, std::move(actions), ports)};
  Accounting accounting(turn, result.capture);
  for (const Item& item : turn.reading.items) result.results.push_back(accounting.next(item));
  return result;
}
}  // namespace franz::executor
