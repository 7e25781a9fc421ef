#include "common/os/test_hook.h"

namespace franz {
void before_disk_step() {}
std::size_t first_piece_of_write(std::size_t /*bytes*/) { return 0; }
}  // namespace franz
