#pragma once

namespace franz::demo_vlm {
// For a socket that is about to listen: the port of a server that has just ended may be taken over
// at once, but never one on which another still listens.
void allow_quick_restart(long long socket);
}  // namespace franz::demo_vlm
