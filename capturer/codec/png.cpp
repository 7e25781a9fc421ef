#include "capturer/codec/png.h"
#include <libdeflate.h>
#include <cstdlib>

// The level weighs time against bytes: drawings are flat, higher levels save next to nothing.
static constexpr int kDeflateLevel = 4;

// What stb_image_write calls instead of its own slow deflate. It frees the answer with free().
static unsigned char* compress_zlib(unsigned char* bytes, int size, int* compressed_size, int) {
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(kDeflateLevel);
  if (compressor == nullptr) return nullptr;
  const std::size_t bound =
      libdeflate_zlib_compress_bound(compressor, static_cast<std::size_t>(size));
  auto* out = static_cast<unsigned char*>(std::malloc(bound));
  if (out != nullptr) {
    *compressed_size = static_cast<int>(
        libdeflate_zlib_compress(compressor, bytes, static_cast<std::size_t>(size), out, bound));
  }
  libdeflate_free_compressor(compressor);
  return out;
}

#define STBIW_ZLIB_COMPRESS compress_zlib
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

namespace franz::capturer {
std::string encode_png(const Picture& picture) {
  // Trying every filter on every row costs more than the rest of the picture; flat drawings
  // compress best as they are.
  stbi_write_force_png_filter = 0;
  const auto append = [](void* out, void* bytes, int size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(bytes),
                                           static_cast<std::size_t>(size));
  };
  std::string png;
  const auto [width, height] = picture.size();
  stbi_write_png_to_func(append, &png, width, height, 3, picture.rgb().data(), width * 3);
  return png;
}
}  // namespace franz::capturer
