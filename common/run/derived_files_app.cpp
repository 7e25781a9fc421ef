#include "common/run/derived_files_app.h"
#include <algorithm>
#include <set>
#include <utility>
#include "common/base/sha256.h"
#include "common/os/folder.h"
#include "common/run/run_files.h"
#include "common/run/run_log_app.h"

namespace franz {
std::string sums_line(const LoggedFile& file) { return file.sha256 + "  " + file.name + "\n"; }

Status each_batch_piece(const RunDir& dir, const RunStory& story, int first, int last,
                        const std::function<Status(std::string_view piece)>& on_piece) {
  Status done = on_piece("[");
  bool is_first = true;
  for (int turn = first; done.ok() && turn <= last; ++turn) {
    const LoggedAttempt* const chosen = story.chosen(turn);
    if (chosen == nullptr || chosen->lost) continue;
    const Result<std::string> record = dir.read(record_file(turn, chosen->attempt));
    if (!record.ok() && record.error().code == ErrorCode::missing) continue;
    if (!record.ok()) return record.error();
    if (!std::exchange(is_first, false)) done = on_piece(",\n");
    if (done.ok()) done = on_piece(record.value());
  }
  return done.ok() ? on_piece("]\n") : done;
}

// Batches that begin with the same turn but end elsewhere were written when the run ended earlier.
static Status remove_other_batches(const Folder& folder, int first, int last) {
  for (int each = first; each < first + kBatchTurns; ++each) {
    if (each == last) continue;
    if (Status removed = folder.remove(batch_file(first, each)); !removed.ok()) return removed;
  }
  return Done{};
}

Result<LoggedFile> write_batch(const RunDir& dir, const RunStory& story, int first, int last) {
  const Folder& folder = dir.folder();
  const std::string name = batch_file(first, last), temporary = name + ".tmp";
  LoggedFile batch{name, 0, ""};
  Sha256 digest;
  Status done = folder.remove(temporary);
  if (done.ok())
    done = each_batch_piece(dir, story, first, last, [&](std::string_view piece) {
      batch.bytes += piece.size();
      digest.update(piece);
      return folder.append(temporary, piece);
    });
  if (done.ok()) done = folder.sync(temporary);
  if (done.ok()) done = folder.rename(temporary, name);
  if (done.ok()) done = folder.sync(name);
  if (done.ok()) done = remove_other_batches(folder, first, last);
  if (!done.ok()) return done.error();
  batch.sha256 = digest.finish();
  return batch;
}

// Digests the bytes on the disk: everything that the seal covers is synced first.
static Result<LoggedFile> digest_of(const RunDir& dir, const std::string& name) {
  if (Status synced = dir.folder().sync(name); !synced.ok()) return synced.error();
  const std::optional<FileStamp> stamp = dir.folder().stamp(name);
  Result<std::string> sha256 = dir.digest(name);
  if (!sha256.ok()) return sha256.error();
  return LoggedFile{name, stamp ? stamp->bytes : 0, std::move(sha256).value()};
}

// Lists logs, state and canvas as they are now. Removes temporary files of killed programs.
static Result<std::vector<LoggedFile>> working_files(const RunDir& dir) {
  const Result<std::vector<FolderEntry>> entries = dir.folder().list();
  if (!entries.ok()) return entries.error();
  std::vector<LoggedFile> files;
  for (const FolderEntry& entry : entries.value()) {
    if (entry.kind != EntryKind::file) continue;
    if (is_leftover(entry.name)) {
      if (Status removed = dir.folder().remove(entry.name); !removed.ok()) return removed.error();
      continue;
    }
    if (place_of(entry.name).kind != RunFilePlace::Kind::growing) continue;
    Result<LoggedFile> file = digest_of(dir, entry.name);
    if (!file.ok() && file.error().code == ErrorCode::missing) continue;  // removed meanwhile
    if (!file.ok()) return file.error();
    files.push_back(std::move(file).value());
    if (files.size() + 1 == kMaxListedFiles) break;
  }
  return files;
}

Result<std::vector<LoggedFile>> write_derived_files(const RunDir& dir, const RunStory& story,
                                                    const std::function<void()>& on_step) {
  std::string sums;
  std::set<std::string, std::less<>> listed;
  RunLogReader log;
  const Status read = log.read(dir, [&](const ReadRunLine& line) {
    if (std::holds_alternative<EndEntry>(line.line.entry)) return true;
    for (const LoggedFile& file : files_of(line.line.entry))
      if (listed.insert(file.name).second) sums += sums_line(file);
    return true;
  });
  if (!read.ok()) return read.error();
  for (int first = 1; first <= story.last_turn(); first += kBatchTurns) {
    const int last = std::min(first + kBatchTurns - 1, story.last_turn());
    const std::string name = batch_file(first, last);
    const bool is_over = last < story.last_turn() && dir.folder().has_file(name);
    Result<LoggedFile> batch =
        is_over ? digest_of(dir, name) : write_batch(dir, story, first, last);
    if (!batch.ok()) return batch.error();
    sums += sums_line(batch.value());
    on_step();
  }
  Result<std::vector<LoggedFile>> working = working_files(dir);
  if (!working.ok()) return working.error();
  for (const LoggedFile& file : working.value()) sums += sums_line(file);
  if (Status written = dir.folder().replace(kSumsFile, sums, Durability::synced); !written.ok())
    return written.error();
  std::vector<LoggedFile> files = {logged_file(kSumsFile, sums)};
  files.insert(files.end(), working.value().begin(), working.value().end());
  return files;
}
}  // namespace franz
