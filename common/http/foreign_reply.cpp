#include "common/http/foreign_reply.h"
#include <algorithm>

namespace franz {
static constexpr std::size_t kShown = 48;  // bytes: enough for a greeting

// RFC 8446 §5.1: content type (alert, handshake), then the version's first byte.
static bool is_tls(std::string_view first) {
  if (!first.starts_with('\x15') && !first.starts_with('\x16')) return false;
  return first.size() == 1 || first[1] == '\x03';
}

// RFC 9113 §3.4, §4.1: a server begins with a SETTINGS frame on stream 0.
static bool is_http2(std::string_view first) {
  const bool settings = first.size() >= 9 && first[0] == '\0' && first[3] == '\x04' &&
                        first.substr(5, 4) == std::string_view("\0\0\0\0", 4);
  return settings || first.starts_with("HTTP/2") || first.starts_with("PRI * HTTP/2");
}

static std::string quote_first_line(std::string_view first) {
  std::string text;
  for (const char c : first.substr(0, kShown)) {
    if (c == '\r' || c == '\n') break;
    text += c >= ' ' && c <= '~' ? c : '?';
  }
  return "\"" + text + "\"";
}

std::string describe_foreign_reply(std::string_view first) {
  if (is_tls(first)) return "speaks TLS: its address may begin with https://";
  if (is_http2(first)) return "speaks only HTTP/2: give an address that speaks HTTP/1.1";
  const std::size_t newline = first.find('\n');
  if (first.starts_with("HTTP/1.") && newline != std::string_view::npos &&
      first[newline - 1] != '\r')
    return "ends its header lines in LF without CR";
  const std::size_t ink = std::min(first.find_first_not_of(" \t\r\n"), first.size());
  if (ink < first.size() && (first[ink] == '<' || first[ink] == '{'))
    return "sent " + quote_first_line(first.substr(ink)) + " without a head, like HTTP/0.9";
  return "sent " + quote_first_line(first) + ", which is not HTTP/1.1";
}
}  // namespace franz
