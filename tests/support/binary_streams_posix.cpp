#include "tests/support/binary_streams.h"

namespace franz {
void use_binary_streams() {}
}  // namespace franz
