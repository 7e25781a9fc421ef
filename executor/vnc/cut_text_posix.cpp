#include "executor/vnc/cut_text_posix.h"
#include <rfb/rfbclient.h>
#include <algorithm>
#include <array>
#include <cstdint>

namespace franz::executor {
namespace {
// A server may send the same clipboard on each connection, so a large one must not end it.
constexpr std::uint32_t kMaxCutText = 256U << 20U;
constexpr std::uint32_t kMaxPayload = 1U << 20U;      // of the extension; a longer one is forgotten
constexpr std::uint32_t kMaxTextLength = 0x7FFFFFFF;  // a higher number is a negative length

bool skip_bytes(_rfbClient* client, StallWatch& watch, std::uint32_t length) {
  std::array<char, 65'536> piece;
  while (length > 0) {
    const std::uint32_t count = std::min<std::uint32_t>(length, piece.size());
    if (ReadFromRFBServer(client, piece.data(), count) == FALSE) return false;
    watch.progress();
    length -= count;
  }
  return true;
}
}  // namespace

std::optional<std::string> read_cut_text(_rfbClient* client, StallWatch& watch,
                                         std::string& reason) {
  std::array<char, 7> head;  // padding, length
  if (ReadFromRFBServer(client, head.data(), head.size()) == FALSE) return {};
  std::uint32_t length = 0;
  for (std::size_t i = 3; i < head.size(); ++i)
    length = length << 8 | static_cast<unsigned char>(head[i]);
  const bool is_extended = length > kMaxTextLength;
  if (is_extended) length = 0U - length;
  if (length > kMaxCutText) {
    reason = "its clipboard has " + std::to_string(length) + " bytes";
    return {};
  }
  std::string payload;
  if (!is_extended || length > kMaxPayload) {
    if (!skip_bytes(client, watch, length)) return {};
    return payload;
  }
  payload.resize(length);
  if (ReadFromRFBServer(client, payload.data(), length) == FALSE) return {};
  return payload;
}
}  // namespace franz::executor
