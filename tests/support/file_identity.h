#pragma once
// Identifies the file at a path, for tests that run in parallel: when a display's number becomes
// free, another test may take it and the path of its socket. POSIX only.
#include <sys/stat.h>
#include <string>

namespace franz {
// Empty: there is none. Differs for a file that was created again.
inline std::string identity_of(const std::string& path) {
  struct stat about {};
  if (::lstat(path.c_str(), &about) != 0) return "";
  return std::to_string(about.st_ino) + " " + std::to_string(about.st_ctim.tv_sec) + " " +
         std::to_string(about.st_ctim.tv_nsec);
}
}  // namespace franz
