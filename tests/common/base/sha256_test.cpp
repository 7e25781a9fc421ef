#include "common/base/sha256.h"
#include <gtest/gtest.h>
#include "common/base/sha256_blocks.h"

namespace franz {
// Source: NIST's example values for FIPS 180-4, and the million-'a' message.
TEST(Sha256, GivesThePublishedDigests) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {std::string(1000000, 'a'),
       "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
  for (const auto& [text, digest] : cases) EXPECT_EQ(sha256_hex(text), digest);
}

TEST(Sha256, DoesNotDependOnHowTheBytesArrive) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += static_cast<char>(i);
  const std::string whole = sha256_hex(text);
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Sha256 digest;
    digest.update(text.substr(0, cut));
    digest.update(text.substr(cut));
    EXPECT_EQ(digest.finish(), whole) << "cut at " << cut;
  }
}

// If the processor has SHA instructions, both implementations must agree for every block.
TEST(Sha256, TheProcessorsInstructionsGiveTheSame) {
  if (!has_sha_instructions()) GTEST_SKIP() << "this processor has none";
  std::string text;
  for (std::uint32_t i = 0, x = 1; i < 64 * 40; ++i, x = x * 1664525 + 1013904223)
    text += static_cast<char>(x >> 24U);
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  for (const std::size_t count : {0U, 1U, 2U, 7U, 40U}) {
    Sha256State portable = {1, 2, 3, 4, 5, 6, 7, 0xFFFFFFFF}, fast = portable;
    sha256_blocks_portable(portable, bytes, count);
    sha256_blocks_fast(fast, bytes, count);
    EXPECT_EQ(fast, portable) << count;
  }
}
}  // namespace franz
