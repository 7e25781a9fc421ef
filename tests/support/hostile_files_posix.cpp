#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/support/hostile_files.h"

namespace franz {
void lay_fifo(const std::string& path) {
  ::unlink(path.c_str());
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0) << path;
}

void lay_link(const std::string& path, const std::string& target) {
  ::unlink(path.c_str());
  ASSERT_EQ(::symlink(target.c_str(), path.c_str()), 0) << path;
}

void lay_sparse(const std::string& path) {
  ::unlink(path.c_str());
  const int file = ::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  ASSERT_GE(file, 0) << path;
  EXPECT_EQ(::ftruncate(file, 14'000'000'000'000), 0) << path;
  ::close(file);
}
}  // namespace franz
