#pragma once
// The windows of a compositor, by zwlr_foreign_toplevel_manager_v1: titles, programs and states. It
// reports neither places nor an order.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/wire/whole_screen.h"
#include "common/wire/window_messages.h"
#include "executor/wayland/wayland_connection.h"
#include "executor/wayland/wayland_globals.h"

namespace franz::executor {
class ToplevelList {
 public:
  // `connection` outlives it. Null: the compositor lacks the protocol. The windows are known after
  // two roundtrips.
  static std::unique_ptr<ToplevelList> make(WaylandConnection& connection,
                                            const WaylandGlobals& globals);
  ~ToplevelList();

  // The active window first; each has the place `area`.
  std::vector<ListedWindow> windows(const Screen& area) const;
  // Waits some seconds until the window has the keyboard. Failure: ErrorCode::missing: there is no
  // such window; ErrorCode::lost; or the compositor does not activate it.
  Status activate(std::uint64_t id, wl_proxy* seat);

 private:
  struct Toplevel;
  struct Callbacks;
  explicit ToplevelList(WaylandConnection& connection);
  const Toplevel* find(std::uint64_t id) const;

  WaylandConnection* connection_;
  Proxy manager_;
  std::uint64_t last_id_ = kWholeScreenId;
  std::vector<std::unique_ptr<Toplevel>> toplevels_;
};
}  // namespace franz::executor
