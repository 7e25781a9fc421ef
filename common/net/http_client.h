#pragma once
// An HTTP/1.1 client for one conversation with one server: one request at a time, its reply
// streamed, the connection kept for the next. It is cpp-httplib's client over our own stream, which
// limits everything that the server controls: the size of the reply and its head, the number of
// interim replies, and the time of each phase. The stream parses replies with
// common/http/http_parser.h, as the proxy's record does, so that both accept the same replies.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include "common/http/http_headers.h"
#include "common/net/name_lookup.h"
#include "common/net/tls.h"

namespace franz {
inline constexpr std::size_t kMaxHttpReply = 64UL << 20U;  // bytes of a reply as they came, head
                                                           // and framing included: a record's limit
inline constexpr int kMaxInterimReplies = 32;              // of status 1xx, before the reply

struct HttpServer {
  bool tls = false;
  std::string host;  // a name or an IP address, IPv6 without its brackets
  int port = 80;
  // For TLS: the PEM file to trust instead of the system's certificates; empty: those.
  std::string ca_file;
  std::string ca_setting = kCaFileSetting;  // what names `ca_file`, for messages
  bool operator==(const HttpServer&) const = default;
};

struct OutgoingRequest {
  std::string method = "GET";
  std::string target;  // "/v1/models"
  // Host (unless set here), User-Agent and Accept are added, and Content-Length for a body.
  std::vector<HttpHeader> headers;
  std::string body;
  // A header with a fresh value for each sending: a request is sent again if a kept connection
  // turns out to be closed. The values have no control characters. No `value`: no such header.
  std::string fresh_header = {};
  std::function<std::string()> fresh_value = {};
};

struct HttpTimes {
  int connect_ms = 10'000;  // name lookup, TCP and TLS handshake together
  int write_ms = 60'000;    // between two pieces of the request that the server accepts
  // Until the first piece of the body with content (Wanted); head bytes do not count.
  int first_byte_ms = 600'000;
  // Between two such pieces; before the first one, between any two pieces of the body. Only body
  // bytes count.
  int idle_ms = 120'000;
  int total_ms = 0;  // from the call to the reply's end; 0: no limit of its own
};

struct HttpOutcome {
  enum class Kind {
    whole,          // the reply ended according to its framing
    enough,         // the caller had all it wanted before the end
    stopped,        // cut by stop()
    not_sent,       // nothing was tried: a certificate file, a header or this machine is at fault
    refused,        // nothing listens there
    unreachable,    // no such name, no route
    no_tls,         // no TLS, or an untrusted certificate
    not_connected,  // connect_ms elapsed
    not_taken,      // write_ms elapsed
    no_answer,      // first_byte_ms or total_ms elapsed without content in the body
    went_silent,    // idle_ms or total_ms elapsed
    broken,         // the connection ended before the reply did, or without one
    not_a_reply,    // not HTTP/1.1, or not an answer to the request
    too_large,      // over kMaxHttpReply
  };
  Kind kind = Kind::whole;
  // For all but the first three: what the server did, to follow its name: "refused the connection".
  // For not_sent: a whole sentence.
  std::string why;
  int status = 0;  // of the reply; 0: its head did not arrive
  bool reconnected =
      false;  // a kept connection closed at the request, which was sent again on a new one
  double first_byte_ms = 0;  // from the call to the body's first byte; 0: none came
};

// What the caller still wants after a piece of the body.
enum class Wanted {
  more,
  more_as_before,  // more: the piece had no content, such as a comment that keeps a connection
                   // alive
  the_end,         // the reply is complete; its transport's end is awaited briefly but not required
  nothing,
};

struct ReplyHead {
  int status = 0;
  std::vector<HttpHeader> headers;
};

// Receives the bytes of a request and its reply, keys included. Called on the calling thread. If a
// kept connection had closed, the request is passed again.
struct HttpTap {
  std::function<void(std::string_view whole)> request;  // before its first byte is sent
  std::function<void(std::string_view piece)> reply;    // framing and interim replies included, and
                                                        // nothing after the end
};

class HttpClient {
 public:
  explicit HttpClient(LookUpHost look_up = look_up_host);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  using OnHead = std::function<void(const ReplyHead&)>;  // once, before the first piece
  using OnBody = std::function<Wanted(std::string_view piece)>;

  // Blocks until the reply is whole or failed; never two calls at the same time. Redirects are
  // ordinary replies. A kept connection that has closed is replaced once by a new one, and the
  // request is sent again, with another fresh_value().
  HttpOutcome ask(const HttpServer& server, const OutgoingRequest& request, const HttpTimes& times,
                  const OnHead& on_head, const OnBody& on_body, const HttpTap& tap = {});

  // Closes the kept connection, if there is one.
  void hang_up();

  // Cuts the current request immediately, in any phase, and makes later ones fail as `stopped`. Any
  // thread.
  void stop();
  // Allows later requests again. Any thread.
  void go_on();

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};

// Whether this build supports https servers.
bool http_client_speaks_tls();
}  // namespace franz
