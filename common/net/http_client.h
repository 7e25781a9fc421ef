#pragma once
// An HTTP/1.1 client for one conversation with one server: a request at a time, its reply streamed,
// the connection kept for the next. It is cpp-httplib's client over a stream of ours, which bounds
// everything that the server decides: the size of the reply and of its head, the number of interim
// replies, and the time of each phase. The stream takes replies apart by common/http/http_parser.h,
// as the proxy's record does, so that both accept the same replies.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include "common/http/http_headers.h"
#include "common/net/name_lookup.h"

namespace franz {
inline constexpr std::size_t kMaxHttpReply = 64UL << 20U;  // bytes of a reply as they came, head
                                                           // and framing included: a record's limit
inline constexpr int kMaxInterimReplies = 32;              // of status 1xx, before the reply

struct HttpServer {
  bool tls = false;
  std::string host;  // a name or an IP address, IPv6 without its brackets
  int port = 80;
  std::string ca_file;  // of TLS: the PEM file to trust in place of the system's; empty: these
  bool operator==(const HttpServer&) const = default;
};

struct OutgoingRequest {
  std::string method = "GET";
  std::string target;  // "/v1/models"
  // Host (unless it is here), User-Agent, Accept, and of a body Content-Length are added.
  std::vector<HttpHeader> headers;
  std::string body;
  // A header whose value is made anew for each sending: a request is sent again where a kept
  // connection turns out dead. The values have no control characters. No `value`: there is none.
  std::string fresh_header = {};
  std::function<std::string()> fresh_value = {};
};

struct HttpTimes {
  int connect_ms = 10'000;  // name lookup, TCP and TLS handshake together
  int write_ms = 60'000;    // between two pieces of the request that the server takes
  // Until the first piece of the body that brings something (Wanted), however the head comes.
  int first_byte_ms = 600'000;
  // Between two such pieces; and before the first of them, between any two pieces of the body. What
  // is not body does not count.
  int idle_ms = 120'000;
  int total_ms = 0;  // from the call to the reply's end; 0: as long as the others allow
};

struct HttpOutcome {
  enum class Kind {
    whole,          // the reply ended as its framing says
    enough,         // the caller had what it wanted before the end came
    stopped,        // cut by stop()
    not_sent,       // nothing was tried: a certificate file, a header or this machine is at fault
    refused,        // nothing listens there
    unreachable,    // no such name, no route
    no_tls,         // no TLS with it, or its certificate is not to be trusted
    not_connected,  // connect_ms passed
    not_taken,      // write_ms passed
    no_answer,      // first_byte_ms or total_ms passed, and the body brought nothing
    went_silent,    // idle_ms or total_ms passed
    broken,         // the connection ended before the reply did, or without one
    not_a_reply,    // what came is no HTTP/1.1, or no answer to the request
    too_large,      // over kMaxHttpReply
  };
  Kind kind = Kind::whole;
  // Of all but the first three: what the server did, to follow its name: "refused the connection".
  // Of not_sent: a whole sentence.
  std::string why;
  int status = 0;            // of the reply; 0: its head did not come
  bool reconnected = false;  // a kept connection died at the request; sent again on a new one
  double first_byte_ms = 0;  // from the call to the body's first byte; 0: none came
};

// What the caller still wants after a piece of the body.
enum class Wanted {
  more,
  more_as_before,  // more: the piece brought nothing, as a comment that keeps a connection alive
  the_end,  // the reply is complete; its transport's end is waited for briefly, and not needed
  nothing,
};

struct ReplyHead {
  int status = 0;
  std::vector<HttpHeader> headers;
};

// What passes of a request and its reply, as bytes, keys and all. Called on the thread that asks.
// Where a kept connection had died, the request is passed again.
struct HttpTap {
  std::function<void(std::string_view whole)> request;  // before its first byte leaves
  std::function<void(std::string_view piece)> reply;    // framing and interim replies included, and
                                                        // nothing behind the reply's end
};

class HttpClient {
 public:
  explicit HttpClient(LookUpHost look_up = look_up_host);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  using OnHead = std::function<void(const ReplyHead&)>;  // once, before the first piece
  using OnBody = std::function<Wanted(std::string_view piece)>;

  // Blocks until the reply is whole or failed; never two calls at a time. Redirects are replies
  // like any other. A kept connection that has died is replaced by a new one, once, and the request
  // is sent again, with another fresh_value().
  HttpOutcome ask(const HttpServer& server, const OutgoingRequest& request, const HttpTimes& times,
                  const OnHead& on_head, const OnBody& on_body, const HttpTap& tap = {});

  // Closes the connection that is kept, if there is one.
  void hang_up();

  // Cuts the request under way at once, in whatever phase, and makes every later one `stopped`. Any
  // thread.
  void stop();
  // Has later requests made again. Any thread.
  void go_on();

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};

// Whether this build can talk to an https server.
bool http_client_speaks_tls();
}  // namespace franz
