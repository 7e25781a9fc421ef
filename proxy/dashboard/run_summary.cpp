#include "proxy/dashboard/run_summary.h"
#include <algorithm>
#include <array>
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz::proxy {
std::string worse_verdict(const std::string& left, const std::string& right) {
  static constexpr std::array<std::string_view, 5> kWorstFirst = {
      "violation", "unverifiable", "unwitnessed", "ok", "not_applicable"};
  // The first turn has no reply before it: nothing is wrong with it.
  const auto as_ok = [](const std::string& verdict) { return verdict == "first" ? "ok" : verdict; };
  const auto rank = [](const std::string& verdict) {
    return std::find(kWorstFirst.begin(), kWorstFirst.end(), verdict) - kWorstFirst.begin();
  };
  const std::string a = as_ok(left), b = as_ok(right);
  return rank(b) < rank(a) ? b : a;
}

void add_turn(RunSummary& summary, const TurnRow& row) {
  ++summary.turns;
  summary.verdict = worse_verdict(summary.verdict, row.verdict);
  if (row.turn < summary.last_turn) return;
  summary.last_turn = row.turn;
  summary.last = row.time;
}

static std::string text_or_null(const std::string& text) {
  return text.empty() ? "null" : quote_json(text);
}

std::string to_json(const RunSummary& summary) {
  JsonObject object;
  object.number("id", static_cast<long long>(summary.id)).text("name", summary.name);
  object.boolean("current", summary.current).raw("run", text_or_null(summary.run));
  object.raw("profile", text_or_null(summary.profile));
  object.number("turns", static_cast<long long>(summary.turns));
  object.number("last_turn", static_cast<long long>(summary.last_turn));
  object.raw("started", text_or_null(summary.started)).raw("last", text_or_null(summary.last));
  object.raw("verdict", text_or_null(summary.verdict));
  object.raw("thumbnail", summary.thumbnail == 0 ? "null" : std::to_string(summary.thumbnail));
  object.number("bytes", static_cast<long long>(summary.bytes));
  object.boolean("complete", summary.complete).boolean("writing", summary.writing);
  if (!summary.problem.empty()) object.text("problem", summary.problem);
  return object.finish();
}
}  // namespace franz::proxy
