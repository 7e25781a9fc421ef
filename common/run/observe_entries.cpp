#include <algorithm>
#include <cstdlib>
#include <utility>
#include "common/base/base64.h"
#include "common/base/sha256.h"
#include "common/run/lost_reply.h"
#include "common/run/observe.h"
#include "common/run/observe_parts.h"
#include "common/run/run_files.h"

namespace franz {
// ---- Events of the loop

std::vector<Observed> Observe::loop(const LoopEvent& event, double now_ms) {
  Outputs out;
  switch (event.kind) {
    case LoopEvent::Kind::turn_started: turn_started(event, now_ms); break;
    case LoopEvent::Kind::turn_acted: turn_acted(event, now_ms, out); break;
    case LoopEvent::Kind::turn_closed: turn_closed(event, now_ms, out); break;
    case LoopEvent::Kind::turn_finished: turn_finished(event.turn, now_ms, out); break;
    case LoopEvent::Kind::approval: asked(event, out); break;
    case LoopEvent::Kind::state:
      if (event.state == "paused") keep_reported(event.turn);
      person(event, now_ms, out);
      break;
    case LoopEvent::Kind::config: changed(event, now_ms, out); break;
    case LoopEvent::Kind::warning:
      out.emplace_back(EntryMade{now_ms, WarningEntry{event.text}});
      break;
    case LoopEvent::Kind::finished: break;
  }
  return out;
}

static constexpr int kRememberedTurns = 4;  // before and after the current one

// Forgets turns that are far from the current one.
void Observe::forget_far(int number) {
  std::erase_if(turns_, [number](const auto& each) {
    return std::abs(each.first - number) > kRememberedTurns && !each.second.lost_at_ms;
  });
}

void Observe::turn_started(const LoopEvent& event, double now_ms) {
  forget_far(event.turn);
  Turn& turn = turns_[event.turn];
  Turn begun;
  begun.attempts = turn.attempts;
  begun.plan = std::move(turn.plan);  // the approval was asked before the turn began
  begun.plan_file = std::move(turn.plan_file);
  turn = std::move(begun);
  turn.reported.in = event.executor_in;
  turn.started_ms = now_ms;
}

void Observe::turn_acted(const LoopEvent& event, double now_ms, Outputs& out) {
  Turn& turn = turns_[event.turn];
  turn.reported.out = event.executor_out;
  turn.reported.degraded = event.degraded;
  turn.reported.note = event.note;
  turn.reported.memory = event.memory;
  turn.reported.approval = event.approval;
  turn.acted_ms = now_ms;
  turn.acted = true;
  turn.notes = event.notes;
  if (event.note)
    out.emplace_back(
        EntryMade{now_ms, NoteEntry{event.turn, event.notes, sha256_hex(*event.note)}});
  release_ready(now_ms, out);
  for (auto& [id, open] : open_)
    if (open.seen.turn == event.turn && !open.said) open_if_known(open, out);
}

// The picture shown for the approval becomes a file of the turn's next attempt.
void Observe::asked(const LoopEvent& event, Outputs& out) {
  ApprovalAsked about{event.plan, event.plan_sha256, event.until, nullptr};
  if (auto png = base64_decode(event.screenshot_b64); png.ok() && !png.value().empty()) {
    about.picture = std::make_shared<const std::string>(std::move(png).value());
    turns_[event.turn].plan = about.picture;
  }
  out.emplace_back(std::move(about));
}

void Observe::changed(const LoopEvent& event, double now_ms, Outputs& out) {
  const bool differs = event.settings != options_.settings;
  options_.settings = event.settings;
  if (!event.sources.empty()) options_.sources = event.sources;
  std::vector<std::string> texts = event.changes;
  if (texts.empty() && differs) texts.emplace_back("the settings of the orchestrator");
  for (std::string& text : texts)
    out.emplace_back(EntryMade{
        now_ms, SettingsEntry{event.turn, std::move(text), {options_.settings, options_.sources}}});
  if (event.system) out.emplace_back(EntryMade{now_ms, SystemEntry{*event.system}});
}

// A paused loop has given up a request whose exchange may still be open at the server's end. When
// the turn begins again, it reports other events.
void Observe::keep_reported(int number) {
  for (auto& [id, open] : open_)
    if (!open.said && open.seen.turn == number && turns_[number].acted) open.said = turns_[number];
}

void Observe::person(const LoopEvent& event, double now_ms, Outputs& out) {
  if (event.cause == PauseCause::page) return;  // Recorder::person() reports that, with counts
  const bool has_it = event.cause == PauseCause::takeover || event.cause == PauseCause::panic;
  if (has_it == std::exchange(person_has_it_, has_it)) return;
  PersonEntry entry;
  entry.took_over = has_it;
  entry.text = has_it || event.state == "paused" ? event.why : "the run goes on";
  out.emplace_back(EntryMade{now_ms, std::move(entry)});
}

// ---- Lost attempts

void Observe::settle(int number, Outputs& out) {
  Turn& turn = turns_[number];
  turn.settled = true;
  turn.lost_at_ms.reset();
  if (!turn.notes.empty()) out.emplace_back(NotesTaken{std::exchange(turn.notes, {})});
}

void Observe::lose(int number, const MissedAttempt& missed, double now_ms, Outputs& out) {
  Turn& turn = turns_[number];
  turn.attempts = std::max(turn.attempts, known_.count(number)) + 1;
  LostEntry lost{number, turn.attempts, missed.request, missed.why};
  std::vector<MadeFile> files;
  std::optional<Step> step;
  const std::optional<LoopState> state = options_.state ? options_.state() : std::nullopt;
  const bool has_reply = state && state->reply && state->turn == number &&
                         !state->request.empty() && known_.find(state->request) == nullptr &&
                         (lost.request.empty() || lost.request == state->request);
  if (has_reply) {
    LostReply reply = lost_reply(number, turn.attempts, *state);
    lost.request = state->request;
    lost.file = reply.file;
    files.push_back({reply.file.name, reply.bytes});
    step = std::move(reply.step);
  }
  known_.add_lost(number, turn.attempts, lost.request, step);
  out.emplace_back(EntryMade{now_ms, std::move(lost), std::move(files)});
  settle(number, out);
}

void Observe::lose_missed(int number, double now_ms, Outputs& out) {
  const auto found = turns_.find(number);
  if (found == turns_.end() || !found->second.missed) return;
  const MissedAttempt missed = *std::exchange(found->second.missed, std::nullopt);
  lose(number, missed, now_ms, out);
}

void Observe::lost(int turn, int attempt) {
  known_.lose(turn, attempt);
  const auto is_lost = [&](const std::string& file) {
    const RunFilePlace place = place_of(file);
    return place.turn == turn && place.attempt == attempt;
  };
  std::erase_if(pictures_, [&](const auto& each) { return is_lost(each.second); });
  const auto found = turns_.find(turn);
  if (found == turns_.end()) return;
  std::optional<LoggedFile>& plan = found->second.plan_file;
  if (plan && is_lost(plan->name)) plan.reset();
}

void Observe::turn_finished(int number, double now_ms, Outputs& out) {
  release_ready(now_ms, out);
  Turn& turn = turns_[number];
  if (known_.newest(number) != nullptr) turn.settled = true;
  if (turn.settled) return settle(number, out);
  if (turn.missed) return lose_missed(number, now_ms, out);
  turn.lost_at_ms = now_ms + options_.patience_ms;
}

void Observe::lose_overdue(double now_ms, Outputs& out) {
  for (auto& [number, turn] : turns_) {
    if (!turn.lost_at_ms || now_ms < *turn.lost_at_ms) continue;
    // The transport of a complete reply may still be open.
    const bool waits = std::ranges::any_of(open_, [number = number](const auto& each) {
      return each.second.seen.turn == number && !each.second.said && each.second.reply.reply();
    });
    if (waits) {
      turn.lost_at_ms = now_ms + options_.patience_ms;
    } else if (turn.missed) {
      lose_missed(number, now_ms, out);
    } else {
      lose(number, {"", "its exchange with the model was not observed completely"}, now_ms, out);
    }
  }
}

// ---- Entries

// The turn that finishes the run sends nothing: its record is made of events alone.
void Observe::turn_closed(const LoopEvent& event, double now_ms, Outputs& out) {
  // An orchestrator that was killed after closing the run is restarted and closes it again.
  if (std::exchange(closed_, event.turn) == event.turn) return;
  for (Ready& ready : ready_) ready.deadline_ms = now_ms;
  release_ready(now_ms, out);
  Turn& turn = turns_[event.turn];
  turn.attempts = std::max(turn.attempts, known_.count(event.turn)) + 1;
  ClosingRecord made = closing_record(event, turn.attempts, turn.reported, utc_text(now_ms));
  Written written;
  written.record = std::move(made.record);
  add_reported(written.record, turn.reported);
  if (turn.started_ms && turn.acted_ms)
    written.record.executor_ms = *turn.acted_ms - *turn.started_ms;
  if (turn.started_ms) written.record.turn_ms = now_ms - *turn.started_ms;
  written.picture = std::move(made.picture);
  written.plan = turn.plan;
  written.entry.witness = options_.witness;
  written.time_ms = now_ms;
  write(std::move(written), out);
  settle(event.turn, out);
}

std::vector<Observed> Observe::called(const RecordedCall& call, double now_ms) {
  Outputs out;
  Written written;
  TurnRecord& record = written.record = called_record(call, utc_text(now_ms - call.turn_ms));
  record.executor_ms = call.executor_ms;
  record.turn_ms = call.turn_ms;
  if (call.picture) written.picture = add_picture(record, *call.picture);
  if (call.approval) written.plan = call.plan;
  written.entry.witness = Witness::client;
  written.entry.delivered = written.entry.usable = true;
  written.time_ms = now_ms;
  write(std::move(written), out);
  return out;
}

// Cuts the pictures that are files of the run from a request.
static void cut_pictures(MadeFile& request, TurnRecord& record,
                         const std::map<std::string, std::string>& pictures) {
  PictureCuts cuts = find_cuts(*request.bytes, [&](const std::string& picture) {
    const auto found = pictures.find(sha256_hex(picture));
    return found == pictures.end() ? std::nullopt : std::optional(found->second);
  });
  if (cuts.cuts.empty()) return;
  request.bytes = std::make_shared<const std::string>(without_cuts(*request.bytes, cuts));
  record.cuts = std::move(cuts);
}

void Observe::write(Written written, Outputs& out) {
  TurnRecord& record = written.record;
  AttemptEntry& entry = written.entry;
  entry.turn = record.turn;
  entry.attempt = record.attempt;
  std::vector<MadeFile> made{{}};  // the record is the first
  if (written.picture) {
    // A later attempt with the same picture names the file of the first.
    std::string& file = pictures_[record.picture->sha256];
    if (place_of(file).turn == record.turn) {
      record.picture->file = file;
      entry.files.push_back({file, record.picture->bytes, record.picture->sha256});
    } else {
      file = record.picture->file;
      made.push_back({file, written.picture});
    }
  }
  if (written.plan) {
    // The same applies to the picture of the approval.
    std::optional<LoggedFile>& file = turns_[record.turn].plan_file;
    LoggedFile plan = logged_file(plan_file(record.turn, record.attempt), *written.plan);
    if (file && file->sha256 == plan.sha256) {
      entry.files.push_back(*file);
    } else {
      made.push_back({plan.name, written.plan});
      file = std::move(plan);
    }
  }
  for (MadeFile& file : written.messages) {
    if (file.bytes && place_of(file.name).kind == RunFilePlace::Kind::request)
      cut_pictures(file, record, pictures_);
    made.push_back(std::move(file));
  }
  TurnRecorded shown;
  shown.record = std::make_shared<const std::string>(to_json(record));
  made.front() = {record_file(record.turn, record.attempt), shown.record};
  shown.picture = written.picture;
  shown.note = record.note;
  const ActedSummary acted = summarise_executor_out(record.executor_out);
  entry.row = shown.row = row_of(record, acted);
  shown.error = acted.error;
  const bool counts = entry.delivered && entry.usable;
  shown.is_story = counts || record.finish.has_value();
  std::vector<LoggedFile> listed;
  for (const MadeFile& file : made)  // the writer knows the length of a spilled file
    listed.push_back(file.bytes ? logged_file(file.name, *file.bytes)
                                : LoggedFile{file.name, 0, ""});
  entry.files.insert(entry.files.begin(), listed.begin(), listed.end());
  known_.add(record, entry.delivered, entry.usable);
  const int number = record.turn;
  out.emplace_back(EntryMade{written.time_ms, std::move(entry), std::move(made), std::move(shown)});
  if (counts) settle(number, out);
}
}  // namespace franz
