#include "proxy/relay/http_observer.h"
#include <gtest/gtest.h>
#include <map>
#include <set>
#include "common/base/json_string.h"
#include "common/http/http_parser.h"

namespace franz::proxy {
namespace {
using Kind = ConnectionEvent::Kind;

// What happened on one connection, the i-th event at i milliseconds.
struct Moment {
  Kind kind;
  std::string bytes;
  std::string why = "";
};
using Dialogue = std::vector<Moment>;

Moment client(std::string bytes) { return {Kind::client_bytes, std::move(bytes)}; }
Moment server(std::string bytes) { return {Kind::server_bytes, std::move(bytes)}; }
const Moment kClientEnd{Kind::client_end, ""};
const Moment kServerEnd{Kind::server_end, ""};
const Moment kClosed{Kind::closed, ""};
Moment broken(std::string why) { return {Kind::closed, "", std::move(why)}; }

// Each event a line; the bytes of a message are those of its pieces.
class Printer {
 public:
  void print_events(const std::vector<HttpEvent>& events) {
    for (const HttpEvent& event : events) std::visit(*this, event);
  }
  void operator()(const RequestStarted& started) { started_.insert(started.exchange); }
  void operator()(const MessagePiece& piece) {
    EXPECT_TRUE(started_.contains(piece.exchange));
    Bytes& bytes = bytes_[{piece.exchange, piece.side}];
    bytes.wire += piece.wire;
    append_body(piece, bytes.body);
  }
  void operator()(const RequestRead& read) {
    text += "request " + read.request->method + " " + read.request->target + "\n";
  }
  void operator()(const ResponseStarted& started) {
    text += "reply " + std::to_string(started.status) + "\n";
  }
  void operator()(const Exchange& e) {
    text += "exchange " + e.request->method + " " + e.request->target + " " +
            message(e, MessagePiece::Side::request, *e.request) + " -> " +
            std::to_string(e.response.status) + " " +
            message(e, MessagePiece::Side::response, e.response) +
            (e.delivered_whole ? " whole" : "") + (e.own_answer ? " own" : "") + "\n";
  }
  void operator()(const ObservationEnded& ended) { text += "gave up: " + ended.why + "\n"; }

  const std::string& wire(std::uint64_t exchange, MessagePiece::Side side) {
    return bytes_[{exchange, side}].wire;
  }

  std::string text;

 private:
  struct Bytes {
    std::string wire, body;
  };

  std::string message(const Exchange& e, MessagePiece::Side side, const HttpMessage& told) {
    const Bytes& bytes = bytes_[{e.id, side}];
    const bool whole = e.request->wanted && told.told;
    if (whole) {
      const bool masked = bytes.wire.find("****") != std::string::npos;  // in another length
      if (!masked) {
        EXPECT_EQ(told.wire_bytes, bytes.wire.size());
      }
      EXPECT_EQ(told.body_bytes, bytes.body.size());
    }
    return (whole ? quote_json(bytes.body) : "-") +
           (told.problem.empty() ? "" : " (" + told.problem + ")");
  }

  std::set<std::uint64_t> started_;
  std::map<std::pair<std::uint64_t, MessagePiece::Side>, Bytes> bytes_;
};

std::string observe(const Dialogue& dialogue, const ObserverOptions& options = {}) {
  HttpObserver observer(options);
  Printer printer;
  for (const Moment& moment : dialogue) {
    printer.print_events(observer.observe({1, moment.kind, moment.bytes, 0, moment.why}));
  }
  return printer.text;
}

// The events of one moment, cut at `cut`; at npos: byte by byte.
Dialogue cut(const Dialogue& dialogue, std::size_t which, std::size_t at) {
  Dialogue result;
  for (std::size_t i = 0; i < dialogue.size(); ++i) {
    const Moment& moment = dialogue[i];
    const bool payload = moment.kind == Kind::client_bytes || moment.kind == Kind::server_bytes;
    if (payload && at == std::string::npos) {
      for (const char c : moment.bytes) result.push_back({moment.kind, std::string(1, c)});
    } else if (payload && i == which) {
      result.push_back({moment.kind, moment.bytes.substr(0, at)});
      result.push_back({moment.kind, moment.bytes.substr(at)});
    } else {
      result.push_back(moment);
    }
  }
  return result;
}

struct Row {
  std::string title;
  Dialogue dialogue;
  std::string told;
};

// Reads each dialogue whole, byte by byte, and cut in two at every place.
void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    EXPECT_EQ(observe(row.dialogue), row.told) << row.title;
    EXPECT_EQ(observe(cut(row.dialogue, 0, std::string::npos)), row.told)
        << row.title << ", byte by byte";
    for (std::size_t i = 0; i < row.dialogue.size(); ++i) {
      for (std::size_t at = 1; at < row.dialogue[i].bytes.size(); ++at) {
        if (row.dialogue[i].kind == Kind::own_answer) continue;  // told in one piece
        ASSERT_EQ(observe(cut(row.dialogue, i, at)), row.told)
            << row.title << ", event " << i << " cut at " << at;
      }
    }
  }
}

const std::string kGet = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
const std::string kHead = "HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n";
const std::string kPost = "POST /p HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello";
const std::string kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
}  // namespace

TEST(HttpObserver, ReadsEveryFramingOfABody) {
  check({
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
  check({
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
  check({
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
    return Row{why, {client(bytes), kClosed}, "gave up: " + why + "\n"};
  };
  const auto reply = [](const std::string& bytes, const std::string& why) {
    return Row{
        why,
        {client(kGet), server(bytes), client(kGet), kClosed},
        "request GET /a\nexchange GET /a \"\" -> 0 \"\" (" + why + ")\ngave up: " + why + "\n"};
  };
  const std::string header = "a header line that readers differ about";
  const std::string length = "a Content-Length that readers differ about";
  const std::string coding = "a transfer coding that readers differ about";
  check({
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
  const std::string chunk = "a chunk size that readers differ about";
  const auto chunked = [&](const std::string& bytes, const std::string& body,
                           const std::string& why) {
    return Row{why,
               {client(kGet), server(ok + "Transfer-Encoding: chunked\r\n\r\n" + bytes)},
               "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"" + body + "\" (" + why +
                   ")\ngave up: " + why + "\n"};
  };
  check({
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
  check({
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

TEST(HttpObserver, LimitsWhatItKeepsButNotWhatItReads) {
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

// What all heads hold together is bounded, whoever sends them; a short one always finds room.
TEST(HttpObserver, HoldsNoMoreLongHeadsThanItMay) {
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

// A run's requests have short heads, and few are under way; more are not held, and are told as
// lost.
TEST(HttpObserver, TellsTheHeadsOfFewWantedRequests) {
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
  const auto tell = [&](std::uint64_t id, Kind kind, const std::string& bytes) {
    printer.text.clear();
    printer.print_events(observer.observe({id, kind, bytes, 0, ""}));
    return printer.text;
  };
  for (std::uint64_t id = 1; id <= kMaxWantedOpen; ++id)
    EXPECT_EQ(tell(id, Kind::client_bytes, kGet), "request GET /a\n");
  EXPECT_EQ(tell(100, Kind::client_bytes, kGet), "");
  EXPECT_EQ(observer.state(100), ConnectionState::busy);
  EXPECT_EQ(tell(100, Kind::server_bytes, kOk),
            "exchange GET /a - (over 8 requests at once) -> 200 - whole\n");
  for (std::uint64_t id = 1; id <= kMaxWantedOpen; ++id) tell(id, Kind::closed, "");
  for (std::uint64_t id = 201; id <= 200 + kMaxWantedOpen; ++id)
    EXPECT_EQ(tell(id, Kind::client_bytes, kGet), "request GET /a\n");
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

// Of an exchange that nobody wants nothing is told but what it was.
TEST(HttpObserver, TellsNoBytesOfStrangers) {
  const auto wanted = [](const HttpRequest& request) { return request.turn.has_value(); };
  const std::string turn = "POST /t HTTP/1.1\r\nX-Franz-Turn: a/1/1\r\nContent-Length: 2\r\n\r\nhi";
  EXPECT_EQ(observe({client(kPost), server(kOk), client(turn), server(kOk)}, {1000, wanted}),
            "exchange POST /p - -> 200 - whole\n"
            "request POST /t\nreply 200\nexchange POST /t \"hi\" -> 200 \"ok\" whole\n");
  HttpObserver observer({1000, wanted});
  EXPECT_EQ(observer.observe({1, Kind::client_bytes, kPost, 0, ""}).size(), 0U);
  EXPECT_EQ(observer.observe({1, Kind::server_bytes, kOk, 0, ""}).size(), 1U);
}

// A piece that nobody takes costs its exchange, and nothing behind it.
TEST(HttpObserver, LosesOneExchangeWhereNobodyTakesAPiece) {
  const std::string reply = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";
  HttpObserver observer;
  Printer printer;
  bool full = false;
  const auto tell = [&](Kind kind, const std::string& bytes) {
    observer.observe({1, kind, bytes, 0, ""}, [&](HttpEvent event) {
      if (full && std::holds_alternative<MessagePiece>(event)) return false;
      printer.print_events({event});
      return true;
    });
  };
  tell(Kind::client_bytes, kGet);
  tell(Kind::server_bytes, reply + "ab");
  full = true;
  tell(Kind::server_bytes, "c");
  full = false;  // there is room again, but these bytes alone are no reply
  tell(Kind::server_bytes, "d");
  tell(Kind::client_bytes, kPost);
  tell(Kind::server_bytes, kOk);
  EXPECT_EQ(printer.text,
            "request GET /a\nreply 200\n"
            "exchange GET /a \"\" -> 200 - (the recorder was behind) whole\n"
            "request POST /p\nreply 200\nexchange POST /p \"hello\" -> 200 \"ok\" whole\n");
  // Nor is a turn begun that nobody takes.
  printer.text.clear();
  observer.observe({2, Kind::client_bytes, kPost, 0, ""}, [](const HttpEvent&) { return false; });
  observer.observe({2, Kind::server_bytes, kOk, 0, ""}, [&](HttpEvent event) {
    printer.print_events({std::move(event)});
    return true;
  });
  EXPECT_EQ(printer.text, "exchange POST /p - (the recorder was behind) -> 200 - whole\n");
}

// It is a turn all the same, and whoever hears of it must know that it was lost.
TEST(HttpObserver, TellsAnExchangeThatNobodyTookAsLostAndNotAsAStrangers) {
  HttpObserver observer;
  std::vector<HttpEvent> told;
  const auto tell = [&told](HttpEvent event) {
    told.push_back(std::move(event));
    return !std::holds_alternative<RequestStarted>(told.back());
  };
  observer.observe({1, Kind::client_bytes, kPost, 0, ""}, tell);
  observer.observe({1, Kind::server_bytes, kOk, 0, ""}, tell);
  ASSERT_EQ(told.size(), 2U);
  const auto& exchange = std::get<Exchange>(told.back());
  EXPECT_TRUE(exchange.request->wanted);
  EXPECT_FALSE(exchange.request->told);
  EXPECT_FALSE(exchange.response.told);
}

// What went by unread behind the end of what could be read may have been a reply.
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
        if (const auto* exchange = std::get_if<Exchange>(&event))
          unread.push_back(exchange->reply_unread);
      }
    }
    EXPECT_EQ(unread, each.unread) << each.title;
  }
}

// What the relay may do with a connection whose replies could not be read.
TEST(HttpObserver, WantsAnotherConnectionForATurnThatCouldNotBeRead) {
  const auto wanted = [](const HttpRequest& request) { return request.turn.has_value(); };
  const std::string turn = "POST /t HTTP/1.1\r\nX-Franz-Turn: a/1/1\r\nContent-Length: 0\r\n\r\n";
  const std::string odd =
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n";
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

TEST(HttpObserver, TellsWhatARecordNeeds) {
  HttpObserver observer;
  Printer printer;
  const auto observe = [&](const ConnectionEvent& event) {
    std::vector<HttpEvent> told = observer.observe(event);
    printer.print_events(told);
    return told;
  };
  const std::string head =
      "POST /v1/chat?key=s HTTP/1.1\r\nX-Franz-Turn: ab/7/2\r\nAuthorization: Bearer s\r\n"
      "Origin: http://x\r\nContent-Length: 2\r\n\r\n";
  observe({9, Kind::opened, "", 1, "127.0.0.1:5"});
  const auto asked = observe({9, Kind::client_bytes, head, 2, ""});
  EXPECT_EQ(find_header(std::get<RequestStarted>(asked.at(0)).headers, "authorization"), "****");
  observe({9, Kind::client_bytes, "{}", 3, ""});
  observe({9, Kind::server_bytes, "HTTP/1.1 100 Continue\r\n\r\n", 4, ""});
  observe({9, Kind::server_bytes, "HTTP/1.1 201 Made\r\nSet-Cookie: s\r\n", 5, ""});
  const auto told = observe({9, Kind::server_bytes, "Content-Length: 1\r\n\r\nx", 6, ""});
  ASSERT_FALSE(told.empty());
  const auto& e = std::get<Exchange>(told.back());
  EXPECT_EQ(e.connection, 9U);
  EXPECT_EQ(e.request->turn, (FranzTurn{"ab", 7, 2}));
  EXPECT_TRUE(e.request->has_origin);
  EXPECT_EQ(e.request->target, "/v1/chat?key=****");
  EXPECT_EQ(printer.wire(e.id, MessagePiece::Side::request),
            "POST /v1/chat?key=**** HTTP/1.1\r\nX-Franz-Turn: ab/7/2\r\nAuthorization: ****\r\n"
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

TEST(HttpObserver, AnInterimReplyIsNotTheFirstByte) {
  HttpObserver observer;
  observer.observe({1, Kind::client_bytes, kGet, 1, ""});
  observer.observe({1, Kind::server_bytes, "HTTP/1.1 102 Processing\r\n\r\n", 2, ""});
  const auto told = observer.observe({1, Kind::closed, "", 3, ""});
  EXPECT_EQ(std::get<Exchange>(told.back()).first_byte_ms, 0);
}

TEST(HttpObserver, ASecretIsMaskedInACutHeadToo) {
  HttpObserver observer;
  observer.observe({1, Kind::client_bytes, kGet, 0, ""});
  observer.observe({1, Kind::server_bytes, "HTTP/1.1 200 OK\r\nSet-Cookie: abc", 0, ""});
  const auto told = observer.observe({1, Kind::closed, "", 0, "gone"});
  EXPECT_EQ(std::get<MessagePiece>(told.at(0)).wire, "HTTP/1.1 200 OK\r\nSet-Cookie: ****");
}

TEST(HttpObserver, TwoTurnHeadersOrAWrongOneMakeAForeignRequest) {
  for (const std::string headers :
       {"X-Franz-Turn: a/1/1\r\nx-franz-turn: a/1/1\r\n", "X-Franz-Turn: a/1\r\n", ""}) {
    HttpObserver observer;
    const auto told =
        observer.observe({1, Kind::client_bytes, "GET / HTTP/1.1\r\n" + headers + "\r\n", 0, ""});
    EXPECT_EQ(std::get<RequestStarted>(told.at(0)).request->turn, std::nullopt) << headers;
  }
}

TEST(HttpObserver, ACompressedBodyIsUnverifiable) {
  EXPECT_EQ(
      observe({client(kGet), server("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
                                    "Content-Length: 2\r\n\r\n\x1f!")}),
      "request GET /a\nreply 200\nexchange GET /a \"\" -> 200 \"\\u001f!\" (compressed: gzip) "
      "whole\n");
}

TEST(HttpObserver, KeepsConnectionsApart) {
  HttpObserver observer;
  Printer printer;
  const auto tell = [&](std::uint64_t id, Kind kind, const std::string& bytes) {
    printer.print_events(observer.observe({id, kind, bytes, 0, ""}));
  };
  tell(1, Kind::client_bytes, "POST /1 HTTP/1.1\r\nContent-Length: 2\r\n\r\na");
  tell(2, Kind::client_bytes, "POST /2 HTTP/1.1\r\nContent-Length: 2\r\n\r\nb");
  tell(1, Kind::client_bytes, "A");
  tell(2, Kind::client_bytes, "B");
  tell(2, Kind::server_bytes, kOk);
  tell(3, Kind::client_bytes, "rubbish\r\n");
  tell(1, Kind::server_bytes, kOk);
  EXPECT_EQ(printer.text,
            "request POST /1\nrequest POST /2\nreply 200\n"
            "exchange POST /2 \"bB\" -> 200 \"ok\" whole\ngave up: not HTTP\nreply 200\n"
            "exchange POST /1 \"aA\" -> 200 \"ok\" whole\n");
}
}  // namespace franz::proxy
