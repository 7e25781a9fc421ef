#pragma once
// A request's body while it passes: held until it is read, as far as there is room.
#include <cstddef>
#include <string>
#include "common/base/sha256.h"
#include "proxy/record/held_bytes.h"
#include "proxy/relay/http_events.h"

namespace franz::proxy {
// `held` is the same for all calls: what this body holds is counted there, until release().
class HeldRequest {
 public:
  // So many bytes are announced: no growing, a body is held once, and not half as much again. Of
  // one that would never find room none is held.
  void expect(std::size_t bytes, const HeldBytes& held);
  // Where all bodies together find no room, none of this one is held any more.
  void add(const MessagePiece& piece, HeldBytes& held);
  void release(HeldBytes& held);

  bool held_whole() const { return held_whole_; }  // all of it so far
  const std::string& bytes() const { return bytes_; }
  std::string sha256() { return digest_.finish(); }  // of all of it, held or not; once

 private:
  std::string bytes_;
  bool held_whole_ = true;
  Sha256 digest_;
};
}  // namespace franz::proxy
