#include "capturer/codec/png.h"

namespace franz::capturer {
std::string encode_png(const Picture& picture, PictureContent content) {
  return franz::encode_png(picture.size(), picture.rgb(), content);
}
}  // namespace franz::capturer
