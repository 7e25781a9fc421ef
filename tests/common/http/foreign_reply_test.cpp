#include "common/http/foreign_reply.h"
#include <gtest/gtest.h>

namespace franz {
TEST(ForeignReply, IsRecognizedByItsFirstBytes) {
  const std::pair<std::string, std::string> cases[] = {
      {"SSH-2.0-OpenSSH_9.2p1\r\n", "sent \"SSH-2.0-OpenSSH_9.2p1\", which is not HTTP/1.1"},
      {"220 mail \x1b[2J\xff ready\r\n", "sent \"220 mail ?[2J? ready\", which is not HTTP/1.1"},
      {std::string("\x15\x03\x01\x00\x02\x02\x46", 7),
       "speaks TLS: its address may begin with https://"},
      {"\x15", "speaks TLS: its address may begin with https://"},
      {std::string("\0\0\x12\x04\0\0\0\0\0\0\x03", 11),
       "speaks only HTTP/2: give an address that speaks HTTP/1.1"},
      {"HTTP/2 200\r\n", "speaks only HTTP/2: give an address that speaks HTTP/1.1"},
      {"HTTP/1.1 200 OK\nContent-Length: 2\n\nhi", "ends its header lines in LF without CR"},
      {"<html>hello</html>", "sent \"<html>hello</html>\" without a head, like HTTP/0.9"},
      {"\n {\"choices\":[]}", "sent \"{\"choices\":[]}\" without a head, like HTTP/0.9"},
      {"HTTP/1.1 2000 OK\r\n", "sent \"HTTP/1.1 2000 OK\", which is not HTTP/1.1"},
      {"ICY 200 " + std::string(500, 'x'),
       "sent \"ICY 200 " + std::string(40, 'x') + "\", which is not HTTP/1.1"},
      {"", "sent \"\", which is not HTTP/1.1"},
  };
  for (const auto& [first, expected] : cases) EXPECT_EQ(describe_foreign_reply(first), expected);
}
}  // namespace franz
