#pragma once
// The file of a request's or reply's bytes: written as they pass, and named when the message has
// ended and it is known whose it is.
#include <cstdint>
#include <string>
#include <vector>
#include "proxy/record/log_output.h"
#include "proxy/relay/http_events.h"

namespace franz::proxy {
class MessageFile {
 public:
  MessageFile(std::uint64_t exchange, MessagePiece::Side side);

  void add(const MessagePiece& piece, std::vector<LogOutput>& out);
  bool begun() const { return begun_; }  // some bytes were told

  // The message has ended. `told`: all its bytes were; of another one the head is kept.
  void keep(const std::string& name, bool told, std::vector<LogOutput>& out) const;
  void drop(std::vector<LogOutput>& out) const;

 private:
  std::string stream_, head_;
  bool begun_ = false;
};
}  // namespace franz::proxy
