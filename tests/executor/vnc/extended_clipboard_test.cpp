#include "executor/vnc/extended_clipboard.h"
#include <gtest/gtest.h>

namespace franz::executor {
namespace {
std::string in_hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    text.push_back("0123456789abcdef"[static_cast<unsigned char>(byte) >> 4]);
    text.push_back("0123456789abcdef"[byte & 0xF]);
  }
  return text;
}

const std::string kServerCaps("\x1F\0\0\1\0\0\0\0", 8), kRequest("\x02\0\0\1", 4),
    kPeek("\x04\0\0\0", 4), kNotice("\x08\0\0\1", 4);

TEST(ExtendedClipboard, OffersTextAndProvidesItWhenAsked) {
  ExtendedClipboard clipboard;
  EXPECT_FALSE(clipboard.is_known());
  EXPECT_EQ(in_hex(clipboard.answer(kServerCaps)), "06000000fffffff81f00000100000000");
  EXPECT_TRUE(clipboard.is_known());
  EXPECT_EQ(clipboard.answer(kRequest), "");  // nothing is offered
  EXPECT_EQ(in_hex(clipboard.answer(kPeek)), "06000000fffffffc08000000");
  EXPECT_EQ(in_hex(clipboard.offer("a\n東")), "06000000fffffffc08000001");
  EXPECT_EQ(in_hex(clipboard.answer(kPeek)), "06000000fffffffc08000001");
  EXPECT_EQ(clipboard.answer(kNotice), "");
  EXPECT_FALSE(clipboard.was_read());
  const std::string text = clipboard.answer(kRequest);
  EXPECT_TRUE(clipboard.was_read());
  EXPECT_EQ(in_hex(text.substr(8, 4)), "10000001");
  EXPECT_EQ(in_hex(text.substr(12, 2)), "789c");  // zlib; read back by Xvnc in VncBridge.*
  clipboard.offer("b");
  EXPECT_FALSE(clipboard.was_read());
}

TEST(ExtendedClipboard, IgnoresWhatIsNoMessage) {
  ExtendedClipboard clipboard;
  for (const std::string payload : {"", "abc", "\x1F\1\1"})
    EXPECT_EQ(clipboard.answer(payload), "");
  // A server that takes no text.
  clipboard.answer(std::string("\x1F\0\0\2\0\0\0\0", 8));
  EXPECT_FALSE(clipboard.is_known());
}

TEST(ExtendedClipboard, WithoutItTextIsLatin1) {
  EXPECT_EQ(in_hex(plain_clipboard_text("\xFC")), "0600000000000001fc");
}
}  // namespace
}  // namespace franz::executor
