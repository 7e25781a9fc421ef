#pragma once
// A TLS upstream. Every wait has the deadline kDeadline, as in loopback.h.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <memory>
#include <string>
#include <string_view>
#include "tests/proxy/relay/certificates.h"
#include "tests/proxy/relay/loopback.h"

namespace franz::proxy {
// How a TLS stream ended for the server.
enum class TlsEnd { none, close_notify, fin_alone, reset };

// One connection after its handshake, used by one thread.
class TlsPeer {
 public:
  using Stream = boost::asio::ssl::stream<boost::asio::ip::tcp::socket>;
  TlsPeer(std::unique_ptr<boost::asio::io_context> io, std::unique_ptr<Stream> stream);

  bool write(std::string_view bytes);
  std::string read(std::size_t count);  // fewer: end() says why
  std::string read_to_end();
  TlsEnd end() const { return end_; }

  void say_close_notify();    // reading and TCP continue
  void fin();                 // TCP FIN
  void reset();               // RST
  std::string server_name();  // requested by the client (SNI)
  void renew_keys();          // and asks the client to renew its own

 private:
  bool run(bool& done);
  std::unique_ptr<boost::asio::io_context> io_;
  std::unique_ptr<Stream> stream_;
  TlsEnd end_ = TlsEnd::none;
};

class TlsListener {
 public:
  explicit TlsListener(const Identity& identity);
  int port() const { return acceptor_.local_endpoint().port(); }
  // Null: the client aborted the handshake; why() has the reason.
  std::unique_ptr<TlsPeer> accept();
  const std::string& why() const { return why_; }

 private:
  boost::asio::ssl::context context_{boost::asio::ssl::context::tls_server};
  boost::asio::io_context io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  std::string why_;
};
}  // namespace franz::proxy
