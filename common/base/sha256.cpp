#include "common/base/sha256.h"
#include <algorithm>
#include <bit>
#include <cstring>
#include "common/base/sha256_blocks.h"

namespace franz {
Sha256::Sha256()
    : state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
             0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19} {}

static void take_block(Sha256State& state, const unsigned char* bytes) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) {
    w[i] = static_cast<std::uint32_t>(bytes[4 * i]) << 24U |
           static_cast<std::uint32_t>(bytes[4 * i + 1]) << 16U |
           static_cast<std::uint32_t>(bytes[4 * i + 2]) << 8U |
           static_cast<std::uint32_t>(bytes[4 * i + 3]);
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3U;
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10U;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kSha256Rounds[i] + w[i];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> sums{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += sums[i];
}

void sha256_blocks_portable(Sha256State& state, const unsigned char* bytes, std::size_t count) {
  for (; count > 0; --count, bytes += 64) take_block(state, bytes);
}

void Sha256::blocks(const unsigned char* bytes, std::size_t count) {
  if (has_sha_instructions()) return sha256_blocks_fast(state_, bytes, count);
  sha256_blocks_portable(state_, bytes, count);
}

void Sha256::update(std::string_view bytes) {
  length_ += bytes.size();
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t left = bytes.size();
  while (left > 0) {
    if (pending_size_ == 0 && left >= 64) {
      blocks(at, left / 64);
      at += left / 64 * 64;
      left %= 64;
      continue;
    }
    const std::size_t take = std::min(left, 64 - pending_size_);
    std::memcpy(pending_.data() + pending_size_, at, take);
    pending_size_ += take;
    at += take;
    left -= take;
    if (pending_size_ == 64) {
      blocks(pending_.data(), 1);
      pending_size_ = 0;
    }
  }
}

std::string Sha256::finish() {
  const std::uint64_t bits = length_ * 8;
  std::string tail(1, '\x80');
  tail.append((119 - length_ % 64) % 64, '\0');
  for (unsigned shift = 64; shift > 0; shift -= 8)
    tail += static_cast<char>(bits >> (shift - 8) & 255U);
  update(tail);
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::uint32_t word : state_)
    for (unsigned shift = 32; shift > 0; shift -= 4) hex += kDigits[word >> (shift - 4) & 15U];
  return hex;
}

std::string sha256_hex(std::string_view bytes) {
  Sha256 digest;
  digest.update(bytes);
  return digest.finish();
}

bool is_sha256_hex(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}
}  // namespace franz
