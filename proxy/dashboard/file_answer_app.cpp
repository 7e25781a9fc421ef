#include "proxy/dashboard/file_answer_app.h"
#include <memory>
#include <utility>
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"
#include "common/run/run_log_app.h"
#include "common/run/stored_request_app.h"

namespace franz::proxy {
// For the page, which knows names in the run folder but no paths.
static std::string why_not_sent(const Error& error, const std::string& name) {
  switch (error.code) {
    case ErrorCode::not_a_file: return name + " is not a regular file";
    case ErrorCode::too_large: return name + " is larger than such a file may be";
    case ErrorCode::missing: return "there is no " + name;
    case ErrorCode::other_version:
    case ErrorCode::lost:
    case ErrorCode::unfinished:
    case ErrorCode::denied:
    case ErrorCode::failed: break;
  }
  return name + " cannot be read";
}

static FileAnswer only(ApiAnswer answer) { return {{}, 0, std::move(answer)}; }

static FileAnswer answer_with_pieces(const std::shared_ptr<OpenFile>& whole) {
  return {[whole](std::uint64_t offset, std::size_t most) { return whole->read(offset, most); },
          whole->size(),
          {}};
}

// The picture or plan file that belongs to the attempt.
static std::string name_of_attempt(const RunDir& dir, const std::string& name) {
  using Kind = RunFilePlace::Kind;
  const RunFilePlace place = place_of(name);
  if (place.attempt <= 1) return name;
  if (place.kind == Kind::plan)
    for (int attempt = place.attempt; attempt > 0; --attempt)
      if (std::string plan = plan_file(place.turn, attempt); dir.folder().has_file(plan))
        return plan;
  if (place.kind != Kind::picture) return name;
  const Result<TurnRecord> record = read_turn_record(dir, place.turn, place.attempt);
  if (!record.ok() || !record.value().picture) return name;
  const std::string& named = record.value().picture->file;
  const bool is_its = place_of(named).kind == Kind::picture && place_of(named).turn == place.turn;
  return is_its ? named : name;
}

static FileAnswer why_not_whole(const std::string& request, const std::string& file,
                                const std::string& why) {
  if (file == request)
    return only(api_error(409, file + " differs from what was written when pictures were cut"));
  return only(api_error(409, why + " (" + request + " cannot be restored without it)"));
}

static FileAnswer answer_with_request(RunDir dir, const std::string& name,
                                      const std::shared_ptr<OpenFile>& stored) {
  const RunFilePlace place = place_of(name);
  const Result<TurnRecord> record = read_turn_record(dir, place.turn, place.attempt);
  if (!record.ok()) {
    const std::string file = record_file(place.turn, place.attempt);
    return why_not_whole(name, file, why_not_sent(record.error(), file));
  }
  if (record.value().cuts.cuts.empty()) return answer_with_pieces(stored);
  const std::string folder = dir.path();
  auto opened = RequestPieces::open(std::move(dir), name, record.value().cuts);
  if (!opened.ok()) {
    const auto& [file, error] = opened.error();
    const Result<RunDir> again = RunDir::open(folder);
    const bool words = error.code == ErrorCode::failed && again.ok();
    return why_not_whole(name, file,
                         words ? again.value().problem_of(file, error) : why_not_sent(error, file));
  }
  const std::shared_ptr<RequestPieces> pieces = std::move(opened).value();
  return {[pieces](std::uint64_t offset, std::size_t most) { return pieces->read(offset, most); },
          pieces->size(),
          {}};
}

FileAnswer answer_with_file(const std::string& run_folder, const ApiFile& file) {
  Result<RunDir> dir = RunDir::open(run_folder);
  const std::string name = dir.ok() ? name_of_attempt(dir.value(), file.name) : file.name;
  auto opened = dir.ok() ? dir.value().open_file(name) : dir.error();
  if (!opened.ok()) return only(api_error(404, why_not_sent(opened.error(), name)));
  const std::shared_ptr<OpenFile> stored = std::move(opened).value();
  return place_of(name).kind == RunFilePlace::Kind::request
             ? answer_with_request(std::move(dir).value(), name, stored)
             : answer_with_pieces(stored);
}
}  // namespace franz::proxy
