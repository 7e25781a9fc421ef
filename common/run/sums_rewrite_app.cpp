#include "common/run/sums_rewrite_app.h"
#include <utility>

namespace franz {
static constexpr std::size_t kBuffer = 256UL << 10U;
static constexpr const char* kTemporary = "SHA256SUMS.tmp";  // is_leftover()

SumsRewrite::~SumsRewrite() {
  // What cannot be removed now is at the next start or end of the run.
  if (began_) static_cast<void>(dir_.folder().remove(kTemporary));
}

Status SumsRewrite::flush() {
  const Folder& folder = dir_.folder();
  if (!began_) {  // a killed program may have left one
    if (Status removed = folder.remove(kTemporary); !removed.ok()) return removed;
  }
  began_ = true;
  Status done = folder.append(kTemporary, buffer_);
  if (done.ok()) buffer_.clear();
  return done;
}

Status SumsRewrite::add(const Sum& sum) {
  const std::string line = to_line(sum);
  digest_.update(line);
  buffer_ += line;
  return buffer_.size() < kBuffer ? Status(Done{}) : flush();
}

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
  const Folder& folder = dir_.folder();
  const bool synced = durability == Durability::synced;
  Status done = flush();
  if (done.ok() && synced) done = folder.sync(kTemporary);
  if (done.ok()) done = folder.rename(kTemporary, kSumsFile);
  if (!done.ok()) return done.error();
  began_ = false;
  if (synced) done = folder.sync(kSumsFile);  // the name
  if (!done.ok()) return done.error();
  return digest_.finish();
}
}  // namespace franz
