#include "proxy/dashboard/run_summary.h"
#include <algorithm>
#include <array>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/overload.h"
#include "common/base/utf8.h"
#include "common/run/run_files.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
// Severity: 0 is the worst.
static std::size_t verdict_rank(std::optional<Verdict> verdict) {
  static constexpr std::array kWorstFirst = {Verdict::violation,  Verdict::unverifiable,
                                             Verdict::superseded, Verdict::unwitnessed,
                                             Verdict::ok,         Verdict::not_applicable};
  if (!verdict) return kWorstFirst.size();
  return static_cast<std::size_t>(std::ranges::find(kWorstFirst, *verdict) - kWorstFirst.begin());
}

std::optional<Verdict> worse_verdict(std::optional<Verdict> left, std::optional<Verdict> right) {
  // The first turn has no earlier reply, so nothing is wrong with it.
  if (left == Verdict::first) left = Verdict::ok;
  if (right == Verdict::first) right = Verdict::ok;
  return verdict_rank(right) < verdict_rank(left) ? right : left;
}

// An attempt may list a picture of an earlier one, where it is counted. Working files still grow.
static bool is_new_evidence(const LoggedFile& file, int attempt) {
  const RunFilePlace place = place_of(file.name);
  return is_evidence(place.kind) && (place.attempt == 0 || place.attempt == attempt);
}

void RunTally::take_attempt(const AttemptEntry& entry) {
  if (entry.turn > summary_.last_turn) {
    ++summary_.turns;
    before_ = summary_.verdict;
    summary_.last_turn = entry.turn;
  }
  summary_.verdict = worse_verdict(before_, entry.row.verdict);
  summary_.last = entry.row.time;
  // The picture that compressed worst has the most to see: a screen of one colour is never chosen
  // while there is another one, and no picture has to be read.
  for (const LoggedFile& file : entry.files) {
    if (place_of(file.name).kind != RunFilePlace::Kind::picture || file.bytes <= most_to_see_)
      continue;
    most_to_see_ = file.bytes;
    summary_.thumbnail = entry.turn;
  }
}

// Settings that are too long for a line are in a file, which is not read for a list.
void RunTally::take_settings(const SettingsInForce& in_force) {
  Result<MessageFields> settings = MessageFields::parse(in_force.settings);
  if (in_force.file || !settings.ok()) return;
  const auto text = [&](const char* name) {
    return cut_text(settings.value().optional_text(std::string("/") + name).value_or(""),
                    kMaxShownText);
  };
  summary_.objective = text("agent.objective");
  summary_.model = text("model.name");
}

void RunTally::take(const RunLine& line, std::uint64_t bytes) {
  summary_.bytes += bytes;
  summary_.ended = std::holds_alternative<EndEntry>(line.entry);
  const auto* attempt = std::get_if<AttemptEntry>(&line.entry);
  std::visit(
      Overload{[&](const BeginEntry& begin) {
                 summary_.run = begin.run;
                 summary_.profile = begin.profile;
                 summary_.imported = summary_.imported || begin.imported.has_value();
                 summary_.started = line.time;
                 summary_.finish.reset();
                 take_settings(begin.in_force);
               },
               [this](const SettingsEntry& settings) { take_settings(settings.in_force); },
               [this](const ResumedEntry& resumed) {
                 summary_.finish.reset();
                 take_settings(resumed.in_force);
               },
               [this](const AttemptEntry& entry) { take_attempt(entry); },
               [this](const EndEntry& end) { summary_.finish = end.finish; }, [](const auto&) {}},
      line.entry);
  for (const LoggedFile& file : files_of(line.entry))
    if (is_new_evidence(file, attempt != nullptr ? attempt->attempt : place_of(file.name).attempt))
      summary_.bytes += file.bytes;
}

static std::string text_or_null(std::string_view text) {
  return text.empty() ? "null" : quote_json(text);
}

std::string to_json(const RunSummary& summary) {
  JsonObject object;
  object.number("id", static_cast<long long>(summary.id)).text("name", summary.name);
  object.raw("title", text_or_null(summary.label.title));
  object.raw("tags", json_text_array(summary.label.tags));
  object.boolean("current", summary.current).raw("run", text_or_null(summary.run));
  object.raw("profile", text_or_null(summary.profile));
  if (summary.imported) object.boolean("imported", true).boolean("ended", summary.ended);
  object.number("turns", static_cast<long long>(summary.turns));
  object.number("last_turn", static_cast<long long>(summary.last_turn));
  object.raw("started", text_or_null(summary.started)).raw("last", text_or_null(summary.last));
  object.raw("objective", text_or_null(summary.objective));
  object.raw("model", text_or_null(summary.model));
  object.raw("finished", summary.finish ? to_json(*summary.finish) : "null");
  object.raw("verdict", text_or_null(summary.verdict ? verdict_name(*summary.verdict) : ""));
  object.raw("thumbnail", summary.thumbnail == 0 ? "null" : std::to_string(summary.thumbnail));
  object.number("bytes", static_cast<long long>(summary.bytes));
  object.boolean("complete", summary.complete).boolean("writing", summary.writing);
  if (!summary.problem.empty()) object.text("problem", summary.problem);
  return object.finish();
}
}  // namespace franz::proxy
