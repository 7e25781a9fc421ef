#include "common/picture/picture_pixels.h"
#include <cstdlib>
#include <memory>
#include <string>
#include "common/wire/turn_options.h"

// A small file may declare gigabytes: larger allocations of the decoder are refused. The limit fits
// the largest picture with four bytes per pixel twice.
static constexpr std::size_t kDecoderMemory = 160UL << 20U;
// Zeros: a JPEG may lack scans, and no old memory may be in its picture.
static void* decoder_memory(std::size_t size) {
  return size > kDecoderMemory ? nullptr : std::calloc(1, size);
}
static void* more_decoder_memory(void* memory, std::size_t size) {
  return size > kDecoderMemory ? nullptr : std::realloc(memory, size);
}
#define STBI_MALLOC(size) decoder_memory(size)
#define STBI_REALLOC(memory, size) more_decoder_memory(memory, size)
#define STBI_FREE(memory) std::free(memory)
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

namespace franz {
// `kind`: the accepted kinds, for the message.
static Result<PicturePixels> decode(std::string_view file, const char* kind) {
  if (file.size() > kMaxPictureFile) return Error{"is larger than 64 MiB"};
  const auto* bytes = reinterpret_cast<const stbi_uc*>(file.data());
  const int size = static_cast<int>(file.size());
  int width = 0, height = 0, channels = 0;
  if (stbi_info_from_memory(bytes, size, &width, &height, &channels) == 0)
    return Error{std::string("is not ") + kind};
  if (width > kMaxPictureSide || height > kMaxPictureSide ||
      static_cast<long long>(width) * height > kMaxPicturePixels)
    return Error{"has " + std::to_string(width) + "x" + std::to_string(height) +
                 " pixels, more than are looked at"};
  stbi__g_failure_reason = nullptr;  // of another kind, which was tried before
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(bytes, size, &width, &height, &channels, 3), stbi_image_free);
  if (!pixels) {
    const char* const reason = stbi_failure_reason();  // null: an invalid deflate block type
    return Error{reason == nullptr ? "is damaged" : std::string("is damaged (") + reason + ")"};
  }
  const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3;
  return PicturePixels{width, height, {pixels.get(), pixels.get() + count}};
}

Result<PicturePixels> decode_png(std::string_view png) {
  // The decoder would also accept a JPEG. Source: PNG (ISO/IEC 15948) §5.2.
  if (!png.starts_with("\x89PNG\r\n\x1a\n")) return Error{"is not a PNG"};
  return decode(png, "a PNG");
}

Result<PicturePixels> decode_png_or_jpeg(std::string_view file) {
  return decode(file, "a PNG or JPEG");
}
}  // namespace franz
