// The client with servers that speak TLS, or should.
#include <gtest/gtest.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <fstream>
#include <thread>
#include "common/net/http_client.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "tests/proxy/relay/certificates.h"
#include "tests/support/raw_server.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace asio = boost::asio;
using asio::ip::tcp;
using Kind = HttpOutcome::Kind;

// Answers one connection if the client accepts its certificate.
class SecureServer {
 public:
  explicit SecureServer(const Identity& identity) {
    context_.use_certificate_chain(asio::buffer(identity.certificate));
    context_.use_private_key(asio::buffer(identity.key), asio::ssl::context::pem);
    thread_ = std::thread([this] { serve(); });
  }
  ~SecureServer() { thread_.join(); }
  SecureServer(const SecureServer&) = delete;
  SecureServer& operator=(const SecureServer&) = delete;

  int port() const { return acceptor_.local_endpoint().port(); }

 private:
  void serve() {
    boost::system::error_code code;
    asio::ssl::stream<tcp::socket> stream(acceptor_.accept(), context_);
    stream.handshake(asio::ssl::stream_base::server, code);
    if (code) return;
    std::string request;
    asio::read_until(stream, asio::dynamic_buffer(request), "\r\n\r\n", code);
    const std::string reply = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    asio::write(stream, asio::buffer(reply), code);
    asio::read_until(stream, asio::dynamic_buffer(request), "never", code);  // until it goes
  }

  asio::io_context io_;
  asio::ssl::context context_{asio::ssl::context::tls_server};
  tcp::acceptor acceptor_{io_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
  std::thread thread_;
};

HttpOutcome ask(const HttpServer& server, HttpClient* with = nullptr) {
  HttpClient own(
      [](const std::string&) -> HostAddresses { return std::vector<std::string>{"127.0.0.1"}; });
  OutgoingRequest request;
  request.target = "/";
  return (with ? *with : own)
      .ask(
          server, request, {}, [](const ReplyHead&) {},
          [](std::string_view) { return Wanted::more; });
}
}  // namespace

TEST(HttpClientTls, BelievesACertificateThatIsTrustedInDateAndForThatHost) {
  const Authority authority, stranger;
  const std::string folder = join_path(kTestOut, "http-client-tls-" + random_hex(8));
  ASSERT_TRUE(make_folders(folder).ok());
  const std::string ca_file = join_path(folder, "authority.pem");
  std::ofstream(ca_file, std::ios::binary) << authority.certificate();
  const std::string elsewhere = "to trust it, name a file with its certificate in [proxy] ca_file";
  const struct {
    Identity identity;
    std::string host, why;  // empty: trusted
  } cases[] = {
      {authority.issue({}), "localhost", ""},
      {authority.issue({{"127.0.0.1"}}), "127.0.0.1", ""},
      {authority.issue({{"*.example.org"}}), "model.example.org", ""},
      {authority.issue({}), "127.0.0.1", "shows a certificate for localhost, not for 127.0.0.1"},
      {authority.issue({{"other.example"}}), "localhost",
       "shows a certificate for other.example, not for localhost"},
      {authority.issue({{"localhost"}, -3, -1}), "localhost",
       "shows a certificate that has expired (if not, this machine's clock is wrong)"},
      {self_signed({}), "localhost",
       "shows a self-signed certificate: to trust it, name a file with it in [proxy] ca_file"},
      {stranger.issue({}), "localhost",
       "shows a certificate of an authority that is not trusted here: " + elsewhere},
  };
  for (const auto& row : cases) {
    const SecureServer server(row.identity);
    const HttpOutcome outcome = ask({true, row.host, server.port(), ca_file});
    EXPECT_EQ(outcome.why, row.why);
    EXPECT_EQ(outcome.kind, row.why.empty() ? Kind::whole : Kind::no_tls);
  }
  const SecureServer server(authority.issue({}));
  const HttpOutcome named = ask({true, "localhost", server.port(), "", "ANOTHER_SETTING"});
  EXPECT_EQ(named.kind, Kind::no_tls) << "by the system's";
  EXPECT_NE(named.why.find(" in ANOTHER_SETTING"), std::string::npos) << named.why;
  const HttpOutcome unreadable = ask({true, "localhost", 9, join_path(folder, "none.pem")});
  EXPECT_EQ(unreadable.kind, Kind::not_sent);
  EXPECT_NE(unreadable.why.find("[proxy] ca_file"), std::string::npos) << unreadable.why;
  EXPECT_TRUE(remove_folder(folder).ok());
}

TEST(HttpClientTls, SaysThatAServerDoesNotSpeakTls) {
  const RawServer plain([](Conversation& conversation, int) {
    conversation.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    conversation.wait_for_client_to_go();
  });
  const HttpOutcome outcome = ask({true, "localhost", plain.port(), ""});
  EXPECT_EQ(outcome.kind, Kind::no_tls);
  EXPECT_EQ(outcome.why, "does not speak TLS: its address may begin with http://");
}

TEST(HttpClientTls, IsStoppedInTheHandshake) {
  HttpClient client;
  const RawServer silent([&](Conversation& conversation, int) {
    client.stop();
    conversation.wait_for_client_to_go();
  });
  EXPECT_EQ(ask({true, "127.0.0.1", silent.port(), ""}, &client).kind, Kind::stopped);
}

TEST(HttpClientTls, BoundsTheHandshake) {
  const RawServer silent(
      [](Conversation& conversation, int) { conversation.wait_for_client_to_go(); });
  HttpClient client;
  OutgoingRequest request;
  request.target = "/";
  HttpTimes times;
  times.connect_ms = 100;
  const HttpOutcome outcome = client.ask(
      {true, "127.0.0.1", silent.port(), ""}, request, times, [](const ReplyHead&) {},
      [](std::string_view) { return Wanted::more; });
  EXPECT_EQ(outcome.kind, Kind::not_connected);
  EXPECT_EQ(outcome.why, "did not finish the TLS handshake in time");
}
}  // namespace franz
