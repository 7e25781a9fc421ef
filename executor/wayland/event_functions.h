#pragma once
#include "executor/wayland/wayland_connection.h"

extern "C" int wl_proxy_add_listener(wl_proxy* proxy, void (**implementation)(void), void* data);

namespace franz::executor {
// Has libwayland call the functions for the events of the object, in the order of its interface.
// Each has the parameters of its event after `data` and the object.
template <auto... functions>
void call_for_events(wl_proxy* proxy, void* data) {
  static void (*callbacks[])(void) = {reinterpret_cast<void (*)(void)>(functions)...};
  wl_proxy_add_listener(proxy, callbacks, data);
}
}  // namespace franz::executor
