#pragma once
// The header lines of an HTTP message, and which of them are secret.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
struct HttpHeader {
  std::string name,
      value;  // as on the wire, without surrounding white space; a secret is replaced by ****
  bool operator==(const HttpHeader&) const = default;
};

// The value of the first header of that name (ignoring case), or nothing.
std::optional<std::string_view> find_header(const std::vector<HttpHeader>& headers,
                                            std::string_view name);

// True for headers that carry credentials: Authorization, Cookie, X-API-Key and similar ones.
bool is_secret_header(std::string_view name);

// The head of a message (start line and header lines, whole or cut) with each secret header's value
// and each secret in the target's query (key=, token=…) replaced by ****; the rest is unchanged.
std::string mask_secrets(std::string_view head);
}  // namespace franz
