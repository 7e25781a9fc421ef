#include "proxy/relay/upstream.h"
#include <gtest/gtest.h>

namespace franz::proxy {
TEST(Address, RoundTrips) {
  for (const std::string text : {"127.0.0.1:1234", "[::1]:0", "localhost:8080", "gpu-box:65535"}) {
    const auto address = parse_address(text);
    ASSERT_TRUE(address.ok()) << address.error().message;
    EXPECT_EQ(to_string(address.value()), text);
  }
  EXPECT_EQ(parse_address("[::1]:7").value().host, "::1");
}

TEST(Address, ReportsFaults) {
  const auto why = [](std::string_view text) { return parse_address(text).error().message; };
  EXPECT_EQ(why("127.0.0.1"), "\"127.0.0.1\": expected ADDRESS:PORT, as in 127.0.0.1:1234");
  EXPECT_EQ(why("127.0.0.1:65536"), "\"127.0.0.1:65536\": expected a port in 0..65535");
  EXPECT_EQ(why("127.0.0.1:"), "\"127.0.0.1:\": expected a port in 0..65535");
  EXPECT_EQ(why("a:-1"), "\"a:-1\": expected a port in 0..65535");
  EXPECT_EQ(why("::1:80"), "\"::1:80\": expected a host, as in 127.0.0.1:1234");
  EXPECT_EQ(why("[::1"), "\"[::1\": expected ] after the IPv6 address");
  EXPECT_EQ(why("a b:1"), "\"a b:1\": expected a host, as in 127.0.0.1:1234");
}

TEST(Address, RecognisesAnAddressThatReachesItself) {
  const Address listener{"127.0.0.1", 1234};
  for (const char* host : {"127.0.0.1", "localhost", "::1", "127.0.0.2"})
    EXPECT_TRUE(reaches({host, 1234}, listener)) << host;
  EXPECT_FALSE(reaches({"127.0.0.1", 1235}, listener));
  EXPECT_FALSE(reaches({"gpu-box", 1234}, listener));
  EXPECT_TRUE(reaches({"localhost", 1234}, {"0.0.0.0", 1234}));
  EXPECT_TRUE(reaches({"gpu-box", 1234}, {"gpu-box", 1234}));
  EXPECT_FALSE(reaches({"127.0.0.1", 0}, {"127.0.0.1", 0}));
}

TEST(Upstream, RoundTrips) {
  struct Row {
    std::string url, host;
    int port;
    bool tls;
    std::string path, written;
  };
  const Row rows[] = {
      {"http://127.0.0.1:1235", "127.0.0.1", 1235, false, "", "http://127.0.0.1:1235"},
      {"http://gpu/", "gpu", 80, false, "", "http://gpu"},
      {"https://api.example.com/v1//", "api.example.com", 443, true, "/v1",
       "https://api.example.com/v1"},
      {"http://[::1]:9/a/b", "::1", 9, false, "/a/b", "http://[::1]:9/a/b"},
  };
  for (const Row& row : rows) {
    const auto upstream = parse_upstream(row.url);
    ASSERT_TRUE(upstream.ok()) << upstream.error().message;
    EXPECT_EQ(upstream.value().address.host, row.host);
    EXPECT_EQ(upstream.value().address.port, row.port);
    EXPECT_EQ(upstream.value().tls, row.tls);
    EXPECT_EQ(upstream.value().path, row.path);
    EXPECT_EQ(to_string(upstream.value()), row.written);
  }
}

TEST(Upstream, ReportsFaults) {
  const auto why = [](std::string_view url) { return parse_upstream(url).error().message; };
  EXPECT_EQ(why("127.0.0.1:1235"),
            "\"127.0.0.1:1235\": expected http:// or https://, as in http://127.0.0.1:1235");
  EXPECT_EQ(why("http://:1"), "\":1\": expected a host, as in 127.0.0.1:1234");
  EXPECT_EQ(why("http://a:0"), "\"http://a:0\": expected a port in 1..65535");
  EXPECT_EQ(why("http://a/?key=1"), "\"http://a/?key=1\": expected no query or fragment");
  EXPECT_EQ(why("http://a/b c"), "\"http://a/b c\": expected no space or control character");
  EXPECT_EQ(why("http://me:secret@a/"),
            "an upstream URL with a user name or password: expected none");
}

TEST(HostHeader, HasThePortUnlessItIsTheSchemesOwn) {
  const auto host = [](const char* url) { return host_header(parse_upstream(url).value()); };
  EXPECT_EQ(host("https://api.example/v1"), "api.example");
  EXPECT_EQ(host("https://api.example:443/v1"), "api.example");
  EXPECT_EQ(host("https://api.example:8443"), "api.example:8443");
  EXPECT_EQ(host("http://api.example:443"), "api.example:443");
  EXPECT_EQ(host("https://[::1]"), "[::1]");
}

TEST(IsLoopback, IsTrueForThisMachineOnly) {
  for (const char* host : {"localhost", "127.0.0.1", "127.9.8.7", "::1"}) {
    EXPECT_TRUE(is_loopback(host)) << host;
  }
  for (const char* host : {"0.0.0.0", "::", "10.0.0.1", "127.evil.com", "127.0.0.1.evil.com", ""}) {
    EXPECT_FALSE(is_loopback(host)) << host;
  }
}

TEST(OwnAnswer, IsAnOpenAiErrorMarkedAsTheProxys) {
  EXPECT_EQ(own_answer(502, "upstream_refused", "say \"no\""),
            "HTTP/1.1 502 Bad Gateway\r\nContent-Type: application/json\r\nContent-Length: 97\r\n"
            "Connection: close\r\nX-Franz-Proxy: 1\r\n\r\n"
            "{\"error\":{\"message\":\"say \\\"no\\\"\",\"type\":\"upstream_error\",\"param\":null,"
            "\"code\":\"upstream_refused\"}}");
  EXPECT_EQ(own_answer(504, "upstream_timeout", "x").substr(0, 28), "HTTP/1.1 504 Gateway Timeout");
  EXPECT_EQ(own_answer(403, "other_site", "x"),
            "HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: 84\r\n"
            "Connection: close\r\nX-Franz-Proxy: 1\r\n\r\n"
            "{\"error\":{\"message\":\"x\",\"type\":\"permission_error\",\"param\":null,"
            "\"code\":\"other_site\"}}");
}
}  // namespace franz::proxy
