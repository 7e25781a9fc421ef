#pragma once
// Parses addresses, and creates the answers that the proxy gives instead of the upstream.
#include <string>
#include <string_view>
#include "common/base/loopback.h"
#include "common/base/result.h"

namespace franz::proxy {
struct Address {
  std::string host;  // a name or an IP address, IPv6 without its brackets
  int port = 0;      // 0..65535
};

// "127.0.0.1:1234", "[::1]:0", "localhost:8080". Failure: what is wrong.
Result<Address> parse_address(std::string_view text);
std::string to_string(const Address& address);  // brackets around IPv6

// Whether a connection to `asked` on this machine reaches the listener at `listener`, according to
// the names: all loopback addresses count as the same.
bool reaches(const Address& asked, const Address& listener);

// http://127.0.0.1:1235/path
struct Upstream {
  bool tls = false;  // https
  Address address;   // default port: 80 or 443
  std::string path;  // without a trailing slash; may be empty
  // For https: the PEM file of the certificates to trust instead of the system's; empty: the
  // system's.
  std::string ca_file = {};
};

// Failure: not such a URL, or it contains a user name, query or fragment.
Result<Upstream> parse_upstream(std::string_view url);
std::string to_string(const Upstream& upstream);

// The Host header: the host, with the port unless it is the scheme's default.
std::string host_header(const Upstream& upstream);

// A complete HTTP answer in OpenAI's error form with X-Franz-Proxy: 1, which closes the connection.
// `status`: 403, 502 or 504. `code`: other_site, upstream_refused, upstream_unreachable,
// upstream_timeout, upstream_tls.
std::string own_answer(int status, std::string_view code, std::string_view message);
}  // namespace franz::proxy
