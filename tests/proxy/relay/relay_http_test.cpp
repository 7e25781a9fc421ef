// All forms of HTTP through the relay: the same bytes arrive, and the observer parses its copy.
// Also every kind of upstream failure.
#include <gtest/gtest.h>
#include <algorithm>
#include <condition_variable>
#include <future>
#include <mutex>
#include <thread>
#include "common/http/http_observer.h"
#include "tests/proxy/relay/loopback.h"

namespace franz::proxy {
namespace {
// The observer's reports, a phrase per exchange: "GET /a 200 whole", "POST /b 0 cut: why".
class Observed {
 public:
  Relay::Observe observe() {
    return [this](const ConnectionEvent& event) {
      for (const HttpEvent& parsed : observer_.observe(event)) {
        const auto* exchange = std::get_if<HttpExchange>(&parsed);
        const auto* ended = std::get_if<ObservationEnded>(&parsed);
        const std::lock_guard lock(mutex_);
        if (exchange) add(outline(*exchange));
        if (ended) add("ended: " + ended->why);
      }
      if (event.kind == ConnectionEvent::Kind::server_bytes) {
        const std::lock_guard lock(mutex_);
        reply_bytes_ += event.bytes.size();
        more_.notify_all();
      }
      if (event.kind == ConnectionEvent::Kind::closed) closed_.set_value();
      return observer_.state(event.id);
    };
  }
  // Waits until the relay has forwarded this many bytes of the upstream.
  void wait_for_reply_bytes(std::size_t count) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(more_.wait_for(lock, kDeadline, [&] { return reply_bytes_ >= count; }));
  }
  // Waits until the only connection of the test is closed.
  std::string text() {
    EXPECT_EQ(closed_.get_future().wait_for(kDeadline), std::future_status::ready);
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  static std::string outline(const HttpExchange& exchange) {
    const HttpRequest& request = *exchange.request;
    const std::string& problem = exchange.unverifiable();
    return request.method + " " + request.target + " " + std::to_string(exchange.response.status) +
           (exchange.delivered_whole ? " whole" : " cut") + (problem.empty() ? "" : ": " + problem);
  }
  void add(const std::string& phrase) { text_ += (text_.empty() ? "" : "; ") + phrase; }

  // The options of a run: other connections are not closed if they cannot be read.
  HttpObserver observer_{
      {64UL << 20U, [](const HttpRequest& request) { return request.turn.has_value(); }}};
  std::mutex mutex_;
  std::condition_variable more_;
  std::size_t reply_bytes_ = 0;
  std::string text_;
  std::promise<void> closed_;
};

// A connection through a relay with an observer.
struct Listening {
  Listening() { listener.listen(); }
  Listener listener;
};
struct ReadTunnel : Listening {
  Observed observed;
  const std::unique_ptr<Relay> relay = start_relay(listener, observed.observe());
  Peer client = Peer::connect(relay->address().port), server = listener.accept();
};

struct Said {
  enum class Who { client, server } who;
  std::string bytes;
};
constexpr auto kClient = Said::Who::client, kServer = Said::Who::server;

struct Dialogue {
  std::string title;
  std::vector<Said> said;
  std::string observed;
};

std::vector<Dialogue> dialogues() {
  const std::string ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  const std::string line(64UL * 1024 - 6, 'x');  // with "X-A: " and one more: the longest line
  return {
      {"keep-alive",
       {{kClient, "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"},
        {kServer, ok},
        {kClient, "POST /b HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"},
        {kServer, ok}},
       "GET /a 200 whole; POST /b 200 whole"},
      {"pipelining",
       {{kClient,
         "GET /a HTTP/1.1\r\n\r\nPOST /b HTTP/1.1\r\nContent-Length: 1\r\n\r\nxGET /c "
         "HTTP/1.1\r\n\r\n"},
        {kServer, ok + ok + ok}},
       "GET /a 200 whole; POST /b 200 whole; GET /c 200 whole"},
      {"chunks with extensions and trailers",
       {{kClient,
         "POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;q=\"1\"\r\nabc\r\n0;last\r\nX-T: "
         "1\r\n\r\n"},
        {kServer,
         "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: "
         "X-D\r\n\r\nA;a;b=c\r\n0123456789\r\n0\r\nX-D: 2\r\nX-E: 3\r\n\r\n"}},
       "POST /a 200 whole"},
      {"Expect: 100-continue",
       {{kClient, "POST /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"},
        {kServer, "HTTP/1.1 100 Continue\r\n\r\n"},
        {kClient, "body"},
        {kServer, ok}},
       "POST /a 200 whole"},
      {"Expect refused",
       {{kClient, "POST /a HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"},
        {kServer, "HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"}},
       "POST /a 417 whole: the client closed before the end of its request"},
      {"HTTP/1.0 ends with the connection",
       {{kClient, "GET /a HTTP/1.0\r\n\r\n"}, {kServer, "HTTP/1.0 200 OK\r\n\r\nall of it"}},
       "GET /a 200 whole"},
      {"HEAD",
       {{kClient, "HEAD /a HTTP/1.1\r\n\r\n"},
        {kServer, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"},
        {kClient, "GET /b HTTP/1.1\r\n\r\n"},
        {kServer, ok}},
       "HEAD /a 200 whole; GET /b 200 whole"},
      {"upgrade",
       {{kClient, "GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"},
        {kServer,
         "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"},
        {kClient, std::string("\x81\x85\0\0\0\0hello", 11)},
        {kServer, "\x81\x05hello"},
        {kClient, std::string("\x88\x80\0\0\0\0", 6)}},
       "GET /ws 0 cut: upgraded; ended: upgraded"},
      {"CONNECT",
       {{kClient, "CONNECT h:443 HTTP/1.1\r\n\r\n"},
        {kServer, "HTTP/1.1 200 OK\r\n\r\n"},
        {kClient, "\x16\x03\x01"},
        {kServer, "\x16\x03\x03"}},
       "CONNECT h:443 0 cut: upgraded; ended: upgraded"},
      {"empty bodies",
       {{kClient, "POST /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n"},
        {kServer, "HTTP/1.1 204 No Content\r\n\r\n"},
        {kClient, "GET /b HTTP/1.1\r\n\r\n"},
        {kServer, "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"}},
       "POST /a 204 whole; GET /b 304 whole"},
      {"a header line of 64 KB",
       {{kClient, "GET /a HTTP/1.1\r\nX-A: " + line + "\r\n\r\n"},
        {kServer, "HTTP/1.1 200 OK\r\nX-A: " + line + "\r\nContent-Length: 0\r\n\r\n"}},
       "GET /a 200 whole"},
      {"hop-by-hop headers and Host stay",
       {{kClient,
         "GET /a HTTP/1.1\r\nhOsT:  other.local \r\nConnection: close, X-Hop\r\nX-Hop: "
         "1\r\nTE: trailers\r\nProxy-Connection: keep-alive\r\n\r\n"},
        {kServer, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length:2\r\n\r\nok"}},
       "GET /a 200 whole"},
      {"not HTTP",
       {{kClient, std::string("\0\xff\r\n\r\n\x01", 7)}, {kServer, "\x7f ELF"}},
       "ended: not HTTP"},
  };
}
}  // namespace

TEST(RelayHttp, EveryFormArrivesUnchanged) {
  for (const Dialogue& dialogue : dialogues()) {
    SCOPED_TRACE(dialogue.title);
    ReadTunnel t;
    Peer &client = t.client, &server = t.server;
    for (const Said& said : dialogue.said) {
      Peer& from = said.who == kClient ? client : server;
      Peer& to = said.who == kClient ? server : client;
      ASSERT_TRUE(from.write(said.bytes));
      ASSERT_EQ(to.read(said.bytes.size()), said.bytes);
    }
    server.finish();
    EXPECT_EQ(client.read_to_end(), "");
    client.finish();
    EXPECT_EQ(server.read_to_end(), "");
    EXPECT_EQ(t.observed.text(), dialogue.observed);
  }
}

// ---- A page of another site

namespace {
constexpr std::string_view kHead = "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n";
constexpr std::string_view kOrigin = "Origin: http://evil.example\r\n";
constexpr std::string_view kBody = "Content-Length: 4\r\n\r\nbody";
const std::string kPage = std::string(kHead) + std::string(kOrigin) + std::string(kBody);

// Expects that the relay answers the client and forwards no more of its request.
void expect_refused(Peer& client, Peer& server) {
  const std::string answer = client.read_to_end();
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 403 Forbidden\r\n")) << answer;
  EXPECT_NE(answer.find(R"("code":"other_site")"), std::string::npos) << answer;
  EXPECT_EQ(answer.find("Access-Control"), std::string::npos) << answer;
  EXPECT_EQ(client.end(), End::fin);
  client.finish();
  EXPECT_EQ(server.read_to_end(), "");
}
}  // namespace

TEST(RelayPages, OfAnotherSiteDoNotReachTheUpstream) {
  struct Case {
    std::string title;
    std::vector<std::string> said;  // by the client; all but the last reach the upstream
  };
  const std::string cut = kPage.substr(0, kPage.find("Origin"));
  for (const Case& each : {Case{"at once", {kPage}},
                           {"the head comes in two parts", {cut, kPage.substr(cut.size())}},
                           {"the body comes later", {}}}) {
    SCOPED_TRACE(each.title);
    ReadTunnel t;
    Peer &client = t.client, &server = t.server;
    for (std::size_t i = 0; i < each.said.size(); ++i) {
      ASSERT_TRUE(client.write(each.said[i]));
      if (i + 1 == each.said.size()) break;
      ASSERT_EQ(server.read(each.said[i].size()), each.said[i]);
    }
    if (each.said.empty()) {
      ASSERT_TRUE(client.write(kPage.substr(0, kPage.size() - 4)));
      EXPECT_TRUE(client.read(12).starts_with("HTTP/1.1 403"));
      ASSERT_TRUE(client.write("body"));
      EXPECT_NE(client.read_to_end(), "");
      client.finish();
      EXPECT_EQ(server.read_to_end(), "");
    } else {
      expect_refused(client, server);
    }
    EXPECT_EQ(t.observed.text(), "POST /v1/chat/completions 403 whole");
  }
}

TEST(RelayPages, AreDistinguishedFromAProgramOnTheSameConnection) {
  ReadTunnel t;
  Peer &client = t.client, &server = t.server;
  const std::string request = std::string(kHead) + std::string(kBody);
  const std::string reply = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  ASSERT_TRUE(client.write(request));
  ASSERT_EQ(server.read(request.size()), request);
  ASSERT_TRUE(server.write(reply));
  ASSERT_EQ(client.read(reply.size()), reply);
  ASSERT_TRUE(client.write(kPage));
  expect_refused(client, server);
  EXPECT_EQ(t.observed.text(),
            "POST /v1/chat/completions 200 whole; POST /v1/chat/completions 403 whole");
}

// A target of the maximum length for a page, longer than the relay reads. Resets of its connections
// cannot be checked here: Wine sends a FIN before each reset, and a later read finds only the FIN.
TEST(RelayPages, CannotHideInALongHead) {
  ReadTunnel t;
  Peer &client = t.client, &server = t.server;
  std::string request = kPage;
  request.insert(request.find(" HTTP/1.1"), "?" + std::string(100UL << 10U, 'x'));
  client.write(request);
  EXPECT_EQ(client.read_to_end(), "");
  EXPECT_EQ(server.read_to_end().find("HTTP/1.1"), std::string::npos);
  EXPECT_EQ(t.observed.text(), "ended: a line over 64 KiB");
}

// ---- An upstream that fails

namespace {
const std::string kRequest = "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody";
const std::string kReply =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    "10\r\ndata: {\"a\": 1}\n\n\r\ne\r\ndata: [DONE]\n\n\r\n0\r\n\r\n";

struct Fault {
  std::string title;
  std::function<void(Peer&, Observed&)> server;  // called after reading the request
  std::string reply;                             // the client's reply
  End end;
  std::string observed;
};

std::vector<Fault> faults() {
  const std::string asked = "POST /v1/chat/completions ";
  const std::string closed = " cut: the upstream closed before the end of its reply";
  const std::string reset = " cut: the upstream reset the connection";
  std::vector<Fault> all = {
      {"latency",
       [](Peer& server, Observed&) {
         std::this_thread::sleep_for(std::chrono::milliseconds(30));
         server.write(kReply);
         server.finish();
       },
       kReply, End::fin, asked + "200 whole"},
      {"slow drip",
       [](Peer& server, Observed&) {
         for (const char byte : kReply) {
           server.write({&byte, 1});
           std::this_thread::sleep_for(std::chrono::microseconds(200));
         }
         server.finish();
       },
       kReply, End::fin, asked + "200 whole"},
      {"garbage",
       [](Peer& server, Observed&) {
         server.write(random_bytes(5000, 7));
         server.finish();
       },
       random_bytes(5000, 7), End::fin, ""},
      {"garbage behind a head",
       [](Peer& server, Observed&) {
         server.write(kReply.substr(0, 47) + "\x01\x02\x03\r\n");
         server.finish();
       },
       kReply.substr(0, 47) + "\x01\x02\x03\r\n", End::fin, ""},
      {"more than was asked for",
       [](Peer& server, Observed&) {
         server.write(kReply + kReply);
         server.finish();
       },
       kReply + kReply, End::fin, asked + "200 whole; ended: a reply without a request"},
      {"nothing", [](Peer& server, Observed&) { server.finish(); }, "", End::fin,
       asked + "0" + closed},
      {"reset at once", [](Peer& server, Observed&) { server.reset(); }, "", End::reset,
       asked + "0" + reset}};
  // Cut at each relevant place: in the status line, the headers, a chunk's size, its data, between
  // chunks, before the last empty line.
  for (const std::size_t at : std::vector<std::size_t>{5, 20, 48, 55, 69, kReply.size() - 2}) {
    const std::string expected = asked + (at < 47 ? "0" : "200");
    all.push_back({"FIN after " + std::to_string(at),
                   [at](Peer& server, Observed&) {
                     server.write(kReply.substr(0, at));
                     server.finish();
                   },
                   kReply.substr(0, at), End::fin, expected + closed});
    all.push_back({"RST after " + std::to_string(at),
                   [at](Peer& server, Observed& observed) {
                     server.write(kReply.substr(0, at));
                     observed.wait_for_reply_bytes(at);  // a reset discards unread bytes
                     server.reset();
                   },
                   kReply.substr(0, at), End::reset, expected + reset});
  }
  return all;
}
}  // namespace

TEST(RelayFaults, ReachTheClientUnchangedAndAreReported) {
  for (const Fault& fault : faults()) {
    SCOPED_TRACE(fault.title);
    ReadTunnel t;
    Peer &client = t.client, &server = t.server;
    ASSERT_TRUE(client.write(kRequest));
    ASSERT_EQ(server.read(kRequest.size()), kRequest);
    const auto failing = std::async(std::launch::async, [&] { fault.server(server, t.observed); });
    EXPECT_TRUE(client.read_to_end() == fault.reply);
    EXPECT_EQ(client.end(), fault.end);
    client.finish();
    const std::string observed = t.observed.text();
    if (fault.observed.empty()) {
      EXPECT_EQ(observed.find("whole"), std::string::npos) << observed;
      EXPECT_NE(observed.find("ended: "), std::string::npos) << observed;
    } else {
      EXPECT_EQ(observed, fault.observed);
    }
  }
}

// An upstream that has sent its reply and FIN may still be reading: a half-close.
TEST(RelayFaults, AHalfClosedUpstreamStillReads) {
  ReadTunnel t;
  Peer &client = t.client, &server = t.server;
  ASSERT_TRUE(client.write(kRequest.substr(0, kRequest.size() - 2)));
  ASSERT_TRUE(server.write(kReply));
  server.finish();
  EXPECT_EQ(client.read_to_end(), kReply);
  EXPECT_EQ(client.end(), End::fin);
  ASSERT_TRUE(client.write(kRequest.substr(kRequest.size() - 2)));
  EXPECT_EQ(server.read(kRequest.size()), kRequest);
  client.finish();
  EXPECT_EQ(t.observed.text(), "POST /v1/chat/completions 200 whole");
}
}  // namespace franz::proxy
