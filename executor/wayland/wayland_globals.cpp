#include "executor/wayland/wayland_globals.h"
#include <wayland-client.h>
#include <algorithm>
#include <cmath>
#include "executor/wayland/event_functions.h"
#include "executor/wayland/wlr_protocols.h"

namespace franz::executor {
namespace {
constexpr std::uint32_t kOutputVersion = 2;  // with scale

Proxy bind_global(wl_proxy* registry, std::uint32_t name, const wl_interface& interface,
                  std::uint32_t version) {
  return Proxy(static_cast<wl_proxy*>(
      wl_registry_bind(reinterpret_cast<wl_registry*>(registry), name, &interface, version)));
}
}  // namespace

// Libwayland calls them with the object that they were added with.
struct WaylandGlobals::Callbacks {
  static WaylandGlobals& globals(void* data) { return *static_cast<WaylandGlobals*>(data); }
  static ReportedOutput& output(void* data) { return *static_cast<ReportedOutput*>(data); }

  static void global(void* data, wl_registry*, std::uint32_t name, const char* interface,
                     std::uint32_t version) {
    globals(data).add(name, interface, version);
  }
  static void removed(void* data, wl_registry*, std::uint32_t name) { globals(data).remove(name); }
  static void capabilities(void* data, wl_seat*, std::uint32_t capabilities) {
    globals(data).capabilities_ = capabilities;
  }
  static void geometry(void* data, wl_output*, std::int32_t x, std::int32_t y, std::int32_t,
                       std::int32_t, std::int32_t, const char*, const char*,
                       std::int32_t transform) {
    output(data).position = {x, y};
    output(data).transform = std::clamp(transform, 0, 7);
  }
  static void mode(void* data, wl_output*, std::uint32_t flags, std::int32_t width,
                   std::int32_t height, std::int32_t) {
    if ((flags & WL_OUTPUT_MODE_CURRENT) != 0) output(data).mode = {width, height};
  }
  static void done(void*, wl_output*) {}
  static void scale(void* data, wl_output*, std::int32_t factor) {
    output(data).scale = std::max(factor, 1);
  }
  static void logical_position(void* data, wl_proxy*, std::int32_t x, std::int32_t y) {
    output(data).logical.origin_x = x;
    output(data).logical.origin_y = y;
  }
  static void logical_size(void* data, wl_proxy*, std::int32_t width, std::int32_t height) {
    output(data).logical.width = width;
    output(data).logical.height = height;
  }
  static void xdg_done(void*, wl_proxy*) {}
  static void xdg_text(void*, wl_proxy*, const char*) {}
};

WaylandOutput ReportedOutput::described() const {
  WaylandOutput described;
  described.pixels = turned_size(mode, transform);
  described.logical = logical;
  if (logical.width <= 0)
    described.logical = {position.x, position.y, described.pixels.width / scale,
                         described.pixels.height / scale};
  return described;
}

Result<std::unique_ptr<WaylandGlobals>> WaylandGlobals::bind(WaylandConnection& connection) {
  std::unique_ptr<WaylandGlobals> globals(new WaylandGlobals(connection));
  wl_registry* const registry = wl_display_get_registry(connection.display());
  globals->registry_.reset(reinterpret_cast<wl_proxy*>(registry));
  call_for_events<Callbacks::global, Callbacks::removed>(globals->registry_.get(), globals.get());
  // The first lists the globals, the second what they report after they were bound.
  for (int i = 0; i < 2; ++i)
    if (const Status answered = connection.roundtrip(); !answered.ok()) return answered.error();
  if (const std::string missing = globals->missing(); !missing.empty())
    return Error{"the compositor lacks " + missing +
                     "; GNOME and KDE offer a portal instead, in their own session: --screen "
                     "own; a private display works, too: --screen private",
                 ErrorCode::missing};
  return globals;
}

void WaylandGlobals::add(std::uint32_t name, const std::string& interface, std::uint32_t version) {
  wl_proxy* const registry = registry_.get();
  if (interface == wl_output_interface.name) return add_output(name, version);
  if (interface == wl_seat_interface.name && !seat_) {
    seat_ = bind_global(registry, name, wl_seat_interface, 1);
    call_for_events<Callbacks::capabilities>(seat_.get(), this);
  } else if (interface == kXdgOutputManager.name && !xdg_outputs_) {
    xdg_outputs_ = bind_global(registry, name, kXdgOutputManager, std::min(version, 2U));
    for (const auto& output : outputs_) describe_by_xdg(*output);
  }
  if (interface == kToplevelManager.name) toplevels_ = name;
  const std::pair<const wl_interface*, Proxy*> others[] = {{&wl_shm_interface, &shm_},
                                                           {&kScreencopyManager, &screencopy_},
                                                           {&kPointerManager, &pointers_},
                                                           {&kKeyboardManager, &keyboards_},
                                                           {&kDataManager, &data_control_}};
  for (const auto& [each, proxy] : others)
    if (interface == each->name && !*proxy) *proxy = bind_global(registry, name, *each, 1);
}

void WaylandGlobals::add_output(std::uint32_t name, std::uint32_t version) {
  auto output = std::make_unique<ReportedOutput>();
  output->name = name;
  output->output =
      bind_global(registry_.get(), name, wl_output_interface, std::min(version, kOutputVersion));
  call_for_events<Callbacks::geometry, Callbacks::mode, Callbacks::done, Callbacks::scale>(
      output->output.get(), output.get());
  describe_by_xdg(*output);
  outputs_.push_back(std::move(output));
}

void WaylandGlobals::describe_by_xdg(ReportedOutput& output) {
  if (!xdg_outputs_ || output.xdg_output) return;
  output.xdg_output.reset(wl_proxy_marshal_flags(xdg_outputs_.get(), kGetXdgOutput, &kXdgOutput,
                                                 wl_proxy_get_version(xdg_outputs_.get()), 0,
                                                 nullptr, output.output.get()));
  call_for_events<Callbacks::logical_position, Callbacks::logical_size, Callbacks::xdg_done,
                  Callbacks::xdg_text, Callbacks::xdg_text>(output.xdg_output.get(), &output);
}

void WaylandGlobals::remove(std::uint32_t name) {
  std::erase_if(outputs_, [&](const auto& output) {
    if (output->name != name) return false;
    if (output->xdg_output)
      wl_proxy_marshal_flags(output->xdg_output.get(), kXdgOutputDestroy, nullptr, 1, 0);
    return true;
  });
}

std::vector<const ReportedOutput*> WaylandGlobals::outputs() const {
  std::vector<const ReportedOutput*> found;
  for (const auto& output : outputs_)
    if (output->mode.width > 0 && output->mode.height > 0) found.push_back(output.get());
  return found;
}

Proxy WaylandGlobals::bind_toplevels() const {
  return toplevels_ == 0 ? Proxy() : bind_global(registry_.get(), toplevels_, kToplevelManager, 1);
}

std::string WaylandGlobals::missing() const {
  std::string names;
  const std::pair<const wl_interface*, const Proxy*> needed[] = {
      {&wl_seat_interface, &seat_},
      {&wl_shm_interface, &shm_},
      {&kScreencopyManager, &screencopy_},
      {&kPointerManager, &pointers_},
      {&kKeyboardManager, &keyboards_}};
  for (const auto& [each, proxy] : needed)
    if (!*proxy) names += (names.empty() ? "" : ", ") + std::string(each->name);
  return names;
}
}  // namespace franz::executor
