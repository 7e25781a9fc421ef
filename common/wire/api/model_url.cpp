#include "common/wire/api/model_url.h"
#include <algorithm>
#include <charconv>
#include "common/wire/api/apis.h"

namespace franz {
std::string ModelUrl::text() const {
  const bool bracketed = host.find(':') != std::string::npos;
  return (tls ? "https://" : "http://") + (bracketed ? "[" + host + "]" : host) +
         (port == (tls ? 443 : 80) ? "" : ":" + std::to_string(port)) + path;
}

static bool is_host_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '-' || c == '_';
}

// HOST, HOST:PORT or [IPv6]:PORT. Returns the problem; empty: none.
static std::string read_authority(std::string_view authority, ModelUrl& url) {
  std::string_view port;
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    if (end == std::string_view::npos) return "the bracket is not closed";
    url.host = authority.substr(1, end - 1);
    port = authority.substr(end + 1);
    // A percent sign precedes the interface of a link-local address.
    const std::size_t zone = std::min(url.host.find('%'), url.host.size());
    const std::string_view address = std::string_view(url.host).substr(0, zone);
    if (address.find_first_not_of("0123456789abcdefABCDEF:.") != std::string_view::npos ||
        !std::ranges::all_of(url.host.substr(std::min(zone + 1, url.host.size())),
                             is_host_character))
      return "expected an IPv6 address in the brackets";
  } else {
    const std::size_t colon = std::min(authority.find(':'), authority.size());
    url.host = authority.substr(0, colon);
    port = authority.substr(colon);
    if (!std::ranges::all_of(url.host, is_host_character)) return "expected a host name";
  }
  if (url.host.empty()) return "expected a host name";
  url.port = url.tls ? 443 : 80;
  if (port.empty()) return "";
  const char* end = port.data() + port.size();
  const auto read = std::from_chars(port.data() + 1, end, url.port);
  if (port.front() != ':' || read.ec != std::errc() || read.ptr != end || url.port < 1 ||
      url.port > 65535)
    return "expected a port from 1 to 65535";
  return "";
}

Result<ModelUrl> parse_model_url(std::string_view text) {
  ModelUrl url;
  std::string_view rest = text;
  const auto fail = [text](const std::string& why) {
    return Error{"the model's address " + std::string(text) + ": " + why};
  };
  if (const std::size_t scheme = rest.find("://"); scheme != std::string_view::npos) {
    const std::string_view name = rest.substr(0, scheme);
    if (name != "http" && name != "https") return fail("expected http:// or https://");
    url.tls = name == "https";
    rest.remove_prefix(scheme + 3);
  }
  // A password would end up in logs, so this message does not repeat the address.
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  if (rest.substr(0, slash).find('@') != std::string_view::npos)
    return Error{"the model's address: user names are not supported; use [model] api_key_env"};
  if (rest.find_first_of("?#") != std::string_view::npos)
    return fail("a query or fragment is not supported");
  const std::string wrong = read_authority(rest.substr(0, slash), url);
  if (!wrong.empty()) return fail(wrong);

  std::string_view path = rest.substr(slash);
  if (path.find_first_of(" \t\r\n") != std::string_view::npos) return fail("white space in it");
  const auto trim_slashes = [&path] {
    while (path.ends_with('/')) path.remove_suffix(1);
  };
  trim_slashes();
  if (const Api* api = find_api_at(path)) path.remove_suffix(api->path.size());
  trim_slashes();
  url.path = path.empty() ? "/v1" : path;
  return url;
}
}  // namespace franz
