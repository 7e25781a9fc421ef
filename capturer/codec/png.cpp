#include "capturer/codec/png.h"
#include "common/picture/png_encoding.h"

namespace franz::capturer {
std::string encode_png(const Picture& picture) {
  return franz::encode_png(picture.size(), picture.rgb());
}
}  // namespace franz::capturer
