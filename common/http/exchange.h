#pragma once
// The relay's traffic as values: the bytes of connections, and the HTTP exchanges that can be
// parsed from them.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/franz_turn.h"

namespace franz {
// An event on one client connection. Events are in order of time.
struct ConnectionEvent {
  enum class Kind {
    opened,        // why: the client's address
    client_bytes,  // bytes: read from the client
    server_bytes,  // bytes: written to the client; bytes that could not be written are not reported
    client_end,    // the client sent FIN
    server_end,    // the upstream sent FIN, which was forwarded to the client
    closed,  // the last event of a connection; why: empty after two FINs, otherwise who broke it
    own_answer,  // bytes: the proxy's own answer, written to the client; why: reason
  };
  std::uint64_t id = 0;  // of the connection, from 1
  Kind kind = Kind::opened;
  std::string bytes;
  // Unix time with fractions, monotonic: the wall clock at the relay's start plus the steady clock
  // since then.
  double time_ms = 0;
  std::string why;
};

// Common to requests and replies. Their bytes and headers are reported once and not stored here.
struct HttpMessage {
  std::uint64_t wire_bytes = 0, body_bytes = 0;
  // Why this message must not be judged by its bytes: cut, too large, compressed (a reply: unless
  // content_coding.h can decode it), reported in part, or its connection is no longer observed.
  // Empty: read whole.
  std::string problem;
  // False: pieces of it are missing (over the limit, or not accepted); the reported ones are not a
  // whole message.
  bool accepted = true;
};

struct HttpRequest : HttpMessage {
  std::string method, target;     // secrets in the target's query masked
  std::optional<FranzTurn> turn;  // nothing: no such header, an invalid one, or several
  bool has_origin = false;        // an Origin header: a web page may have sent it
  // Sent by another site's page according to is_of_other_site, or its Host is_public_name and not
  // ours.
  bool other_site = false;
  bool may_be_a_pages() const { return has_origin || other_site; }
  bool wanted = true;  // its bytes and its reply's are reported; otherwise only the HttpExchange,
                       // as for a wanted one that was refused: `accepted` is false then
};

struct HttpResponse : HttpMessage {
  int status = 0;  // 0: no reply began
};

// One request and its result.
struct HttpExchange {
  std::uint64_t id = 0;                        // ascending over all connections, from 1, with gaps
  std::uint64_t connection = 0;                // ConnectionEvent::id
  std::shared_ptr<const HttpRequest> request;  // never null
  HttpResponse response;
  // As ConnectionEvent::time_ms; 0: did not happen. first_byte: of the final reply, not of a 1xx.
  double started_ms = 0, request_done_ms = 0, first_byte_ms = 0, finished_ms = 0;
  bool delivered_whole = false;  // the reply ended according to its framing, and its last byte was
                                 // written to the client
  bool own_answer = false;       // the reply is the proxy's own: the upstream could not be reached
  // Observation of the connection stopped before the end of the reply: the rest was forwarded
  // unread, and the client may have received a whole reply.
  bool reply_unread = false;

  // Why this exchange must not be judged; empty: both messages were read whole.
  const std::string& unverifiable() const {
    return request->problem.empty() ? response.problem : request->problem;
  }
};
}  // namespace franz
