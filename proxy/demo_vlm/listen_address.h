#pragma once
// The value of --listen.
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::demo_vlm {
struct ListenAddress {
  std::string host = "127.0.0.1";
  int port = 0;  // 0: any free one
};

// "127.0.0.1:1235", ":1235" and "1235" (this machine), "[::1]:1235".
// Failure: "expected ADDRESS:PORT with a port of 0 to 65535, got …".
Result<ListenAddress> parse_listen_address(std::string_view text);

// "127.0.0.1:1235", "[::1]:1235"
std::string to_text(const ListenAddress& address);
}  // namespace franz::demo_vlm
