#include "orchestrator/run_status.h"
#include <algorithm>
#include "common/base/utf8.h"
#include "common/wire/executor_messages.h"

namespace franz::orchestrator {
static std::string cut(const std::string& text) { return cut_text(text, kMaxStatusText); }

static void set_step(RunStatus& status, const std::string& step, const std::string& note) {
  status.step = cut(step);
  status.justification = cut(note);
}

static void take_acted(RunStatus& status, const std::string& executor_out) {
  const Result<ExecutorReply> acted = parse_reply_without_screenshot(executor_out);
  if (!acted.ok()) return set_step(status, "(not known: " + acted.error().message + ")", "");
  const std::vector<ActionItem>& items = acted.value().items;
  const auto tried = std::find_if(items.rbegin(), items.rend(), [](const ActionItem& item) {
    return item.outcome != Outcome::not_run;
  });
  if (tried == items.rend()) return set_step(status, "", "");
  const bool as_meant = tried->outcome == Outcome::done || tried->outcome == Outcome::noted;
  const std::string became =
      as_meant ? ""
               : " (" + std::string(outcome_name(tried->outcome)) + ": " + cut(tried->why) + ")";
  // A long step is cut so that its outcome fits.
  const std::string step = tried->call.value_or(tried->written);
  set_step(status, cut_text(step, kMaxStatusText / 2) + became, tried->note.value_or(""));
}

static void take_plan(RunStatus& status, const ActionPlan& plan) {
  const auto asked = std::ranges::find_if(
      plan.items, [](const PlannedItem& item) { return item.risk.has_value(); });
  if (asked == plan.items.end()) return;
  set_step(status, asked->call.value_or(asked->written), asked->note.value_or(""));
}

void update(RunStatus& status, const LoopEvent& event) {
  using Kind = LoopEvent::Kind;
  switch (event.kind) {
    case Kind::turn_started:
      status.turn = event.turn;
      set_step(status, "", "");
      return;
    case Kind::turn_acted: return take_acted(status, event.executor_out);
    case Kind::approval: return take_plan(status, event.plan);
    case Kind::state:
      status.state = event.state;
      status.why = cut(event.why);
      status.turn = event.turn;
      return;
    case Kind::finished:
      status.state = "finished";
      status.why = cut(event.finish.text);
      return;
    case Kind::turn_closed:
    case Kind::turn_finished:
    case Kind::config:
    case Kind::warning: return;
  }
}
}  // namespace franz::orchestrator
