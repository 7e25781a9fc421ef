#include "common/picture/run_deflate.h"
#include <gtest/gtest.h>
#include <libdeflate.h>
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace franz {
namespace {
using Bytes = std::vector<std::uint8_t>;

// What another implementation reads from the stream; it has to end where the stream does, too.
void expect_read_again(const Bytes& bytes, const std::string& what) {
  std::string out = "before";
  append_runs_deflated(out, bytes);
  ASSERT_TRUE(out.starts_with("before")) << what;
  const std::string stream = out.substr(6);
  Bytes read(bytes.size() + 1);
  std::size_t taken = 0, made = 0;
  libdeflate_decompressor* reader = libdeflate_alloc_decompressor();
  ASSERT_EQ(libdeflate_zlib_decompress_ex(reader, stream.data(), stream.size(), read.data(),
                                          read.size(), &taken, &made),
            LIBDEFLATE_SUCCESS)
      << what;
  libdeflate_free_decompressor(reader);
  read.resize(made);
  EXPECT_EQ(taken, stream.size()) << what;
  EXPECT_EQ(read, bytes) << what;
}

class Random {
 public:
  unsigned below(unsigned limit) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<unsigned>(state_ >> 33U) % limit;
  }

 private:
  std::uint64_t state_ = 1;
};

TEST(RunDeflate, KeepsRunsOfEveryLength) {
  // Each length has a symbol or shares one, and those beyond 258 are told in parts.
  Bytes bytes;
  for (std::size_t length = 1; length < 800; ++length)
    bytes.insert(bytes.end(), length, static_cast<std::uint8_t>(length));
  expect_read_again(bytes, "all");
  for (const std::size_t length : {0UL, 1UL, 2UL, 3UL, 4UL, 10UL, 11UL, 257UL, 258UL, 259UL, 260UL,
                                   261UL, 262UL, 517UL, 518UL, 519UL, 1000000UL})
    expect_read_again(Bytes(length, 7), std::to_string(length));
}

TEST(RunDeflate, KeepsBytesOfEveryKind) {
  Random random;
  for (int round = 0; round < 400; ++round) {
    const unsigned values = random.below(256) + 1, most = random.below(600) + 1;
    const std::size_t size = random.below(round % 40 == 0 ? 200'000 : 3000);
    Bytes bytes;
    while (bytes.size() < size)
      bytes.insert(bytes.end(), random.below(4) == 0 ? random.below(most) + 1 : 1,
                   static_cast<std::uint8_t>(random.below(values)));
    expect_read_again(bytes, "round " + std::to_string(round));
  }
}

TEST(RunDeflate, KeepsMoreThanABlockHolds) {
  Random random;
  Bytes bytes(100'000);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
  // A run across the end of a block of 32768 is told in both.
  std::fill(bytes.begin() + 32'760, bytes.begin() + 34'000, std::uint8_t{9});
  expect_read_again(bytes, "noise");
}

// Values that come as often as Fibonacci's numbers have codes of all lengths, the longest beyond
// what may be; their order keeps runs away.
TEST(RunDeflate, HasNoCodeThatIsTooLong) {
  Bytes bytes;
  for (std::uint32_t value = 0, now = 1, next = 1; value < 21; ++value) {
    for (std::uint32_t i = 0; i < now; ++i)
      bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(i * bytes.size() / now),
                   static_cast<std::uint8_t>(value));
    now = std::exchange(next, now + next);
  }
  expect_read_again(bytes, "Fibonacci");
}

TEST(RunDeflate, MakesLittleOfALot) {
  std::string out;
  append_runs_deflated(out, Bytes(1'000'000, 0));
  EXPECT_LT(out.size(), 1500U);  // two bits for each 258
  out.clear();
  Random random;
  Bytes noise(50'000);
  for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random.below(256));
  append_runs_deflated(out, noise);
  EXPECT_LT(out.size(), noise.size() * 102 / 100);
}
}  // namespace
}  // namespace franz
