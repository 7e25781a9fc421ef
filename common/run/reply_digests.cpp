#include "common/run/reply_digests.h"
#include <algorithm>
#include "common/base/sha256.h"
#include "common/formats/formats.h"

namespace franz {
const std::string& ReplyDigests::of(const SentForm& form) const {
  const auto found =
      std::ranges::find(others_, &form, &std::pair<const SentForm*, std::string>::first);
  return found == others_.end() ? whole_ : found->second;
}

ReplyDigests digests_of(const std::string& token) {
  ReplyDigests digests;
  digests.whole_ = sha256_hex(token);
  for (const SentForm* const form : all_sent_forms()) {
    const std::string text = form->of(token);
    if (text != token) digests.others_.emplace_back(form, sha256_hex(text));
  }
  return digests;
}
}  // namespace franz
