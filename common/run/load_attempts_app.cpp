#include "common/run/load_attempts_app.h"
#include <algorithm>
#include <utility>
#include <variant>
#include "common/run/run_log_app.h"

namespace franz {
static Status load_attempt(const RunDir& dir, const LoggedAttempt& logged, bool with_record,
                           KnownAttempts& known) {
  if (logged.lost) {
    std::optional<Step> step;
    if (logged.has_reply) {
      Result<Step> read = read_lost_step(dir, logged.turn, logged.attempt);
      if (!read.ok()) return read.error();
      step = std::move(read).value();
    }
    known.add_lost(logged.turn, logged.attempt, logged.request, step);
    return Done{};
  }
  if (!with_record) {
    known.add(KnownAttempt{logged.turn, logged.attempt, logged.request, logged.after,
                           logged.delivered && logged.usable});
    return Done{};
  }
  const Result<TurnRecord> record = read_turn_record(dir, logged.turn, logged.attempt);
  if (!record.ok()) return record.error();
  known.add(record.value(), logged.delivered, logged.usable);
  return Done{};
}

Result<LoadedAttempts> load_attempts(const std::string& folder, const RunStory& story,
                                     const Memory* memory) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return dir.error();
  LoadedAttempts loaded{KnownAttempts(memory), {}, 0};
  const LoggedAttempt* const newest = story.newest_reply();
  const int first = newest == nullptr ? 1 : newest->turn - KnownAttempts::kRememberedTurns + 1;
  for (const auto& [turn, attempts] : story.turns())
    for (const LoggedAttempt& each : attempts) {
      const bool with_record = loaded.known.needs_all_steps() || turn >= first;
      const Status read = load_attempt(dir.value(), each, with_record, loaded.known);
      if (!read.ok()) return read.error();
    }
  RunLogReader log;
  const Status read = log.read(dir.value(), [&](const ReadRunLine& each) {
    if (const auto* const note = std::get_if<NoteEntry>(&each.line.entry))
      for (const int number : note->numbers) loaded.last_note = std::max(loaded.last_note, number);
    const auto* const attempt = std::get_if<AttemptEntry>(&each.line.entry);
    if (attempt == nullptr) return true;
    for (const LoggedFile& file : attempt->files)
      if (place_of(file.name).kind == RunFilePlace::Kind::picture)
        loaded.pictures[file.sha256] = file.name;
    return true;
  });
  if (!read.ok()) return read.error();
  return loaded;
}
}  // namespace franz
