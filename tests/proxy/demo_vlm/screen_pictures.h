#pragma once
// Pictures of real screens, tests/golden/screens: zenity's dialogs (GTK 3.24, Adwaita) under
// openbox on Xvfb, at 1280x720; those called window_… show a dialog's content alone. The `smaller`
// one, and `name` and `street` of the overlaid and pointed ones, show a screen of 1920x1080 in a
// picture of 1280x720 or 1536x864, with the capturer's marks, grid, cross-hair, inset and banner,
// or with its pointer and label; `large` one of 1280x720.
#include <gtest/gtest.h>
#include <string>
#include "common/os/files.h"
#include "proxy/demo_vlm/picture.h"
#include "tests/support/test_paths.h"

namespace franz::demo_vlm {
inline Picture screen_picture(const std::string& name) {
  const Result<std::string> file =
      read_file(std::string(kSourceDir) + "/tests/golden/screens/" + name + ".png", 1 << 20);
  EXPECT_TRUE(file.ok()) << name;
  if (!file.ok()) return {};
  Result<Picture> picture = decode_png(file.value());
  EXPECT_TRUE(picture.ok()) << name;
  return picture.ok() ? std::move(picture).value() : Picture{};
}
}  // namespace franz::demo_vlm
