#include <sys/socket.h>
#include "proxy/demo_vlm/listen_options.h"

namespace franz::demo_vlm {
void allow_quick_restart(long long socket) {
  const int yes = 1;
  (void)::setsockopt(static_cast<int>(socket), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
}
}  // namespace franz::demo_vlm
