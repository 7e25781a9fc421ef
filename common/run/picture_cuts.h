#pragma once
// Pictures that a run folder has as files are cut from the stored bytes of a request and put back
// when it is read. The turn's record lists the cuts:
//   "stored":{"bytes":2910,"cuts":[[2323,580,"turn_0003.png"]]}
// `bytes`: size of the whole request. A cut: offset of its base64 in the whole request, its length
// in bytes, and the file that it encodes. Cuts are ascending and do not overlap.
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
class MessageFields;

inline constexpr std::size_t kMaxCuts = 1000;  // per request; far above what any memory sends

struct PictureCut {
  std::size_t offset = 0, length = 0;  // bytes of the whole request; the length is not 0
  std::string file;                    // a picture's name in the run folder
  friend bool operator==(const PictureCut&, const PictureCut&) = default;
};

struct PictureCuts {
  std::size_t bytes = 0;  // of the whole request
  std::vector<PictureCut> cuts;
  friend bool operator==(const PictureCuts&, const PictureCuts&) = default;
};

// Returns the name of the file with this picture; nothing: there is none.
using FindPicture = std::function<std::optional<std::string>(const std::string& picture)>;

// Finds at most kMaxCuts PNGs in `whole` that are exactly the base64 encoding of a file.
PictureCuts find_cuts(std::string_view whole, const FindPicture& find);

// The remaining bytes. `cuts`: of these bytes.
std::string without_cuts(std::string_view whole, const PictureCuts& cuts);

// Restores the whole request. `picture` returns the file with base64 of `length` bytes. Failure:
// `stored` does not fit the cuts, `picture` fails, or its file does not give `length`.
using ReadPicture = std::function<Result<std::string>(const std::string& file, std::size_t length)>;
Result<std::string> put_back(std::string stored, const PictureCuts& cuts,
                             const ReadPicture& picture);

// Reads {"bytes":2910,"cuts":[…]} at `pointer`. `fields` remembers the first wrong member,
// including cuts that overlap, exceed the end, name no picture, or belong to a request that is too
// long.
PictureCuts read_cuts(MessageFields& fields, const std::string& pointer);
std::string to_json(const PictureCuts& cuts);
}  // namespace franz
