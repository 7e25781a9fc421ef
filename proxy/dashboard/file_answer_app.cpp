#include "proxy/dashboard/file_answer_app.h"
#include <memory>
#include <utility>
#include "common/run/picture_cuts.h"
#include "common/run/request_pieces_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"

namespace franz::proxy {
// For the page, which knows names in the run folder and no paths.
static std::string why_not_sent(const Error& error, const std::string& name) {
  switch (error.code) {
    case ErrorCode::not_a_file: return name + " is no regular file";
    case ErrorCode::too_large: return name + " is larger than such a file can be";
    case ErrorCode::missing: return "there is no " + name;
    case ErrorCode::other_version:
    case ErrorCode::denied:
    case ErrorCode::failed: break;
  }
  return name + " cannot be read";
}

static FileAnswer only(ApiAnswer answer) { return {{}, 0, std::move(answer), false}; }

static ApiAnswer why_not_whole(const RunDir& dir, const std::string& request,
                               const RequestFailure& failure) {
  const auto& [name, error] = failure;
  if (name == request)
    return api_error(409, name + " is not what was left of it when pictures were cut");
  const bool words = error.code != ErrorCode::failed;
  return api_error(409, (words ? why_not_sent(error, name) : dir.problem_of(name, error)) + " (" +
                            request + " cannot be made whole without it)");
}

static FileAnswer answer_with_request(RunDir dir, const std::string& folder,
                                      const std::string& name) {
  auto opened = RequestPieces::open(std::move(dir), name);
  if (!opened.ok()) {
    const Result<RunDir> again = RunDir::open(folder);
    if (!again.ok()) return only(api_error(404, why_not_sent(again.error(), name)));
    return only(why_not_whole(again.value(), name, opened.error()));
  }
  const std::shared_ptr<RequestPieces> pieces = std::move(opened).value();
  return {[pieces](std::uint64_t offset, std::size_t most) { return pieces->read(offset, most); },
          pieces->size(),
          {},
          false};
}

FileAnswer answer_with_file(const std::string& run_folder, const ApiFile& file) {
  Result<RunDir> dir = RunDir::open(run_folder);
  auto opened = dir.ok() ? dir.value().open_file(file.name) : dir.error();
  const RunFilePlace place = place_of(file.name);
  if (!opened.ok()) {
    // Of a request that is stored whole there is no list.
    const bool nothing_cut =
        place.kind == RunFilePlace::Kind::cuts && opened.error().code == ErrorCode::missing &&
        dir.ok() && dir.value().folder().kind(exchange_file(place.turn, place.attempt, "request"));
    if (nothing_cut)
      return only(
          {200, file.type, std::make_shared<const std::string>(to_json(PictureCuts{})), ""});
    FileAnswer none = only(api_error(404, why_not_sent(opened.error(), file.name)));
    none.missing = opened.error().code == ErrorCode::missing;
    return none;
  }
  // It was opened first: once it is cut, the list is there.
  if (place.kind == RunFilePlace::Kind::request &&
      dir.value().folder().kind(exchange_file(place.turn, place.attempt, "cuts")))
    return answer_with_request(std::move(dir).value(), run_folder, file.name);
  const std::shared_ptr<OpenFile> whole = std::move(opened).value();
  return {[whole](std::uint64_t offset, std::size_t most) { return whole->read(offset, most); },
          whole->size(),
          {},
          false};
}
}  // namespace franz::proxy
