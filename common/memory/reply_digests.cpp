#include "common/memory/reply_digests.h"
#include <algorithm>
#include "common/base/sha256.h"

namespace franz {
const std::string& ReplyDigests::of(SentForm form) const {
  const auto found = std::ranges::find(others_, form, &std::pair<SentForm, std::string>::first);
  return found == others_.end() ? whole_ : found->second;
}

ReplyDigests digests_of(const std::string& token) {
  ReplyDigests digests;
  digests.whole_ = sha256_hex(token);
  for (const SentForm form : kSentForms) {
    const std::string text = text_in_form(form, token);
    if (text != token) digests.others_.emplace_back(form, sha256_hex(text));
  }
  return digests;
}
}  // namespace franz
