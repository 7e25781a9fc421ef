#include "tests/capturer/golden_picture.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "capturer/codec/png.h"
#include "common/os/files.h"
#include "tests/support/test_paths.h"

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb_image.h>

namespace franz::capturer {
// White where the pictures differ, elsewhere the dimmed golden picture.
static Picture difference(const Picture& golden, const Picture& actual) {
  Picture picture(golden.size());
  for (std::size_t i = 0; i < golden.rgb().size(); i += 3) {
    bool same = golden.size() == actual.size();
    for (std::size_t channel = i; same && channel < i + 3; ++channel) {
      same = golden.rgb()[channel] == actual.rgb()[channel];
    }
    for (std::size_t channel = i; channel < i + 3; ++channel) {
      const int shown = same ? golden.rgb()[channel] / 4 : 255;
      picture.row(0)[channel] = static_cast<std::uint8_t>(shown);
    }
  }
  return picture;
}

std::optional<Picture> read_png(const std::string& bytes) {
  int width = 0, height = 0, channels = 0;
  stbi_uc* pixels =
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                            static_cast<int>(bytes.size()), &width, &height, &channels, 3);
  if (pixels == nullptr) return std::nullopt;
  Picture picture({width, height});
  std::copy_n(pixels, picture.rgb().size(), picture.row(0));
  stbi_image_free(pixels);
  return picture;
}

void expect_golden(const std::string& name, const Picture& actual) {
  const std::string folder = std::string(kTestOut) + "/pictures/";
  ASSERT_TRUE(make_folders(folder).ok());
  const std::string golden_path =
      std::string(kSourceDir) + "/tests/golden/pictures/" + name + ".png";
  const Result<std::string> bytes = read_file(golden_path);
  const std::optional<Picture> golden = bytes.ok() ? read_png(bytes.value()) : std::nullopt;
  if (golden && golden->size() == actual.size() && golden->rgb() == actual.rgb()) return;
  const std::string actual_path = folder + name + ".actual.png";
  EXPECT_TRUE(replace_file(actual_path, encode_png(actual), Durability::buffered).ok());
  std::string report = "actual: " + actual_path;
  if (golden) {
    const std::string path = folder + name + ".difference.png";
    EXPECT_TRUE(
        replace_file(path, encode_png(difference(*golden, actual)), Durability::buffered).ok());
    report += "\ndifference: " + path;
  }
  ADD_FAILURE() << "golden: " << golden_path << "\n" << report;
}
}  // namespace franz::capturer
