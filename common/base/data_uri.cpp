#include "common/base/data_uri.h"
#include "common/base/base64.h"
#include "common/base/json_string.h"

namespace franz {
std::optional<std::string_view> picture_base64(std::string_view uri) {
  static constexpr std::string_view kMarker = ";base64,";
  static constexpr std::size_t kMaxType = 100;  // bytes before the base64
  const std::size_t marker = uri.substr(0, kMaxType).find(kMarker);
  if (!uri.starts_with("data:image/") || marker == std::string_view::npos) return std::nullopt;
  return uri.substr(marker + kMarker.size());
}

Result<std::string> picture_bytes(std::string_view uri_token) {
  if (uri_token.size() < 2) return Error{"the picture: expected a string"};
  std::string decoded;
  std::string_view uri = uri_token.substr(1, uri_token.size() - 2);
  if (uri.find('\\') != std::string_view::npos) {
    decoded = decode_json_string(uri_token);  // "\/" is a legal escape of base64's slash
    uri = decoded;
  }
  const auto base64 = picture_base64(uri);
  if (!base64) return Error{"the picture: expected data:image/png;base64,…"};
  Result<std::string> bytes = base64_decode(*base64);
  if (!bytes.ok()) return within("the picture", bytes.error());
  return bytes;
}
}  // namespace franz
