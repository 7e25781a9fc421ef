#include "executor/vnc/screen_pixels.h"
#include <gtest/gtest.h>
#include "executor/vnc/rfb_messages.h"

namespace franz::executor {
namespace {
std::string hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    text.push_back("0123456789abcdef"[static_cast<unsigned char>(byte) >> 4]);
    text.push_back("0123456789abcdef"[byte & 0xF]);
  }
  return text;
}

TEST(ScreenPixels, AreBlueGreenRedAndBlackOutside) {
  const std::vector<std::uint32_t> pixels{0xFF112233, 0x445566, 0x778899, 0xAABBCC};  // 2x2
  const struct {
    Screen area;
    const char* bytes;
  } rows[] = {
      {{0, 0, 2, 2},
       "33221100665544009988770"
       "0ccbbaa00"},
      {{1, 0, 1, 2}, "66554400ccbbaa00"},
      {{-1, -1, 2, 2}, "00000000000000000000000033221100"},
      {{1, 1, 2, 2}, "ccbbaa00000000000000000000000000"},
      {{5, 0, 1, 1}, "00000000"},
      {{0, -9, 1, 1}, "00000000"},
      {{-65535, 0, 1, 1}, "00000000"},
  };
  for (const auto& row : rows) EXPECT_EQ(hex(cut_pixels(pixels, {2, 2}, row.area)), row.bytes);
}

TEST(RfbMessages, AskForOurPixelsAndEncodings) {
  const std::vector<std::string> names{"zrle", "raw", "jpeg"};
  EXPECT_EQ(hex(format_and_encodings(names)),
            // SetPixelFormat
            "00000000"
            "20180001"
            "00ff00ff00ff"
            "100800"
            "000000"
            // SetEncodings: two of pixels and nine others
            "0200000b"
            "00000010"
            "00000000"
            "ffffff11"
            "ffffff10"
            "ffffff21"
            "ffffff20"
            "fffffefe"
            "fffffec8"
            "fffe0003"
            "c0a1e5ce"
            "ffffff02");
}

TEST(RfbMessages, AFenceIsAnsweredWithoutItsRequest) {
  const std::string head("\0\0\0\x80\0\0\xFF\x03", 8);
  EXPECT_EQ(hex(fence_answer(head, "abc")),
            "f8000000"
            "00000007"
            "03"
            "616263");
}
}  // namespace
}  // namespace franz::executor
