#include "proxy/offline/diff/diff_app.h"
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/path_parts.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"
#include "common/run/run_log_app.h"
#include "common/run/start_run_app.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/diff/run_diff.h"

namespace franz::proxy {
static constexpr int kCannotRead = 2;

static int fail_diff(int code, const std::string& text) {
  print_error(command_name() + " diff: " + text);
  return code;
}

namespace {
// One of the two runs.
class Side {
 public:
  static Result<Side> open(const std::string& runs, const std::string& given) {
    const Result<std::string> folder = find_run(runs, given);
    if (!folder.ok()) return folder.error();
    Result<RunDir> dir = RunDir::open(folder.value());
    if (!dir.ok()) return dir.error();
    Result<LoadedLog> log = load_log(dir.value());
    if (!log.ok()) return Error{folder.value() + ": " + log.error().message, log.error().code};
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
    if (!record.ok()) return record.error();
    ComparedTurn compared{std::move(record).value(), ""};
    // An orchestrator that records itself, and a client of mcp_server, have no HTTP bytes.
    Result<std::string> bytes = dir_.read(exchange_file(turn, attempt.attempt, "request"));
    if (!bytes.ok()) {
      if (bytes.error().code != ErrorCode::missing) return bytes.error();
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

int run_diff(const Options& options) {
  const CommandStop stop(command_name() + " diff");
  const std::string& runs = options.settings.settings.proxy.runs;
  const Result<Side> a = Side::open(runs, options.recorded);
  if (!a.ok()) return fail_diff(kCannotRead, a.error().message);
  const Result<Side> b = Side::open(runs, options.other);
  if (!b.ok()) return fail_diff(kCannotRead, b.error().message);

  RunDiff diff;
  std::string model_a, model_b;
  const int last = std::max(a.value().last_turn(), b.value().last_turn());
  for (int turn = 1; turn <= last && !stop.is_asked(); ++turn) {
    const bool in_a = a.value().has(turn), in_b = b.value().has(turn);
    if (in_a && !in_b) diff.a.only.add(turn);
    if (in_b && !in_a) diff.b.only.add(turn);
    if (!in_a || !in_b) continue;
    const Result<ComparedTurn> first = a.value().read(turn);
    if (!first.ok()) return fail_diff(kCannotRead, a.value().name() + ": " + first.error().message);
    const Result<ComparedTurn> second = b.value().read(turn);
    if (!second.ok())
      return fail_diff(kCannotRead, b.value().name() + ": " + second.error().message);
    if (model_a.empty()) model_a = first.value().record.model;
    if (model_b.empty()) model_b = second.value().record.model;
    diff.add(turn, compare_turns(first.value(), second.value()));
  }
  if (stop.is_asked()) return fail_diff(kStopped, "stopped before the end");
  diff.a.name = a.value().name();
  diff.a.detail = a.value().detail(model_a);
  diff.b.name = b.value().name();
  diff.b.detail = b.value().detail(model_b);
  const Status written =
      options.json ? print_json(diff_json(diff)) : print_lines(diff_report(diff));
  return diff.is_same() && written.ok() ? 0 : 1;
}
}  // namespace franz::proxy
