#include "common/wire/sent_form.h"
#include "common/base/thoughts.h"

namespace franz {
std::string whole_text(const std::string& token) { return token; }

std::string text_without_thoughts(const std::string& token) {
  return without_thoughts(token, LineEnds::dropped);
}
}  // namespace franz
