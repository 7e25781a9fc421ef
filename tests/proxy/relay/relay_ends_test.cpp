// How connections end: like a direct connection, and with the proxy's own answer if there is no
// upstream.
#include <gtest/gtest.h>
#include <thread>
#include "tests/proxy/relay/loopback.h"

namespace franz::proxy {
namespace {
using Kind = ConnectionEvent::Kind;

// A connected client and upstream.
struct Tunnel {
  Listener server;
  EventLog log;
  std::unique_ptr<Relay> relay;
  std::unique_ptr<Peer> client, upstream;
  Tunnel() {
    server.listen();
    relay = start_relay(server, log.observe());
    client = std::make_unique<Peer>(Peer::connect(relay->address().port));
    upstream = std::make_unique<Peer>(server.accept());
  }
};

// An upstream that refuses connections, and a client of the relay.
struct Refused {
  Listener server;
  EventLog log;
  std::unique_ptr<Relay> relay;
  explicit Refused(const RelayOptions& options = {}) {
    relay = start_relay(server, log.observe(), options);
  }
  Peer connect() const { return Peer::connect(relay->address().port); }
  std::string answer() const {
    return own_answer(502, "upstream_refused",
                      "franz proxy: the model server at http://127.0.0.1:" +
                          std::to_string(server.port()) + " refused the connection");
  }
};
}  // namespace

TEST(RelayEnds, TheReplyContinuesAfterTheClientsFin) {
  Tunnel t;
  ASSERT_TRUE(t.client->write("question"));
  t.client->finish();
  EXPECT_EQ(t.upstream->read_to_end(), "question");
  EXPECT_EQ(t.upstream->end(), End::fin);
  ASSERT_TRUE(t.upstream->write("a late "));
  EXPECT_EQ(t.client->read(7), "a late ");
  ASSERT_TRUE(t.upstream->write("answer"));
  t.upstream->finish();
  EXPECT_EQ(t.client->read_to_end(), "answer");
  EXPECT_EQ(t.client->end(), End::fin);
  EXPECT_EQ(outline(t.log.wait_for_closed()),
            "opened client_bytes client_end server_bytes server_end closed()");
}

TEST(RelayEnds, TheRequestContinuesAfterTheUpstreamsFin) {
  Tunnel t;
  ASSERT_TRUE(t.upstream->write("done"));
  t.upstream->finish();
  EXPECT_EQ(t.client->read_to_end(), "done");
  EXPECT_EQ(t.client->end(), End::fin);
  ASSERT_TRUE(t.client->write("more"));
  EXPECT_EQ(t.upstream->read(4), "more");
  t.client->finish();
  EXPECT_EQ(t.upstream->read_to_end(), "");
  EXPECT_EQ(t.upstream->end(), End::fin);
  EXPECT_EQ(outline(t.log.wait_for_closed()),
            "opened server_bytes server_end client_bytes client_end closed()");
}

TEST(RelayEnds, TheClientsResetImmediatelyResetsTheUpstream) {
  Tunnel t;
  ASSERT_TRUE(t.client->write("ask"));
  EXPECT_EQ(t.upstream->read(3), "ask");
  t.client->reset();
  EXPECT_EQ(t.upstream->read(1), "");
  EXPECT_EQ(t.upstream->end(), End::reset);
  EXPECT_EQ(outline(t.log.wait_for_closed()),
            "opened client_bytes closed(the client reset the connection)");
}

TEST(RelayEnds, AResetIsNoticedWhileTheUpstreamReadsNothing) {
  Tunnel t;
  t.client->write_until_stuck(std::string(64UL << 20U, 'q'));
  t.client->reset();
  t.log.wait_for_closed();  // although the upstream has not read a byte
  t.upstream->read_to_end();
  EXPECT_EQ(t.upstream->end(), End::reset);
}

// Urgent data also wakes a wait for errors, but is no error.
TEST(RelayEnds, AResetAfterUrgentDataIsNoticedWhileTheUpstreamReadsNothing) {
  Tunnel t;
  ASSERT_TRUE(t.client->write("ask"));
  ASSERT_TRUE(t.client->write_urgent('!'));
  EXPECT_EQ(t.upstream->read(4), "ask!");
  t.client->write_until_stuck(std::string(64UL << 20U, 'q'));
  ASSERT_EQ(t.client->end(), End::none);
  t.client->reset();
  t.log.wait_for_closed();  // although the upstream has not read another byte
  t.upstream->read_to_end();
  EXPECT_EQ(t.upstream->end(), End::reset);
}

TEST(RelayEnds, AResetAfterAHalfCloseStopsTheModel) {
  Tunnel t;
  ASSERT_TRUE(t.client->write("ask"));
  t.client->finish();
  EXPECT_EQ(t.upstream->read_to_end(), "ask");
  t.client->reset();
  t.log.wait_for_closed();
  EXPECT_FALSE(t.upstream->write("a") && t.upstream->write("b"));
}

// Like curl on Ctrl-C: the FIN is forwarded, and the reply's first bytes reach a closed socket.
TEST(RelayEnds, AClientThatDisconnectsStopsAStream) {
  Tunnel t;
  ASSERT_TRUE(t.client->write("ask"));
  EXPECT_EQ(t.upstream->read(3), "ask");
  ASSERT_TRUE(t.upstream->write("token "));
  EXPECT_EQ(t.client->read(6), "token ");
  t.client->close();
  EXPECT_EQ(t.upstream->read_to_end(), "");
  EXPECT_EQ(t.upstream->end(), End::fin);
  int written = 0;
  while (written < 1000000 && t.upstream->write("token ")) ++written;
  EXPECT_LT(written, 1000000);
  const auto events = t.log.wait_for_closed();
  EXPECT_EQ(events.back().why, "the client reset the connection");
}

TEST(RelayEnds, TheUpstreamsResetArrivesAfterItsBytes) {
  Tunnel t;
  const std::string reply = random_bytes(20000, 1);  // fits in the relay's kernel buffer
  ASSERT_TRUE(t.upstream->write(reply));
  t.upstream->reset();
  EXPECT_TRUE(t.client->read_to_end() == reply);
  EXPECT_EQ(t.client->end(), End::reset);
  EXPECT_EQ(outline(t.log.wait_for_closed()),
            "opened server_bytes closed(the upstream reset the connection)");
}

// A server that refuses a body answers and closes with unread data, which causes a reset.
TEST(RelayEnds, AnAnswerBeforeTheEndOfALongRequestReachesTheClient) {
  Tunnel t;
  t.client->write_until_stuck(std::string(64UL << 20U, 'q'));
  ASSERT_TRUE(t.upstream->write("413 too large"));
  t.upstream->close();
  EXPECT_EQ(t.client->read_to_end(), "413 too large");
  EXPECT_EQ(t.client->end(), End::reset);
}

// Both directions are full when the upstream resets. The write fails first, but the part of the
// reply in the relay's kernel buffer still reaches the client.
TEST(RelayEnds, AResetDuringWritingDoesNotDiscardTheReply) {
  Tunnel t;
  t.client->write_until_stuck(std::string(64UL << 20U, 'q'));
  t.upstream->write_until_stuck(std::string(64UL << 20U, 'a'));
  const auto reported = [&](std::size_t connections) {
    return bytes(t.log.wait_for_closed(connections), Kind::server_bytes).size();
  };
  const std::size_t before = reported(0);
  t.upstream->close();
  t.client->read_to_end();
  EXPECT_GT(reported(1), before);
}

TEST(RelayEnds, AnswersForARefusingUpstreamAndUsesItLater) {
  Refused r;
  {
    Peer client = r.connect();
    ASSERT_TRUE(client.write("GET / HTTP/1.1\r\n\r\n"));
    EXPECT_EQ(client.read_to_end(), r.answer());
    EXPECT_EQ(client.end(), End::fin);
    client.finish();
    const auto events = r.log.wait_for_closed();
    EXPECT_EQ(
        outline(events),
        "opened client_bytes own_answer client_end closed(the upstream could not be reached)");
    EXPECT_EQ(bytes(events, Kind::own_answer), r.answer());
  }
  r.server.listen();
  Peer client = r.connect();
  Peer upstream = r.server.accept();
  ASSERT_TRUE(client.write("ask"));
  EXPECT_EQ(upstream.read(3), "ask");
}

TEST(RelayEnds, TheAnswerWaitsForTheRequestAndTheRequestIsReadToItsEnd) {
  Refused r;
  Peer client = r.connect();
  r.log.wait([](const auto& events) { return count(events, Kind::opened) == 1; });
  const std::string request = random_bytes(5UL << 20U, 1);
  ASSERT_TRUE(client.write(request));  // the whole request before anything is read
  client.finish();
  EXPECT_EQ(client.read_to_end(), r.answer());
  EXPECT_EQ(client.end(), End::fin);
  EXPECT_TRUE(bytes(r.log.wait_for_closed(), Kind::client_bytes) == request);
}

TEST(RelayEnds, DisconnectsASilentClientOfARefusingUpstream) {
  RelayOptions options;
  options.request_wait_ms = 1;
  Refused r(options);
  Peer client = r.connect();
  EXPECT_EQ(client.read_to_end(), "");
  EXPECT_EQ(client.end(), End::fin);
  EXPECT_EQ(outline(r.log.wait_for_closed()), "opened closed(the upstream could not be reached)");
}

// Even if it keeps sending its request.
TEST(RelayEnds, DisconnectsASlowClientOfARefusingUpstream) {
  RelayOptions options;
  options.farewell_ms = 50;
  Refused r(options);
  Peer client = r.connect();
  const auto begin = std::chrono::steady_clock::now();
  while (client.write("x") && std::chrono::steady_clock::now() < begin + kDeadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(bytes(r.log.wait_for_closed(), Kind::own_answer) == r.answer());
  EXPECT_LT(std::chrono::steady_clock::now(), begin + kDeadline);
}

TEST(RelayEnds, NamesAnUnknownHostInItsAnswer) {
  Listener server;
  EventLog log;
  RelayOptions options;
  options.listen.port = 0;
  options.upstream = {false, {"no-such-host.invalid", 9}, ""};
  auto relay = Relay::start(options, log.observe());
  ASSERT_TRUE(relay.ok());
  Peer client = Peer::connect(relay.value()->address().port);
  ASSERT_TRUE(client.write("GET / HTTP/1.1\r\n\r\n"));
  const std::string answer = client.read_to_end();
  EXPECT_NE(answer.find("502 Bad Gateway"), std::string::npos) << answer;
  EXPECT_NE(answer.find("http://no-such-host.invalid:9 cannot be reached: "), std::string::npos);
  EXPECT_NE(answer.find("\"code\":\"upstream_unreachable\""), std::string::npos);
}

// A listener with a full queue does not answer further connections.
TEST(RelayEnds, AnUpstreamThatNeverAcceptsTimesOut) {
  Listener server;
  server.listen(0);
  const Peer in_the_queue = Peer::connect(server.port());
  EventLog log;
  RelayOptions options;
  options.connect_timeout_ms = 100;
  const auto relay = start_relay(server, log.observe(), options);
  Peer client = Peer::connect(relay->address().port);
  ASSERT_TRUE(client.write("GET / HTTP/1.1\r\n\r\n"));
  EXPECT_EQ(client.read_to_end(),
            own_answer(504, "upstream_timeout",
                       "franz proxy: the model server at http://127.0.0.1:" +
                           std::to_string(server.port()) + " did not answer in time"));
}

TEST(RelayEnds, AClientThatDisconnectsEndsTheNameLookup) {
  Listener server;
  server.listen(0);
  const Peer in_the_queue = Peer::connect(server.port());
  EventLog log;
  RelayOptions options;
  options.connect_timeout_ms = 600000;
  const auto relay = start_relay(server, log.observe(), options);
  Peer client = Peer::connect(relay->address().port);
  client.reset();
  EXPECT_EQ(outline(log.wait_for_closed()), "opened closed(the client reset the connection)");
}
}  // namespace franz::proxy
