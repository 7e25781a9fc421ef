#include "common/run/stored_request_app.h"
#include <algorithm>
#include <optional>
#include <utility>
#include "common/base/base64.h"

namespace franz {
static std::uint64_t base64_size(std::uint64_t bytes) { return (bytes + 2) / 3 * 4; }

// Opens a picture and checks that its base64 has the length of the cut.
static Result<std::unique_ptr<OpenFile>> open_picture(const RunDir& dir, const std::string& name,
                                                      std::size_t length) {
  auto file = dir.open_file(name);
  if (!file.ok()) return file;
  const std::uint64_t there = base64_size(file.value()->size());
  if (there == length) return file;
  return Error{"it has " + std::to_string(there) + " bytes in base64; " + std::to_string(length) +
               " were cut"};
}

Result<std::string, RequestFailure> make_whole(const RunDir& dir, const std::string& name,
                                               std::string stored, const PictureCuts& cuts) {
  std::string picture;  // the one that failed
  Result<std::string> whole =
      put_back(std::move(stored), cuts,
               [&](const std::string& file, std::size_t length) -> Result<std::string> {
                 const auto opened = open_picture(dir, file, length);
                 if (!opened.ok()) {
                   picture = file;
                   return opened.error();
                 }
                 return opened.value()->read(0, static_cast<std::size_t>(opened.value()->size()));
               });
  if (whole.ok()) return std::move(whole).value();
  return RequestFailure{picture.empty() ? name : picture, whole.error()};
}

Result<std::string, RequestFailure> read_request(const RunDir& dir, const std::string& name,
                                                 const PictureCuts& cuts) {
  Result<std::string> stored = dir.read(name);
  if (!stored.ok()) return RequestFailure{name, stored.error()};
  return make_whole(dir, name, std::move(stored).value(), cuts);
}

Result<std::unique_ptr<RequestPieces>, RequestFailure> RequestPieces::open(RunDir dir,
                                                                           const std::string& name,
                                                                           PictureCuts cuts) {
  std::unique_ptr<RequestPieces> pieces(new RequestPieces(std::move(dir)));
  auto stored = pieces->dir_.open_file(name);
  if (!stored.ok()) return RequestFailure{name, stored.error()};
  pieces->stored_ = std::move(stored).value();
  const std::uint64_t there = pieces->stored_->size();
  if (cuts.cuts.empty()) cuts.bytes = static_cast<std::size_t>(there);
  std::uint64_t left = cuts.bytes;
  for (const PictureCut& cut : cuts.cuts) {
    left -= cut.length;
    const auto picture = open_picture(pieces->dir_, cut.file, cut.length);
    if (!picture.ok()) return RequestFailure{cut.file, picture.error()};
  }
  if (left != there)
    return RequestFailure{name, Error{"it has " + std::to_string(there) + " bytes; expected " +
                                      std::to_string(left)}};
  pieces->cuts_ = std::move(cuts);
  return pieces;
}

// Reads the picture's base64 from the byte `from` on. Three bytes of the file are four of base64.
static Result<std::string> read_picture(const RunDir& dir, const PictureCut& cut, std::size_t from,
                                        std::size_t most) {
  const auto file = open_picture(dir, cut.file, cut.length);
  if (!file.ok()) return file.error();
  const std::size_t groups = (from % 4 + most + 3) / 4;
  const Result<std::string> bytes = file.value()->read(from / 4 * 3, groups * 3);
  if (!bytes.ok()) return bytes.error();
  return base64_encode(bytes.value()).substr(from % 4, most);
}

Result<std::string> RequestPieces::read(std::uint64_t offset, std::size_t most) const {
  std::uint64_t cut_before = 0;  // bytes of pictures before it
  for (const PictureCut& cut : cuts_.cuts) {
    if (offset < cut.offset) {
      most = static_cast<std::size_t>(std::min<std::uint64_t>(most, cut.offset - offset));
      break;
    }
    if (offset < cut.offset + cut.length) {
      const auto from = static_cast<std::size_t>(offset - cut.offset);
      return read_picture(dir_, cut, from, std::min(most, cut.length - from));
    }
    cut_before += cut.length;
  }
  return stored_->read(offset - cut_before, most);
}
}  // namespace franz
