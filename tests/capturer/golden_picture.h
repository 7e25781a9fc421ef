#pragma once
// Compares whole pictures with tests/golden/pictures, which a person has inspected. Pixels are
// compared, not files, so another PNG encoder makes no difference. For an intended change, inspect
// the actual picture that a failure names and copy it there.
#include <optional>
#include <string>
#include "capturer/render/picture.h"
#include "tests/support/test_paths.h"

namespace franz::capturer {
// Nothing: the bytes are not a PNG.
std::optional<Picture> read_png(const std::string& bytes);

// Compares with tests/golden/pictures/NAME.png. A failure writes the actual picture and the
// differences to kTestOut, and names both files.
void expect_golden(const std::string& name, const Picture& actual);
}  // namespace franz::capturer
