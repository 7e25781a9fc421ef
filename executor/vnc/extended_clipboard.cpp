#include "executor/vnc/extended_clipboard.h"
#include <zlib.h>
#include <cstdint>
#include <utility>
#include "executor/vnc/rfb_messages.h"

namespace franz::executor {
namespace {
constexpr std::uint32_t kText = 1, kCaps = 1U << 24, kRequest = 1U << 25, kPeek = 1U << 26,
                        kNotify = 1U << 27, kProvide = 1U << 28;
constexpr std::uint8_t kClientCutText = 6;

std::string cut_text_message(std::uint32_t length, std::string_view payload) {
  std::string bytes{static_cast<char>(kClientCutText), 0, 0, 0};
  append_number(bytes, length, 4);
  bytes += payload;
  return bytes;
}

// A negative length marks the extension.
std::string extended_message(std::uint32_t flags, std::string_view data) {
  std::string payload;
  append_number(payload, flags, 4);
  payload += data;
  return cut_text_message(0U - static_cast<std::uint32_t>(payload.size()), payload);
}
std::string clipboard_notice(bool offers) {
  return extended_message(kNotify | (offers ? kText : 0), "");
}

std::string clipboard_text(std::string_view text) {
  std::string lines;  // their ends are CR LF, and the text ends with a zero byte
  for (const char byte : text) {
    if (byte == '\n') lines.push_back('\r');
    lines.push_back(byte);
  }
  lines.push_back('\0');
  std::string plain;
  append_number(plain, static_cast<std::uint32_t>(lines.size()), 4);
  plain += lines;
  std::string packed(compressBound(static_cast<uLong>(plain.size())), '\0');
  auto size = static_cast<uLongf>(packed.size());
  compress(reinterpret_cast<Bytef*>(packed.data()), &size,
           reinterpret_cast<const Bytef*>(plain.data()), static_cast<uLong>(plain.size()));
  packed.resize(size);
  return extended_message(kProvide | kText, packed);
}

}  // namespace

std::string ExtendedClipboard::offer(std::string text) {
  offered_ = std::move(text);
  read_ = false;
  return clipboard_notice(!offered_.empty());
}

std::string ExtendedClipboard::answer(std::string_view payload) {
  if (payload.size() < 4) return {};
  std::uint32_t flags = 0;
  for (const char byte : payload.substr(0, 4))
    flags = flags << 8 | static_cast<unsigned char>(byte);
  if ((flags & kCaps) != 0) {
    known_ = (flags & kText) != 0 && (flags & kNotify) != 0;
    // The server sends us no text of any size without a request, and we make none.
    return extended_message(kCaps | kRequest | kPeek | kNotify | kProvide | kText,
                            std::string(4, '\0'));
  }
  if ((flags & kPeek) != 0) return clipboard_notice(!offered_.empty());
  if ((flags & kRequest) == 0 || (flags & kText) == 0 || offered_.empty()) return {};
  read_ = true;
  return clipboard_text(offered_);
}

std::string plain_clipboard_text(std::string_view text) {
  return cut_text_message(static_cast<std::uint32_t>(text.size()), text);
}
}  // namespace franz::executor
