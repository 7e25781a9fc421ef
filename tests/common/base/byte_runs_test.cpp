#include "common/base/byte_runs.h"
#include <gtest/gtest.h>
#include <string>

namespace franz {
// Every byte at every position of full and partial words, and of their neighbours.
TEST(ByteRuns, EndAtTheFirstByteOfAnotherKind) {
  const auto is_escaped = [](unsigned byte) { return byte < 0x20 || byte == '"' || byte == '\\'; };
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (std::size_t size = 1; size <= 19; ++size) {
      for (std::size_t at = 0; at < size; ++at) {
        std::string text(size, 'a');
        text[at] = static_cast<char>(byte);
        EXPECT_EQ(ascii_length(text), byte < 0x80 ? size : at) << byte << " at " << at;
        EXPECT_EQ(unescaped_length(text), is_escaped(byte) ? at : size) << byte << " at " << at;
        EXPECT_EQ(unescaped_ascii_length(text), is_escaped(byte) || byte >= 0x80 ? at : size)
            << byte << " at " << at;
      }
    }
  }
}

TEST(ByteRuns, AreTheWholeOfAnEmptyText) {
  EXPECT_EQ(ascii_length(""), 0U);
  EXPECT_EQ(unescaped_length(""), 0U);
  EXPECT_EQ(unescaped_ascii_length(""), 0U);
}

// A byte that ends a run is found even after one that only resembles such a byte.
TEST(ByteRuns, LookAtEachByteOfAWord) {
  EXPECT_EQ(unescaped_length("! !#[]\x7F\x80\x01"), 8U);
  EXPECT_EQ(unescaped_length("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\""), 8U);
  EXPECT_EQ(unescaped_ascii_length("        \x80"), 8U);
}
}  // namespace franz
