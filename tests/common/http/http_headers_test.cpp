#include "common/http/http_headers.h"
#include <gtest/gtest.h>

namespace franz {
TEST(FindHeader, TakesTheFirstInAnyCase) {
  const std::vector<HttpHeader> headers = {{"Host", "a"}, {"X-Y", "1"}, {"x-y", "2"}};
  EXPECT_EQ(find_header(headers, "x-Y"), "1");
  EXPECT_EQ(find_header(headers, "X"), std::nullopt);
}

TEST(MaskSecrets, HidesCredentialsAndKeepsEveryOtherByte) {
  struct Row {
    std::string head, masked;
  };
  const Row rows[] = {
      {"POST /v1 HTTP/1.1\r\nHost: a:1\r\nX-Franz-Turn: r/1/0123456789abcdef/-\r\n\r\n",
       "POST /v1 HTTP/1.1\r\nHost: a:1\r\nX-Franz-Turn: r/1/0123456789abcdef/-\r\n\r\n"},
      {"GET / HTTP/1.1\r\nauthorization:Bearer sk-1\r\nA: b\r\n\r\n",
       "GET / HTTP/1.1\r\nauthorization: ****\r\nA: b\r\n\r\n"},
      {"GET / HTTP/1.1\r\nProxy-Authorization: Basic eA==\r\nCookie: s=1; t=2\r\nX-API-Key: k\r\n",
       "GET / HTTP/1.1\r\nProxy-Authorization: ****\r\nCookie: ****\r\nX-API-Key: ****\r\n"},
      {"HTTP/1.1 200 OK\r\nSet-Cookie: s=1\r\nX-Auth-Token: t\r\nServer: x\r\n\r\n",
       "HTTP/1.1 200 OK\r\nSet-Cookie: ****\r\nX-Auth-Token: ****\r\nServer: x\r\n\r\n"},
      {"HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer error=\"sk-1\"\r\nA: b\r\n\r\n",
       "HTTP/1.1 401 No\r\nWWW-Authenticate: ****\r\nA: b\r\n\r\n"},
      {"HTTP/1.1 407 No\r\nProxy-Authenticate: x\r\nAuthentication-Info: y\r\n\r\n",
       "HTTP/1.1 407 No\r\nProxy-Authenticate: ****\r\nAuthentication-Info: ****\r\n\r\n"},
      {"GET / HTTP/1.1\r\nCookie: a\r\n b\r\nX: c\r\n d\r\n\r\n",
       "GET / HTTP/1.1\r\nCookie: ****\r\n****\r\nX: c\r\n d\r\n\r\n"},
      {"GET /m?a=1&key=s3&b=2&API_KEY=t HTTP/1.1\r\n\r\n",
       "GET /m?a=1&key=****&b=2&API_KEY=**** HTTP/1.1\r\n\r\n"},
      {"GET /m?monkey=1&key HTTP/1.1\r\n\r\n", "GET /m?monkey=1&key HTTP/1.1\r\n\r\n"},
      {"GET / HTTP/1.1\nAuthorization: x\nA: b", "GET / HTTP/1.1\nAuthorization: ****\nA: b"},
      {"GET / HTTP/1.1\r\nAuthorization: Bearer cut-in-the-mi",
       "GET / HTTP/1.1\r\nAuthorization: ****"},
      {"", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(mask_secrets(row.head), row.masked) << row.head;
}
}  // namespace franz
