#include <unistd.h>
#include <cerrno>
#include <cstddef>
#include "common/os/posix_support.h"

namespace franz {
Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}
}  // namespace franz
