#pragma once
// A regular expression of a task, by RE2, which takes linear time for any pattern.
#include <memory>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::proxy {
class Pattern {
 public:
  // Failure: not a regular expression of RE2, or this build has no RE2.
  static Result<std::shared_ptr<const Pattern>> make(const std::string& pattern);

  virtual ~Pattern() = default;
  virtual bool is_in(std::string_view text) const = 0;  // anywhere in it
};
}  // namespace franz::proxy
