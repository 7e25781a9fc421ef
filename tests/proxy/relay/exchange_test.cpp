#include "proxy/relay/exchange.h"
#include <gtest/gtest.h>

namespace franz::proxy {
TEST(FranzTurn, IsReadOnlyWhenItIsExactlyRunTurnAttempt) {
  EXPECT_EQ(parse_franz_turn("a1B-_9/7/2"), (FranzTurn{"a1B-_9", 7, 2}));
  EXPECT_EQ(parse_franz_turn("r/999999999/1"), (FranzTurn{"r", 999999999, 1}));
  const std::string longest(64, 'r');
  EXPECT_EQ(parse_franz_turn(longest + "/1/1"), (FranzTurn{longest, 1, 1}));
  for (const std::string& wrong :
       {std::string(), std::string("r"), std::string("r/7"), std::string("/7/1"),
        std::string("r/0/1"), std::string("r/7/0"), std::string("r/07/1"), std::string("r/+7/1"),
        std::string("r/-7/1"), std::string("r/7/1/1"), std::string("r/7 /1"), std::string("r//1"),
        std::string("r/1000000000/1"), std::string("r/7/1x"), std::string("r.r/7/1"),
        longest + "r/1/1"}) {
    EXPECT_EQ(parse_franz_turn(wrong), std::nullopt) << wrong;
  }
}

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
      {"POST /v1 HTTP/1.1\r\nHost: a:1\r\nX-Franz-Turn: r/1/1\r\n\r\n",
       "POST /v1 HTTP/1.1\r\nHost: a:1\r\nX-Franz-Turn: r/1/1\r\n\r\n"},
      {"GET / HTTP/1.1\r\nauthorization:Bearer sk-1\r\nA: b\r\n\r\n",
       "GET / HTTP/1.1\r\nauthorization: ****\r\nA: b\r\n\r\n"},
      {"GET / HTTP/1.1\r\nProxy-Authorization: Basic eA==\r\nCookie: s=1; t=2\r\nX-API-Key: k\r\n",
       "GET / HTTP/1.1\r\nProxy-Authorization: ****\r\nCookie: ****\r\nX-API-Key: ****\r\n"},
      {"HTTP/1.1 200 OK\r\nSet-Cookie: s=1\r\nX-Auth-Token: t\r\nServer: x\r\n\r\n",
       "HTTP/1.1 200 OK\r\nSet-Cookie: ****\r\nX-Auth-Token: ****\r\nServer: x\r\n\r\n"},
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
}  // namespace franz::proxy
