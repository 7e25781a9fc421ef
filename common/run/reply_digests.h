#pragma once
// The digests of a reply's text in each form in which it may be sent again.
#include <string>
#include <utility>
#include <vector>
#include "common/wire/sent_form.h"

namespace franz {
class ReplyDigests {
 public:
  // SHA-256 in hexadecimal digits.
  const std::string& of(const SentForm& form) const;

 private:
  friend ReplyDigests digests_of(const std::string& token);
  std::string whole_;
  std::vector<std::pair<const SentForm*, std::string>> others_;  // that differ from the whole
};

ReplyDigests digests_of(const std::string& token);
}  // namespace franz
