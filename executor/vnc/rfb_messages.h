#pragma once
// Messages to a VNC server that LibVNCClient does not write, or not as we need them. Source: RFC
// 6143 §7.5, and https://github.com/rfbproto/rfbproto for the extensions.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace franz::executor {
// Appends the lowest `count` bytes of the number, the highest of them first.
void append_number(std::string& bytes, std::uint32_t number, int count);

// SetPixelFormat, 32 bits per pixel as in cut_pixels(), and SetEncodings: `names` (raw, copyrect,
// hextile, tight, zrle) in the order of preference, then what we need besides pixels. The pointer
// is not part of the picture, because cursor shapes are announced. ExtendedDesktopSize is not,
// because LibVNCClient 0.9.14 ignores the size if the screen's number is 0, as QEMU's is. Without a
// JPEG quality servers send no JPEG.
std::string format_and_encodings(std::span<const std::string> names);

inline constexpr std::uint8_t kFenceMessage = 248;
// From the server: three bytes of padding, flags and the length of the payload.
inline constexpr std::size_t kFenceHead = 8, kMaxFencePayload = 64;
// The answer to a fence. `head`: kFenceHead bytes.
std::string fence_answer(std::string_view head, std::string_view payload);
}  // namespace franz::executor
