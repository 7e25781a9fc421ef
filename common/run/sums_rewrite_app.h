#pragma once
// SHA256SUMS is written anew, line by line: neither its old lines nor the new ones are held.
#include <functional>
#include <optional>
#include <string>
#include "common/run/growing_file_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/sums.h"

namespace franz {
// Until finish() nobody sees it; what is not finished leaves the old lines, and nothing else.
class SumsRewrite {
 public:
  explicit SumsRewrite(const RunDir& dir);
  ~SumsRewrite();
  SumsRewrite(const SumsRewrite&) = delete;
  SumsRewrite& operator=(const SumsRewrite&) = delete;

  // Adds what `each` makes of each line that is there; nothing: it is left out. Failure: as
  // each_sum(), or it could not be written.
  Status copy(const std::function<std::optional<Sum>(Sum)>& each);
  Status add(const Sum& sum);

  // Takes the old lines' place. The digest of the new ones. `synced`: they have reached the disk.
  Result<std::string> finish(Durability durability);

 private:
  const RunDir& dir_;
  GrowingFile file_;
  bool finished_ = false;
};
}  // namespace franz
