#pragma once
// Which file stands at a path, for tests that run beside others: a display's number, and with it
// the path of its socket, is another test's as soon as it is free. Of POSIX only.
#include <sys/stat.h>
#include <string>

namespace franz {
// Empty: there is none. Not the same for a file that was made anew.
inline std::string identity_of(const std::string& path) {
  struct stat about {};
  if (::lstat(path.c_str(), &about) != 0) return "";
  return std::to_string(about.st_ino) + " " + std::to_string(about.st_ctim.tv_sec) + " " +
         std::to_string(about.st_ctim.tv_nsec);
}
}  // namespace franz
