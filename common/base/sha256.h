#pragma once
// SHA-256. Source: FIPS 180-4, sections 4.1.2, 5.1.1 and 6.2.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace franz {
class Sha256 {
 public:
  Sha256();
  void update(std::string_view bytes);
  // 64 lower-case hexadecimal digits. The object cannot be used afterwards.
  std::string finish();

 private:
  void blocks(const unsigned char* bytes, std::size_t count);  // of 64 bytes each

  std::array<std::uint32_t, 8> state_;
  std::array<unsigned char, 64> pending_{};
  std::size_t pending_size_ = 0;
  std::uint64_t length_ = 0;  // bytes
};

std::string sha256_hex(std::string_view bytes);

// Whether the text has the form that sha256_hex() writes: 64 lower-case hexadecimal digits.
bool is_sha256_hex(std::string_view text);
}  // namespace franz
