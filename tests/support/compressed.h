#pragma once
// Bodies with a content coding, as servers send them.
#include <string>
#include <string_view>

namespace franz {
enum class Coding { gzip, zlib, raw_deflate };

// The bytes in this coding, with zlib's usual settings.
std::string compressed(std::string_view bytes, Coding coding = Coding::gzip);
}  // namespace franz
