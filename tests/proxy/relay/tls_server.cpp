#include "tests/proxy/relay/tls_server.h"
#include <gtest/gtest.h>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <utility>

namespace franz::proxy {
namespace asio = boost::asio;
using asio::ip::tcp;
using Code = boost::system::error_code;

TlsPeer::TlsPeer(std::unique_ptr<asio::io_context> io, std::unique_ptr<Stream> stream)
    : io_(std::move(io)), stream_(std::move(stream)) {}

bool TlsPeer::run(bool& done) {
  io_->restart();
  io_->run_for(kDeadline);
  if (!done) ADD_FAILURE() << "nothing happened on a TLS connection within the deadline";
  return done;
}

bool TlsPeer::write(std::string_view bytes) {
  bool done = false, ok = false;
  asio::async_write(*stream_, asio::buffer(bytes), [&](Code code, std::size_t) {
    done = true;
    ok = !code;
  });
  return run(done) && ok;
}

std::string TlsPeer::read(std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t got = 0;
  bool done = false;
  asio::async_read(*stream_, asio::buffer(bytes), [&](Code code, std::size_t size) {
    done = true;
    got = size;
    end_ = !code                                        ? TlsEnd::none
           : code == asio::error::eof                   ? TlsEnd::close_notify
           : code == asio::ssl::error::stream_truncated ? TlsEnd::fin_alone
                                                        : TlsEnd::reset;
  });
  run(done);
  bytes.resize(got);
  return bytes;
}

std::string TlsPeer::read_to_end() {
  std::string all;
  do all += read(1UL << 16U);
  while (end_ == TlsEnd::none);
  return all;
}

// Asio flushes only after its own operations: this write sends the alert.
void TlsPeer::say_close_notify() {
  BIO* const to_asio = SSL_get_wbio(stream_->native_handle());
  BIO_up_ref(to_asio);
  BIO* const memory = BIO_new(BIO_s_mem());
  SSL_set0_wbio(stream_->native_handle(), memory);
  SSL_shutdown(stream_->native_handle());
  std::string alert(BIO_ctrl_pending(memory), '\0');
  BIO_read(memory, alert.data(), static_cast<int>(alert.size()));
  SSL_set0_wbio(stream_->native_handle(), to_asio);
  Code code;
  asio::write(stream_->next_layer(), asio::buffer(alert), code);
  EXPECT_FALSE(code) << code.message();
}

void TlsPeer::fin() {
  Code ignored;
  stream_->next_layer().shutdown(tcp::socket::shutdown_send, ignored);
}

void TlsPeer::reset() {
  stream_->next_layer().set_option(asio::socket_base::linger(true, 0));
  Code ignored;
  stream_->next_layer().close(ignored);
}

std::string TlsPeer::server_name() {
  const char* name = SSL_get_servername(stream_->native_handle(), TLSEXT_NAMETYPE_host_name);
  return name ? name : "";
}

void TlsPeer::renew_keys() {
  EXPECT_EQ(SSL_key_update(stream_->native_handle(), SSL_KEY_UPDATE_REQUESTED), 1);
}

TlsListener::TlsListener(const Identity& identity)
    : acceptor_(io_, {asio::ip::address_v4::loopback(), 0}) {
  context_.use_certificate_chain(asio::buffer(identity.certificate));
  context_.use_private_key(asio::buffer(identity.key), asio::ssl::context::pem);
}

std::unique_ptr<TlsPeer> TlsListener::accept() {
  auto io = std::make_unique<asio::io_context>();
  auto stream = std::make_unique<TlsPeer::Stream>(*io, context_);
  bool accepted = false;
  acceptor_.async_accept(stream->next_layer(), [&](Code code) { accepted = !code; });
  io_.restart();
  io_.run_for(kDeadline);
  EXPECT_TRUE(accepted) << "no connection came within the deadline";
  bool done = false;
  Code failed;
  stream->async_handshake(asio::ssl::stream_base::server, [&](Code code) {
    done = true;
    failed = code;
  });
  io->run_for(kDeadline);
  EXPECT_TRUE(done) << "the handshake did not end within the deadline";
  why_ = failed.message();
  if (failed) return nullptr;
  return std::make_unique<TlsPeer>(std::move(io), std::move(stream));
}
}  // namespace franz::proxy
