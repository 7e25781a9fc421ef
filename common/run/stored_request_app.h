#pragma once
// Reads a stored request completely: puts back the pictures that were cut, as its record says.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/run/picture_cuts.h"
#include "common/run/run_dir_app.h"

namespace franz {
// Why a request cannot be restored: the file and its problem.
struct RequestFailure {
  std::string file;  // its name in the run folder
  Error error;
};

// The bytes on the wire, with secrets masked. `cuts`: of the record; bytes 0: nothing was cut.
Result<std::string, RequestFailure> read_request(const RunDir& dir, const std::string& name,
                                                 const PictureCuts& cuts);
// The same for stored bytes that were already read.
Result<std::string, RequestFailure> make_whole(const RunDir& dir, const std::string& name,
                                               std::string stored, const PictureCuts& cuts);

// The same in pieces; holds one piece at most.
class RequestPieces {
 public:
  // Failure: as read_request(), detected by the sizes of the files.
  static Result<std::unique_ptr<RequestPieces>, RequestFailure> open(RunDir dir,
                                                                     const std::string& name,
                                                                     PictureCuts cuts);
  std::uint64_t size() const { return cuts_.bytes; }  // of the complete request
  // Up to `most` bytes from `offset` on. May return fewer anywhere, but none only at the end.
  Result<std::string> read(std::uint64_t offset, std::size_t most) const;

 private:
  explicit RequestPieces(RunDir dir) : dir_(std::move(dir)) {}

  RunDir dir_;
  std::unique_ptr<OpenFile> stored_;
  PictureCuts cuts_;
};
}  // namespace franz
