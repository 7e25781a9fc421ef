#include "proxy/verify/picture_pixels.h"
#include <cstdlib>
#include <memory>

// A small file may promise gigabytes: whatever the decoder wants above this is refused. It fits the
// largest picture with four bytes a pixel twice over.
static void* decoder_memory(std::size_t size) {
  return size > (160UL << 20U) ? nullptr : std::malloc(size);
}
static void* more_decoder_memory(void* memory, std::size_t size) {
  return size > (160UL << 20U) ? nullptr : std::realloc(memory, size);
}
#define STBI_MALLOC(size) decoder_memory(size)
#define STBI_REALLOC(memory, size) more_decoder_memory(memory, size)
#define STBI_FREE(memory) std::free(memory)
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

namespace franz::proxy {
static constexpr int kMaxSide = 8192;                // pixels
static constexpr int kMaxPixels = 16 * 1024 * 1024;  // 48 MiB decoded

Result<PicturePixels> decode_png(std::string_view png) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(png.data());
  constexpr std::size_t kMaxFile = 256UL << 20U;
  if (png.size() > kMaxFile) return Error{"the picture is too large"};
  const int size = static_cast<int>(png.size());
  PicturePixels pixels;
  int channels = 0;
  if (stbi_info_from_memory(bytes, size, &pixels.width, &pixels.height, &channels) == 0)
    return Error{"the picture is no PNG"};
  if (pixels.width > kMaxSide || pixels.height > kMaxSide ||
      pixels.width > kMaxPixels / pixels.height)
    return Error{"the picture is too large"};
  const std::unique_ptr<unsigned char, void (*)(void*)> rgb(
      stbi_load_from_memory(bytes, size, &pixels.width, &pixels.height, &channels, 3),
      stbi_image_free);
  if (rgb == nullptr) return Error{"the picture cannot be decoded"};
  const auto count =
      static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height) * 3;
  pixels.rgb.assign(rgb.get(), rgb.get() + count);
  return pixels;
}
}  // namespace franz::proxy
