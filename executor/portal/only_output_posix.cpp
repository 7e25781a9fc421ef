#include <wayland-client.h>
#include <vector>
#include "executor/portal/only_output.h"
#include "executor/wayland/event_functions.h"
#include "executor/wayland/wayland_connection.h"
#include "executor/wayland/wlr_protocols.h"

namespace franz::executor {
namespace {
struct ReportedOutputs {
  std::vector<Proxy> outputs = {};
  Proxy manager = {};
  Size logical = {};
};

void on_output_global(void* data, wl_registry* registry, std::uint32_t name, const char* interface,
                      std::uint32_t) {
  auto& reported = *static_cast<ReportedOutputs*>(data);
  const auto bound = [&](const wl_interface& wanted) {
    return Proxy(static_cast<wl_proxy*>(wl_registry_bind(registry, name, &wanted, 1)));
  };
  if (std::string_view(interface) == wl_output_interface.name) {
    reported.outputs.push_back(bound(wl_output_interface));
    call_for_events<>(reported.outputs.back().get(), data);
  } else if (std::string_view(interface) == kXdgOutputManager.name) {
    reported.manager = bound(kXdgOutputManager);
  }
}

void on_logical_position(void*, wl_proxy*, std::int32_t, std::int32_t) {}

void on_logical_size(void* data, wl_proxy*, std::int32_t width, std::int32_t height) {
  static_cast<ReportedOutputs*>(data)->logical = {width, height};
}
}  // namespace

std::optional<Size> only_output_size(const std::string& display) {
  const Result<std::unique_ptr<WaylandConnection>> opened = WaylandConnection::open(display);
  if (!opened.ok()) return {};
  WaylandConnection& connection = *opened.value();
  ReportedOutputs reported;
  const Proxy registry(reinterpret_cast<wl_proxy*>(wl_display_get_registry(connection.display())));
  call_for_events<on_output_global>(registry.get(), &reported);
  if (!connection.roundtrip().ok() || reported.outputs.size() != 1 || !reported.manager) return {};
  const Proxy described(wl_proxy_marshal_flags(reported.manager.get(), kGetXdgOutput, &kXdgOutput,
                                               1, 0, nullptr, reported.outputs.front().get()));
  call_for_events<on_logical_position, on_logical_size>(described.get(), &reported);
  if (!connection.roundtrip().ok() || reported.logical.width <= 0 || reported.logical.height <= 0)
    return {};
  return reported.logical;
}
}  // namespace franz::executor
