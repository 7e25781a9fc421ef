#include "common/run/sums_rewrite_app.h"
#include <utility>

namespace franz {
SumsRewrite::SumsRewrite(const RunDir& dir) : dir_(dir), file_(std::string(kSumsFile) + ".tmp") {}

SumsRewrite::~SumsRewrite() {
  // What cannot be removed now is at the next start or end of the run.
  if (!finished_) static_cast<void>(file_.remove(dir_.folder()));
}

Status SumsRewrite::add(const Sum& sum) { return file_.add(dir_.folder(), to_line(sum)); }

Status SumsRewrite::copy(const std::function<std::optional<Sum>(Sum)>& each) {
  Status added = Done{};
  Status read = each_sum(dir_, [&](Sum sum) {
    const std::optional<Sum> line = each(std::move(sum));
    if (line) added = add(*line);
    return added.ok();
  });
  return added.ok() ? read : added;
}

Result<std::string> SumsRewrite::finish(Durability durability) {
  if (Status named = file_.name(dir_.folder(), kSumsFile, durability); !named.ok())
    return named.error();
  if (file_.is_broken()) return Error{join_path(dir_.path(), kSumsFile) + ": it was removed"};
  finished_ = true;
  return file_.digest();
}
}  // namespace franz
