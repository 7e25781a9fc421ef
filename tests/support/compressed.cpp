#include "tests/support/compressed.h"
#include <gtest/gtest.h>
#include <zlib.h>

namespace franz {
std::string compressed(std::string_view bytes, Coding coding) {
  constexpr int kWindow = 15, kMemory = 8;
  const int window = coding == Coding::gzip   ? kWindow + 16
                     : coding == Coding::zlib ? kWindow
                                              : -kWindow;
  z_stream stream = {};
  EXPECT_EQ(
      deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window, kMemory, Z_DEFAULT_STRATEGY),
      Z_OK);
  std::string out(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}
}  // namespace franz
