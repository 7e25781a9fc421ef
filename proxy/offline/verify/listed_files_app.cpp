#include "proxy/offline/verify/listed_files_app.h"
#include <algorithm>
#include <utility>
#include "common/base/sha256.h"
#include "common/run/run_state_app.h"
#include "common/run/stored_request_app.h"
#include "proxy/offline/verify/batch_check.h"

namespace franz::proxy {
ListedFiles::ListedFiles(RunDir dir, OnFile on_file, std::stop_token stop)
    : dir_(std::move(dir)), on_file_(std::move(on_file)), stop_(std::move(stop)) {}

// A run that is being written goes on while its names are read: its files are looked at up to the
// turn after the last that has a record.
static void drop_newest(std::vector<std::string>& names) {
  int recorded = 0;
  for (const std::string& name : names)
    recorded = std::max(recorded, turn_of_record_file(name).value_or(0));
  std::erase_if(names,
                [recorded](const std::string& name) { return place_of(name).turn > recorded + 1; });
}

// The lines and their digest, read once, so that both are of the same bytes.
void ListedFiles::read_sums(RunIndexBuilder& index, std::vector<Finding>& findings) {
  Sha256 seal;
  std::size_t number = 0;
  bool cut = false, sound = true;
  const Status read = dir_.read_lines(kSumsFile, [&](std::string_view line, bool whole) {
    seal.update(line);
    cut = !whole;
    if (!whole) return true;
    seal.update("\n");
    ++number;
    Result<Sum> sum = parse_sum(line);
    if (sum.ok()) {
      index.add_sum(std::move(sum).value());
    } else if (std::exchange(sound, false)) {
      findings.push_back(
          bad(0, kSumsFile, "", "line " + std::to_string(number) + ": " + sum.error().message));
    }
    return !stop_.stop_requested();
  });
  if (!read.ok()) {
    listed_ = false;
    if (read.error().code != ErrorCode::missing)
      findings.push_back(bad(0, kSumsFile, "", "it cannot be read: " + read.error().message));
    return;
  }
  seal_ = seal.finish();
  if (!sound) listed_ = false;
  if (cut)
    findings.push_back(
        note(0, "SHA256SUMS ends in the middle of a line: it was cut, or a kill cut it"));
}

// The names first: while a run is being written, its list may only be longer than they are.
std::vector<Finding> ListedFiles::read_index(bool being_written) {
  std::vector<Finding> findings;
  being_written_ = being_written;
  const Result<LoopState> state = read_run_state(dir_);
  RunListing listing = dir_.files();
  for (const RunFolderProblem& problem : listing.problems)
    findings.push_back(bad(place_of(problem.name).turn, problem.name, "", "it " + problem.text));
  if (being_written_) drop_newest(listing.files);
  RunIndexBuilder index;
  for (const std::string& name : listing.files) index.add_file(name);
  read_sums(index, findings);
  index_ = index.finish();
  if (state.ok()) index_.state_turn = state.value().turn;
  if (being_written_) index_.ended = false;
  if (index_.missing_left_out > 0)
    findings.push_back(
        bad(0, kSumsFile, "",
            std::to_string(index_.missing_left_out) + " more files that it lists are missing"));
  // Nothing is listed before the second turn begins.
  if (seal_.empty() && index_.last_turn > 1)
    findings.push_back(
        bad(0, kSumsFile, "", "it is missing: no file can be compared with its digest"));
  return findings;
}

// Tells of the file's listing. False: it is not there.
bool ListedFiles::may_be_read(const IndexedFile& file, std::vector<Finding>& findings) const {
  // Of a run that is being written, it may have come after the names were read.
  const bool came_later = !file.there && being_written_ && dir_.folder().has_file(file.name);
  if (listed_ && !came_later) append(findings, check_listing(index_, file));
  return file.there;
}

void ListedFiles::add_unreadable(const IndexedFile& file, const Error& error,
                                 std::vector<Finding>& findings) const {
  // A proxy may have replaced or removed it meanwhile, and a batch that it listed, too.
  const bool may_go = file.sums.empty() || file.place.kind == RunFilePlace::Kind::batch;
  if (being_written_ && may_go && error.code == ErrorCode::missing) return;
  findings.push_back(bad(file.place.turn, file.name, "", "it cannot be read: " + error.message));
}

std::optional<std::string> ListedFiles::load(const IndexedFile* file,
                                             std::vector<Finding>& findings) const {
  if (file == nullptr || !may_be_read(*file, findings)) return std::nullopt;
  Result<std::string> bytes = dir_.read(file->name);
  if (!bytes.ok()) {
    add_unreadable(*file, bytes.error(), findings);
    return std::nullopt;
  }
  if (!file->sums.empty()) append(findings, check_digest(*file, sha256_hex(bytes.value())));
  if (on_file_) on_file_(file->name, bytes.value());
  return std::move(bytes).value();
}

// The list of what was cut from a request that is there.
std::optional<std::string> ListedFiles::load_cuts(const Attempt& files,
                                                  std::vector<Finding>& findings) const {
  const bool was_there = files.cuts != nullptr && files.cuts->there;
  if (was_there || !being_written_) return load(files.cuts, findings);
  // It may have been cut after the names were read, and listed since.
  Result<std::string> later = dir_.read(cuts_file_of(files.request->name));
  if (!later.ok()) return load(files.cuts, findings);
  return std::move(later).value();
}

std::optional<std::string> ListedFiles::load_request(const Attempt& files,
                                                     std::vector<Finding>& findings) const {
  std::optional<std::string> stored = load(files.request, findings);
  if (!stored) {
    static_cast<void>(load(files.cuts, findings));  // for its digest
    return std::nullopt;
  }
  const std::optional<std::string> cuts = load_cuts(files, findings);
  if (!cuts) return stored;
  const std::string& name = files.request->name;
  Result<std::string, RequestFailure> whole = make_whole(dir_, name, std::move(*stored), *cuts);
  if (whole.ok()) return std::move(whole).value();
  const auto& [file, error] = whole.error();
  std::string why = dir_.problem_of(file, error).substr(file.size() + 2);
  if (file == name) why = "it cannot be made whole: " + why;
  if (place_of(file).kind == RunFilePlace::Kind::picture)
    why = name + " cannot be made whole without it: " + why;
  findings.push_back(bad(files.request->place.turn, file, "", why));
  return std::nullopt;
}

StoredAttempt ListedFiles::load_attempt(int attempt, const Attempt& files,
                                        std::vector<Finding>& findings) const {
  std::optional<std::string> request = load_request(files, findings);
  return {attempt, std::move(request), load(files.response, findings)};
}

void ListedFiles::compare_digest(const IndexedFile& file, std::vector<Finding>& findings) const {
  if (!may_be_read(file, findings) || file.sums.empty()) return;
  const Result<std::string> digest = dir_.digest(file.name);
  if (!digest.ok()) return add_unreadable(file, digest.error(), findings);
  append(findings, check_digest(file, digest.value()));
}

void ListedFiles::check_batch(const IndexedFile& file, std::vector<Finding>& findings) const {
  compare_digest(file, findings);
  if (!file.there) return;
  const auto opened = dir_.open_file(file.name);
  if (!opened.ok()) return add_unreadable(file, opened.error(), findings);
  BatchSource source;
  source.batch = [&](std::uint64_t offset, std::size_t size) {
    Result<std::string> bytes = opened.value()->read(offset, size);
    return bytes.ok() ? std::move(bytes).value() : std::string();
  };
  source.record = [&](int turn) -> std::optional<std::string> {
    Result<std::string> bytes = dir_.read(record_file(turn));
    if (!bytes.ok()) return std::nullopt;
    return std::move(bytes).value();
  };
  append(findings, proxy::check_batch(file.place.first, file.place.turn, source));
}
}  // namespace franz::proxy
