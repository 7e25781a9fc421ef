#pragma once
// The dashboard's files, built into the program by config/cmake/embed.cmake.
#include <span>
#include <string_view>

namespace franz::proxy {
struct Asset {
  std::string_view path;  // "/", "/css/base.css", "/js/main.js"
  std::string_view type;  // its Content-Type
  std::string_view bytes;
};

std::span<const Asset> dashboard_assets();
}  // namespace franz::proxy
