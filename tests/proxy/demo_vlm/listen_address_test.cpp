#include "proxy/demo_vlm/listen_address.h"
#include <gtest/gtest.h>

namespace franz::demo_vlm {
TEST(ListenAddress, IsReadInAllItsForms) {
  const struct {
    const char *text, *read;
  } rows[] = {
      {"127.0.0.1:1235", "127.0.0.1:1235"},
      {":0", "127.0.0.1:0"},
      {"1236", "127.0.0.1:1236"},
      {"localhost:80", "localhost:80"},
      {"[::1]:7", "[::1]:7"},
      {":65536", "wrong"},
      {"", "wrong"},
      {":", "wrong"},
      {"::1", "wrong"},
      {"host:-1", "wrong"},
      {"host:8x", "wrong"},
      {"[::1:7", "wrong"},
      {"[]:7", "wrong"},
  };
  for (const auto& row : rows) {
    const auto address = parse_listen_address(row.text);
    EXPECT_EQ(address.ok() ? to_text(address.value()) : "wrong", row.read) << row.text;
  }
}
}  // namespace franz::demo_vlm
