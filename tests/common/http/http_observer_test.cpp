#include "common/http/http_observer.h"
#include <gtest/gtest.h>
#include "common/http/http_parser.h"
#include "tests/common/http/http_dialogue.h"

namespace franz {
TEST(HttpObserver, ReadsEveryFramingOfABody) {
  check_dialogues({
      {"lengths",
       {client(kPost), server(kOk), kClientEnd, kServerEnd, kClosed},
       "request POST /p\nreply 200\nexchange POST /p \"hello\" -> 200 \"ok\" whole\n"},
      {"an empty reply",
       {client(kGet), server("HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n")},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"\" whole\n"},
      {"no reason phrase",
       {client(kGet), server("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n")},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"\" whole\n"},
      {"chunks with extensions and trailers, both ways",
       {client("POST /p HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n"
               "3;a=b\r\nhel\r\n002 ; c=\"d;e\"\r\nlo\r\n0\r\nX-Sum: 1\r\n\r\n"),
        server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
               "A\r\n0123456789\r\n1\r\n\n\r\n0;last\r\nA: b\r\nC:\r\n\r\n")},
       "request POST /p\nreply 200\nexchange POST /p \"hello\" -> 200 \"0123456789\\n\" whole\n"},
      {"to the end of the stream",
       {client(kGet), server("HTTP/1.1 200 OK\r\n\r\nall of it"), kServerEnd, kClientEnd, kClosed},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"all of it\" whole\n"},
      {"HTTP/1.0",
       {client("GET /a HTTP/1.0\r\n\r\n"), server("HTTP/1.0 200 OK\r\n\r\nx"), kServerEnd},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"x\" whole\n"},
      {"HEAD, 204 and 304 have none",
       {client(kHead + kGet + kGet),
        server("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"
               "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n")},
       "request HEAD /a\nrequest GET /a\nrequest GET /a\nreply 200\n"
       "exchange HEAD /a \"\" -> 200 \"\" whole\nreply 204\n"
       "exchange GET /a \"\" -> 204 \"\" whole\nreply 304\n"
       "exchange GET /a \"\" -> 304 \"\" whole\n"},
  });
}

TEST(HttpObserver, FollowsTheOrderOfAConnection) {
  check_dialogues({
      {"kept alive",
       {client(kGet), server(kOk), client(kPost), server(kOk), kClientEnd, kClosed},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"ok\" whole\n"
       "request POST /p\nreply 200\nexchange POST /p \"hello\" -> 200 \"ok\" whole\n"},
      {"pipelined",
       {client(kGet + kPost + kGet), server(kOk + kOk), server(kOk)},
       "request GET /a\nrequest POST /p\nrequest GET /a\n"
       "reply 200\nexchange GET /a \"\" -> 200 \"ok\" whole\n"
       "reply 200\nexchange POST /p \"hello\" -> 200 \"ok\" whole\n"
       "reply 200\nexchange GET /a \"\" -> 200 \"ok\" whole\n"},
      {"empty lines before a request are nothing",
       {client("\r\n\r\n" + kGet), server(kOk)},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"ok\" whole\n"},
      {"100-continue and other interim replies",
       {client("POST /p HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"),
        server("HTTP/1.1 100 Continue\r\n\r\n"), client("hi"),
        server("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + kOk)},
       "request POST /p\nreply 200\nexchange POST /p \"hi\" -> 200 \"ok\" whole\n"},
      {"a reply before the end of the request",
       {client("POST /p HTTP/1.1\r\nContent-Length: 4\r\n\r\nab"), server(kOk), client("cd" + kGet),
        server(kOk)},
       "reply 200\nrequest POST /p\nexchange POST /p \"abcd\" -> 200 \"ok\" whole\n"
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"ok\" whole\n"},
      {"a reply before the end of the request, and no more replies",
       {client("POST /p HTTP/1.1\r\nContent-Length: 4\r\n\r\nab"), server(kOk), kServerEnd,
        client("cd"), kClientEnd, kClosed},
       "reply 200\nrequest POST /p\nexchange POST /p \"abcd\" -> 200 \"ok\" whole\n"},
      {"an upgrade that the server did not want",
       {client("GET /a HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"), server(kOk)},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"ok\" whole\n"},
  });
}

TEST(HttpObserver, SaysWhatWasCut) {
  const std::string half = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab";
  const std::string by_upstream = "the upstream closed before the end of its reply";
  const std::string by_client = "the client reset the connection";
  check_dialogues({
      {"by the upstream's FIN",
       {client(kGet), server(half), kServerEnd, kClientEnd, kClosed},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"ab\" (" + by_upstream + ")\n"},
      {"before its last chunk",
       {client(kGet), server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n"),
        kServerEnd},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"ab\" (" + by_upstream + ")\n"},
      {"before its trailers end",
       {client(kGet), server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"),
        kServerEnd},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"\" (" + by_upstream + ")\n"},
      {"before its head ended",
       {client(kGet), server("HTTP/1.1 200 O"), kServerEnd},
       "request GET /a\nexchange GET /a \"\" -> 0 \"\" (" + by_upstream + ")\n"},
      {"after an interim reply",
       {client(kGet), server("HTTP/1.1 100 Continue\r\n\r\n"), kServerEnd},
       "request GET /a\nexchange GET /a \"\" -> 0 \"\" (" + by_upstream + ")\n"},
      {"no reply at all",
       {client(kGet + kGet), kServerEnd, kClosed},
       "request GET /a\nrequest GET /a\nexchange GET /a \"\" -> 0 \"\" (" + by_upstream +
           ")\n"
           "exchange GET /a \"\" -> 0 \"\" (" +
           by_upstream + ")\n"},
      {"by the client's reset",
       {client(kGet), server(half), broken(by_client)},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"ab\" (" + by_client + ")\n"},
      {"a body that only the end of the stream ends, and a reset",
       {client(kGet), server("HTTP/1.1 200 OK\r\n\r\nab"), broken(by_client)},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"ab\" (" + by_client + ")\n"},
      {"a request by the client's FIN, and answered",
       {client("POST /p HTTP/1.1\r\nContent-Length: 5\r\n\r\nhel"), kClientEnd, server(kOk)},
       "reply 200\nexchange POST /p \"hel\" (the client closed before the end of its request) -> "
       "200 \"ok\" whole\n"},
      {"a request by the client's reset",
       {client("POST /p HTTP/1.1\r\nContent-Length: 5\r\n\r\nhel"), broken(by_client)},
       "exchange POST /p \"hel\" (" + by_client + ") -> 0 \"\" (" + by_client + ")\n"},
      {"a head that never ended is no exchange", {client("GET /a HT"), broken(by_client)}, ""},
      {"nor is silence", {kClientEnd, kServerEnd, kClosed}, ""},
  });
}

TEST(HttpObserver, GivesUpByNameWhatReadersDifferAbout) {
  const std::string post = "POST /p HTTP/1.1\r\n";
  const std::string ok = "HTTP/1.1 200 OK\r\n";
  const auto request = [](const std::string& bytes, const std::string& why) {
    return DialogueRow{why, {client(bytes), kClosed}, "gave up: " + why + "\n"};
  };
  const auto reply = [](const std::string& bytes, const std::string& why) {
    return DialogueRow{
        why,
        {client(kGet), server(bytes), client(kGet), kClosed},
        "request GET /a\nexchange GET /a \"\" -> 0 \"\" (" + why + ")\ngave up: " + why + "\n"};
  };
  const std::string header = "an ambiguous header line (RFC 9112 §5.1)";
  const std::string length = "an ambiguous Content-Length";
  const std::string coding = "an ambiguous transfer coding";
  check_dialogues({
      request("\x16\x03\x01\x02", "not HTTP"),
      request("hello world, how are you\r\n", "not HTTP"),
      request("GET /a HTTP/2.0\r\n", "not HTTP"),
      request("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "not HTTP"),
      request("GET /a b HTTP/1.1\r\n", "not HTTP"),
      request(std::string(kMaxMethod + 1, 'M') + " /a HTTP/1.1\r\n", "not HTTP"),
      request("GET /a HTTP/1.1\n", "not HTTP"),
      request(post + "A: b\n", "a line that ends without CR"),
      request(post + "A : b\r\n", header),
      request(post + "A: b\r\n folded\r\n", header),
      request(post + "no colon\r\n", header),
      request(post + ": no name\r\n", header),
      request(post + "A: b\rc\r\n", header),
      request(post + std::string("A: b\0c\r\n", 8), header),
      request(post + "Content-Length: 5\r\nContent-Length: 5\r\n\r\n", length),
      request(post + "Content-Length: +5\r\n\r\n", length),
      request(post + "Content-Length: 5, 5\r\n\r\n", length),
      request(post + "Content-Length:\r\n\r\n", length),
      request(post + "Content-Length: 9999999999999999999\r\n\r\n", length),
      request(post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
              "Content-Length together with Transfer-Encoding"),
      request(post + "Transfer-Encoding: gzip, chunked\r\n\r\n", coding),
      request(post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", coding),
      request("POST /p HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", coding),
      reply("\x01", "not HTTP"),
      reply("HTTP/1.1 20 OK\r\n", "not HTTP"),
      reply("HTTP/1.1  200 OK\r\n", "not HTTP"),
      reply("http/1.1 200 OK\r\n", "not HTTP"),
      reply("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n\x01\x02", "upgraded"),
      reply("HTTP/1.1 204 No\r\nContent-Length: 1\r\n\r\nx", "a body where none can be"),
      reply("HTTP/1.1 100 Continue\r\nContent-Length: 1\r\n\r\nx", "a body where none can be"),
      reply(ok + "Content-Length: 1\r\ncontent-length: 2\r\n\r\n", length),
  });
  const std::string chunk = "an ambiguous chunk size";
  const auto chunked = [&](const std::string& bytes, const std::string& body,
                           const std::string& why) {
    return DialogueRow{why,
                       {client(kGet), server(ok + "Transfer-Encoding: chunked\r\n\r\n" + bytes)},
                       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"" + body + "\" (" +
                           why + ")\ngave up: " + why + "\n"};
  };
  check_dialogues({
      chunked("x\r\n", "", chunk),
      chunked("0x2\r\nab\r\n", "", chunk),
      chunked(" 2\r\nab\r\n", "", chunk),
      chunked("-1\r\n", "", chunk),
      chunked("\r\n", "", chunk),
      chunked("1000000000000000\r\n", "", chunk),
      chunked("2\nab\r\n", "", "a line that ends without CR"),
      chunked("2\r\nabc\r\n", "ab", "a chunk longer than its size"),
      chunked("0\r\nno colon\r\n", "", header),
      {"CONNECT",
       {client("CONNECT a:1 HTTP/1.1\r\n\r\n"), server(ok + "\r\n\x16")},
       "request CONNECT a:1\nexchange CONNECT a:1 \"\" -> 0 \"\" (upgraded)\ngave up: upgraded\n"},
      {"a reply that nobody asked for",
       {server(kOk), client(kGet), kClosed},
       "gave up: a reply without a request\n"},
      {"more than the length",
       {client(kGet), server(kOk + "!"), client(kGet), kClosed},
       "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"ok\" whole\n"
       "gave up: a reply without a request\n"},
      {"a reply while the head is still coming",
       {client("GET /a HT"), server(kOk), kClosed},
       "gave up: a reply before the request's head\n"},
      {"what follows a request is none",
       {client("GET /a HTTP/1.1\r\n\r\n\x01"), server(kOk), kClosed},
       "request GET /a\nexchange GET /a \"\" -> 0 \"\" (not HTTP)\ngave up: not HTTP\n"},
  });
}

TEST(HttpObserver, KnowsTheProxysOwnAnswer) {
  const std::string answer = "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 2\r\n\r\nno";
  const Moment own{Kind::own_answer, answer, "refused"};
  check_dialogues({
      {"after the request",
       {client(kPost), own, kClosed},
       "request POST /p\nreply 502\nexchange POST /p \"hello\" -> 502 \"no\" whole own\n"},
      {"after a HEAD",
       {client(kHead), own, kClosed},
       "request HEAD /a\nreply 502\nexchange HEAD /a \"\" -> 502 \"\" whole own\n"},
      {"while the request is on its way",
       {client("POST /p HT"), own, client("TP/1.1\r\nContent-Length: 2\r\n\r\nhi"), kClosed},
       "reply 502\nrequest POST /p\nexchange POST /p \"hi\" -> 502 \"no\" whole own\n"},
      {"and the request never ends",
       {client("POST /p HTTP/1.1\r\nContent-Length: 2\r\n\r\nh"), own, broken("gone")},
       "reply 502\nexchange POST /p \"h\" (gone) -> 502 \"no\" whole own\n"},
  });
}

TEST(HttpObserver, FollowsSoManyRequestsThatWait) {
  std::string requests;
  for (std::size_t i = 0; i < kMaxPipelined; ++i) requests += kGet;
  HttpObserver observer;
  Printer printer;
  printer.print_events(observer.observe({1, Kind::client_bytes, requests, 0, ""}));
  EXPECT_EQ(printer.text.find("gave up"), std::string::npos);
  printer.print_events(observer.observe({1, Kind::client_bytes, kGet, 0, ""}));
  EXPECT_TRUE(printer.text.ends_with("gave up: over 32 requests without a reply\n"))
      << printer.text;
}

// The unread bytes after the readable part may have contained a reply.
TEST(HttpObserver, SaysWhoseReplyWentByUnread) {
  struct Case {
    std::string title;
    Dialogue dialogue;
    std::vector<bool> unread;  // of each exchange
  };
  const std::vector<Case> cases = {
      {"whole", {client(kGet), server(kOk)}, {false}},
      {"cut", {client(kGet), server("HTTP/1.1 200 OK\r\n"), kServerEnd}, {false}},
      {"reset", {client(kGet), broken("gone")}, {false}},
      {"two lengths",
       {client(kGet), server("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n")},
       {true}},
      {"an odd chunk behind a good reply",
       {client(kGet), server(kOk), client(kPost),
        server("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n")},
       {false, true}},
      {"what follows the request is no HTTP", {client(kGet + "\x01")}, {true}},
  };
  for (const Case& each : cases) {
    HttpObserver observer;
    std::vector<bool> unread;
    for (const Moment& moment : each.dialogue) {
      for (const HttpEvent& event :
           observer.observe({1, moment.kind, moment.bytes, 0, moment.why})) {
        if (const auto* exchange = std::get_if<HttpExchange>(&event))
          unread.push_back(exchange->reply_unread);
      }
    }
    EXPECT_EQ(unread, each.unread) << each.title;
  }
}

// What the relay may do with a connection whose replies could not be read.
TEST(HttpObserver, WantsAnotherConnectionForATurnThatCouldNotBeRead) {
  const auto wanted = [](const HttpRequest& request) { return request.turn.has_value(); };
  const std::string turn =
      "POST /t HTTP/1.1\r\nX-Franz-Turn: a/1/0123456789abcdef/-\r\nContent-Length: 0\r\n\r\n";
  const std::string odd =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::string page = "GET /p HTTP/1.1\r\nHost: h\r\nOrigin: http://other\r\n\r\n";
  const std::string rebound = "POST /v1/chat/completions HTTP/1.1\r\nHost: evil.example:1234\r\n";
  const std::string addressed = "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1:1234\r\n";
  const std::string long_method =
      std::string(kMaxMethod + 1, 'A') + " /p HTTP/1.1\r\nHost: evil.example:1234\r\n\r\n";
  std::string many_lines;
  for (std::size_t i = 0; i <= kMaxHeaderLines; ++i) many_lines += "a: b\r\n";
  const std::string long_target = "GET /" + std::string(1UL << 20U, 'x');
  struct Case {
    std::string title;
    Dialogue dialogue;
    ConnectionState state;
  };
  const std::vector<Case> cases = {
      {"nothing yet", {}, ConnectionState::busy},
      {"silence", {{Kind::opened, ""}}, ConnectionState::idle},
      {"half a head", {client(turn.substr(0, 40))}, ConnectionState::asking},
      {"half a head behind an exchange",
       {client(kPost), server(kOk), client(turn.substr(0, 40))},
       ConnectionState::asking},
      {"half a head behind a request", {client(kPost + turn.substr(0, 40))}, ConnectionState::busy},
      {"a stranger's request", {client(kPost)}, ConnectionState::busy},
      {"a turn behind it", {client(kPost + turn)}, ConnectionState::turn},
      {"a turn", {client(turn)}, ConnectionState::turn},
      {"a reply under way", {client(turn), server("HTTP/1.1 200 OK\r\n")}, ConnectionState::turn},
      {"an odd reply to a turn", {client(turn), server(odd)}, ConnectionState::unclear},
      {"its rest",
       {client(turn), server(odd), server("2\r\nok\r\n0\r\n\r\n")},
       ConnectionState::unclear},
      {"then a stranger's request",
       {client(turn), server(odd), client(kPost + kGet)},
       ConnectionState::unclear},
      {"then half a turn",
       {client(turn), server(odd), client(turn.substr(0, 40))},
       ConnectionState::unclear},
      {"then another turn",
       {client(turn), server(odd), client(turn.substr(0, 40)), client(turn.substr(40))},
       ConnectionState::over},
      {"a folded header",
       {client(turn), server("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n"), client(turn)},
       ConnectionState::over},
      {"bytes behind the reply to a turn",
       {client(turn), server(kOk + "!")},
       ConnectionState::over},
      {"bytes behind another reply", {client(kGet), server(kOk + "!")}, ConnectionState::unclear},
      {"and then a turn", {client(kGet), server(kOk + "!"), client(turn)}, ConnectionState::over},
      {"an upgrade is a tunnel",
       {client(kGet), server("HTTP/1.1 101 S\r\n\r\n"), client(turn)},
       ConnectionState::busy},
      {"so is what is not HTTP", {client("\x16\x03"), client(turn)}, ConnectionState::busy},
      {"a page of another site", {client(page)}, ConnectionState::page},
      {"its head is not whole yet",
       {client(page.substr(0, page.size() - 1))},
       ConnectionState::asking},
      {"behind an exchange", {client(kGet), server(kOk), client(page)}, ConnectionState::page},
      {"behind a request", {client(kGet + page)}, ConnectionState::page},
      {"where replies cannot be read",
       {client(kGet), server(kOk + "!"), client(page)},
       ConnectionState::over},
      {"where replies cannot be read, with a head too long for us",
       {client(kGet), server(kOk + "!"), client(long_target)},
       ConnectionState::over},
      {"a target too long to be read", {client(long_target)}, ConnectionState::over},
      {"what is as long and not HTTP", {client(long_target.substr(5))}, ConnectionState::busy},
      {"a page's head with more lines than we read",
       {client(rebound + many_lines)},
       ConnectionState::over},
      {"as many lines of a program's", {client(addressed + many_lines)}, ConnectionState::busy},
      {"a page's ambiguous header line", {client(rebound + "A: \x01\r\n")}, ConnectionState::over},
      {"a method longer than we read", {client(long_method)}, ConnectionState::over},
      {"where replies cannot be read, with a page's head that we cannot read",
       {client(kGet), server(kOk + "!"), client(rebound + many_lines)},
       ConnectionState::over},
      {"where replies cannot be read, with a method longer than we read",
       {client(kGet), server(kOk + "!"), client(long_method)},
       ConnectionState::over},
      {"a turn's pieces were lost: its end is known all the same",
       {client(turn), server(kOk)},
       ConnectionState::idle},
  };
  for (const Case& each : cases) {
    HttpObserver observer({1000, wanted});
    for (const Moment& moment : each.dialogue) {
      observer.observe({1, moment.kind, moment.bytes, 0, moment.why},
                       [](const HttpEvent&) { return true; });
    }
    EXPECT_EQ(observer.state(1), each.state) << each.title;
  }
}

// For an upstream with TLS: our own client names it in Host.
TEST(HttpObserver, TakesTheUpstreamsNameForOurs) {
  const std::string of_client = "GET /p HTTP/1.1\r\nHost: Api.Example.com\r\n";
  const std::string end = "\r\n";
  const std::string cross_site = "Origin: http://evil.example\r\n";
  const struct {
    std::optional<std::string> own_host;
    std::string request;
    ConnectionState state;
  } rows[] = {
      {"", of_client + end, ConnectionState::page},
      {"api.example.com", of_client + end, ConnectionState::turn},
      {"api.example.com:8443", of_client + end, ConnectionState::page},
      {"other.example", of_client + end, ConnectionState::page},
      {"api.example.com", of_client + cross_site + end, ConnectionState::page},
      {std::nullopt, of_client + end, ConnectionState::turn},
      {std::nullopt, of_client + cross_site + end, ConnectionState::page},
  };
  for (const auto& row : rows) {
    ObserverOptions options;
    options.own_host = row.own_host;
    HttpObserver observer(std::move(options));
    observer.observe({1, Kind::client_bytes, row.request, 0, ""},
                     [](const HttpEvent&) { return true; });
    EXPECT_EQ(observer.state(1), row.state) << row.own_host.value_or("any") << row.request;
  }
}

TEST(HttpObserver, AnInterimReplyIsNotTheFirstByte) {
  HttpObserver observer;
  observer.observe({1, Kind::client_bytes, kGet, 1, ""});
  observer.observe({1, Kind::server_bytes, "HTTP/1.1 102 Processing\r\n\r\n", 2, ""});
  const auto events = observer.observe({1, Kind::closed, "", 3, ""});
  EXPECT_EQ(std::get<HttpExchange>(events.back()).first_byte_ms, 0);
}

TEST(HttpObserver, KeepsConnectionsApart) {
  HttpObserver observer;
  Printer printer;
  const auto send = [&](std::uint64_t id, Kind kind, const std::string& bytes) {
    printer.print_events(observer.observe({id, kind, bytes, 0, ""}));
  };
  send(1, Kind::client_bytes, "POST /1 HTTP/1.1\r\nContent-Length: 2\r\n\r\na");
  send(2, Kind::client_bytes, "POST /2 HTTP/1.1\r\nContent-Length: 2\r\n\r\nb");
  send(1, Kind::client_bytes, "A");
  send(2, Kind::client_bytes, "B");
  send(2, Kind::server_bytes, kOk);
  send(3, Kind::client_bytes, "rubbish\r\n");
  send(1, Kind::server_bytes, kOk);
  EXPECT_EQ(printer.text,
            "request POST /1\nrequest POST /2\nreply 200\n"
            "exchange POST /2 \"bB\" -> 200 \"ok\" whole\ngave up: not HTTP\nreply 200\n"
            "exchange POST /1 \"aA\" -> 200 \"ok\" whole\n");
}
}  // namespace franz
