#include "proxy/offline/diff/diff_runs_app.h"
#include <algorithm>
#include <string_view>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/path_parts.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"
#include "common/run/run_log_app.h"

namespace franz::proxy {
namespace {
// One of the two runs.
class Side {
 public:
  static Result<Side> open(const std::string& folder) {
    Result<RunDir> dir = RunDir::open(folder);
    if (!dir.ok()) return dir.error();
    Result<LoadedLog> log = load_log(dir.value());
    if (!log.ok())
      return Error{std::string(last_part(folder)) + ": " + log.error().message, log.error().code};
    return Side(std::move(dir).value(), std::move(log.value().story));
  }

  std::string name() const { return std::string(last_part(dir_.path())); }
  // The model is named by the first turn that names one.
  std::string detail(const std::string& model) const {
    const RunFacts& facts = story_.facts();
    std::string text = model.empty() ? "" : model + ", ";
    if (!facts.profile.empty()) text += "profile " + facts.profile + ", ";
    text += count_text(story_.turns().size(), "turn");
    if (facts.origin_at > 0) text += ", forked at turn " + std::to_string(facts.origin_at);
    return text;
  }
  int last_turn() const { return story_.last_turn(); }
  bool has(int turn) const { return story_.shown(turn) != nullptr; }
  Result<ComparedTurn> read(int turn) const {
    const LoggedAttempt& attempt = *story_.shown(turn);
    Result<TurnRecord> record = read_turn_record(dir_, turn, attempt.attempt);
    if (!record.ok()) return Error{name() + ": " + record.error().message};
    ComparedTurn compared{std::move(record).value(), ""};
    // An orchestrator that records itself, and a client of mcp_server, have no HTTP bytes.
    Result<std::string> bytes = dir_.read(exchange_file(turn, attempt.attempt, "request"));
    if (!bytes.ok()) {
      if (bytes.error().code != ErrorCode::missing)
        return Error{name() + ": " + bytes.error().message};
      return compared;
    }
    constexpr std::string_view kHeadEnd = "\r\n\r\n";
    const std::size_t head = bytes.value().find(kHeadEnd);
    if (head != std::string::npos) compared.body = bytes.value().substr(head + kHeadEnd.size());
    return compared;
  }

 private:
  Side(RunDir dir, RunStory story) : dir_(std::move(dir)), story_(std::move(story)) {}

  RunDir dir_;
  RunStory story_;
};
}  // namespace

Result<RunDiff> diff_runs(const std::string& folder_a, const std::string& folder_b,
                          const std::function<bool()>& wanted) {
  const Result<Side> opened_a = Side::open(folder_a);
  if (!opened_a.ok()) return opened_a.error();
  const Result<Side> opened_b = Side::open(folder_b);
  if (!opened_b.ok()) return opened_b.error();
  const Side &a = opened_a.value(), &b = opened_b.value();
  RunDiff diff;
  std::string model_a, model_b;
  const int last = std::max(a.last_turn(), b.last_turn());
  for (int turn = 1; turn <= last; ++turn) {
    if (!wanted()) return Error{"stopped before the end"};
    if (a.has(turn) && !b.has(turn)) diff.a.only.add(turn);
    if (b.has(turn) && !a.has(turn)) diff.b.only.add(turn);
    if (!a.has(turn) || !b.has(turn)) continue;
    const Result<ComparedTurn> first = a.read(turn);
    if (!first.ok()) return first.error();
    const Result<ComparedTurn> second = b.read(turn);
    if (!second.ok()) return second.error();
    if (model_a.empty()) model_a = first.value().record.model;
    if (model_b.empty()) model_b = second.value().record.model;
    diff.add(turn, compare_turns(first.value(), second.value()));
  }
  diff.a.name = a.name();
  diff.a.detail = a.detail(model_a);
  diff.b.name = b.name();
  diff.b.detail = b.detail(model_b);
  return diff;
}
}  // namespace franz::proxy
