#include "common/picture/jpeg_encoding.h"
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

namespace franz {
std::string encode_jpeg(Size size, std::span<const std::uint8_t> rgb, int quality) {
  std::string file;
  const auto append = [](void* to, void* bytes, int count) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(bytes),
                                          static_cast<std::size_t>(count));
  };
  // Fails for a size without pixels or an invalid channel count.
  stbi_write_jpg_to_func(append, &file, size.width, size.height, 3, rgb.data(), quality);
  return file;
}
}  // namespace franz
