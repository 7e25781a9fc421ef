#include "executor/wayland/virtual_pointer.h"
#include <wayland-client.h>
#include "executor/wayland/input_time.h"
#include "executor/wayland/wlr_protocols.h"

namespace franz::executor {
namespace {
// Source: linux/input-event-codes.h.
constexpr std::uint32_t kLeftButton = 0x110, kRightButton = 0x111, kMiddleButton = 0x112;
// The distance that compositors report for a notch of a mouse wheel. Source: libinput's
// documentation, "Scrolling".
constexpr int kNotchDistance = 15;
// A compositor cancels a drop that the program under the pointer has not accepted. Chromium asks
// the page at one move and reports its answer at a later one; a hand is never quite still.
constexpr int kDropMoves = 8, kDropMoveMs = 20;

std::uint32_t button_code(const std::string& name) {
  if (name == "left") return kLeftButton;
  return name == "right" ? kRightButton : kMiddleButton;
}
}  // namespace

VirtualPointer::VirtualPointer(WaylandConnection& connection, const WaylandGlobals& globals)
    : connection_(&connection),
      pointer_(wl_proxy_marshal_flags(globals.pointers(), kCreatePointer, &kVirtualPointer, 1, 0,
                                      globals.seat(), nullptr)) {}

Status VirtualPointer::release_all() {
  for (const char* const name : {"left", "middle", "right"})
    if (Status released = button(name, false); !released.ok()) return released;
  return Done{};
}

Status VirtualPointer::move(const PointerPlace& place) {
  place_ = place;
  was_moved_ = true;
  wl_proxy_marshal_flags(pointer_.get(), kPointerMotionAbsolute, nullptr, 1, 0, input_time(),
                         place.x, place.y, place.x_extent, place.y_extent);
  return finish();
}

Status VirtualPointer::prepare_drop() {
  if (!was_moved_) return Done{};
  for (int i = 0; i < kDropMoves; ++i) {
    if (Status moved = move(place_); !moved.ok()) return moved;
    if (Status paused = connection_->pause(kDropMoveMs); !paused.ok()) return paused;
  }
  return Done{};
}

Status VirtualPointer::button(const std::string& name, bool down) {
  was_moved_ = false;
  wl_proxy_marshal_flags(pointer_.get(), kPointerButton, nullptr, 1, 0, input_time(),
                         button_code(name), down ? 1U : 0U);
  return finish();
}

Status VirtualPointer::wheel(const std::string& direction) {
  const std::uint32_t axis = direction == "left" || direction == "right"
                                 ? WL_POINTER_AXIS_HORIZONTAL_SCROLL
                                 : WL_POINTER_AXIS_VERTICAL_SCROLL;
  const int sign = direction == "up" || direction == "left" ? -1 : 1;
  wl_proxy_marshal_flags(pointer_.get(), kPointerAxisSource, nullptr, 1, 0,
                         std::uint32_t{WL_POINTER_AXIS_SOURCE_WHEEL});
  wl_proxy_marshal_flags(pointer_.get(), kPointerAxisDiscrete, nullptr, 1, 0, input_time(), axis,
                         wl_fixed_from_int(sign * kNotchDistance), sign);
  return finish();
}

Status VirtualPointer::finish() {
  wl_proxy_marshal_flags(pointer_.get(), kPointerFrame, nullptr, 1, 0);
  return connection_->roundtrip();
}
}  // namespace franz::executor
