#pragma once
// Files that an attacker may put in a file's place. POSIX only.
#include <string>

namespace franz {
void lay_fifo(const std::string& path);
void lay_link(const std::string& path, const std::string& target);
void lay_sparse(const std::string& path);  // 14 TB that use no disk space

// Replaces the existing file by each of these in turn.
struct HostileThing {
  const char* what;
  void (*lay)(const std::string& path);
};
inline constexpr HostileThing kHostileThings[] = {
    {"a FIFO", lay_fifo},
    {"a link to an endless device", [](const std::string& path) { lay_link(path, "/dev/zero"); }},
    {"a link to itself", [](const std::string& path) { lay_link(path, path); }},
    {"14 TB", lay_sparse},
};
}  // namespace franz
