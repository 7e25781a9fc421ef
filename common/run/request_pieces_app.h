#pragma once
// The stored request of an attempt as it passed, read piece by piece: what is left of it, and the
// pictures that were cut from it in their places. No more is held than one piece.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/os/file_pieces.h"
#include "common/run/picture_cuts.h"
#include "common/run/run_dir_app.h"
#include "common/run/stored_request_app.h"

namespace franz {
class RequestPieces {
 public:
  // Also while a RunWriter is at work there: a request that it changes meanwhile stays as it was
  // opened. Failure: as read_request(), found out by the sizes of the files.
  static Result<std::unique_ptr<RequestPieces>, RequestFailure> open(RunDir dir,
                                                                     const std::string& name);

  std::uint64_t size() const { return cuts_.bytes; }  // of the whole

  // Up to `most` bytes of the whole from `offset` on; fewer at any place, none at the end only.
  // Failure: a file cannot be read, or a picture gave place to another.
  Result<std::string> read(std::uint64_t offset, std::size_t most) const;

 private:
  explicit RequestPieces(RunDir dir) : dir_(std::move(dir)) {}
  Status put_together(const std::string& name, PictureCuts cuts, std::string& failed);
  Status find_pictures(std::string& failed);
  Result<std::string> read_picture(std::size_t cut, std::size_t from, std::size_t most) const;

  RunDir dir_;
  std::unique_ptr<OpenFile> stored_;
  PictureCuts cuts_;
  std::vector<FileStamp> pictures_;  // of the file of each cut
};
}  // namespace franz
