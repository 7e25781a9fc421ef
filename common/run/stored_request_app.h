#pragma once
// The stored request of an attempt, read whole again, cut, and made whole where it must be
// (picture_cuts.h). Nothing else reads or writes the files that list cuts.
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/run/picture_cuts.h"
#include "common/run/run_dir_app.h"
#include "common/run/sums.h"

namespace franz {
// Why a request cannot be had whole: what is wrong with which file. ErrorCode::missing: of the
// request itself, or of a picture that was cut from it.
struct RequestFailure {
  std::string file;  // its name in the run folder
  Error error;
};

// The file that lists what was cut from this request.
std::string cuts_file_of(const std::string& request);

// The bytes as they passed on the wire, secrets masked. Also while a RunWriter is at work there.
Result<std::string, RequestFailure> read_request(const RunDir& dir, const std::string& name);

// The same, of what was read already: `stored`, and the file that lists the cuts.
Result<std::string, RequestFailure> make_whole(const RunDir& dir, const std::string& name,
                                               std::string stored, std::string_view cuts);

// Cuts the requests of one run's folder: of RunWriter.
//
// At every moment a request is whole, or all that was cut from it is in the folder: a picture has
// its name before a request is cut by it, the list has its name before the cut request has, and a
// picture gives place to another only when every request that was cut by it is whole again.
class RequestCutter {
 public:
  // The folder has a picture with this digest under this name, and no other under it.
  void know(const std::string& picture, const std::string& sha256);

  // Cuts the request by the pictures of its turn and those before it that are known and there. The
  // files that were written, the list first; none: nothing is to be cut, or the request is longer
  // than is read for this. What the disk does not take leaves it whole.
  std::vector<Sum> cut(const RunDir& dir, const std::string& request) const;

  // Makes whole again what was cut by this picture. `before` is told of each request that is to be
  // written, `written` of each that was, `warn` of one that could not be read. Failure: one could
  // not be written, or as `before` and `written`, which are told of those before it.
  Status restore(const RunDir& dir, const std::string& picture,
                 const std::function<Status(const std::string& name)>& before,
                 const std::function<Status(const Sum&)>& written,
                 const std::function<void(const std::string&)>& warn) const;

 private:
  void forget(const std::string& sha256);

  std::map<std::string, std::string, std::less<>> names_;    // by digest
  std::map<std::string, std::string, std::less<>> digests_;  // by name
  std::deque<std::string> oldest_first_;                     // digests
};
}  // namespace franz
