#include "common/run/run_writer_app.h"
#include <algorithm>
#include <optional>
#include <utility>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/log_rotation_app.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_file_set.h"
#include "common/run/run_state_app.h"
#include "common/run/sums_rewrite_app.h"

namespace franz {
static constexpr std::size_t kAllHeld = 2UL << 20U;  // bytes of all streams in memory

Status RunWriter::perform(const RunJob& job) {
  if (Status opened = open_folder(); !opened.ok()) return opened;
  return write(job);
}

// It may not have been made yet, or was moved away or removed while we ran: it is made again, and
// run.json in it, for without that it is no run.
Status RunWriter::open_folder() {
  if (dir_ && folder().is_still_there()) return Done{};
  dir_.reset();
  Result<Folder> made = Folder::make(path_);
  if (!made.ok()) return made.error();
  dir_.emplace(std::move(made).value());
  log_bytes_.clear();
  if (!run_json_.bytes) return Done{};
  Status known = write_file(run_json_);
  if (!known.ok()) dir_.reset();
  return known;
}

Status RunWriter::write(const RunJob& job) {
  if (const auto* file = std::get_if<SaveFile>(&job)) return write_file(*file);
  if (const auto* piece = std::get_if<StreamPiece>(&job)) return write_piece(*piece);
  if (const auto* end = std::get_if<StreamEnd>(&job)) return end_stream(*end);
  if (const auto* line = std::get_if<AppendLine>(&job)) return write_line(*line);
  if (const auto* batch = std::get_if<SaveBatch>(&job)) return write_batch(*batch);
  if (const auto* finished = std::get_if<TurnsFinished>(&job)) return finish(finished->turn);
  if (const auto* forgotten = std::get_if<ForgetFiles>(&job)) return forget(forgotten->names);
  if (const auto* broken = std::get_if<StreamBroken>(&job)) stream(broken->stream).file.break_off();
  if (const auto* runs = std::get_if<RemoveRuns>(&job)) remove_now(runs->folders);
  return Done{};
}

// No failure: this run must not wait, unrecorded, for an old one that nobody can remove.
void RunWriter::remove_now(const std::vector<std::string>& folders) const {
  for (const std::string& folder : folders) {
    const Result<Folder> opened = Folder::open(folder);
    if (opened.ok() && is_being_written(opened.value())) continue;  // resumed since it was chosen
    const Status removed = remove_folder(folder);
    if (!removed.ok() && warning_)
      warning_("[proxy] keep_runs: an old run could not be removed: " + removed.error().message);
  }
}

// By the pictures that are there: the turn's own, and those of earlier turns that it sent again.
Status RunWriter::cut_requests(int turn) {
  std::vector<std::string> requests;
  for (const auto& [name, digest] : open_[turn])
    if (place_of(name).kind == RunFilePlace::Kind::request) requests.push_back(name);
  for (const std::string& request : requests)
    for (Sum& sum : cutter_.cut(*dir_, request))
      if (Status done = written(turn, std::move(sum)); !done.ok()) return done;
  return Done{};
}

// Requests that hold it are cut by it; those that were cut by another of its name first become
// whole.
Status RunWriter::replace_picture(const SaveFile& file) {
  const int turn = *turn_of_file(file.name);
  const Result<std::string> before = dir_->digest(file.name);
  if (before.ok() && before.value() != sha256_hex(*file.bytes)) {
    const auto warn = [this](const std::string& text) {
      if (warning_) warning_(text);
    };
    const auto unlist = [this](const std::string& name) { return before_again(name); };
    const auto list = [this](const Sum& sum) { return written(*turn_of_file(sum.name), sum); };
    if (Status done = cutter_.restore(*dir_, file.name, unlist, list, warn); !done.ok())
      return done;
  }
  if (Status done = before_again(file.name); !done.ok()) return done;
  if (Status done = replace_run_file(folder(), file.name, *file.bytes, Durability::buffered);
      !done.ok())
    return done;
  const std::string sha256 = sha256_hex(*file.bytes);
  if (Status done = written(turn, {sha256, file.name}); !done.ok()) return done;
  cutter_.know(file.name, sha256);
  return cut_requests(turn);
}

// Those that join an older record of the turn. Each goes before the record does, and its line
// before it: at no point of a kill one says something else than the records.
Status RunWriter::remove_batches_of(int turn) {
  if (turn > batched_) return Done{};
  const int first = first_of_batch(turn), end = first + kBatchTurns;
  const std::string full = batch_file(first, end - 1);
  if (folder().has_file(full))
    if (Status done = unlist(end - 1, full); !done.ok()) return done;
  for (int last = turn; last < end; ++last)
    if (Status removed = folder().remove(batch_file(first, last)); !removed.ok()) return removed;
  return Done{};
}

Status RunWriter::write_file(const SaveFile& file) {
  const RunFilePlace place = place_of(file.name);
  if (place.kind == RunFilePlace::Kind::picture) return replace_picture(file);
  if (place.kind == RunFilePlace::Kind::record)
    if (Status removed = remove_batches_of(place.turn); !removed.ok()) return removed;
  if (Status done = before_again(file.name); !done.ok()) return done;
  if (Status done = replace_run_file(folder(), file.name, *file.bytes, Durability::buffered);
      !done.ok())
    return done;
  if (file.name == kRunFile) run_json_ = file;
  const std::optional<int> turn = turn_of_file(file.name);
  if (!turn) return Done{};
  if (Status done = written(*turn, {sha256_hex(*file.bytes), file.name}); !done.ok()) return done;
  // A turn without a picture of its own may have sent older ones.
  return place.kind == RunFilePlace::Kind::record ? cut_requests(*turn) : Done{};
}

Status RunWriter::write_batch(const SaveBatch& batch) {
  const std::string name = batch_file(batch.first, batch.last);
  GrowingFile array(name + ".tmp");
  // One record after the other: fifteen long stories are not held at once.
  Status done = array.add(folder(), "[");
  for (int turn = batch.first; done.ok() && turn <= batch.last; ++turn) {
    const Result<std::string> record = dir_->read(record_file(turn));
    if (!record.ok()) continue;  // a turn that was never recorded
    if (array.size() > 1) done = array.add(folder(), ",\n");
    if (done.ok()) done = array.add(folder(), record.value());
  }
  if (done.ok()) done = array.add(folder(), "]\n");
  if (done.ok()) done = array.name(folder(), name, Durability::buffered);
  if (array.is_broken()) done = Error{join_path(path_, name) + ": it was removed"};
  if (!done.ok()) return done;
  // To look for its line takes longer with every turn, and a new one has none yet.
  const bool may_be_listed = batch.last <= batched_;
  batched_ = std::max(batched_, batch.last);
  // Another one, left at a clean end before the run was resumed, is superseded. It can have few
  // names; to list the folder for it would take longer with every turn.
  for (int last = batch.first; last < batch.first + kBatchTurns; ++last) {
    if (last == batch.last) continue;
    Status removed = folder().remove(batch_file(batch.first, last));
    if (!removed.ok()) return removed;
  }
  if (!is_full_batch(name)) return done;
  const Sum sum{array.digest(), name};
  const bool is_late = batch.last <= finished_;
  return is_late && !may_be_listed ? append_sums({sum}) : written(batch.last, sum);
}

// ---- Files that grow

RunWriter::Stream& RunWriter::stream(const std::string& name) {
  return streams_.try_emplace(name, Stream{GrowingFile(name + ".tmp"), ""}).first->second;
}

Status RunWriter::write_piece(const StreamPiece& piece) {
  std::size_t held = 0;
  for (const auto& [name, each] : streams_) held += each.file.held();
  return stream(piece.stream).file.add(folder(), *piece.bytes, held <= kAllHeld);
}

Status RunWriter::end_stream(const StreamEnd& end) {
  const auto found = streams_.find(end.stream);
  if (found == streams_.end()) return Done{};
  auto& [file, named] = found->second;
  if (!end.name.empty() && !file.is_broken() && named.empty()) {
    if (Status done = file.name(folder(), end.name, Durability::buffered); !done.ok()) return done;
    if (!file.is_broken()) named = end.name;
  }
  if (!named.empty()) {
    if (const std::optional<int> turn = turn_of_file(end.name)) {
      if (Status done = written(*turn, {file.digest(), end.name}); !done.ok()) return done;
    }
  } else {
    if (Status removed = file.remove(folder()); !removed.ok()) return removed;
    if (!end.name.empty()) broken_.push_back(end.name);
  }
  streams_.erase(found);
  return Done{};
}

std::vector<std::string> RunWriter::take_broken() { return std::exchange(broken_, {}); }

Status RunWriter::forget(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    files.push_back(name);
    // Last: a request that was cut is no more than what it lists.
    if (place_of(name).kind == RunFilePlace::Kind::request) files.push_back(cuts_file_of(name));
  }
  for (const std::string& name : files) {
    if (Status removed = folder().remove(name); !removed.ok()) return removed;
    if (const std::optional<int> turn = turn_of_file(name)) open_[*turn].erase(name);
  }
  return Done{};
}

Status RunWriter::write_line(const AppendLine& line) {
  const auto known = log_bytes_.find(line.name);
  std::uint64_t& bytes = known != log_bytes_.end() ? known->second : log_bytes_[line.name];
  if (known == log_bytes_.end()) {
    const std::optional<FileStamp> there = folder().stamp(line.name);
    bytes = there ? there->bytes : 0;
  }
  if (bytes > 0 && bytes + line.line.size() > kMaxLog) {
    if (Status rotated = rotate_log(folder(), line.name); !rotated.ok()) return rotated;
    bytes = 0;
  }
  Status done = folder().append(line.name, line.line + "\n");
  if (done.ok()) bytes += line.line.size() + 1;
  return done;
}

// ---- SHA256SUMS

Status RunWriter::append_sums(const std::vector<Sum>& sums) const {
  std::string text;
  for (const Sum& sum : sums) text += to_line(sum);
  return text.empty() ? Status(Done{}) : folder().append(kSumsFile, text);
}

// A file of a turn is on the disk. Its line waits for the turn's end; that of a turn which is over
// already takes the place of an older one.
Status RunWriter::written(int turn, Sum sum) {
  if (turn > finished_) {
    open_[turn][sum.name] = std::move(sum.sha256);
    return Done{};
  }
  SumsRewrite sums(*dir_);
  bool found = false;
  Status copied = sums.copy([&](Sum each) {
    if (each.name != sum.name) return each;
    found = true;
    return sum;
  });
  if (!copied.ok()) return copied;
  if (!found) return append_sums({sum});
  const Result<std::string> replaced = sums.finish(Durability::buffered);
  return replaced.ok() ? Status(Done{}) : replaced.error();
}

// The file of that turn is to go.
Status RunWriter::unlist(int turn, const std::string& name) {
  if (turn > finished_) {
    open_[turn].erase(name);
    return Done{};
  }
  SumsRewrite sums(*dir_);
  Status copied = sums.copy(
      [&](Sum each) { return each.name == name ? std::nullopt : std::optional(std::move(each)); });
  if (!copied.ok()) return copied;
  const Result<std::string> replaced = sums.finish(Durability::buffered);
  return replaced.ok() ? Status(Done{}) : replaced.error();
}

// A file of a turn that is over is about to be another one. Its line goes first: a kill between the
// two must not leave one that is not the file's.
Status RunWriter::before_again(const std::string& name) {
  const std::optional<int> turn = turn_of_file(name);
  if (!turn || *turn > finished_ || !folder().has_file(name)) return Done{};
  return unlist(*turn, name);
}

Status RunWriter::finish(int up_to) {
  std::vector<Sum> sums;
  const auto end = open_.upper_bound(up_to);
  for (auto turn = open_.begin(); turn != end; ++turn)
    for (const auto& [name, sha256] : turn->second) sums.push_back({sha256, name});
  if (Status done = append_sums(sums); !done.ok()) return done;
  open_.erase(open_.begin(), end);
  finished_ = std::max(finished_, up_to);
  return Done{};
}

// Whether the reply marker of this program may be writing already.
enum class Marker { absent, may_write };

// All files that SHA256SUMS may list, without what killed programs left in the middle of a write:
// that is removed. Failure: there is something else than files, which no digest can stand for.
static Result<RunFileSet> list_whole_files(const RunDir& dir, Marker marker,
                                           const Folder::GoOn& go_on = {}) {
  RunFileSet names;
  std::vector<std::string> leftovers;
  std::optional<RunFolderProblem> first;
  dir.each_file(
      [&](const std::string& name) {
        if (is_leftover(name)) {
          // The marker makes its file on a thread of its own, in a short run while the run is
          // sealed.
          if (marker == Marker::absent || !name.starts_with(kReplyMarksFile))
            leftovers.push_back(name);
        } else if (name != kSumsFile && name != kLockFile && name != kReplyMarksFile) {
          names.add(name);
        }
      },
      [&](RunFolderProblem problem) {
        if (!first) first = std::move(problem);
      },
      go_on);
  if (first)
    return Error{join_path(dir.path(), first->name) + ": " + first->text, ErrorCode::not_a_file};
  for (const std::string& name : leftovers)
    if (Status removed = dir.folder().remove(name); !removed.ok()) return removed.error();
  return names;
}

static Result<Sum> sum_of(const RunDir& dir, const std::string& name) {
  Result<std::string> digest = dir.digest(name);
  if (!digest.ok()) return digest.error();
  return Sum{std::move(digest).value(), name};
}

void RunWriter::know_picture(const Sum& sum) {
  if (place_of(sum.name).kind == RunFilePlace::Kind::picture) cutter_.know(sum.name, sum.sha256);
}

// The turn with which a file changes no more: nothing for one that is written on until the end, as
// state, canvas, logs, run.json and a partial batch are.
static std::optional<int> turn_that_ends(const std::string& name) {
  return is_full_batch(name) ? place_of(name).turn : turn_of_file(name);
}

// The first turn that may be made again: the last one, or one before it that the loop goes on with,
// for its state may be older than the records. Where it cannot be read the newest record counts.
static int first_open(const RunDir& dir, int last) {
  const Result<LoopState> state = read_run_state(dir);
  return state.ok() ? std::min(state.value().turn + 1, last) : last;
}

Status RunWriter::resume(int last, const std::function<bool()>& go_on) {
  if (Status opened = open_folder(); !opened.ok()) return opened;
  Result<RunFileSet> files = list_whole_files(*dir_, Marker::absent);
  if (!files.ok()) return files.error();
  // A kill between a file of a turn and its new line must not leave the old one.
  const int first = first_open(*dir_, last);
  std::map<int, std::map<std::string, std::string>> open;
  RunFileSet& unlisted = files.value();
  const auto note_batch = [this](const std::string& name) {
    if (const RunFilePlace place = place_of(name); place.kind == RunFilePlace::Kind::batch)
      batched_ = std::max(batched_, place.turn);
  };
  SumsRewrite sums(*dir_);
  Status done = sums.copy([&](Sum sum) -> std::optional<Sum> {
    const std::optional<int> turn = turn_that_ends(sum.name);
    if (!turn) return std::nullopt;
    unlisted.remove(sum.name);
    note_batch(sum.name);
    know_picture(sum);
    if (*turn < first) return sum;
    open[*turn][sum.name] = std::move(sum.sha256);
    return std::nullopt;
  });
  if (!done.ok()) return done;
  unlisted.each([&](const std::string& name) {
    note_batch(name);
    const std::optional<int> turn = turn_that_ends(name);
    if (!turn) return true;
    if (go_on && !go_on()) {
      done = Error{path_ + ": stopped while its files were read"};
      return false;
    }
    const Result<Sum> sum = sum_of(*dir_, name);
    if (!sum.ok()) {
      done = sum.error();
      return false;
    }
    know_picture(sum.value());
    if (*turn >= first) {
      open[*turn][name] = sum.value().sha256;
    } else {
      done = sums.add(sum.value());
    }
    return done.ok();
  });
  if (!done.ok()) return done;
  const Result<std::string> replaced = sums.finish(Durability::buffered);
  if (!replaced.ok()) return replaced.error();
  open_ = std::move(open);
  finished_ = first - 1;
  return Done{};
}

Result<std::string> RunWriter::seal(const OnProgress& on_progress) {
  if (Status opened = open_folder(); !opened.ok()) return opened.error();
  std::size_t entries = 0;
  Result<RunFileSet> files = list_whole_files(*dir_, Marker::may_write, [&] {
    if (on_progress) on_progress(++entries, 0);
    return true;
  });
  if (!files.ok()) return files.error();
  RunFileSet& unlisted = files.value();
  const std::size_t all = unlisted.size();
  const auto is_listed = [&](const std::string& name) {
    unlisted.remove(name);
    if (on_progress) on_progress(all - unlisted.size(), all);
  };
  SumsRewrite sums(*dir_);
  Status done = sums.copy([&](const Sum& sum) {
    is_listed(sum.name);
    return sum;
  });
  if (!done.ok()) return done.error();
  for (const auto& [turn, digests] : open_) {
    for (const auto& [name, sha256] : digests) {
      is_listed(name);
      if (done = sums.add({sha256, name}); !done.ok()) return done.error();
    }
  }
  std::size_t left = unlisted.size();
  unlisted.each([&](const std::string& name) {
    if (on_progress) on_progress(all - --left, all);
    const Result<Sum> sum = sum_of(*dir_, name);
    done = sum.ok() ? sums.add(sum.value()) : Status(sum.error());
    return done.ok();
  });
  if (!done.ok()) return done.error();
  return sums.finish(Durability::synced);
}
}  // namespace franz
