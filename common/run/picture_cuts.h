#pragma once
// Pictures that a run folder has as files are cut from the stored bytes of a request, and put back
// when it is read. What was cut is in the turn's record:
//   "stored":{"bytes":2910,"cuts":[[2323,580,"turn_0003.png"]]}
// `bytes`: of the whole request. A cut: where its base64 begins in the whole request, how many
// bytes it has, and the file that it encodes. Cuts are ascending and do not overlap.
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
class MessageFields;

inline constexpr std::size_t kMaxCuts = 1000;  // of one request; far above what any memory sends

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

// The name of the file with this picture; nothing: there is none.
using FindPicture = std::function<std::optional<std::string>(const std::string& picture)>;

// The PNGs in `whole` whose base64 encoding the file again gives exactly; as many as may be listed.
PictureCuts find_cuts(std::string_view whole, const FindPicture& find);

// What is left of it. `cuts`: of these bytes.
std::string without_cuts(std::string_view whole, const PictureCuts& cuts);

// The whole again. `picture` gives a file of which base64 has `length` bytes. Failure: `stored` is
// not what is left by these cuts; or as `picture`, or its file is none that gives `length`.
using ReadPicture = std::function<Result<std::string>(const std::string& file, std::size_t length)>;
Result<std::string> put_back(std::string stored, const PictureCuts& cuts,
                             const ReadPicture& picture);

// {"bytes":2910,"cuts":[…]} at `pointer`. Remembered in `fields`: the first wrong member; also cuts
// that overlap, go past the end, name no picture, or are of a request that is longer than a
// message.
PictureCuts read_cuts(MessageFields& fields, const std::string& pointer);
std::string to_json(const PictureCuts& cuts);
}  // namespace franz
