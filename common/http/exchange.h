#pragma once
// What passes through the relay, as values: the bytes of a connection as they went by, and the HTTP
// exchanges that can be read in them.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/franz_turn.h"

namespace franz {
// Something that happened on one client connection, in the order in which it happened.
struct ConnectionEvent {
  enum class Kind {
    opened,        // why: the client's address
    client_bytes,  // bytes: read from the client
    server_bytes,  // bytes: written to the client; what could not be written is never told
    client_end,    // the client sent FIN
    server_end,    // the upstream sent FIN and it was passed on to the client
    closed,        // the last event of a connection; why: empty after two FINs, else who broke it
    own_answer,  // bytes: an answer of the proxy's own that was written to the client; why: reason
  };
  std::uint64_t id = 0;  // of the connection, from 1
  Kind kind = Kind::opened;
  std::string bytes;
  // Unix time with fractions that never goes back: the wall clock at the relay's start, and since
  // then the steady one.
  double time_ms = 0;
  std::string why;
};

// What requests and replies have in common. Their bytes and headers are told once, and never kept
// here.
struct HttpMessage {
  std::uint64_t wire_bytes = 0, body_bytes = 0;
  // Why this message must not be judged by its bytes: cut, too large, compressed, not told whole,
  // or that its connection was given up. Empty: read whole.
  std::string problem;
  // False: pieces of it are missing (over the limit, or nobody took them); those that were told are
  // no message.
  bool told = true;
};

struct HttpRequest : HttpMessage {
  std::string method, target;     // secrets in the target's query masked
  std::optional<FranzTurn> turn;  // nothing: no such header, a wrong one, or several
  bool has_origin = false;        // an Origin header: a web page may have sent it
  // Another site's page sent it, by is_of_other_site, or its Host is_public_name: none of ours.
  bool other_site = false;
  bool may_be_a_pages() const { return has_origin || other_site; }
  bool wanted = true;  // its bytes and its reply's are told; of others only the HttpExchange,
                       // as of a wanted one that nobody took: `told` is false then
};

struct HttpResponse : HttpMessage {
  int status = 0;  // 0: no reply began
};

// One request and what became of it.
struct HttpExchange {
  std::uint64_t id = 0;          // ascending over all connections, from 1, not without gaps
  std::uint64_t connection = 0;  // ConnectionEvent::id
  std::shared_ptr<const HttpRequest> request;  // never null
  HttpResponse response;
  // As ConnectionEvent::time_ms; 0: did not happen. first_byte: of the final reply, not of a 1xx.
  double started_ms = 0, request_done_ms = 0, first_byte_ms = 0, finished_ms = 0;
  bool delivered_whole = false;  // the reply ended as its framing says, last byte written to client
  bool own_answer = false;       // the reply is the proxy's own: the upstream could not be reached
  // The connection was given up before the end of the reply: it was passed on unread, and the
  // client may have taken it for a whole one.
  bool reply_unread = false;

  // Why no verdict may rest on this exchange; empty: both messages were read whole.
  const std::string& unverifiable() const {
    return request->problem.empty() ? response.problem : request->problem;
  }
};
}  // namespace franz
