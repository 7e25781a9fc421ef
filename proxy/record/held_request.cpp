#include "proxy/record/held_request.h"
#include <string_view>

namespace franz::proxy {
void HeldRequest::expect(std::size_t bytes, const HeldBytes& held) {
  held_whole_ = bytes <= held.most;
  if (held_whole_) bytes_.reserve(bytes);
}

void HeldRequest::add(const MessagePiece& piece, HeldBytes& held) {
  for (const auto& [at, size] : piece.body)
    digest_.update(std::string_view(piece.wire).substr(at, size));
  if (!held_whole_) return;
  const std::size_t before = bytes_.size();
  append_body(piece, bytes_);
  held.now += bytes_.size() - before;
  if (held.now <= held.most) return;
  release(held);
  held_whole_ = false;
}

void HeldRequest::release(HeldBytes& held) {
  held.now -= bytes_.size();
  std::string().swap(bytes_);  // an assignment would keep the room
}
}  // namespace franz::proxy
