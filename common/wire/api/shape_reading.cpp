#include "common/wire/api/shape_reading.h"
#include <algorithm>
#include "common/base/base64.h"
#include "common/base/count_text.h"
#include "common/base/data_uri.h"

namespace franz {
void ShapeReading::add(const std::string& field, std::string_view expected, std::string_view got) {
  departures_.push_back({field, std::string(expected), std::string(got)});
}

bool ShapeReading::members(const std::string& field, const std::string& pointer,
                           std::string_view expected) {
  std::string got;
  for (const std::string& key : fields_.keys(pointer)) got += (got.empty() ? "" : ", ") + key;
  if (got != expected) add(field, expected, got);
  return got == expected;
}

void ShapeReading::value(const std::string& field, const std::string& pointer,
                         std::string_view expected) {
  const std::string got = fields_.is_text(pointer) ? fields_.text(pointer) : fields_.raw(pointer);
  if (got != expected) add(field, expected, got);
}

void ShapeReading::picture(const std::string& field, const std::string& pointer) {
  const std::string url = fields_.text(pointer, "");
  const std::string_view base64 =
      std::string_view(url).substr(std::min(url.size(), kPngUri.size()));
  if (!url.starts_with(kPngUri)) return add(field, kPngUri, url);
  // Base64 has only one valid form here: the decoder rejects bits after the last byte.
  if (!base64_decode(base64).ok()) add(field, "base64 as it is written", base64);
}

std::string message_field(std::size_t message) {
  return "messages[" + std::to_string(message) + "]";
}

std::string expected_parts(std::size_t least, std::size_t most) {
  return least == most ? count_text(most, "part")
                       : std::to_string(least) + " or " + count_text(most, "part");
}
}  // namespace franz
