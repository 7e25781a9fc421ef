#include "proxy/offline/score/score_page_app.h"
#include <algorithm>
#include <utility>
#include <vector>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/os/files.h"
#include "proxy/offline/score/table.h"
#include "proxy/supervisor/ports_app.h"

namespace franz::proxy {
Result<std::unique_ptr<ScorePage>> ScorePage::start(const Options& options,
                                                    const std::string& bundle) {
  auto dashboard = Dashboard::start({options.dashboard, options.expose}, nullptr);
  const bool named = std::ranges::any_of(options.held, [](const FlagValue& flag) {
    return flag.section == "proxy" && flag.key == "dashboard";
  });
  if (!dashboard.ok() && !named)
    dashboard = Dashboard::start({Address{options.dashboard.host, 0}, options.expose}, nullptr);
  if (!dashboard.ok())
    return Error{explain_taken_port(options.dashboard, "--dashboard", dashboard.error().message)};
  dashboard.value()->score(join_path(bundle, kBundleRuns));
  return std::unique_ptr<ScorePage>(new ScorePage(std::move(dashboard).value()));
}

std::string ScorePage::greeting() const {
  return "dashboard  http://" + to_string(address()) + "\n";
}

void ScorePage::show(const Ledger& ledger) { dashboard_->update_score(score_json(ledger)); }

// One letter for each repeat: what happened to it.
static char letter_of(const TrialState& state) {
  if (state.running) return 'r';
  if (state.result() == nullptr) return '.';
  const TrialEnd& end = *state.result();
  if (end.outcome == TrialOutcome::infrastructure) return 'i';
  if (end.outcome == TrialOutcome::skipped) return 'x';
  if (end.person) return 'p';
  return end.success ? 's' : 'f';
}

static std::string cell_json(const Ledger& ledger, const ScoreCell& cell) {
  const ScorePlan& plan = ledger.plan();
  std::string outcomes;
  std::vector<std::string> folders, notes;
  for (int repeat = 1; repeat <= plan.repeat; ++repeat) {
    const Trial trial{cell.task, cell.arm, repeat};
    const TrialState& state = ledger.state(trial);
    outcomes += letter_of(state);
    const int shown = state.running || state.result() == nullptr ? state.tries : state.result_of();
    folders.push_back(shown == 0 ? "" : ledger.folder(trial_name(plan, trial), shown));
    notes.push_back(state.result() != nullptr ? trial_line(trial_name(plan, trial), *state.result())
                                              : "");
  }
  return JsonObject()
      .number("task", static_cast<long long>(cell.task))
      .number("arm", static_cast<long long>(cell.arm))
      .number("measured", static_cast<long long>(cell.measured))
      .number("succeeded", static_cast<long long>(cell.succeeded))
      .number("partial", rounded(cell.partial))
      .number("turns", rounded(cell.turns))
      .number("seconds", rounded(cell.seconds))
      .text("outcomes", outcomes)
      .raw("folders", json_text_array(folders))
      .raw("notes", json_text_array(notes))
      .finish();
}

std::string score_json(const Ledger& ledger) {
  const ScorePlan& plan = ledger.plan();
  const ScoreTable table =
      make_table(ledger, ledger.ended() ? Intervals::computed : Intervals::left_out);
  std::vector<std::string> tasks, arms, cells;
  for (const PlannedTask& task : plan.tasks) tasks.push_back(task.id);
  for (const ScoreArm& arm : table.arms)
    arms.push_back(JsonObject()
                       .text("text", arm_text(plan, arm.arm))
                       .raw("table", arm_json(arm, plan))
                       .finish());
  for (const ScoreCell& cell : table.cells) cells.push_back(cell_json(ledger, cell));
  return JsonObject()
      .raw("tasks", json_text_array(tasks))
      .raw("arms", json_array(arms))
      .raw("cells", json_array(cells))
      .number("repeat", static_cast<long long>(plan.repeat))
      .text("agent", plan.agent)
      .boolean("ended", ledger.ended())
      .text("seal", ledger.ended() ? ledger.last_sha256() : "")
      .finish();
}
}  // namespace franz::proxy
