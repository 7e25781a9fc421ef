#pragma once
// Whole pictures against tests/golden/pictures, which were looked at by eye. Pixels are compared,
// not files, so another PNG encoder changes nothing. Where the change is meant, look at the actual
// picture that a failure names and copy it there.
#include <optional>
#include <string>
#include "capturer/render/picture.h"
#include "tests/support/test_paths.h"

namespace franz::capturer {
// Nothing when the bytes are no PNG.
std::optional<Picture> read_png(const std::string& bytes);

// Compares with tests/golden/pictures/NAME.png. A failure writes the actual picture, and what
// differs, below kTestOut, and names both.
void expect_golden(const std::string& name, const Picture& actual);
}  // namespace franz::capturer
