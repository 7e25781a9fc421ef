#pragma once
// Masks secrets in the bytes of messages, wherever these were split into pieces. Files, digests,
// records and the page are all made from the masked bytes, so they agree. The relayed bytes and the
// message lengths do not change.
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>
#include "common/base/secrets.h"
#include "common/http/http_events.h"

namespace franz {
class HttpMask {
 public:
  // Returns the events that are complete, in order. A piece that may end with the beginning of a
  // secret waits for the next piece of its message, or for the message's end.
  std::vector<HttpEvent> take(HttpEvent event, const Secrets& secrets);

 private:
  using Message = std::pair<std::uint64_t, MessagePiece::Side>;  // exchange and side
  void take_piece(MessagePiece piece, const Secrets& secrets, std::vector<HttpEvent>& out);
  void release(Message message, std::vector<HttpEvent>& out);

  std::map<Message, std::deque<MessagePiece>> waiting_;
};
}  // namespace franz
