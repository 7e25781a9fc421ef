#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <string_view>
#include "common/base/count_text.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "proxy/offline/score/table.h"

namespace franz::proxy {
// With `decimals` digits after the point.
static std::string fixed(double value, int decimals) {
  std::array<char, 64> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                 std::chars_format::fixed, decimals);
  return {digits.data(), end.ptr};
}

static std::string percent(double rate) { return fixed(rate * 100, 1) + " %"; }

static std::string percent(double rate, const std::optional<Interval>& interval) {
  std::string text = fixed(rate * 100, 1);
  if (interval)
    text += " (" + fixed(interval->low * 100, 1) + "-" + fixed(interval->high * 100, 1) + ")";
  return text + " %";
}

static std::string whole(double value) { return fixed(value, 0); }

namespace {
// Columns as wide as their longest text; the first is left-aligned, the others are right-aligned.
class Columns {
 public:
  void row(std::vector<std::string> texts) { rows_.push_back(std::move(texts)); }
  std::string text() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i >= widths.size()) widths.push_back(0);
        widths[i] = std::max(widths[i], count_characters(row[i]));
      }
    std::string all;
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string blanks(widths[i] - count_characters(row[i]), ' ');
        line += i == 0 ? row[i] + blanks : "  " + blanks + row[i];
      }
      line.erase(line.find_last_not_of(' ') + 1);
      all += line + "\n";
    }
    return all;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};
}  // namespace

static std::string failures_text(const ScoreArm& arm) {
  std::string text;
  for (const auto& [failure, count] : arm.failures) {
    std::string name(failure_name(failure));
    for (char& c : name) c = c == '_' ? ' ' : c;
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  }
  return text.empty() ? "none" : text;
}

static void add_tasks(const ScoreTable& table, const ScorePlan& plan, Columns& columns) {
  std::vector<std::string> head{"task"};
  for (const ScoreArm& arm : table.arms) head.push_back(arm_text(plan, arm.arm));
  columns.row(std::move(head));
  std::vector<std::string> row;
  for (const ScoreCell& cell : table.cells) {
    if (cell.arm == 1) row = {plan.tasks[static_cast<std::size_t>(cell.task)].id};
    std::string text = std::to_string(cell.succeeded) + "/" + std::to_string(cell.measured);
    if (cell.measured == 0) text = cell.skipped == cell.planned ? "skipped" : "not measured";
    row.push_back(std::move(text));
    if (cell.arm == static_cast<int>(table.arms.size())) columns.row(row);
  }
}

static void add_line(const ScoreTable& table, Columns& columns, const std::string& name,
                     const std::function<std::string(const ScoreArm&)>& text) {
  std::vector<std::string> row{name};
  for (const ScoreArm& arm : table.arms) row.push_back(text(arm));
  columns.row(std::move(row));
}

// For several servers.
static std::string servers_text(const ScoreTable& table) {
  if (table.servers.size() < 2) return "";
  Columns columns;
  columns.row({"server", "tries", "requests", "tokens", "waited"});
  for (const auto& [upstream, use] : table.servers)
    columns.row({upstream, std::to_string(use.tries), std::to_string(use.requests),
                 std::to_string(use.tokens), fixed(use.waited, 1) + " s"});
  return "\n" + columns.text();
}

std::string table_text(const ScoreTable& table, const ScorePlan& plan) {
  Columns columns;
  add_tasks(table, plan, columns);
  columns.row({});
  add_line(table, columns, "success",
           [](const ScoreArm& arm) { return percent(arm.success, arm.success_interval); });
  add_line(table, columns, "partial",
           [](const ScoreArm& arm) { return percent(arm.partial, arm.partial_interval); });
  add_line(table, columns, "spread within a task",
           [](const ScoreArm& arm) { return percent(arm.spread); });
  add_line(table, columns, "turns", [](const ScoreArm& arm) { return fixed(arm.turns, 1); });
  add_line(table, columns, "tokens", [](const ScoreArm& arm) { return whole(arm.tokens); });
  add_line(table, columns, "seconds", [](const ScoreArm& arm) { return fixed(arm.seconds, 1); });
  if (plan.prices.input > 0 || plan.prices.output > 0)
    add_line(table, columns, "cost", [](const ScoreArm& arm) { return fixed(*arm.cost, 4); });
  add_line(table, columns, "failed by", failures_text);
  std::string text = columns.text();
  for (const ScoreArm& arm : table.arms) {
    const std::string of = table.arms.size() > 1 ? arm_text(plan, arm.arm) + ": " : "";
    if (arm.not_measured > 0)
      text += of + count_text(arm.not_measured, "trial") +
              " could not be measured; if all of them had failed, success would be " +
              percent(arm.success_at_least) + "\n";
    if (arm.interrupted > 0)
      text +=
          of + count_text(arm.interrupted, "try was", "tries were") + " interrupted and repeated\n";
    if (arm.skipped > 0)
      text += of + count_text(arm.skipped, "trial") + " skipped: a program is missing\n";
    if (arm.touched > 0)
      text += of + count_text(arm.touched, "trial") + " not counted: a person used the screen\n";
  }
  if (table.superseded > 0)
    text += count_text(table.superseded, "result") +
            " not counted: the trial had been measured by another process\n";
  text += servers_text(table);
  if (plan.tasks.size() < kLeastTasks)
    text += "No intervals: they need at least " + std::to_string(kLeastTasks) + " tasks.\n";
  return text;
}

std::string trial_line(const std::string& trial, const TrialEnd& end) {
  std::string text = trial + "  ";
  if (end.outcome == TrialOutcome::infrastructure) return text + "not measured: " + end.why;
  if (end.outcome == TrialOutcome::skipped) return text + "skipped: " + end.why;
  if (end.person) return text + "not counted: a person used the screen";
  text += end.success ? "success" : "failed (" + std::string(failure_name(end.failure)) + ")";
  if (!end.success && end.partial > 0) text += ", partial " + percent(end.partial);
  text += "  " + count_text(end.turns, "turn") + ", " +
          std::to_string(end.input_tokens + end.output_tokens) + " tokens, " +
          fixed(end.seconds, 1) + " s";
  return text;
}

// Quoted if necessary, and never a formula for a spreadsheet: `why` may contain a program's words.
static std::string csv_field(std::string text) {
  if (!text.empty() && std::string_view("=+-@\t").find(text.front()) != std::string_view::npos)
    text.insert(0, "'");
  if (text.find_first_of("\",\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

// In the order of the plan.
static void each_trial(
    const Ledger& ledger,
    const std::function<void(const Trial&, const std::string&, const TrialState&)>& visit) {
  for (const Trial& trial : all_trials(ledger.plan())) {
    const std::string name = trial_name(ledger.plan(), trial);
    visit(trial, name, ledger.state(trial));
  }
}

std::string trials_csv(const Ledger& ledger) {
  const ScorePlan& plan = ledger.plan();
  std::string csv = "trial,task,arm";
  for (const ScoreAxis& axis : plan.axes) csv += "," + csv_field(axis.key);
  csv +=
      ",repeat,tries,outcome,success,partial,failure,turns,input_tokens,output_tokens,seconds,"
      "cost,upstream,requests,waited,why\r\n";
  each_trial(ledger, [&](const Trial& trial, const std::string& name, const TrialState& state) {
    csv += name + "," + plan.tasks[static_cast<std::size_t>(trial.task)].id + "," +
           std::to_string(trial.arm);
    for (const auto& [key, value] : arm_values(plan, trial.arm)) csv += "," + csv_field(value);
    csv += "," + std::to_string(trial.repeat) + "," + std::to_string(state.tries);
    if (state.result() == nullptr) {
      csv += ",not_measured,,,,,,,,,,,,\r\n";
      return;
    }
    const TrialEnd& end = *state.result();
    csv += "," + std::string(end.person ? "touched" : trial_outcome_name(end.outcome)) + "," +
           (end.success ? "1" : "0") + "," + fixed(end.partial, 6) + "," +
           std::string(failure_name(end.failure)) + "," + std::to_string(end.turns) + "," +
           std::to_string(end.input_tokens) + "," + std::to_string(end.output_tokens) + "," +
           fixed(end.seconds, 3) + "," + fixed(cost_of(end, plan.prices), 6) + "," +
           csv_field(end.upstream) + "," + std::to_string(end.requests) + "," +
           fixed(end.waited, 3) + "," + csv_field(end.why) + "\r\n";
  });
  return csv;
}

// XML 1.0 §2.4 and §2.2: markup is escaped, characters that XML cannot contain are replaced.
static std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return escaped;
}

static std::string junit_result(const TrialState& state) {
  const auto element = [](const char* name, const std::string& message) {
    return std::string("<") + name + " message=\"" + xml_text(message) + "\"/>";
  };
  if (state.result() == nullptr) return element("error", "no result");
  const TrialEnd& end = *state.result();
  if (end.outcome == TrialOutcome::infrastructure) return element("error", end.why);
  if (end.outcome == TrialOutcome::skipped) return element("skipped", end.why);
  if (end.person) return element("skipped", "a person used the screen");
  if (end.success) return "";
  return element("failure",
                 std::string(failure_name(end.failure)) + (end.why.empty() ? "" : ": " + end.why));
}

std::string trials_junit(const Ledger& ledger) {
  const ScorePlan& plan = ledger.plan();
  std::string cases;
  int tests = 0, failures = 0, errors = 0, skipped = 0;
  each_trial(ledger, [&](const Trial& trial, const std::string& name, const TrialState& state) {
    ++tests;
    const std::string result = junit_result(state);
    failures += result.starts_with("<failure") ? 1 : 0;
    errors += result.starts_with("<error") ? 1 : 0;
    skipped += result.starts_with("<skipped") ? 1 : 0;
    cases += "  <testcase classname=\"" + xml_text(arm_text(plan, trial.arm)) + "\" name=\"" +
             xml_text(name) + "\" time=\"" +
             fixed(state.result() != nullptr ? state.result()->seconds : 0, 3) + "\">" + result +
             "</testcase>\n";
  });
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"franz score\" tests=\"" +
         std::to_string(tests) + "\" failures=\"" + std::to_string(failures) + "\" errors=\"" +
         std::to_string(errors) + "\" skipped=\"" + std::to_string(skipped) + "\">\n" + cases +
         "</testsuite>\n";
}
}  // namespace franz::proxy
