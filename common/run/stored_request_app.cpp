#include "common/run/stored_request_app.h"
#include <algorithm>
#include <optional>
#include <utility>
#include "common/base/sha256.h"

namespace franz {
using Kind = RunFilePlace::Kind;

// Pictures that a memory may send once more; of older ones nothing is remembered.
static constexpr std::size_t kKnownPictures = 1000;
// Read again to be cut. A longer request than the proxy holds in memory stays whole.
static constexpr std::size_t kMaxCutRequest = 18UL << 20U;  // bytes

std::string cuts_file_of(const std::string& request) {
  const RunFilePlace place = place_of(request);
  return exchange_file(place.turn, place.attempt, "cuts");
}

// No more of a file than was cut. `length`: bytes of it in base64.
static Result<std::string> read_cut_picture(const RunDir& dir, const std::string& name,
                                            std::size_t length) {
  const auto file = dir.open_file(name);
  if (!file.ok()) return file.error();
  const std::uint64_t size = file.value()->size(), there = (size + 2) / 3 * 4;
  if (there == length) return file.value()->read(0, static_cast<std::size_t>(size));
  return Error{"it has " + std::to_string(there) + " bytes in base64; " + std::to_string(length) +
               " were cut"};
}

Result<std::string, RequestFailure> make_whole(const RunDir& dir, const std::string& name,
                                               std::string stored, std::string_view cuts) {
  const Result<PictureCuts> parsed = parse_cuts(cuts);
  if (!parsed.ok()) return RequestFailure{cuts_file_of(name), parsed.error()};
  std::string picture;  // that failed
  Result<std::string> whole =
      put_back(std::move(stored), parsed.value(), [&](const std::string& file, std::size_t length) {
        Result<std::string> bytes = read_cut_picture(dir, file, length);
        if (!bytes.ok()) picture = file;
        return bytes;
      });
  if (whole.ok()) return std::move(whole).value();
  return RequestFailure{picture.empty() ? name : picture, whole.error()};
}

Result<std::string, RequestFailure> read_request(const RunDir& dir, const std::string& name) {
  constexpr int kTries = 3;  // a writer changes a request at most twice in a turn
  for (int i = 1;; ++i) {
    const std::optional<FileStamp> before = dir.folder().stamp(name);
    // The request first: once it is cut, the list is there.
    Result<std::string> stored = dir.read(name);
    if (!stored.ok()) return RequestFailure{name, stored.error()};
    const Result<std::string> cuts = dir.read(cuts_file_of(name));
    if (!cuts.ok() && cuts.error().code == ErrorCode::missing) return std::move(stored).value();
    Result<std::string, RequestFailure> whole =
        cuts.ok() ? make_whole(dir, name, std::move(stored).value(), cuts.value())
                  : RequestFailure{cuts_file_of(name), cuts.error()};
    if (i == kTries || dir.folder().stamp(name) == before) return whole;
  }
}

void RequestCutter::know(const std::string& picture, const std::string& sha256) {
  if (const auto before = digests_.find(picture); before != digests_.end())
    forget(std::string(before->second));
  forget(sha256);  // under another name
  names_[sha256] = picture;
  digests_[picture] = sha256;
  oldest_first_.push_back(sha256);
  if (oldest_first_.size() > kKnownPictures) forget(std::string(oldest_first_.front()));
}

void RequestCutter::forget(const std::string& sha256) {
  const auto found = names_.find(sha256);
  if (found == names_.end()) return;
  digests_.erase(found->second);
  names_.erase(found);
  oldest_first_.erase(std::ranges::find(oldest_first_, sha256));
}

std::vector<Sum> RequestCutter::cut(const RunDir& dir, const std::string& request) const {
  const std::optional<FileStamp> there = dir.folder().stamp(request);
  if (!there || there->bytes > kMaxCutRequest) return {};
  const Result<std::string, RequestFailure> read = read_request(dir, request);
  if (!read.ok()) return {};
  const std::string& whole = read.value();
  if (whole.size() != there->bytes) return {};  // it is cut
  const PictureCuts cuts =
      find_cuts(whole, [&](const std::string& picture) -> std::optional<std::string> {
        const auto known = names_.find(sha256_hex(picture));
        // A later turn's may be the same where turns are made again, and it is replaced then:
        // restore() looks for what was cut by it in no earlier request.
        if (known == names_.end() || place_of(known->second).turn > place_of(request).turn)
          return std::nullopt;
        const Result<std::string> file =
            read_cut_picture(dir, known->second, (picture.size() + 2) / 3 * 4);
        if (!file.ok() || file.value() != picture) return std::nullopt;
        return known->second;
      });
  if (cuts.cuts.empty()) return {};
  const std::string list = to_json(cuts), left = without_cuts(whole, cuts);
  if (left.size() + list.size() >= whole.size()) return {};
  std::vector<Sum> written;
  for (const auto& [name, bytes] :
       {std::pair(cuts_file_of(request), &list), std::pair(request, &left)}) {
    if (!dir.folder().replace(name, *bytes, Durability::buffered).ok()) break;
    written.push_back({sha256_hex(*bytes), name});
  }
  return written;
}

// The lists of cuts of this turn's requests and of all later ones.
static std::vector<std::string> cuts_from(const RunDir& dir, int turn) {
  std::vector<std::string> names = dir.files().files;
  std::erase_if(names, [turn](const std::string& name) {
    const RunFilePlace place = place_of(name);
    return place.kind != Kind::cuts || place.turn < turn;
  });
  return names;
}

Status RequestCutter::restore(const RunDir& dir, const std::string& picture,
                              const std::function<Status(const std::string&)>& before,
                              const std::function<Status(const Sum&)>& written,
                              const std::function<void(const std::string&)>& warn) const {
  for (const std::string& name : cuts_from(dir, place_of(picture).turn)) {
    const Result<std::string> text = dir.read(name);
    const Result<PictureCuts> cuts = text.ok() ? parse_cuts(text.value()) : text.error();
    if (cuts.ok() &&
        std::ranges::find(cuts.value().cuts, picture, &PictureCut::file) == cuts.value().cuts.end())
      continue;
    const RunFilePlace place = place_of(name);
    const std::string request = exchange_file(place.turn, place.attempt, "request");
    const Result<std::string, RequestFailure> whole = read_request(dir, request);
    if (!whole.ok()) {
      warn(request + " cannot be made whole again: " + whole.error().file + ": " +
           whole.error().error.message);
      continue;
    }
    if (whole.value().size() == dir.folder().stamp(request).value_or(FileStamp{}).bytes) continue;
    Status replaced = before(request);
    if (replaced.ok())
      replaced = dir.folder().replace(request, whole.value(), Durability::buffered);
    if (replaced.ok()) replaced = written({sha256_hex(whole.value()), request});
    if (!replaced.ok()) return replaced;
  }
  return Done{};
}
}  // namespace franz
