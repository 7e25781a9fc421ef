#include <fcntl.h>
#include <io.h>
#include <initializer_list>
#include "tests/support/binary_streams.h"

namespace franz {
void use_binary_streams() {
  for (const int stream : {0, 1, 2}) _setmode(stream, _O_BINARY);
}
}  // namespace franz
