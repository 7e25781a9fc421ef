#pragma once
// TLS as a client, apart from sockets: what came from the network goes in, what is to be sent comes
// out. TLS 1.2 or later; the server's certificate must chain to a trusted one, be in date and name
// the host. By OpenSSL (tls.cpp), or not at all in a build without it (tls_none.cpp).
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// The certificates that are trusted. Shared by sessions, not changed by them.
class TlsTrust {
 public:
  // Whether this build speaks TLS at all.
  static bool in_this_build();

  // From a file of PEM certificates, in place of the system's; an empty name: the system's.
  // Failure: the file cannot be read or holds no certificate; or "this build has no TLS".
  static Result<std::shared_ptr<const TlsTrust>> load(const std::string& ca_file);

  ~TlsTrust();
  TlsTrust(const TlsTrust&) = delete;
  TlsTrust& operator=(const TlsTrust&) = delete;

 private:
  friend class TlsSession;
  struct Context;
  explicit TlsTrust(std::unique_ptr<Context> context);
  std::unique_ptr<Context> context_;
};

// One connection. For one thread.
class TlsSession {
 public:
  enum class Step {
    done,   // shake_hands: finished; read: `size` bytes were read
    more,   // nothing without more bytes from the network
    ended,  // read: the server said that nothing follows (close_notify)
    failed  // why() tells
  };
  struct Read {
    Step step = Step::more;
    std::size_t size = 0;
  };

  // `host`: a name or an IP address, as in the URL: what the certificate must be for.
  TlsSession(std::shared_ptr<const TlsTrust> trust, const std::string& host);
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  // Bytes from the network; they are kept until a step takes them.
  void receive(std::string_view bytes);
  // What is to be sent by now, once. After every step there may be something, a failed one
  // included.
  std::string take_output();

  // To be called at the start and after each receive() until it is done or failed.
  Step shake_hands();

  // After the handshake. Everything is taken at once. False: why() tells.
  bool write(std::string_view bytes);
  Read read(char* into, std::size_t size);

  // Says that nothing follows (close_notify). What the server still sends can be read (RFC 8446
  // §6.1); a server of TLS 1.2 may drop it.
  void end();

  // Why a step failed, to follow the server's name: "shows a certificate that has expired".
  const std::string& why() const { return why_; }

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
  std::string why_;
};
}  // namespace franz
