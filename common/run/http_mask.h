#pragma once
// Masks secrets in the bytes of messages, however these were cut into pieces. Everything that is
// made of them (files, digests, records, the page) is so made of the masked ones, and agrees; what
// was relayed is as it was, and so is each message's length.
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
  // The events that can go on now, in order: pieces whose end may be the beginning of a secret wait
  // for the next one of their message, or for its end.
  std::vector<HttpEvent> take(HttpEvent event, const Secrets& secrets);

 private:
  using Message = std::pair<std::uint64_t, MessagePiece::Side>;  // exchange and side
  void take_piece(MessagePiece piece, const Secrets& secrets, std::vector<HttpEvent>& out);
  void release(Message message, std::vector<HttpEvent>& out);

  std::map<Message, std::deque<MessagePiece>> waiting_;
};
}  // namespace franz
