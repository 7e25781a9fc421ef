// An https upstream: the same bytes inside, checked certificates, and ends that cannot be forged.
#include <gtest/gtest.h>
#include <fstream>
#include <future>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "tests/proxy/relay/tls_server.h"
#include "tests/support/system_words.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
using Kind = ConnectionEvent::Kind;

// A file of the current test with these bytes.
std::string file_with(const std::string& bytes, const std::string& name = "ca.pem") {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  const std::string folder = std::string(kTestOut) + "/relay_tls/" + test->name();
  EXPECT_TRUE(make_folders(folder).ok());
  std::ofstream(join_path(folder, name), std::ios::binary) << bytes;
  return join_path(folder, name);
}

RelayOptions options_for(int port, const std::string& ca_file) {
  RelayOptions options;
  options.listen.port = 0;
  options.upstream = {true, {"localhost", port}, "", ca_file};
  return options;
}

// A relay to `server`, whose authority it trusts.
struct Secure {
  Authority authority;
  TlsListener server{authority.issue({})};
  EventLog log;
  std::unique_ptr<Relay> relay;
  explicit Secure() {
    auto started =
        Relay::start(options_for(server.port(), file_with(authority.certificate())), log.observe());
    if (!started.ok()) {
      ADD_FAILURE() << started.error().message;
      std::abort();
    }
    relay = std::move(started).value();
  }
};

// The same with a connected client and upstream.
struct Tunnel : Secure {
  Peer client = Peer::connect(relay->address().port);
  std::unique_ptr<TlsPeer> upstream = server.accept();
};

// The answer to a client of a relay to `port`; `server` runs at the same time.
std::string answer_from(const RelayOptions& options, const std::function<void()>& server) {
  EventLog log;
  auto relay = Relay::start(options, log.observe());
  EXPECT_TRUE(relay.ok()) << relay.error().message;
  if (!relay.ok()) return "";
  const auto serving = std::async(std::launch::async, server);
  Peer client = Peer::connect(relay.value()->address().port);
  EXPECT_TRUE(client.write("GET / HTTP/1.1\r\n\r\n"));
  std::string answer = client.read_to_end();
  client.finish();
  EXPECT_EQ(bytes(log.wait_for_closed(), Kind::own_answer), answer);
  return answer;
}
}  // namespace

TEST(RelayTls, TheBytesInsideAreTheSame) {
  Tunnel t;
  ASSERT_TRUE(t.upstream);
  EXPECT_EQ(t.upstream->server_name(), "localhost");
  const std::string request = random_bytes(3000001, 1), reply = random_bytes(5000003, 2);
  const auto asked = std::async(std::launch::async, [&] { return t.client.write(request); });
  EXPECT_EQ(sha256_hex(t.upstream->read(request.size())), sha256_hex(request));
  const auto told = std::async(std::launch::async, [&] { return t.upstream->write(reply); });
  EXPECT_EQ(sha256_hex(t.client.read(reply.size())), sha256_hex(reply));
}

TEST(RelayTls, EachByteIsForwardedAsItArrives) {
  Tunnel t;
  ASSERT_TRUE(t.upstream);
  for (const std::string byte : {"a", "\r", "\n", "\xff"}) {
    ASSERT_TRUE(t.client.write(byte));
    EXPECT_EQ(t.upstream->read(1), byte);
    ASSERT_TRUE(t.upstream->write(byte + "!"));
    EXPECT_EQ(t.client.read(2), byte + "!");
  }
}

TEST(RelayTls, AKeyUpdateChangesNothing) {
  Tunnel t;
  ASSERT_TRUE(t.upstream);
  t.upstream->renew_keys();
  ASSERT_TRUE(t.upstream->write("one"));
  EXPECT_EQ(t.client.read(3), "one");
  ASSERT_TRUE(t.client.write("two"));
  EXPECT_EQ(t.upstream->read(3), "two");
}

TEST(RelayTls, TheClientsFinBecomesACloseNotifyAndTheReplyContinues) {
  Tunnel t;
  ASSERT_TRUE(t.upstream);
  ASSERT_TRUE(t.client.write("question"));
  t.client.finish();
  EXPECT_EQ(t.upstream->read_to_end(), "question");
  EXPECT_EQ(t.upstream->end(), TlsEnd::close_notify);
  ASSERT_TRUE(t.upstream->write("answer"));
  t.upstream->say_close_notify();
  EXPECT_EQ(t.client.read_to_end(), "answer");
  EXPECT_EQ(t.client.end(), End::fin);
  EXPECT_EQ(outline(t.log.wait_for_closed()),
            "opened client_bytes client_end server_bytes server_end closed()");
}

TEST(RelayTls, TheRequestContinuesAfterTheUpstreamsCloseNotify) {
  Tunnel t;
  ASSERT_TRUE(t.upstream);
  ASSERT_TRUE(t.upstream->write("done"));
  t.upstream->say_close_notify();
  EXPECT_EQ(t.client.read_to_end(), "done");
  EXPECT_EQ(t.client.end(), End::fin);
  ASSERT_TRUE(t.client.write("more"));
  EXPECT_EQ(t.upstream->read(4), "more");
}

TEST(RelayTls, AnEndWithoutCloseNotifyIsACutUnlessHttpShowsACompleteReply) {
  struct Row {
    std::string reply;
    End end;
  };
  const std::vector<Row> rows = {
      {"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody", End::fin},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n", End::fin},
      {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbody", End::reset},
      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n", End::reset},
      {"HTTP/1.0 200 OK\r\n\r\nall up to the end", End::reset},  // the end is unknown
      {"not HTTP", End::reset}};
  for (const Row& row : rows) {
    Tunnel t;
    ASSERT_TRUE(t.upstream);
    const std::string request = "GET /v1/models HTTP/1.1\r\nHost: h\r\n\r\n";
    ASSERT_TRUE(t.client.write(request));
    EXPECT_EQ(t.upstream->read(request.size()), request);
    ASSERT_TRUE(t.upstream->write(row.reply));
    t.upstream->fin();
    EXPECT_EQ(t.client.read_to_end(), row.reply);
    EXPECT_EQ(t.client.end(), row.end) << row.reply;
  }
}

TEST(RelayTls, AResetIsForwardedInBothDirections) {
  {
    Tunnel t;
    ASSERT_TRUE(t.upstream);
    ASSERT_TRUE(t.client.write("ask"));
    EXPECT_EQ(t.upstream->read(3), "ask");
    t.client.reset();
    EXPECT_EQ(t.upstream->read(1), "");
    EXPECT_EQ(t.upstream->end(), TlsEnd::reset);
  }
  Tunnel t;
  ASSERT_TRUE(t.upstream);
  ASSERT_TRUE(t.upstream->write("half"));
  EXPECT_EQ(t.client.read(4), "half");
  t.upstream->reset();
  EXPECT_EQ(t.client.read(1), "");
  EXPECT_EQ(t.client.end(), End::reset);
  EXPECT_EQ(t.log.wait_for_closed().back().why, "the upstream reset the connection");
}

TEST(RelayTls, TheAnswerNamesTheReasonForAnUntrustedCertificate) {
  const Authority trusted, stranger;
  struct Row {
    std::string title;
    Identity identity;
    std::string host, why;
  };
  const std::vector<Row> rows = {
      {"expired", trusted.issue({{"localhost"}, -9, -2}), "localhost",
       "shows a certificate that has expired (if not, this machine's clock is wrong)"},
      {"not yet", trusted.issue({{"localhost"}, 2, 9}), "localhost",
       "shows a certificate that is not valid yet (if it is, this machine's clock is wrong)"},
      {"self-signed", self_signed({}), "localhost",
       "shows a self-signed certificate: to trust it, name a file with it in [proxy] ca_file"},
      {"stranger", stranger.issue({}), "localhost",
       "shows a certificate of an authority that is not trusted here: to trust it, name a file "
       "with its certificate in [proxy] ca_file"},
      {"other name", trusted.issue({{"model.example", "*.other.example"}}), "localhost",
       "shows a certificate for model.example, *.other.example, not for localhost"},
      {"a name for an address", trusted.issue({}), "127.0.0.1",
       "shows a certificate for localhost, not for 127.0.0.1"},
  };
  const std::string ca_file = file_with(trusted.certificate());
  for (const Row& row : rows) {
    SCOPED_TRACE(row.title);
    TlsListener server(row.identity);
    RelayOptions options = options_for(server.port(), ca_file);
    options.upstream.address.host = row.host;
    std::string refused;
    const std::string answer = answer_from(options, [&] {
      EXPECT_FALSE(server.accept());
      refused = server.why();
    });
    EXPECT_EQ(answer, own_answer(502, "upstream_tls",
                                 "franz proxy: the model server at " + to_string(options.upstream) +
                                     " " + row.why));
    EXPECT_NE(refused.find("alert"), std::string::npos) << refused;  // the server gets the reason
  }
}

TEST(RelayTls, TheSystemsCertificatesAreTrustedUnlessAFileIsNamed) {
  const Authority authority;
  TlsListener server(authority.issue({}));
  const std::string answer =
      answer_from(options_for(server.port(), ""), [&] { EXPECT_FALSE(server.accept()); });
  EXPECT_NE(answer.find("not trusted here"), std::string::npos) << answer;
}

// Each of these gives its trusted certificate in another way.
TEST(RelayTls, ACertificateIsTrustedByItsFile) {
  const Authority authority;
  const Identity itself = self_signed({{"localhost"}}), issued = authority.issue({{"localhost"}}),
                 by_address = authority.issue({{"127.0.0.1"}});
  struct Row {
    const Identity* identity;
    std::string trusted, host;
  };
  const std::vector<Row> rows = {
      {&itself, itself.certificate, "localhost"},
      {&issued, issued.certificate, "localhost"},
      {&issued, itself.certificate + authority.certificate(), "localhost"},
      {&by_address, authority.certificate(), "127.0.0.1"}};
  for (const Row& row : rows) {
    TlsListener server(*row.identity);
    RelayOptions options = options_for(server.port(), file_with(row.trusted));
    options.upstream.address.host = row.host;
    EventLog log;
    auto relay = Relay::start(options, log.observe());
    ASSERT_TRUE(relay.ok());
    Peer client = Peer::connect(relay.value()->address().port);
    const auto upstream = server.accept();
    ASSERT_TRUE(upstream) << server.why();
    ASSERT_TRUE(upstream->write("hello"));
    EXPECT_EQ(client.read(5), "hello");
  }
}

TEST(RelayTls, AnswersForAServerWithoutTls) {
  Listener server;
  server.listen();
  const Authority authority;
  const RelayOptions options = options_for(server.port(), file_with(authority.certificate()));
  const std::string said = answer_from(options, [&] {
    Peer peer = server.accept();
    EXPECT_TRUE(peer.write("HTTP/1.1 400 Bad Request\r\n\r\n"));
    peer.read_to_end();
  });
  EXPECT_NE(said.find("does not speak TLS: its address may begin with http://"), std::string::npos)
      << said;
  const std::string left = answer_from(options, [&] {
    Peer peer = server.accept();
    peer.read(1);
    peer.finish();
    peer.read_to_end();
  });
  EXPECT_NE(left.find("broke off the TLS handshake: it closed the connection"), std::string::npos)
      << left;
}

TEST(RelayTls, AHandshakeThatDoesNotEndTimesOut) {
  Listener server;
  server.listen();
  const Authority authority;
  RelayOptions options = options_for(server.port(), file_with(authority.certificate()));
  options.connect_timeout_ms = 100;
  const std::string answer = answer_from(options, [&] { server.accept().read_to_end(); });
  EXPECT_NE(answer.find("504 Gateway Timeout"), std::string::npos) << answer;
  EXPECT_NE(answer.find("did not finish the TLS handshake in time"), std::string::npos) << answer;
}

TEST(RelayTls, AnUnreadableCertificateFileIsNamedAtTheStart) {
  const auto failure = [](const std::string& ca_file) {
    auto relay = Relay::start(options_for(4711, ca_file),
                              [](const ConnectionEvent&) { return ConnectionState::busy; });
    return relay.ok() ? "" : relay.error().message;
  };
  EXPECT_EQ(failure("/no/such/file.pem"),
            "relay: https://localhost:4711: [proxy] ca_file /no/such/file.pem: expected a file of "
            "certificates in PEM: " +
                words::missing_folder());
  const std::string text = file_with("no certificate", "text.pem");
  EXPECT_NE(failure(text).find("[proxy] ca_file " + text + ": expected"), std::string::npos)
      << failure(text);
}
}  // namespace franz::proxy
