#pragma once
// Requests that web pages have a browser send to this machine, and how another site's are known.
#include <optional>
#include <string_view>

namespace franz {
// Of a Host header, without its port: an IP address as URLs have it ("127.0.0.1", "[::1]"), by its
// characters.
bool is_ip_literal(std::string_view host);

// Of a Host header, with or without a port: a name that a name server of anybody's may lead here,
// so that its page asks us as if we were its own site (DNS rebinding). None is: an address, a name
// without a dot, and what no public name server answers for: .localhost (RFC 6761), .local (RFC
// 6762), .internal (reserved by ICANN for private use in 2024).
bool is_public_name(std::string_view host);

// By the headers that browsers add to what a page asks for: an Origin (Fetch standard, 3.2) that is
// not http:// and `host`, or a Sec-Fetch-Site (Fetch Metadata, 2.3) that is neither same-origin nor
// none. Nothing: there is no such header.
bool is_of_other_site(std::optional<std::string_view> host, std::optional<std::string_view> origin,
                      std::optional<std::string_view> fetch_site);
}  // namespace franz
