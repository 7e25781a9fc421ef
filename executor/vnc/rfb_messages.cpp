#include "executor/vnc/rfb_messages.h"
#include <algorithm>
#include <iterator>

namespace franz::executor {
namespace {
struct Encoding {
  std::string_view name;
  std::int32_t number;
};
constexpr Encoding kPixelEncodings[] = {
    {"raw", 0}, {"copyrect", 1}, {"hextile", 5}, {"tight", 7}, {"zrle", 16}};
// Cursor and XCursor, DesktopSize, LastRect, QEMU's key events, Fence, ServerIdentity, Extended
// Clipboard, compression level 2.
constexpr std::int32_t kOtherEncodings[] = {-239, -240,    -223,        -224, -258,
                                            -312, -131069, -1063131698, -254};
}  // namespace

void append_number(std::string& bytes, std::uint32_t number, int count) {
  for (int shift = 8 * (count - 1); shift >= 0; shift -= 8)
    bytes.push_back(static_cast<char>(number >> shift & 0xFF));
}

std::string format_and_encodings(std::span<const std::string> names) {
  std::vector<std::int32_t> numbers;
  for (const std::string& name : names) {
    const auto* const found = std::ranges::find(kPixelEncodings, name, &Encoding::name);
    if (found != std::end(kPixelEncodings)) numbers.push_back(found->number);
  }
  numbers.insert(numbers.end(), std::begin(kOtherEncodings), std::end(kOtherEncodings));
  std::string bytes(4, '\0');                            // SetPixelFormat, padding
  for (const std::uint32_t number : {32U, 24U, 0U, 1U})  // bits, depth, little endian, colours
    append_number(bytes, number, 1);
  for (int color = 0; color < 3; ++color) append_number(bytes, 255, 2);
  for (const std::uint32_t shift : {16U, 8U, 0U}) append_number(bytes, shift, 1);
  append_number(bytes, 0, 3);
  append_number(bytes, 2, 1);  // SetEncodings
  append_number(bytes, 0, 1);
  append_number(bytes, static_cast<std::uint32_t>(numbers.size()), 2);
  for (const std::int32_t number : numbers)
    append_number(bytes, static_cast<std::uint32_t>(number), 4);
  return bytes;
}

std::string fence_answer(std::string_view head, std::string_view payload) {
  std::string answer{static_cast<char>(kFenceMessage), 0, 0, 0};
  // The flags that we know, without the one that makes it a request. Nothing is reordered here.
  answer += {0, 0, 0, static_cast<char>(head[6] & 0x7)};
  answer.push_back(static_cast<char>(payload.size()));
  answer += payload;
  return answer;
}
}  // namespace franz::executor
