// For builds without RE2.
#include "proxy/dashboard/export/text_pattern.h"

namespace franz::proxy {
Result<std::shared_ptr<const TextPattern>> TextPattern::make(const std::string& /*pattern*/) {
  return Error{"this build has no RE2: export with a build for Linux, or use --redact"};
}
}  // namespace franz::proxy
