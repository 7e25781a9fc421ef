#pragma once
// The header lines of an HTTP message, and which of them nobody else may see.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
struct HttpHeader {
  std::string name, value;  // as on the wire, without the white space around; a secret reads ****
  bool operator==(const HttpHeader&) const = default;
};

// The value of the first header of that name (in any case), or nothing.
std::optional<std::string_view> find_header(const std::vector<HttpHeader>& headers,
                                            std::string_view name);

// True for headers that carry credentials: Authorization, Cookie, X-API-Key and their like.
bool is_secret_header(std::string_view name);

// The head of a message (start line and header lines, whole or cut) with each secret header's value
// and each secret in the target's query (key=, token=…) replaced by ****; all else as it is.
std::string mask_secrets(std::string_view head);
}  // namespace franz
