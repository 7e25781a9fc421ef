#pragma once
// The outcome of one request to a model server.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include "common/wire/api/model_reply.h"

namespace franz {
struct ServerAnswer {
  enum class Transport {
    whole,        // an answer arrived completely, with any status
    refused,      // nothing listens there
    unreachable,  // no such name, no route, or no connection in time
    no_tls,       // no secure connection
    no_answer,    // timed out before the first byte of a body
    went_silent,  // timed out between two bytes
    broken,       // the connection ended before the answer did
    no_http,      // not HTTP/1.1, or its end cannot be determined
    not_sent,     // a setting or a key is wrong; `why` names it
    stopped,      // cut by stop()
  };
  Transport transport = Transport::refused;
  std::string why;  // unless the transport is whole: "nothing answers at http://…"
  // The same as text after the server's name: "refused the connection"; empty for the last two.
  std::string did;
  int status = 0;  // 0: no status line came
  std::string content_type;
  bool reconnected = false;  // a kept connection was closed; sent again on a new one
  double first_byte_ms = 0;  // from the call to the body's first byte; 0: none came
  double total_ms = 0;       // from the call to its end
  // REQUEST in X-Franz-Turn of the request that was sent last and is answered here; empty: none.
  std::string request = {};
};

// The answer to a request written by the API's `body`.
struct ModelAnswer : ServerAnswer {
  std::string body;  // as received; empty for a stream of events
  ModelReply reply;  // what came of it; `cut` or `error` if the transport is not whole
  std::optional<std::int64_t> retry_after_ms;  // delay requested by the server
  std::string retry_after_ignored;  // the server's delay if it makes no sense; empty: none ignored
  bool from_proxy = false;          // X-Franz-Proxy: 1: our proxy's own answer, not the model's
  bool key_sent = false;            // the request had a key
  std::size_t request_bytes = 0;    // of the request's body
  std::string location;             // target of a redirect; redirects are not followed
  double first_text_ms = 0;         // from the call to the reply's first text; 0: not streamed
};

// The answer to the request for the list of models.
struct ModelsAnswer : ServerAnswer {
  std::string body;
};
}  // namespace franz
