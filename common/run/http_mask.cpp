#include "common/run/http_mask.h"
#include <string>

namespace franz {
using Side = MessagePiece::Side;

void HttpMask::release(Message message, std::vector<HttpEvent>& out) {
  const auto found = waiting_.find(message);
  if (found == waiting_.end()) return;
  for (MessagePiece& piece : found->second) out.emplace_back(std::move(piece));
  waiting_.erase(found);
}

void HttpMask::take_piece(MessagePiece piece, const Secrets& secrets, std::vector<HttpEvent>& out) {
  const Message message{piece.exchange, piece.side};
  std::deque<MessagePiece>& pieces = waiting_[message];
  pieces.push_back(std::move(piece));
  std::string text;
  for (const MessagePiece& each : pieces) text += each.wire;
  text = secrets.mask(text);
  std::size_t at = 0;
  for (MessagePiece& each : pieces) {
    each.wire = text.substr(at, each.wire.size());
    at += each.wire.size();
  }
  // Whole pieces are passed on: a piece is at most as large as one read of the relay.
  const std::size_t open = secrets.open_end(text);
  for (at = 0; !pieces.empty() && at + pieces.front().wire.size() <= open; pieces.pop_front()) {
    at += pieces.front().wire.size();
    out.emplace_back(std::move(pieces.front()));
  }
  if (pieces.empty()) waiting_.erase(message);
}

std::vector<HttpEvent> HttpMask::take(HttpEvent event, const Secrets& secrets) {
  std::vector<HttpEvent> out;
  if (auto* piece = std::get_if<MessagePiece>(&event)) {
    if (secrets.empty()) {
      out.push_back(std::move(event));
    } else {
      take_piece(std::move(*piece), secrets, out);
    }
    return out;
  }
  if (const auto* read = std::get_if<RequestRead>(&event)) {
    release({read->exchange, Side::request}, out);
  } else if (const auto* started = std::get_if<ResponseStarted>(&event)) {
    release({started->exchange, Side::response}, out);
  } else if (const auto* exchange = std::get_if<HttpExchange>(&event)) {
    release({exchange->id, Side::request}, out);
    release({exchange->id, Side::response}, out);
  }
  out.push_back(std::move(event));
  return out;
}
}  // namespace franz
