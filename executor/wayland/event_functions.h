#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include "executor/wayland/wayland_connection.h"

extern "C" int wl_proxy_add_listener(wl_proxy* proxy, void (**implementation)(void), void* data);

namespace franz::executor {
// The events that versions of an interface after ours may have.
inline constexpr std::size_t kLaterEvents = 16;

inline void ignore_event() {}

// Has libwayland call the functions for the events of the object, in the order of its interface.
// Each has the parameters of its event after `data` and the object. Events of later versions are
// ignored: libwayland calls a function for them, too, if a compositor sends them all the same.
template <auto... functions>
void call_for_events(wl_proxy* proxy, void* data) {
  static auto callbacks = [] {
    std::array<void (*)(void), sizeof...(functions) + kLaterEvents> all{
        reinterpret_cast<void (*)(void)>(functions)...};
    std::fill(all.begin() + sizeof...(functions), all.end(), ignore_event);
    return all;
  }();
  wl_proxy_add_listener(proxy, callbacks.data(), data);
}
}  // namespace franz::executor
