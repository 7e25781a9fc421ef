#include <winsock2.h>
#include "proxy/demo_vlm/listen_options.h"

namespace franz::demo_vlm {
// A restart is quick there anyway; SO_REUSEADDR would let two servers share the port.
void allow_quick_restart(long long socket) {
  const BOOL yes = TRUE;
  (void)::setsockopt(static_cast<SOCKET>(socket), SOL_SOCKET, SO_EXCLUSIVEADDRUSE,
                     reinterpret_cast<const char*>(&yes), sizeof(yes));
}
}  // namespace franz::demo_vlm
