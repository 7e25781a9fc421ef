#pragma once
// The stored request of an attempt, read whole again: the pictures that were cut from it are put
// back. Which they are its record says.
#include <cstdint>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/run/picture_cuts.h"
#include "common/run/run_dir_app.h"

namespace franz {
// Why a request cannot be had whole: what is wrong with which file.
struct RequestFailure {
  std::string file;  // its name in the run folder
  Error error;
};

// The bytes as they passed on the wire, secrets masked. `cuts`: of the record; bytes 0: nothing was
// cut.
Result<std::string, RequestFailure> read_request(const RunDir& dir, const std::string& name,
                                                 const PictureCuts& cuts);
// The same, of stored bytes that were read already.
Result<std::string, RequestFailure> make_whole(const RunDir& dir, const std::string& name,
                                               std::string stored, const PictureCuts& cuts);

// The same piece by piece; no more is held than one.
class RequestPieces {
 public:
  // Failure: as read_request(), found out by the sizes of the files.
  static Result<std::unique_ptr<RequestPieces>, RequestFailure> open(RunDir dir,
                                                                     const std::string& name,
                                                                     PictureCuts cuts);
  std::uint64_t size() const { return cuts_.bytes; }  // of the whole
  // Up to `most` bytes of the whole from `offset` on; fewer at any place, none at the end only.
  Result<std::string> read(std::uint64_t offset, std::size_t most) const;

 private:
  explicit RequestPieces(RunDir dir) : dir_(std::move(dir)) {}

  RunDir dir_;
  std::unique_ptr<OpenFile> stored_;
  PictureCuts cuts_;
};
}  // namespace franz
