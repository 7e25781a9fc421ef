#pragma once
// What became of one request to the model.
#include <cstdint>
#include <optional>
#include <string>
#include "common/wire/chat_reply.h"

namespace franz::orchestrator {
struct ModelAnswer {
  enum class Transport {
    whole,           // an answer came and ended as it should, whatever its status
    connect_failed,  // no connection
    no_answer,       // first_byte passed and no byte of a body came
    went_silent,     // idle passed between two bytes
    broken,          // the connection ended before the answer did
    not_sent,        // a setting or a key is at fault; why: what and which
    stopped,         // cut by stop()
  };
  Transport transport = Transport::connect_failed;
  std::string why;  // of a transport that is not whole: "nothing answers at http://…"
  int status = 0;   // 0: no status line came
  ChatReply reply;  // of what came; `cut` or `error` if the transport is not whole
  std::optional<std::int64_t> retry_after_ms;  // what the server asked for
  std::string retry_after_ignored;  // how it asked, if nobody can mean that; empty: nothing ignored
  bool from_proxy = false;          // X-Franz-Proxy: 1: our proxy's own words, not the model's
  std::string location;             // where a redirect points; redirects are not followed
  bool reconnected = false;         // a kept connection had died; asked once more on a new one
  double first_byte_ms = 0;         // from the call to the body's first byte; 0: none came
  double total_ms = 0;              // from the call to its end
};
}  // namespace franz::orchestrator
