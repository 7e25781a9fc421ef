#include "common/http/open_exchange.h"
#include <gtest/gtest.h>
#include "tests/common/http/http_dialogue.h"

namespace franz {
TEST(OpenExchange, LimitsWhatItKeepsButNotWhatItReads) {
  const std::string body(100, 'x');
  EXPECT_EQ(observe({client("POST /p HTTP/1.1\r\nContent-Length: 100\r\n\r\n" + body),
                     server("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + body), client(kGet),
                     server(kOk)},
                    ObserverOptions{100, {}}),
            "request POST /p\nreply 200\n"
            "exchange POST /p - (too large: over 100 bytes) -> 200 - (too large: over 100 bytes) "
            "whole\n"
            "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"ok\" whole\n");
  EXPECT_EQ(observe({client("GET /a HTTP/1.1\r\nA: " + std::string(65537 - 3, 'a') + "\r\n\r\n")}),
            "gave up: a line over 64 KiB\n");
  EXPECT_EQ(observe({client("GET /a HTTP/1.1\r\nA: " + std::string(65536 - 3, 'a') + "\r\n\r\n"),
                     server(kOk)}),
            "exchange GET /a - (a head over 32 KiB) -> 200 - whole\n");
  std::string long_head = "GET /a HTTP/1.1\r\n";
  while (long_head.size() < (1U << 20U)) long_head += "A: " + std::string(60000, 'b') + "\r\n";
  EXPECT_EQ(observe({client(long_head)}), "gave up: a head over 1 MiB\n");
  std::string many = "GET /a HTTP/1.1\r\n";
  for (std::size_t i = 0; i < kMaxHeaderLines; ++i) many += "A: b\r\n";
  EXPECT_EQ(observe({client(many + "\r\n")}), "request GET /a\n");
  EXPECT_EQ(observe({client(many + "A: b\r\n")}), "gave up: over 256 header lines\n");
  Dialogue empty_lines;
  for (int i = 0; i < 64; ++i) {
    empty_lines.push_back(client(""));
    while (empty_lines.back().bytes.size() < (64U << 10U)) empty_lines.back().bytes += "\r\n";
  }
  EXPECT_EQ(observe(empty_lines), "gave up: not HTTP\n");
}

// The total size of heads is bounded for any senders; a short head always has room.
TEST(OpenExchange, HoldsNoMoreLongHeadsThanItMay) {
  HttpObserver observer;
  const std::string part = "GET /a HTTP/1.1\r\nA: " + std::string(60000, 'b') + "\r\n";
  std::uint64_t id = 0;
  Printer printer;
  while (printer.text.empty() && id < 1000) {
    printer.print_events(observer.observe({++id, Kind::client_bytes, part, 0, ""}));
  }
  EXPECT_EQ(printer.text, "gave up: too many long heads at once\n");
  EXPECT_GE(id * part.size(), kLongHeads);
  EXPECT_LE((id - 1) * (part.size() - kShortHead), kLongHeads);
  printer.text.clear();
  printer.print_events(observer.observe({2000, Kind::client_bytes, kPost, 0, ""}));
  EXPECT_EQ(printer.text, "request POST /p\n");
  // One that has ended makes room.
  observer.observe({1, Kind::closed, "", 0, ""});
  observer.observe({2, Kind::client_bytes, "\r\n", 0, ""});
  printer.text.clear();
  printer.print_events(observer.observe({3000, Kind::client_bytes, part + "\r\n", 0, ""}));
  printer.print_events(observer.observe({3000, Kind::server_bytes, kOk, 0, ""}));
  EXPECT_EQ(printer.text, "exchange GET /a - (a head over 32 KiB) -> 200 - whole\n");
}

// A run's requests have short heads, and few are under way; more are not held, and are reported as
// lost.
TEST(OpenExchange, ReportsTheHeadsOfFewWantedRequests) {
  const std::string lines = "A: " + std::string(kMaxWantedHead / 2, 'b') + "\r\n";
  const std::string get = "GET /a HTTP/1.1\r\n", ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n";
  const std::string lost = " (a head over 32 KiB)";
  EXPECT_EQ(observe({client(get + lines + lines + "\r\n"), server(kOk), client(kGet), server(kOk)}),
            "exchange GET /a -" + lost +
                " -> 200 - whole\nrequest GET /a\nreply 200\n"
                "exchange GET /a \"\" -> 200 \"ok\" whole\n");
  EXPECT_EQ(
      observe({client(kGet), server(ok + lines + lines + "\r\nok"), client(kGet), server(kOk)}),
      "request GET /a\nexchange GET /a \"\" -> 200 -" + lost +
          " whole\nrequest GET /a\nreply 200\n"
          "exchange GET /a \"\" -> 200 \"ok\" whole\n");

  HttpObserver observer;
  Printer printer;
  const auto send = [&](std::uint64_t id, Kind kind, const std::string& bytes) {
    printer.text.clear();
    printer.print_events(observer.observe({id, kind, bytes, 0, ""}));
    return printer.text;
  };
  for (std::uint64_t id = 1; id <= kMaxWantedOpen; ++id)
    EXPECT_EQ(send(id, Kind::client_bytes, kGet), "request GET /a\n");
  EXPECT_EQ(send(100, Kind::client_bytes, kGet), "");
  EXPECT_EQ(observer.state(100), ConnectionState::busy);
  EXPECT_EQ(send(100, Kind::server_bytes, kOk),
            "exchange GET /a - (over 8 requests at once) -> 200 - whole\n");
  for (std::uint64_t id = 1; id <= kMaxWantedOpen; ++id) send(id, Kind::closed, "");
  for (std::uint64_t id = 201; id <= 200 + kMaxWantedOpen; ++id)
    EXPECT_EQ(send(id, Kind::client_bytes, kGet), "request GET /a\n");
}

// An unwanted exchange is reported only by its HttpExchange.
TEST(OpenExchange, ReportsNoBytesOfForeignExchanges) {
  const auto wanted = [](const HttpRequest& request) { return request.turn.has_value(); };
  const std::string turn =
      "POST /t HTTP/1.1\r\nX-Franz-Turn: a/1/0123456789abcdef/-\r\nContent-Length: 2\r\n\r\nhi";
  EXPECT_EQ(observe({client(kPost), server(kOk), client(turn), server(kOk)}, {1000, wanted}),
            "exchange POST /p - -> 200 - whole\n"
            "request POST /t\nreply 200\nexchange POST /t \"hi\" -> 200 \"ok\" whole\n");
  HttpObserver observer({1000, wanted});
  EXPECT_EQ(observer.observe({1, Kind::client_bytes, kPost, 0, ""}).size(), 0U);
  EXPECT_EQ(observer.observe({1, Kind::server_bytes, kOk, 0, ""}).size(), 1U);
}

// A refused piece costs its exchange, but not later ones.
TEST(OpenExchange, LosesOneExchangeWhereNobodyTakesAPiece) {
  const std::string reply = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";
  HttpObserver observer;
  Printer printer;
  bool full = false;
  const auto send = [&](Kind kind, const std::string& bytes) {
    observer.observe({1, kind, bytes, 0, ""}, [&](const HttpEvent& event) {
      if (full && std::holds_alternative<MessagePiece>(event)) return false;
      printer.print_events({event});
      return true;
    });
  };
  send(Kind::client_bytes, kGet);
  send(Kind::server_bytes, reply + "ab");
  full = true;
  send(Kind::server_bytes, "c");
  full = false;  // there is room again, but these bytes alone are no reply
  send(Kind::server_bytes, "d");
  send(Kind::client_bytes, kPost);
  send(Kind::server_bytes, kOk);
  EXPECT_EQ(printer.text,
            "request GET /a\nreply 200\n"
            "exchange GET /a \"\" -> 200 - (the recorder was behind) whole\n"
            "request POST /p\nreply 200\nexchange POST /p \"hello\" -> 200 \"ok\" whole\n");
  // A refused request does not begin a turn either.
  printer.text.clear();
  observer.observe({2, Kind::client_bytes, kPost, 0, ""}, [](const HttpEvent&) { return false; });
  observer.observe({2, Kind::server_bytes, kOk, 0, ""}, [&](HttpEvent event) {
    printer.print_events({std::move(event)});
    return true;
  });
  EXPECT_EQ(printer.text, "exchange POST /p - (the recorder was behind) -> 200 - whole\n");
}

// It is a turn all the same, and whoever hears of it must know that it was lost.
TEST(OpenExchange, ReportsARefusedExchangeAsLostAndNotAsForeign) {
  HttpObserver observer;
  std::vector<HttpEvent> events;
  const auto sink = [&events](HttpEvent event) {
    events.push_back(std::move(event));
    return !std::holds_alternative<RequestStarted>(events.back());
  };
  observer.observe({1, Kind::client_bytes, kPost, 0, ""}, sink);
  observer.observe({1, Kind::server_bytes, kOk, 0, ""}, sink);
  ASSERT_EQ(events.size(), 2U);
  const auto& exchange = std::get<HttpExchange>(events.back());
  EXPECT_TRUE(exchange.request->wanted);
  EXPECT_FALSE(exchange.request->accepted);
  EXPECT_FALSE(exchange.response.accepted);
}

TEST(OpenExchange, ReportsWhatARecordNeeds) {
  HttpObserver observer;
  Printer printer;
  const auto observe = [&](const ConnectionEvent& event) {
    std::vector<HttpEvent> events = observer.observe(event);
    printer.print_events(events);
    return events;
  };
  const std::string head =
      "POST /v1/chat?key=s HTTP/1.1\r\nX-Franz-Turn: ab/7/0123456789abcdef/-\r\nAuthorization: "
      "Bearer s\r\n"
      "Origin: http://x\r\nContent-Length: 2\r\n\r\n";
  observe({9, Kind::opened, "", 1, "127.0.0.1:5"});
  const auto asked = observe({9, Kind::client_bytes, head, 2, ""});
  EXPECT_EQ(find_header(std::get<RequestStarted>(asked.at(0)).headers, "authorization"), "****");
  observe({9, Kind::client_bytes, "{}", 3, ""});
  observe({9, Kind::server_bytes, "HTTP/1.1 100 Continue\r\n\r\n", 4, ""});
  observe({9, Kind::server_bytes, "HTTP/1.1 201 Made\r\nSet-Cookie: s\r\n", 5, ""});
  const auto events = observe({9, Kind::server_bytes, "Content-Length: 1\r\n\r\nx", 6, ""});
  ASSERT_FALSE(events.empty());
  const auto& e = std::get<HttpExchange>(events.back());
  EXPECT_EQ(e.connection, 9U);
  EXPECT_EQ(e.request->turn, (FranzTurn{"ab", 7, "0123456789abcdef", ""}));
  EXPECT_TRUE(e.request->has_origin);
  EXPECT_EQ(e.request->target, "/v1/chat?key=****");
  EXPECT_EQ(printer.wire(e.id, MessagePiece::Side::request),
            "POST /v1/chat?key=**** HTTP/1.1\r\nX-Franz-Turn: "
            "ab/7/0123456789abcdef/-\r\nAuthorization: ****\r\n"
            "Origin: http://x\r\nContent-Length: 2\r\n\r\n{}");
  EXPECT_EQ(printer.wire(e.id, MessagePiece::Side::response),
            "HTTP/1.1 100 Continue\r\n\r\n"
            "HTTP/1.1 201 Made\r\nSet-Cookie: ****\r\nContent-Length: 1\r\n\r\nx");
  EXPECT_EQ(e.response.status, 201);
  EXPECT_EQ(e.started_ms, 2);
  EXPECT_EQ(e.request_done_ms, 3);
  EXPECT_EQ(e.first_byte_ms, 5);
  EXPECT_EQ(e.finished_ms, 6);
  EXPECT_EQ(e.unverifiable(), "");
}

TEST(OpenExchange, ASecretIsMaskedInACutHeadToo) {
  HttpObserver observer;
  observer.observe({1, Kind::client_bytes, kGet, 0, ""});
  observer.observe({1, Kind::server_bytes, "HTTP/1.1 200 OK\r\nSet-Cookie: abc", 0, ""});
  const auto events = observer.observe({1, Kind::closed, "", 0, "gone"});
  EXPECT_EQ(std::get<MessagePiece>(events.at(0)).wire, "HTTP/1.1 200 OK\r\nSet-Cookie: ****");
}

TEST(OpenExchange, KnowsAPageOfAnotherSiteByItsHead) {
  const std::string host = "Host: 127.0.0.1:1234\r\n";
  const std::vector<std::pair<std::string, bool>> cases = {
      {host, false},
      {"", false},
      {host + "Origin: http://127.0.0.1:1234\r\nSec-Fetch-Site: same-origin\r\n", false},
      {host + "Origin: http://127.0.0.1:9\r\n", true},
      {host + "SEC-FETCH-SITE: cross-site\r\n", true},
      {"Host: evil.example:1234\r\n", true},
      {"Host: evil.example:1234\r\nOrigin: http://evil.example:1234\r\n", true}};
  for (const auto& [headers, other_site] : cases) {
    HttpObserver observer;
    const auto events =
        observer.observe({1, Kind::client_bytes, "GET / HTTP/1.1\r\n" + headers + "\r\n", 0, ""});
    EXPECT_EQ(std::get<RequestStarted>(events.at(0)).request->other_site, other_site) << headers;
  }
}

TEST(OpenExchange, TwoTurnHeadersOrAWrongOneMakeAForeignRequest) {
  for (const std::string headers :
       {"X-Franz-Turn: a/1/0123456789abcdef/-\r\nx-franz-turn: a/1/0123456789abcdef/-\r\n",
        "X-Franz-Turn: a/1\r\n", ""}) {
    HttpObserver observer;
    const auto events =
        observer.observe({1, Kind::client_bytes, "GET / HTTP/1.1\r\n" + headers + "\r\n", 0, ""});
    EXPECT_EQ(std::get<RequestStarted>(events.at(0)).request->turn, std::nullopt) << headers;
  }
}

TEST(OpenExchange, ABodyInAnUnknownCodingIsUnverifiable) {
  const struct {
    const char *coding, *problem;
  } rows[] = {{"br", " (compressed: br)"},
              {"gzip, br", " (compressed: gzip, br)"},
              {"gzip", ""},
              {"deflate", ""},
              {"identity", ""}};
  for (const auto& [coding, problem] : rows)
    EXPECT_EQ(
        observe({client(kGet), server("HTTP/1.1 200 OK\r\nContent-Encoding: " +
                                      std::string(coding) + "\r\nContent-Length: 2\r\n\r\n\x1f!")}),
        "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"\\u001f!\"" +
            std::string(problem) + " whole\n");
}
}  // namespace franz
