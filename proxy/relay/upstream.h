#pragma once
// Addresses as people write them, and what the proxy says in the upstream's place.
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::proxy {
struct Address {
  std::string host;  // a name or an IP address, IPv6 without its brackets
  int port = 0;      // 0..65535
};

// "127.0.0.1:1234", "[::1]:0", "localhost:8080". Failure: what is wrong with it.
Result<Address> parse_address(std::string_view text);
std::string to_string(const Address& address);  // brackets around IPv6

// True for localhost, 127.0.0.0/8 and ::1.
bool is_loopback(const std::string& host);

// Whether who asks for `asked` on this machine reaches what listens at `listener`, as far as the
// names tell: all loopback addresses are taken for one.
bool reaches(const Address& asked, const Address& listener);

// http://127.0.0.1:1235/path
struct Upstream {
  bool tls = false;  // https
  Address address;   // without a port in the URL: 80 or 443
  std::string path;  // without a slash at its end; empty for none
  // Of https: the PEM file of the certificates to trust in place of the system's; empty: these.
  std::string ca_file = {};
};

// Failure: not such a URL; a user name, query or fragment in it.
Result<Upstream> parse_upstream(std::string_view url);
std::string to_string(const Upstream& upstream);

// The Host header for it: its host, with the port unless it is the scheme's own.
std::string host_header(const Upstream& upstream);

// A whole HTTP answer in OpenAI's error form, marked X-Franz-Proxy: 1, that closes the connection.
// `status`: 403, 502 or 504. `code`: other_site, upstream_refused, upstream_unreachable,
// upstream_timeout, upstream_tls.
std::string own_answer(int status, std::string_view code, std::string_view message);
}  // namespace franz::proxy
