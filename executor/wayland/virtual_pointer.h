#pragma once
// A pointer of the bridge's own, by zwlr_virtual_pointer_v1.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "executor/wayland/output_layout.h"
#include "executor/wayland/wayland_connection.h"
#include "executor/wayland/wayland_globals.h"

namespace franz::executor {
// Its functions wait until the compositor has handled the input. Failure: ErrorCode::lost; it is
// unknown how much arrived.
class VirtualPointer {
 public:
  // `connection` outlives it.
  VirtualPointer(WaylandConnection& connection, const WaylandGlobals& globals);

  // All buttons: a bridge that crashed may have left one down, which compositors do not release.
  Status release_all();
  Status move(const PointerPlace& place);
  Status button(const std::string& name, bool down);  // left, middle, right
  // Before a button is released: if the pointer was moved with it, repeats the last move for some
  // milliseconds, so that what is dragged is dropped and not cancelled.
  Status prepare_drop();
  Status wheel(const std::string& direction);  // one notch: up, down, left, right

 private:
  Status finish();

  WaylandConnection* connection_;
  Proxy pointer_;
  PointerPlace place_;      // of the last move
  bool was_moved_ = false;  // since the last press
};
}  // namespace franz::executor
