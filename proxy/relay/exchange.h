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

namespace franz::proxy {
// Something that happened on one client connection, in the order in which it happened.
struct ConnectionEvent {
  enum class Kind {
    opened,        // why: the client's address
    client_bytes,  // bytes: read from the client
    server_bytes,  // bytes: written to the client; what could not be written is never told
    client_end,    // the client sent FIN
    server_end,    // the upstream sent FIN and it was passed on to the client
    closed,        // the last event of a connection; why: empty after two FINs, else who broke it
    dropped,       // the observer was behind: from here on no bytes of this connection are told
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

// X-Franz-Turn: RUN/TURN/ATTEMPT
struct FranzTurn {
  std::string run;  // 1..64 of A-Z a-z 0-9 _ -
  int turn = 0;     // 1..999999999
  int attempt = 0;  // 1..999999999
  bool operator==(const FranzTurn&) const = default;
};

// Nothing if `value` is anything else than exactly that: such a request is a foreign one.
std::optional<FranzTurn> parse_franz_turn(std::string_view value);

struct HttpHeader {
  std::string name, value;  // as on the wire, without the white space around; a secret reads ****
  bool operator==(const HttpHeader&) const = default;
};

// The value of the first header of that name (in any case), or nothing.
std::optional<std::string_view> find_header(const std::vector<HttpHeader>& headers,
                                            std::string_view name);

// True for headers that carry credentials: Authorization, Cookie, X-API-Key and their like.
bool is_secret_header(std::string_view name);

// The head of a message (start line and header lines, whole or cut) with each secret header's value
// and each secret in the target's query (key=, token=…) replaced by ****; all else as it is.
std::string mask_secrets(std::string_view head);

// What requests and replies have in common.
struct HttpMessage {
  std::vector<HttpHeader> headers;
  std::string raw;   // as on the wire, 1xx heads and trailers included; secrets masked in the head
  std::string body;  // without the chunked framing; content codings are left in place
  std::uint64_t wire_bytes = 0, body_bytes = 0;  // counted also where nothing is kept
  // Why this message must not be judged by its bytes: cut, too large (then `raw` has the head only
  // and `body` is empty), compressed, or that its connection was given up. Empty: read whole.
  std::string problem;
};

struct HttpRequest : HttpMessage {
  std::string method, target;     // secrets in the target's query masked
  std::optional<FranzTurn> turn;  // nothing: no such header, a wrong one, or several
  bool has_origin = false;        // an Origin header: a web page may have sent it
};

struct HttpResponse : HttpMessage {
  int status = 0;  // 0: no reply began
};

// One request and what became of it.
struct Exchange {
  std::uint64_t id = 0;          // ascending over all connections, from 1, not without gaps
  std::uint64_t connection = 0;  // ConnectionEvent::id
  std::shared_ptr<const HttpRequest> request;  // never null
  HttpResponse response;
  // As ConnectionEvent::time_ms; 0: did not happen. first_byte: of the final reply, not of a 1xx.
  double started_ms = 0, request_done_ms = 0, first_byte_ms = 0, finished_ms = 0;
  bool delivered_whole = false;  // the reply ended as its framing says, last byte written to client
  bool own_answer = false;       // the reply is the proxy's own: the upstream could not be reached

  // Why no verdict may rest on this exchange; empty: both messages were read whole.
  const std::string& unverifiable() const {
    return request->problem.empty() ? response.problem : request->problem;
  }
};
}  // namespace franz::proxy
