#include "proxy/offline/verify/run_fold.h"
#include <algorithm>
#include <variant>
#include "common/base/json_string.h"
#include "common/base/overload.h"
#include "common/run/step_json.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static constexpr int kTurnsWithReplies = 3;  // the most recent ones

static Finding wrong_line(const RunLine& line, std::string text) {
  return bad(FindingCode::log, 0, kRunLog, "line " + std::to_string(line.seq), std::move(text));
}

static std::string memory_of(const std::string& settings) {
  Result<MessageFields> fields = MessageFields::parse(settings);
  return fields.ok() ? fields.value().text("/agent.memory", UsedMemory{}.name) : UsedMemory{}.name;
}

// The value in force for a turn; empty: none.
static std::string in_force(const std::map<int, std::string>& from, int turn) {
  const auto after = from.upper_bound(turn);
  return after == from.begin() ? "" : std::prev(after)->second;
}

std::optional<Reply> RunFold::reply_of(int turn, int attempt) const {
  const auto found = replies_.find({turn, attempt});
  return found == replies_.end() ? std::nullopt : std::optional(found->second);
}

void RunFold::keep_reply(int turn, int attempt, Reply reply) {
  replies_.erase(replies_.begin(), replies_.lower_bound({turn - kTurnsWithReplies, 0}));
  replies_[{turn, attempt}] = std::move(reply);
}

void RunFold::check_place(const LoadedLine& line, FoldedLine& out) const {
  const RunEntry& entry = line.line.entry;
  if (story_.facts().ended && !std::holds_alternative<ResumedEntry>(entry))
    out.findings.push_back(wrong_line(line.line, "only a resumption can follow the end"));
  const bool has_turn =
      std::holds_alternative<AttemptEntry>(entry) || std::holds_alternative<LostEntry>(entry);
  if (has_turn && finished_)
    out.findings.push_back(wrong_line(line.line, "the run finished with the turn before"));
}

void RunFold::set_settings(int turn, const SettingsInForce& settings, const LoadedLine& line,
                           FoldedLine& out) {
  std::string json = settings.settings;
  if (settings.file) {
    if (line.files.empty() || !line.files.front()) return;  // reported with the file
    Result<SettingsInForce> read = parse_settings_file(*line.files.front());
    if (!read.ok()) {
      out.findings.push_back(
          bad(FindingCode::record, 0, settings.file->name, "", read.error().message));
      return;
    }
    json = std::move(read).value().settings;
  }
  settings_[turn] = std::move(json);
}

void RunFold::begin(const BeginEntry& entry, const LoadedLine& line, FoldedLine& out) {
  settings_.clear();
  set_settings(0, entry.in_force, line, out);
  run_ = entry.run;
  const std::string name = memory_of(in_force(settings_, 0));
  if (!known_) known_.emplace(find_(name));
  if (find_(name) == nullptr)
    out.findings.push_back(not_checked(FindingCode::version, 0,
                                       "there is no memory " + quote_json(name) +
                                           " in this version of FRANZ: what the requests hold "
                                           "cannot be checked"));
}

void RunFold::resume(const ResumedEntry& entry, const LoadedLine& line, FoldedLine& out) {
  settings_.clear();
  set_settings(0, entry.in_force, line, out);
  finished_.reset();
  client_run_.clear();
}

void RunFold::check_order(int turn, int attempt, const std::string& request, FoldedLine& out) {
  const auto wrong = [&](std::string text) {
    out.findings.push_back(bad(FindingCode::log, turn, kRunLog, "", std::move(text)));
  };
  const int last = story_.last_turn();
  // A client's requests without ids may overlap.
  const bool is_in_order = launched_ || !why_not_continued(story_.facts()).empty();
  if (is_in_order && turn != last && turn != last + 1)
    wrong("its line comes after one of turn " + std::to_string(last));
  // The network decides which of two attempts ends first.
  if (!attempts_.emplace(turn, attempt).second)
    wrong("there are two attempts " + std::to_string(attempt));
  if (story_.find(request) != nullptr)
    out.findings.push_back(bad(FindingCode::request_id, turn, kRunLog, "request",
                               request + " is the id of a request before it"));
}

void RunFold::attempt(LoadedAttempt& loaded, FoldedLine& out) {
  const AttemptEntry& entry = loaded.entry;
  check_order(entry.turn, entry.attempt, entry.request, out);
  if (!loaded.record) return known_->add_lost(entry.turn, entry.attempt, entry.request, {});
  const TurnRecord& record = *loaded.record;
  launched_ = launched_ || record.executor_in != "null";
  BeforeAttempt before{*known_,
                       launched_ ? run_ : client_run_,
                       in_force(settings_, entry.turn),
                       in_force(system_, entry.turn),
                       notes_[entry.turn],
                       launched_,
                       !story_.facts().made_by.empty(),
                       story_.facts().imported.has_value()};
  CheckedAttempt checked = check_attempt(loaded, before);
  append(out.findings, std::move(checked.findings));
  stories_ += checked.stories;
  requests_ += checked.requests;
  if (!launched_ && client_run_.empty()) client_run_ = checked.run;
  const bool is_over = (entry.delivered && entry.usable) || record.finish.has_value() ||
                       record.called || entry.witness == Witness::imported;
  if (is_over && std::exchange(last_counted_, entry.turn) != entry.turn) ++turns_;
  finished_ = record.finish;
  known_->add(record, entry.delivered, entry.usable);
  if (checked.reply) keep_reply(entry.turn, entry.attempt, std::move(*checked.reply));
  if (record.called || entry.witness == Witness::imported) return;
  DrawnLine draw{DrawnLine::Kind::turn, entry.turn};
  // The turn with which the run finished sent nothing that shows its source.
  const KnownAttempt* const newest = known_->newest(entry.turn - 1);
  if (!checked.from && record.finish && newest != nullptr)
    checked.from = {newest->turn, newest->attempt};
  if (checked.from) draw.reply = reply_of(checked.from->first, checked.from->second);
  draw.record = std::move(*loaded.record);
  draw.picture = std::move(loaded.picture);
  out.draw = std::move(draw);
}

void RunFold::lost(const LostEntry& entry, const LoadedLine& line, FoldedLine& out) {
  check_order(entry.turn, entry.attempt, entry.request, out);
  std::optional<Step> step;
  if (entry.file && !line.files.empty() && line.files.front()) {
    Result<Step> read = parse_step(*line.files.front());
    if (!read.ok() || read.value().turn != entry.turn) {
      out.findings.push_back(bad(FindingCode::record, entry.turn, entry.file->name, "",
                                 read.ok() ? "it is of another turn" : read.error().message));
    } else {
      step = std::move(read).value();
    }
  }
  out.findings.push_back(not_checked(FindingCode::lost, entry.turn, "not recorded: " + entry.why));
  known_->add_lost(entry.turn, entry.attempt, entry.request, step);
  DrawnLine draw{DrawnLine::Kind::lost, entry.turn};
  if (const KnownAttempt* const newest = known_->newest(entry.turn - 1))
    draw.reply = reply_of(newest->turn, newest->attempt);
  if (step) keep_reply(entry.turn, entry.attempt, std::move(step->reply));
  out.draw = std::move(draw);
}

void RunFold::keyframe(const KeyframeEntry& entry, const LoadedLine& line, FoldedLine& out) {
  if (!may_have_keyframe_)
    out.findings.push_back(
        wrong_line(line.line, "a keyframe comes only after a resumption or a lost turn"));
  const bool is_named = entry.files.size() == 2 &&
                        entry.files[0].name == keyframe_file(entry.turn, "png") &&
                        entry.files[1].name == keyframe_file(entry.turn, "json");
  if (!is_named) {
    out.findings.push_back(wrong_line(line.line, "it does not list the files of its keyframe"));
  } else if (line.files[0] && line.files[1]) {
    DrawnLine draw{DrawnLine::Kind::keyframe, entry.turn};
    draw.picture = line.files[0];
    draw.state = *line.files[1];
    out.draw = std::move(draw);
  }
}

// A line's texts are shortened for display: compare the reason.
void RunFold::end(const EndEntry& entry, FoldedLine& out) const {
  const std::string got =
      entry.finish ? std::string(finish_reason_name(entry.finish->reason)) : "null";
  const LoggedAttempt* const last = story_.chosen(story_.last_turn());
  const bool is_closing_lost = last != nullptr && last->lost;
  const bool is_imported = story_.facts().imported.has_value();  // the reason is the file's
  if (finished_) {
    const std::string_view expected = finish_reason_name(finished_->reason);
    if (got != expected)
      out.findings.push_back(differs(FindingCode::log, 0, kRunLog, "end.reason", expected, got));
  } else if (entry.finish && has_closing_turn(entry.finish->reason) && !is_closing_lost &&
             !is_imported) {
    out.findings.push_back(bad(FindingCode::log, 0, kRunLog, "end.reason",
                               got + ", but no turn before it finished the run"));
  }
}

FoldedLine RunFold::take(LoadedLine line) {
  FoldedLine out;
  out.findings = std::move(line.findings);
  check_place(line, out);
  const RunEntry& now = line.line.entry;
  if (std::holds_alternative<AttemptEntry>(now) || std::holds_alternative<EndEntry>(now))
    may_have_keyframe_ = false;
  std::visit(
      Overload{
          [&](const BeginEntry& entry) { begin(entry, line, out); },
          [&](const SettingsEntry& entry) { set_settings(entry.turn, entry.in_force, line, out); },
          [&](const SystemEntry& entry) { system_[entry.change.turn] = entry.change.sha256; },
          [&](const NoteEntry& entry) { notes_[entry.turn].push_back(entry.sha256); },
          [&](const RestartEntry&) {}, [&](const ResumedEntry& entry) { resume(entry, line, out); },
          [&](const WarningEntry&) {}, [&](const AttemptEntry&) { attempt(*line.attempt, out); },
          [&](const LostEntry& entry) { lost(entry, line, out); },
          [&](const KeyframeEntry& entry) { keyframe(entry, line, out); },
          [&](const PersonEntry&) {}, [&](const EndEntry& entry) { end(entry, out); }},
      line.line.entry);
  if (std::holds_alternative<ResumedEntry>(now) || std::holds_alternative<LostEntry>(now))
    may_have_keyframe_ = true;
  story_.take(line.line);
  if (to_line(line.line) != line.text)
    out.findings.push_back(
        line.same_version
            ? wrong_line(line.line, "it differs from what FRANZ writes")
            : not_checked(FindingCode::version, 0,
                          "another version of FRANZ wrote lines of the log: what this one does not "
                          "know in them was not checked"));
  return out;
}

std::vector<Finding> RunFold::finish() const {
  if (!story_.begun() || story_.facts().ended) return {};
  return {
      not_checked(FindingCode::not_ended, 0,
                  "the log has no end: the run is still going, was killed, or lines were removed")};
}
}  // namespace franz::proxy
