#pragma once

namespace franz::executor {
// A descriptor that can be read once the bridge should end; see end_bridge_with_input(). -1: that
// was not called.
int bridge_end();
}  // namespace franz::executor
