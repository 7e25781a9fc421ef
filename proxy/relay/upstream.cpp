#include "proxy/relay/upstream.h"
#include <algorithm>
#include <charconv>
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz::proxy {
static bool is_host_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' ||
         c == '-' || c == '_' || c == ':' || c == '%';
}

// `default_port` < 0: a port is required.
static Result<Address> read_address(std::string_view text, int default_port) {
  const std::string shown = quote_json(text);
  Address address{"", default_port};
  std::string_view port;
  bool has_port = false;
  if (!text.empty() && text[0] == '[') {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return Error{shown + ": expected ] after the IPv6 address"};
    address.host = text.substr(1, end - 1);
    const std::string_view rest = text.substr(end + 1);
    has_port = !rest.empty();
    if (has_port && rest[0] != ':') return Error{shown + ": expected :PORT after ]"};
    if (has_port) port = rest.substr(1);
  } else {
    const std::size_t colon = text.find(':');
    has_port = colon != std::string_view::npos;
    address.host = text.substr(0, colon);
    if (has_port) port = text.substr(colon + 1);
  }
  if (address.host.empty() ||
      !std::all_of(address.host.begin(), address.host.end(), is_host_character)) {
    return Error{shown + ": expected a host, as in 127.0.0.1:1234"};
  }
  if (has_port) {
    const auto read = std::from_chars(port.data(), port.data() + port.size(), address.port);
    if (port.empty() || read.ec != std::errc() || read.ptr != port.data() + port.size() ||
        address.port < 0 || address.port > 65535) {
      return Error{shown + ": expected a port in 0..65535"};
    }
  } else if (default_port < 0) {
    return Error{shown + ": expected ADDRESS:PORT, as in 127.0.0.1:1234"};
  }
  return address;
}

Result<Address> parse_address(std::string_view text) { return read_address(text, -1); }

static std::string bracketed(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

std::string to_string(const Address& address) {
  return bracketed(address.host) + ":" + std::to_string(address.port);
}

bool reaches(const Address& asked, const Address& listener) {
  if (asked.port != listener.port || asked.port == 0) return false;
  const bool everywhere = listener.host == "0.0.0.0" || listener.host == "::";
  return asked.host == listener.host ||
         (is_loopback(asked.host) && (everywhere || is_loopback(listener.host)));
}

Result<Upstream> parse_upstream(std::string_view url) {
  const std::string shown = quote_json(url);
  Upstream upstream;
  std::string_view rest = url;
  if (rest.rfind("http://", 0) == 0) {
    rest.remove_prefix(7);
  } else if (rest.rfind("https://", 0) == 0) {
    upstream.tls = true;
    rest.remove_prefix(8);
  } else {
    return Error{shown + ": expected http:// or https://, as in http://127.0.0.1:1235"};
  }
  if (rest.find_first_of("?#") != std::string_view::npos) {
    return Error{shown + ": expected no query or fragment"};
  }
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view authority = rest.substr(0, slash);
  if (authority.find('@') != std::string_view::npos) {
    return Error{"an upstream URL with a user name or password: expected none"};  // not shown
  }
  const Result<Address> address = read_address(authority, upstream.tls ? 443 : 80);
  if (!address.ok()) return address.error();
  if (address.value().port == 0) return Error{shown + ": expected a port in 1..65535"};
  upstream.address = address.value();
  std::string_view path = rest.substr(slash);
  while (!path.empty() && path.back() == '/') path.remove_suffix(1);
  const bool clean = std::all_of(path.begin(), path.end(), [](char c) {
    return static_cast<unsigned char>(c) > 0x20 && c != 0x7f;
  });
  if (!clean) return Error{shown + ": expected no space or control character"};
  upstream.path = path;
  return upstream;
}

std::string host_header(const Upstream& upstream) {
  const int default_port = upstream.tls ? 443 : 80;
  return upstream.address.port == default_port ? bracketed(upstream.address.host)
                                               : to_string(upstream.address);
}

std::string to_string(const Upstream& upstream) {
  return (upstream.tls ? "https://" : "http://") + host_header(upstream) + upstream.path;
}

std::string own_answer(int status, std::string_view code, std::string_view message) {
  const std::string_view phrase = status == 403   ? "403 Forbidden"
                                  : status == 504 ? "504 Gateway Timeout"
                                                  : "502 Bad Gateway";
  const std::string error = JsonObject()
                                .text("message", message)
                                .text("type", status == 403 ? "permission_error" : "upstream_error")
                                .null("param")
                                .text("code", code)
                                .finish();
  const std::string body = JsonObject().raw("error", error).finish();
  return "HTTP/1.1 " + std::string(phrase) +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nConnection: close\r\nX-Franz-Proxy: 1\r\n\r\n" + body;
}
}  // namespace franz::proxy
