#include <re2/re2.h>
#include "proxy/dashboard/export/text_pattern.h"

namespace franz::proxy {
namespace {
class Pattern final : public TextPattern {
 public:
  explicit Pattern(const std::string& pattern) : regex_(pattern, RE2::Quiet) {}
  const RE2& regex() const { return regex_; }
  std::string removed_from(std::string_view text) const override {
    std::string changed(text);
    RE2::GlobalReplace(&changed, regex_, kRemovedText);
    return changed;
  }

 private:
  const RE2 regex_;
};
}  // namespace

Result<std::shared_ptr<const TextPattern>> TextPattern::make(const std::string& pattern) {
  auto made = std::make_shared<const Pattern>(pattern);
  if (!made->regex().ok())
    return Error{made->regex().error() +
                 ": the syntax is https://github.com/google/re2/wiki/Syntax"};
  if (RE2::FullMatch("", made->regex()))
    return Error{"it matches the empty text, so it would change every text"};
  return std::shared_ptr<const TextPattern>(std::move(made));
}
}  // namespace franz::proxy
