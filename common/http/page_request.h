#pragma once
// Recognizes requests that web pages make a browser send to this machine, and pages of other sites.
#include <optional>
#include <string_view>

namespace franz {
// For a Host header without its port: whether it has the form of an IP address in a URL
// ("127.0.0.1", "[::1]").
bool is_ip_literal(std::string_view host);

// For a Host header, with or without a port: whether anyone's name server may resolve the name to
// this machine, so that their page could send requests as if it were our own site (DNS rebinding).
// False for an address, a name without a dot, and names that no public name server answers:
// .localhost (RFC 6761), .local (RFC 6762), .internal (reserved by ICANN for private use in 2024).
bool is_public_name(std::string_view host);

// Uses the headers that browsers add to a page's requests: an Origin (Fetch standard, 3.2) other
// than http:// and `host`, or a Sec-Fetch-Site (Fetch Metadata, 2.3) other than same-origin and
// none. An argument is nothing if its header is missing.
bool is_of_other_site(std::optional<std::string_view> host, std::optional<std::string_view> origin,
                      std::optional<std::string_view> fetch_site);
}  // namespace franz
