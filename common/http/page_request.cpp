#include "common/http/page_request.h"
#include <algorithm>
#include <array>
#include <string>
#include "common/base/ascii.h"

namespace franz {
bool is_ip_literal(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']'))
    return host.find_first_not_of("0123456789abcdefABCDEF:.", 1) == host.size() - 1;
  return !host.empty() && host.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool is_public_name(std::string_view host) {
  if (const std::size_t colon = host.rfind(':');
      colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos)
    host.remove_suffix(host.size() - colon);
  if (is_ip_literal(host)) return false;
  if (host.ends_with('.')) host.remove_suffix(1);  // the root's dot
  static constexpr std::array<std::string_view, 3> kPrivate{".localhost", ".local", ".internal"};
  const std::string name = ascii_lower(host);
  return name.find('.') != std::string::npos &&
         std::ranges::none_of(kPrivate, [&](auto each) { return name.ends_with(each); });
}

bool is_of_other_site(std::optional<std::string_view> host, std::optional<std::string_view> origin,
                      std::optional<std::string_view> fetch_site) {
  if (origin && (!host || *origin != "http://" + std::string(*host))) return true;
  return fetch_site && *fetch_site != "same-origin" && *fetch_site != "none";
}
}  // namespace franz
