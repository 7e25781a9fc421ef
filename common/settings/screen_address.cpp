#include "common/settings/screen_address.h"
#include <algorithm>
#include <charconv>

namespace franz {
static bool is_name_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
         c == '.' || c == '_';
}

static bool is_ipv6_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F') || c == ':' ||
         c == '.';
}

Result<VncAddress> parse_vnc_address(std::string_view text) {
  const Error wrong{"is not a VNC server like vnc://127.0.0.1:5901"};
  if (!text.starts_with(kVncScheme)) return wrong;
  text.remove_prefix(kVncScheme.size());
  if (text.ends_with('/')) text.remove_suffix(1);
  if (text.find('@') != std::string_view::npos)
    return Error{
        "has a user or password, which every program could read; put them into the file of "
        "[surface] vnc_password_file"};
  VncAddress address;
  std::string_view rest;
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return wrong;
    address.host = text.substr(1, end - 1);
    rest = text.substr(end + 1);
    if (!std::ranges::all_of(address.host, is_ipv6_character)) return wrong;
  } else {
    const std::size_t end = std::min(text.find(':'), text.size());
    address.host = text.substr(0, end);
    rest = text.substr(end);
    if (!std::ranges::all_of(address.host, is_name_character)) return wrong;
  }
  if (address.host.empty()) return wrong;
  if (rest.empty()) return address;
  if (rest.front() != ':') return wrong;
  rest.remove_prefix(1);
  int port = 0;
  const auto [end, ec] = std::from_chars(rest.data(), rest.data() + rest.size(), port);
  if (ec != std::errc() || end != rest.data() + rest.size() || port < 1 || port > 65'535)
    return wrong;
  address.port = static_cast<std::uint16_t>(port);
  return address;
}

std::string to_string(const VncAddress& address) {
  const bool is_ipv6 = address.host.find(':') != std::string::npos;
  return std::string(kVncScheme) + (is_ipv6 ? "[" + address.host + "]" : address.host) + ":" +
         std::to_string(address.port);
}
}  // namespace franz
