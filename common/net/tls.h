#pragma once
// A TLS client without sockets: received bytes go in, bytes to send come out. TLS 1.2 or later; the
// server's certificate must chain to a trusted one, be in date and name the host. Implemented by
// OpenSSL (tls.cpp), or disabled in a build without it (tls_none.cpp).
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz {
// The setting that names the certificates of a model's server.
inline constexpr const char* kCaFileSetting = "[proxy] ca_file";

// The trusted certificates. Sessions share them and do not change them.
class TlsTrust {
 public:
  // Whether this build supports TLS.
  static bool in_this_build();

  // From a file of PEM certificates that replaces the system's; an empty name: the system's.
  // `setting`: what names the file, for messages, also those of sessions. Failure: the file cannot
  // be read or contains no certificate; or "this build has no TLS".
  static Result<std::shared_ptr<const TlsTrust>> load(const std::string& ca_file,
                                                      const std::string& setting = kCaFileSetting);

  ~TlsTrust();
  TlsTrust(const TlsTrust&) = delete;
  TlsTrust& operator=(const TlsTrust&) = delete;

 private:
  friend class TlsSession;
  struct Context;
  explicit TlsTrust(std::unique_ptr<Context> context);
  std::unique_ptr<Context> context_;
};

// One connection, used by one thread.
class TlsSession {
 public:
  enum class Step {
    done,   // shake_hands: finished; read: `size` bytes were read
    more,   // needs more bytes from the network
    ended,  // read: the server announced the end (close_notify)
    failed  // see why()
  };
  struct Read {
    Step step = Step::more;
    std::size_t size = 0;
  };

  // `host`: a name or an IP address, as in the URL; the certificate must name it.
  TlsSession(std::shared_ptr<const TlsTrust> trust, const std::string& host);
  ~TlsSession();
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

  // Adds bytes from the network; they are kept until a step uses them.
  void receive(std::string_view bytes);
  // Takes the bytes to send now. Every step may produce some, even a failed one.
  std::string take_output();

  // Call at the start and after each receive() until it is done or failed.
  Step shake_hands();

  // After the handshake. Accepts everything immediately. False: see why().
  bool write(std::string_view bytes);
  Read read(char* into, std::size_t size);

  // Announces the end of our data (close_notify). The server's later data can be read (RFC 8446
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
