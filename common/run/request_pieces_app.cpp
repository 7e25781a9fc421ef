#include "common/run/request_pieces_app.h"
#include <algorithm>
#include <optional>
#include <utility>
#include "common/base/base64.h"

namespace franz {
static std::uint64_t base64_size(std::uint64_t bytes) { return (bytes + 2) / 3 * 4; }

// Failure: of the file `failed`.
Status RequestPieces::find_pictures(std::string& failed) {
  pictures_.clear();
  for (const PictureCut& cut : cuts_.cuts) {
    failed = cut.file;
    const auto file = dir_.open_file(cut.file);
    if (!file.ok()) return file.error();
    const std::optional<FileStamp> stamp = dir_.folder().stamp(cut.file);
    if (!stamp || base64_size(stamp->bytes) != cut.length)
      return Error{"it has " + std::to_string(base64_size(file.value()->size())) +
                   " bytes in base64; " + std::to_string(cut.length) + " were cut"};
    pictures_.push_back(*stamp);
  }
  return Done{};
}

// Whether what is stored and the list are of one request, and its pictures are there.
Status RequestPieces::put_together(const std::string& name, PictureCuts cuts, std::string& failed) {
  const std::uint64_t stored = stored_->size();
  if (cuts.bytes == stored) return Done{};  // a kill came before it was cut
  std::uint64_t left = cuts.bytes;
  for (const PictureCut& cut : cuts.cuts) left -= cut.length;
  if (left != stored) {
    failed = name;
    return Error{"it has " + std::to_string(stored) + " bytes; expected " + std::to_string(left) +
                 ", or those of the whole"};
  }
  cuts_ = std::move(cuts);
  return find_pictures(failed);
}

Result<std::unique_ptr<RequestPieces>, RequestFailure> RequestPieces::open(
    RunDir dir, const std::string& name) {
  constexpr int kTries = 3;  // a writer changes a request at most twice in a turn
  const std::string list = cuts_file_of(name);
  std::unique_ptr<RequestPieces> pieces(new RequestPieces(std::move(dir)));
  const RunDir& there = pieces->dir_;
  for (int i = 1;; ++i) {
    const std::optional<FileStamp> before = there.folder().stamp(name);
    // The request first: once it is cut, the list is there.
    auto stored = there.open_file(name);
    if (!stored.ok()) return RequestFailure{name, stored.error()};
    pieces->stored_ = std::move(stored).value();
    pieces->cuts_ = {static_cast<std::size_t>(pieces->stored_->size()), {}};
    const Result<std::string> text = there.read(list);
    if (!text.ok() && text.error().code == ErrorCode::missing) return pieces;
    Result<PictureCuts> cuts = text.ok() ? parse_cuts(text.value()) : text.error();
    std::string failed = list;
    const Status whole = cuts.ok() ? pieces->put_together(name, std::move(cuts).value(), failed)
                                   : Status(cuts.error());
    if (i < kTries && there.folder().stamp(name) != before) continue;
    if (!whole.ok()) return RequestFailure{failed, whole.error()};
    return pieces;
  }
}

// Of its base64, from the byte `from` on. Three bytes of the file are four of it.
Result<std::string> RequestPieces::read_picture(std::size_t cut, std::size_t from,
                                                std::size_t most) const {
  const std::string& name = cuts_.cuts[cut].file;
  const auto file = dir_.open_file(name);
  if (!file.ok()) return file.error();
  if (dir_.folder().stamp(name) != std::optional(pictures_[cut]))
    return Error{name + ": another picture has its name now"};
  const std::size_t groups = (from % 4 + most + 3) / 4;
  const Result<std::string> bytes = file.value()->read(from / 4 * 3, groups * 3);
  if (!bytes.ok()) return bytes.error();
  return base64_encode(bytes.value()).substr(from % 4, most);
}

Result<std::string> RequestPieces::read(std::uint64_t offset, std::size_t most) const {
  std::uint64_t cut_before = 0;  // bytes that stand in pictures before it
  for (std::size_t i = 0; i < cuts_.cuts.size(); ++i) {
    const PictureCut& cut = cuts_.cuts[i];
    if (offset < cut.offset) {
      most = static_cast<std::size_t>(std::min<std::uint64_t>(most, cut.offset - offset));
      break;
    }
    if (offset < cut.offset + cut.length) {
      const auto from = static_cast<std::size_t>(offset - cut.offset);
      return read_picture(i, from, std::min(most, cut.length - from));
    }
    cut_before += cut.length;
  }
  return stored_->read(offset - cut_before, most);
}
}  // namespace franz
