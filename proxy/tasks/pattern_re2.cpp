#include <re2/re2.h>
#include "proxy/tasks/pattern.h"

namespace franz::proxy {
namespace {
class Re2Pattern final : public Pattern {
 public:
  explicit Re2Pattern(const std::string& pattern) : regex_(pattern, options()) {}
  const RE2& regex() const { return regex_; }
  bool is_in(std::string_view text) const override {
    return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), regex_);
  }

 private:
  // Each pattern may take this much memory, and a task may have many.
  static RE2::Options options() {
    RE2::Options options(RE2::Quiet);
    options.set_max_mem(1 << 20);  // bytes
    return options;
  }
  const RE2 regex_;
};
}  // namespace

Result<std::shared_ptr<const Pattern>> Pattern::make(const std::string& pattern) {
  auto made = std::make_shared<const Re2Pattern>(pattern);
  if (!made->regex().ok())
    return Error{pattern + ": " + made->regex().error() +
                 ": the syntax is https://github.com/google/re2/wiki/Syntax"};
  return std::shared_ptr<const Pattern>(std::move(made));
}
}  // namespace franz::proxy
