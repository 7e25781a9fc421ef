#include "common/run/run_story.h"
#include <algorithm>
#include <utility>
#include "common/base/overload.h"

namespace franz {
static void add_change(RunFacts& facts, const std::string& time, std::string text) {
  if (text.empty()) return;
  if (facts.changes.size() >= kMaxChanges) facts.changes.erase(facts.changes.begin());
  facts.changes.push_back({time, std::move(text)});
}

void take(RunFacts& facts, const RunLine& line) {
  facts.ended = false;
  std::visit(
      Overload{[&](const BeginEntry& begin) {
                 if (facts.begun()) {
                   facts.origin = facts.run;
                   facts.origin_at = facts.last_turn;
                   add_change(
                       facts, line.time,
                       "forked from " + facts.name + " at turn " + std::to_string(facts.last_turn));
                 }
                 facts.run = begin.run;
                 facts.name = begin.name;
                 facts.started = line.time;
                 facts.version = begin.version;
                 facts.profile = begin.profile;
                 facts.made_by = begin.made_by;
                 if (begin.imported) facts.imported = begin.imported;  // an import stays one
                 facts.addresses = begin.addresses;
                 facts.in_force = begin.in_force;
                 facts.restarts = 0;
                 facts.finish.reset();
               },
               [&](const SettingsEntry& settings) {
                 facts.in_force = settings.in_force;
                 add_change(facts, line.time, settings.text);
               },
               [&](const SystemEntry& system) {
                 add_change(facts, line.time,
                            "turn " + std::to_string(system.change.turn) +
                                ": the system message (" + system.change.cause + ")");
               },
               [&](const NoteEntry& note) {
                 add_change(facts, line.time,
                            "turn " + std::to_string(note.turn) + ": a note of the operator");
               },
               [&](const RestartEntry& restart) {
                 ++facts.restarts;
                 add_change(facts, line.time, restart.text);
               },
               [&](const ResumedEntry& resumed) {
                 facts.version = resumed.version;
                 facts.addresses = resumed.addresses;
                 facts.in_force = resumed.in_force;
                 facts.finish.reset();
                 add_change(facts, line.time, resumed.text);
               },
               [&](const WarningEntry& warning) { add_change(facts, line.time, warning.text); },
               [&](const AttemptEntry& attempt) {
                 facts.last_turn = std::max(facts.last_turn, attempt.turn);
               },
               [&](const LostEntry& lost) {
                 facts.last_turn = std::max(facts.last_turn, lost.turn);
                 facts.lost_turns.add(lost.turn);
               },
               [](const KeyframeEntry&) {},
               [&](const PersonEntry& person) { add_change(facts, line.time, person.text); },
               [&](const EndEntry& end) {
                 facts.finish = end.finish;
                 facts.ended = true;
               }},
      line.entry);
}

std::string why_not_continued(const RunFacts& facts) {
  if (facts.imported) return "it was imported from " + facts.imported->file.name;
  if (facts.made_by.empty()) return "";
  return "it is a record of calls that " + facts.made_by + " made for a client";
}

void RunStory::add(LoggedAttempt attempt) {
  std::vector<LoggedAttempt>& all = turns_[attempt.turn];
  by_request_.add(attempt.request, attempt.turn, all.size());
  all.push_back(std::move(attempt));
}

void RunStory::take(const RunLine& line) {
  franz::take(facts_, line);
  std::visit(Overload{[&](const AttemptEntry& entry) {
                        LoggedAttempt attempt;
                        attempt.turn = entry.turn;
                        attempt.attempt = entry.attempt;
                        attempt.request = entry.request;
                        attempt.after = entry.after;
                        attempt.delivered = entry.delivered;
                        attempt.usable = entry.usable;
                        attempt.closing = !entry.row.finished.empty();
                        attempt.row = entry.row;
                        add(std::move(attempt));
                      },
                      [&](const LostEntry& entry) {
                        LoggedAttempt lost;
                        lost.turn = lost.row.turn = entry.turn;
                        lost.attempt = lost.row.attempt = entry.attempt;
                        lost.request = entry.request;
                        lost.lost = true;
                        lost.has_reply = entry.file.has_value();
                        if (!entry.file) drawing_unknown_ = true;
                        add(std::move(lost));
                      },
                      [&](const KeyframeEntry&) { drawing_unknown_ = false; }, [](const auto&) {}},
             line.entry);
}

const std::vector<LoggedAttempt>* RunStory::attempts(int turn) const {
  const auto found = turns_.find(turn);
  return found == turns_.end() ? nullptr : &found->second;
}

int RunStory::count_attempts(int turn) const {
  const std::vector<LoggedAttempt>* const all = attempts(turn);
  int highest = 0;
  if (all != nullptr)
    for (const LoggedAttempt& each : *all) highest = std::max(highest, each.attempt);
  return highest;
}

const LoggedAttempt* RunStory::find(const std::string& request) const {
  const std::optional<AttemptPlace> found = by_request_.find(request);
  return found ? &turns_.at(found->turn)[found->at] : nullptr;
}

static bool has_reply(const LoggedAttempt& attempt) {
  return attempt.lost ? attempt.has_reply : attempt.delivered && attempt.usable;
}

static const LoggedAttempt* newest_with_reply(const std::vector<LoggedAttempt>& attempts) {
  const auto found = std::find_if(attempts.rbegin(), attempts.rend(), has_reply);
  return found == attempts.rend() ? nullptr : &*found;
}

// The next turn continues from the attempt that its own newest attempt names.
const LoggedAttempt* RunStory::chosen(int turn) const {
  const std::vector<LoggedAttempt>* const all = attempts(turn);
  if (all == nullptr) return nullptr;
  if (const std::vector<LoggedAttempt>* const later = attempts(turn + 1))
    for (auto each = later->rbegin(); each != later->rend(); ++each)
      if (const LoggedAttempt* const before = find(each->after);
          before != nullptr && before->turn == turn)
        return before;
  const LoggedAttempt* const newest = newest_with_reply(*all);
  return newest != nullptr ? newest : &all->back();
}

const LoggedAttempt* RunStory::shown(int turn) const {
  const LoggedAttempt* const best = chosen(turn);
  if (best == nullptr || !best->lost) return best;
  const std::vector<LoggedAttempt>& all = *attempts(turn);
  const auto found =
      std::find_if(all.rbegin(), all.rend(), [](const LoggedAttempt& each) { return !each.lost; });
  return found == all.rend() ? nullptr : &*found;
}

const LoggedAttempt* RunStory::newest_reply() const {
  for (auto turn = turns_.rbegin(); turn != turns_.rend(); ++turn)
    if (const LoggedAttempt* const newest = newest_with_reply(turn->second)) return newest;
  return nullptr;
}
}  // namespace franz
