#include "proxy/tasks/pattern.h"

namespace franz::proxy {
Result<std::shared_ptr<const Pattern>> Pattern::make(const std::string&) {
  return Error{"this build has no regular expressions (RE2)"};
}
}  // namespace franz::proxy
