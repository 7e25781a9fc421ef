#pragma once
// What became of one request to a model server.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include "common/wire/api/model_reply.h"

namespace franz {
struct ServerAnswer {
  enum class Transport {
    whole,        // an answer came and ended as it should, whatever its status
    refused,      // nothing listens there
    unreachable,  // no such name, no route, or no connection in time
    no_tls,       // no secure connection
    no_answer,    // its time passed and no byte of a body came
    went_silent,  // its time passed between two bytes
    broken,       // the connection ended before the answer did
    no_http,      // what came is no HTTP/1.1, or its end cannot be known
    not_sent,     // a setting or a key is at fault; why: what and which
    stopped,      // cut by stop()
  };
  Transport transport = Transport::refused;
  std::string why;  // of a transport that is not whole: "nothing answers at http://…"
  std::string did;  // likewise, to follow the server's name: "refused the connection"; empty of the
                    // last two
  int status = 0;   // 0: no status line came
  std::string content_type;
  bool reconnected = false;  // a kept connection had died; asked once more on a new one
  double first_byte_ms = 0;  // from the call to the body's first byte; 0: none came
  double total_ms = 0;       // from the call to its end
  // REQUEST of X-Franz-Turn of the request that was sent last, which is answered; empty: it had
  // none.
  std::string request = {};
};

// To a request that the API's `body` wrote.
struct ModelAnswer : ServerAnswer {
  std::string body;  // as it came, whatever it is; empty of a stream of events
  ModelReply reply;  // of what came; `cut` or `error` if the transport is not whole
  std::optional<std::int64_t> retry_after_ms;  // what the server asked for
  std::string retry_after_ignored;  // how it asked, if nobody can mean that; empty: nothing ignored
  bool from_proxy = false;          // X-Franz-Proxy: 1: our proxy's own words, not the model's
  bool key_sent = false;            // the request had a key
  std::size_t request_bytes = 0;    // of the request's body
  std::string location;             // where a redirect points; redirects are not followed
  double first_text_ms = 0;  // from the call to the reply's first text; 0: none came in pieces
};

// To the question which models there are.
struct ModelsAnswer : ServerAnswer {
  std::string body;
};
}  // namespace franz
