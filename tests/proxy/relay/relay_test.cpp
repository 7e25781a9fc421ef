#include <gtest/gtest.h>
#include <future>
#include <thread>
#include <utility>
#include "common/http/http_observer.h"
#include "common/os/open_files.h"
#include "proxy/relay/relay_app.h"
#include "tests/proxy/relay/loopback.h"

namespace franz::proxy {
namespace {
using Kind = ConnectionEvent::Kind;

struct Listening {
  Listener upstream;
  EventLog log;
  std::unique_ptr<Relay> relay;
  explicit Listening(const RelayOptions& options = {}, ObserverOptions observer = {})
      : log(std::move(observer)) {
    upstream.listen();
    relay = start_relay(upstream, log.observe(), options);
  }
  Peer connect(Waiter waiter = make_waiter()) const {
    return Peer::connect(relay->address().port, std::move(waiter));
  }
};

// As in a run: turns are marked as turns.
const ObserverOptions kTurnsAlone{
    64UL << 20U, [](const HttpRequest& request) { return request.turn.has_value(); }};
const std::string kTurn =
    "POST /v1/chat/completions HTTP/1.1\r\nX-Franz-Turn: "
    "ab/3/0123456789abcdef/-\r\nContent-Length: 0\r\n\r\n";
const std::string kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
}  // namespace

TEST(Relay, ForwardsEachByteAsItArrives) {
  Listening s;
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();  // before the client has sent anything
  for (const std::string byte : {"a", "\r", "\n", "\xff"}) {
    ASSERT_TRUE(client.write(byte));
    EXPECT_EQ(upstream.read(1), byte);
    ASSERT_TRUE(upstream.write(byte + "!"));
    EXPECT_EQ(client.read(2), byte + "!");
  }
}

// A turn's record needs its end before the next turn begins, even on another connection.
TEST(Relay, ReportsAReplyBeforeTheNextRequestOnAnotherConnection) {
  constexpr int kTurns = 200;
  Listening s;
  std::vector<std::pair<Peer, Peer>> connections;
  std::string expected = "opened opened";
  for (int i = 0; i < 2; ++i) {
    Peer client = s.connect();
    connections.emplace_back(std::move(client), s.upstream.accept());
  }
  s.log.wait([](const auto& events) { return count(events, Kind::opened) == 2; });
  for (int turn = 0; turn < kTurns; ++turn) {
    auto& [client, upstream] = connections[static_cast<std::size_t>(turn) % 2];
    ASSERT_TRUE(client.write(kTurn));
    ASSERT_EQ(upstream.read(kTurn.size()), kTurn);
    ASSERT_TRUE(upstream.write(kOk));
    ASSERT_EQ(client.read(kOk.size()), kOk);
    expected += " client_bytes server_bytes";
  }
  EXPECT_EQ(outline(s.log.wait(
                [](const auto& events) { return count(events, Kind::server_bytes) >= kTurns; })),
            expected);
}

TEST(Relay, AnUpstreamMaySendFirst) {
  Listening s;
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  ASSERT_TRUE(upstream.write("220 ready\r\n"));
  EXPECT_EQ(client.read(11), "220 ready\r\n");
}

TEST(Relay, ReportsTheHttpExchangeToTheObserver) {
  Listener server;
  server.listen();
  std::promise<HttpExchange> reported;
  const auto observer = std::make_shared<HttpObserver>();
  std::string asked, answered;
  const auto relay = start_relay(server, [&, observer](const ConnectionEvent& event) {
    for (HttpEvent& e : observer->observe(event)) {
      if (const auto* piece = std::get_if<MessagePiece>(&e)) {
        const bool request = piece->side == MessagePiece::Side::request;
        append_body(*piece, request ? asked : answered);
      }
      if (auto* exchange = std::get_if<HttpExchange>(&e)) reported.set_value(std::move(*exchange));
    }
    return observer->state(event.id);
  });
  Peer client = Peer::connect(relay->address().port);
  const std::string request =
      "POST /v1/chat/completions HTTP/1.1\r\nHost: h\r\nX-Franz-Turn: ab/3/0123456789abcdef/-\r\n"
      "Authorization: Bearer s\r\nContent-Length: 4\r\n\r\nbody";
  ASSERT_TRUE(client.write(request));
  Peer upstream = server.accept();
  EXPECT_EQ(upstream.read(request.size()),
            request);  // the secret is forwarded; only the copy is masked
  const std::string reply =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
  ASSERT_TRUE(upstream.write(reply));
  EXPECT_EQ(client.read(reply.size()), reply);
  auto future = reported.get_future();
  ASSERT_EQ(future.wait_for(kDeadline), std::future_status::ready);
  const HttpExchange exchange = future.get();
  EXPECT_TRUE(exchange.delivered_whole);
  EXPECT_EQ(exchange.request->turn, (FranzTurn{"ab", 3, "0123456789abcdef", ""}));
  EXPECT_EQ(asked, "body");
  EXPECT_EQ(answered, "hello");
  EXPECT_EQ(exchange.response.wire_bytes, reply.size());
  EXPECT_LE(exchange.started_ms, exchange.request_done_ms);
  EXPECT_LE(exchange.request_done_ms, exchange.first_byte_ms);
  EXPECT_LE(exchange.first_byte_ms, exchange.finished_ms);
}

// A connection takes five descriptors: three of the relay and one of each peer. With the program's
// other descriptors this is just below 1024, a possible hard limit.
TEST(Relay, ServesTwoHundredConnectionsAtOnce) {
  constexpr std::size_t kCount = 200;
  static_cast<void>(raise_open_files(kCount));
  Listening s;
  const Waiter& waiter = s.upstream.waiter();
  std::vector<Peer> clients, upstreams;
  for (std::size_t i = 0; i < kCount; ++i) {
    clients.push_back(s.connect(waiter));
    upstreams.push_back(s.upstream.accept(waiter));
    ASSERT_FALSE(HasFailure()) << "connection " << i;
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_TRUE(clients[i].write(random_bytes(3000, static_cast<unsigned>(i))));
  }
  for (std::size_t i = 0; i < kCount; ++i) {  // each client's bytes reached one upstream only
    const std::string got = upstreams[i].read(3000);
    ASSERT_EQ(got, random_bytes(3000, static_cast<unsigned>(i)));
    ASSERT_TRUE(upstreams[i].write(got));
    upstreams[i].finish();
  }
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(clients[i].read_to_end(), random_bytes(3000, static_cast<unsigned>(i)));
    clients[i].finish();
  }
  s.log.wait_for_closed(kCount);
}

TEST(Relay, ClosesTheLongestIdleConnectionForANewOneAtItsLimit) {
  RelayOptions options;
  options.max_connections = 2;
  std::promise<std::string> message;
  options.say = [&message](const std::string& text) { message.set_value(text); };
  Listening s(options, kTurnsAlone);
  Peer first = s.connect();
  Peer first_upstream = s.upstream.accept();
  Peer second = s.connect();
  Peer second_upstream = s.upstream.accept();
  ASSERT_TRUE(second.write(kTurn));
  EXPECT_EQ(second_upstream.read(kTurn.size()), kTurn);
  Peer third = s.connect();
  EXPECT_EQ(first.read(1), "");
  EXPECT_EQ(first.end(), End::fin);
  Peer third_upstream = s.upstream.accept();
  ASSERT_TRUE(third.write("x"));
  EXPECT_EQ(third_upstream.read(1), "x");
  EXPECT_EQ(message.get_future().get(),
            "the relay has 2 open connections, its limit: each new one closes one without a turn");
  // All carry turns: the next one waits until one has ended.
  ASSERT_TRUE(third.write(kTurn.substr(1)));  // after its "x"
  EXPECT_EQ(third_upstream.read(kTurn.size() - 1), kTurn.substr(1));
  Peer fourth = s.connect();
  ASSERT_TRUE(fourth.write("y"));
  ASSERT_TRUE(second_upstream.write(kOk));
  EXPECT_EQ(second.read_to_end(), kOk);  // after this it is idle
  Peer fourth_upstream = s.upstream.accept();
  EXPECT_EQ(fourth_upstream.read(1), "y");
}

// However many other connections there are, and however busy: a turn gets and keeps its place.
TEST(Relay, ResetsTheOldestBusyConnectionWithoutATurnForANewOneAtItsLimit) {
  RelayOptions options;
  options.max_connections = 3;
  Listening s(options, kTurnsAlone);
  const std::vector<std::string> busy = {"POST /v1/chat/completions HTTP/1.1\r\n\r\n", "\x16\x03",
                                         "GET / HT"};
  std::vector<Peer> strangers, upstreams;
  const auto come = [&](const std::string& bytes) {
    strangers.push_back(s.connect());
    upstreams.push_back(s.upstream.accept());
    ASSERT_TRUE(strangers.back().write(bytes));
    EXPECT_EQ(upstreams.back().read(bytes.size()), bytes);
  };
  for (const std::string& bytes : busy) come(bytes);
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  ASSERT_TRUE(client.write(kTurn));
  EXPECT_EQ(upstream.read(kTurn.size()), kTurn);
  for (const std::string& bytes : busy) come(bytes);
  ASSERT_TRUE(upstream.write(kOk));
  EXPECT_EQ(client.read(kOk.size()), kOk);
  const auto events = s.log.wait_for_closed(4);
  std::vector<std::uint64_t> closed;
  for (const ConnectionEvent& event : events) {
    if (event.kind != Kind::closed) continue;
    closed.push_back(event.id);
    EXPECT_EQ(event.why, "there were too many connections");
  }
  EXPECT_EQ(closed, (std::vector<std::uint64_t>{1, 2, 3, 5}));  // the fourth is the turn's
}

TEST(Relay, EndsAConnectionWhoseHeadDoesNotEnd) {
  RelayOptions options;
  options.head_wait_ms = 30;
  Listening s(options);
  Peer silent = s.connect();
  Peer silent_upstream = s.upstream.accept();
  Peer whole = s.connect();
  Peer whole_upstream = s.upstream.accept();
  ASSERT_TRUE(whole.write(kTurn));
  EXPECT_EQ(whole_upstream.read(kTurn.size()), kTurn);
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  ASSERT_TRUE(client.write(kTurn.substr(0, 30)));
  EXPECT_EQ(client.read(1), "");
  const auto events = s.log.wait_for_closed();
  EXPECT_EQ(events.back().id, 3U);
  EXPECT_EQ(events.back().why, "the request's head did not end");
  // The other connection has as much time as its server allows.
  ASSERT_TRUE(whole_upstream.write(kOk));
  EXPECT_EQ(whole.read(kOk.size()), kOk);
  ASSERT_TRUE(silent.write("x"));
  EXPECT_EQ(silent_upstream.read(1), "x");
}

// One odd reply must not leave a connection unrecorded: the next turn must use another one.
TEST(Relay, EndsAConnectionThatCannotBeParsedAnyMore) {
  {
    Listening s;
    Peer client = s.connect();
    Peer upstream = s.upstream.accept();
    const std::string odd =
        "HTTP/1.1 200 OK\r\nContent-Length: 12\r\nTransfer-Encoding: chunked\r\n\r\n"
        "2\r\nok\r\n0\r\n\r\n";
    ASSERT_TRUE(client.write(kTurn));
    EXPECT_EQ(upstream.read(kTurn.size()), kTurn);
    ASSERT_TRUE(upstream.write(odd));
    EXPECT_EQ(client.read(odd.size()), odd);  // every byte, without closing
    // The client has the bytes before they are reported: a fast client may be one step ahead.
    s.log.wait([&](const auto& events) { return bytes(events, Kind::server_bytes) == odd; });
    ASSERT_TRUE(client.write(kTurn));
    EXPECT_EQ(client.read(1), "");          // the next turn's connection is closed
    EXPECT_EQ(upstream.read_to_end(), "");  // nothing was forwarded
    Peer again = s.connect();
    Peer again_upstream = s.upstream.accept();
    ASSERT_TRUE(again.write(kTurn));
    EXPECT_EQ(again_upstream.read(kTurn.size()), kTurn);
  }
  Listening s;
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  ASSERT_TRUE(client.write(kTurn));
  EXPECT_EQ(upstream.read(kTurn.size()), kTurn);
  ASSERT_TRUE(upstream.write(kOk + "more"));
  EXPECT_EQ(client.read_to_end(), kOk + "more");
  EXPECT_EQ(client.end(), End::fin);
}

// A client that sends a request early must not take our close as the end of the reply.
TEST(Relay, ResetsAConnectionWhoseReplyMayNotHaveEnded) {
  Listening s;
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  const std::string part = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nhalf of a re";
  ASSERT_TRUE(client.write(kTurn));
  EXPECT_EQ(upstream.read(kTurn.size()), kTurn);
  ASSERT_TRUE(upstream.write(part));
  EXPECT_EQ(client.read(part.size()), part);
  ASSERT_TRUE(client.write(kTurn));
  EXPECT_EQ(client.read(1), "");
  EXPECT_EQ(client.end(), End::reset);
}

// A writer may be ahead of its reader by the kernel's buffers (some megabytes), not more.
constexpr std::size_t kBody = 64UL << 20U, kMostAhead = 32UL << 20U;

TEST(Relay, AClientThatReadsNothingStopsTheUpstream) {
  Listening s;
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  const std::string body = random_bytes(kBody, 1);
  const std::size_t sent = upstream.write_until_stuck(body);
  EXPECT_LT(sent, kMostAhead);
  upstream.finish();
  EXPECT_TRUE(client.read_to_end() == body.substr(0, sent));
  EXPECT_EQ(client.end(), End::fin);
}

TEST(Relay, AnUpstreamThatReadsNothingStopsTheClient) {
  Listening s;
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  const std::string body = random_bytes(kBody, 2);
  const std::size_t sent = client.write_until_stuck(body);
  EXPECT_LT(sent, kMostAhead);
  client.finish();
  EXPECT_TRUE(upstream.read_to_end() == body.substr(0, sent));
  EXPECT_EQ(upstream.end(), End::fin);
}

TEST(Relay, NamesAPortThatIsTaken) {
  Listening s;
  RelayOptions options;
  options.upstream.address = {"127.0.0.1", s.upstream.port()};
  options.listen = {"127.0.0.1", s.relay->address().port};
  const std::string port = std::to_string(options.listen.port);
  EXPECT_EQ(Relay::start(options, [](const ConnectionEvent&) { return ConnectionState::busy; })
                .error()
                .message,
            "relay: cannot listen on 127.0.0.1:" + port + ": port " + port +
                " is taken by another program");
}

TEST(Relay, RefusesToBeItsOwnUpstream) {
  Listening s;
  RelayOptions options;
  options.listen = s.relay->address();
  s.relay.reset();
  options.upstream.address = {"localhost", options.listen.port};
  EXPECT_EQ(Relay::start(options, [](const ConnectionEvent&) { return ConnectionState::busy; })
                .error()
                .message,
            "relay: http://localhost:" + std::to_string(options.listen.port) +
                ": the upstream is the relay itself");
}

TEST(Relay, ListensOnAnAddressOnly) {
  RelayOptions options;
  options.listen = {"example.invalid", 0};
  EXPECT_EQ(Relay::start(options, [](const ConnectionEvent&) { return ConnectionState::busy; })
                .error()
                .message,
            "relay: cannot listen on example.invalid:0: expected an IP address");
}

TEST(Relay, StopsWhenItsConnectionsHaveEnded) {
  Listening s;
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  ASSERT_TRUE(client.write("ask"));
  EXPECT_EQ(upstream.read(3), "ask");
  std::thread stopper([&] { s.relay->stop(600000); });
  ASSERT_TRUE(upstream.write("answer"));  // during the stop
  upstream.finish();
  EXPECT_EQ(client.read_to_end(), "answer");
  EXPECT_EQ(client.end(), End::fin);
  client.finish();
  stopper.join();  // long before ten minutes
  const auto events = s.log.wait_for_closed();
  EXPECT_EQ(outline(events), "opened client_bytes server_bytes server_end client_end closed()");
}

TEST(Relay, ResetsUnfinishedConnectionsSoThatNoCutReplyLooksComplete) {
  Listening s;
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  ASSERT_TRUE(upstream.write("half of a re"));
  EXPECT_EQ(client.read(12), "half of a re");
  s.relay->stop(1);
  EXPECT_EQ(client.read(1), "");
  EXPECT_EQ(client.end(), End::reset);
  EXPECT_EQ(upstream.read(1), "");
  EXPECT_EQ(upstream.end(), End::reset);
  EXPECT_EQ(outline(s.log.wait_for_closed()), "opened server_bytes closed(the proxy ended)");
}

TEST(Relay, AnIdleConnectionDoesNotDelayTheEnd) {
  Listening s;
  Peer silent = s.connect();
  Peer silent_upstream = s.upstream.accept();
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  const std::string request = "GET / HTTP/1.1\r\n\r\n";
  const std::string reply = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  ASSERT_TRUE(client.write(request));
  EXPECT_EQ(upstream.read(request.size()), request);
  ASSERT_TRUE(upstream.write(reply));
  EXPECT_EQ(client.read(reply.size()), reply);
  s.relay->stop(600000);  // returns long before ten minutes
  for (Peer* peer : {&silent, &silent_upstream, &client, &upstream}) {
    EXPECT_EQ(peer->read(1), "");
    EXPECT_EQ(peer->end(), End::fin);  // as a server closes an idle connection
  }
  EXPECT_EQ(count(s.log.wait_for_closed(2), Kind::closed), 2U);
}

TEST(Relay, FinishesTheCurrentExchangeThenClosesItsConnection) {
  Listening s;
  Peer client = s.connect();
  Peer upstream = s.upstream.accept();
  const std::string request = "GET / HTTP/1.1\r\n\r\n";
  ASSERT_TRUE(client.write(request));
  EXPECT_EQ(upstream.read(request.size()), request);
  ASSERT_TRUE(upstream.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nfirst"));
  const auto stopping = std::async(std::launch::async, [&] { s.relay->stop(600000); });
  // It no longer accepts connections: it is stopping while this exchange continues.
  boost::asio::io_context io;
  const auto refused = [&] {
    boost::asio::ip::tcp::socket socket(io);
    boost::system::error_code code;
    socket.connect({boost::asio::ip::address_v4::loopback(),
                    static_cast<unsigned short>(s.relay->address().port)},
                   code);
    return code == boost::asio::error::connection_refused;
  };
  while (!refused()) std::this_thread::yield();
  ASSERT_TRUE(upstream.write("!"));  // both sides keep their connection open
  const std::string reply = client.read_to_end();
  EXPECT_EQ(reply.substr(reply.size() - 6), "first!");
  EXPECT_EQ(client.end(), End::fin);
  stopping.wait();
  EXPECT_EQ(s.log.wait_for_closed().back().why, "the proxy ended");
}
}  // namespace franz::proxy
