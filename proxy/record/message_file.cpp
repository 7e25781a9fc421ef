#include "proxy/record/message_file.h"
#include <algorithm>
#include <memory>

namespace franz::proxy {
static constexpr std::size_t kKeptHead = 64UL << 10U;  // bytes

MessageFile::MessageFile(std::uint64_t exchange, MessagePiece::Side side)
    : stream_("exchange-" + std::to_string(exchange) +
              (side == MessagePiece::Side::request ? ".request" : ".response")) {}

void MessageFile::add(const MessagePiece& piece, std::vector<LogOutput>& out) {
  begun_ = true;
  if (piece.body.empty())
    head_.append(piece.wire, 0, kKeptHead - std::min(kKeptHead, head_.size()));
  out.emplace_back(StreamPiece{stream_, std::make_shared<const std::string>(piece.wire)});
}

void MessageFile::keep(const std::string& name, bool told, std::vector<LogOutput>& out) const {
  out.emplace_back(StreamEnd{stream_, told ? name : ""});
  if (!told) out.emplace_back(SaveFile{name, std::make_shared<const std::string>(head_)});
}

void MessageFile::drop(std::vector<LogOutput>& out) const {
  out.emplace_back(StreamEnd{stream_, ""});
}
}  // namespace franz::proxy
