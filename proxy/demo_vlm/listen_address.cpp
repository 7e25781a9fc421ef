#include "proxy/demo_vlm/listen_address.h"
#include <charconv>

namespace franz::demo_vlm {
Result<ListenAddress> parse_listen_address(std::string_view text) {
  const Error wrong{"expected ADDRESS:PORT with a port of 0 to 65535, got \"" + std::string(text) +
                    "\""};
  const std::size_t colon = text.rfind(':');
  const std::string_view digits = colon == text.npos ? text : text.substr(colon + 1);
  std::string_view host = colon == text.npos ? "" : text.substr(0, colon);
  ListenAddress address;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, address.port);
  if (error != std::errc() || stop != end || address.port < 0 || address.port > 65535) return wrong;
  if (!host.empty() && host.front() == '[') {
    if (host.back() != ']') return wrong;
    host = host.substr(1, host.size() - 2);
    if (host.empty()) return wrong;
  } else if (host.find(':') != host.npos) {
    return wrong;
  }
  if (!host.empty()) address.host = host;
  return address;
}

std::string to_text(const ListenAddress& address) {
  const bool v6 = address.host.find(':') != std::string::npos;
  return (v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}
}  // namespace franz::demo_vlm
