#include "common/base/loopback.h"
#include <algorithm>

namespace franz {
bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "::1" ||
         (host.starts_with("127.") && std::ranges::count(host, '.') == 3 &&
          host.find_first_not_of("0123456789.") == std::string_view::npos);
}
}  // namespace franz
