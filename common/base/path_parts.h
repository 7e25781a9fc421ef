#pragma once
// The two halves of a path, for messages and lists. Both slashes separate on every system, because
// a run may have been recorded on another system.
#include <string>
#include <string_view>

namespace franz {
// Without trailing slashes, except for the root itself.
inline std::string_view without_end_slashes(std::string_view path) {
  while (path.size() > 1 && (path.back() == '/' || path.back() == '\\')) path.remove_suffix(1);
  return path;
}

// "c" of "a/b/c", "a\b\c", "c" and "a/b/c/".
inline std::string last_part(std::string_view path) {
  path = without_end_slashes(path);
  return std::string(path.substr(path.find_last_of("/\\") + 1));  // npos + 1 is 0
}

// "a/b" of "a/b/c" and "a/b/c/", "/" of "/c", "." of "c".
inline std::string folder_above(std::string_view path) {
  path = without_end_slashes(path);
  const std::size_t slash = path.find_last_of("/\\");
  if (slash == std::string_view::npos) return ".";
  return std::string(path.substr(0, slash == 0 ? 1 : slash));
}
}  // namespace franz
