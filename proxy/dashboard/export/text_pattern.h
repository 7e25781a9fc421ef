#pragma once
// The pattern of `proxy export --redact-text`, by RE2, which takes linear time for any pattern.
#include <memory>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::proxy {
inline constexpr const char* kRemovedText = "[removed]";

class TextPattern {
 public:
  // Failure: not a regular expression of RE2, with its place; it matches the empty text, so would
  // change every text; or this build has no RE2.
  static Result<std::shared_ptr<const TextPattern>> make(const std::string& pattern);

  virtual ~TextPattern() = default;
  // `text` with kRemovedText instead of each match; the same text if there is none.
  virtual std::string removed_from(std::string_view text) const = 0;
};
}  // namespace franz::proxy
