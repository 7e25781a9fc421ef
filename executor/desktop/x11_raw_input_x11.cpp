#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include "executor/desktop/x11_raw_input.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
namespace {
// The first one that tells of input while somebody has grabbed a device.
constexpr int kMajor = 2, kMinor = 1, kAskedMinor = 2;

std::optional<InputEvent> event_of(const XIRawEvent& raw) {
  InputEvent event;
  event.code = raw.detail;
  switch (raw.evtype) {
    case XI_RawKeyPress:
    case XI_RawKeyRelease:
      event.kind = InputEvent::Kind::key;
      event.down = raw.evtype == XI_RawKeyPress;
      // Of a key that is held, the server's own.
      if ((raw.flags & XIKeyRepeat) != 0) return std::nullopt;
      return event;
    case XI_RawButtonPress:
    case XI_RawButtonRelease:
      event.kind = InputEvent::Kind::button;
      event.down = raw.evtype == XI_RawButtonPress;
      return event;
    case XI_RawTouchBegin:
      event.kind = InputEvent::Kind::button;
      event.down = true;
      return event;
    case XI_RawMotion: {
      event.code = 0;
      // Of the first two axes, those that are told: as they were sent.
      const double* value = raw.raw_values;
      for (int axis = 0; axis < 2 && axis < raw.valuators.mask_len * 8; ++axis) {
        if (!XIMaskIsSet(raw.valuators.mask, axis)) continue;
        (axis == 0 ? event.at.x : event.at.y) = static_cast<int>(std::lround(*value++));
      }
      return event;
    }
    default: return std::nullopt;
  }
}
}  // namespace

Result<X11RawInput> X11RawInput::open(X11Connection& x11) {
  Display* display = x11.get();
  X11RawInput raw(x11);
  int event = 0, error = 0, major = kMajor, minor = kAskedMinor;
  if (XQueryExtension(display, "XInputExtension", &raw.extension_, &event, &error) == False ||
      XIQueryVersion(display, &major, &minor) != Success ||
      std::pair(major, minor) < std::pair(kMajor, kMinor))
    return Error{"the X display has no extension X Input 2.1, by which a person is noticed"};
  int count = 0;
  XIDeviceInfo* devices = XIQueryDevice(display, XIAllDevices, &count);
  for (int i = 0; i < count; ++i)
    if (std::string_view(devices[i].name).find("XTEST") != std::string_view::npos)
      raw.of_programs_.insert(devices[i].deviceid);
  if (devices != nullptr) XIFreeDeviceInfo(devices);

  std::array<unsigned char, XIMaskLen(XI_LASTEVENT)> bits{};
  for (const int kind : {XI_RawKeyPress, XI_RawKeyRelease, XI_RawButtonPress, XI_RawButtonRelease,
                         XI_RawMotion, XI_RawTouchBegin}) {
    // As XISetMask() does, whose code narrows without saying so.
    unsigned char& byte = bits.at(static_cast<std::size_t>(kind) / 8);
    byte = static_cast<unsigned char>(byte | 1U << (kind % 8));
  }
  XIEventMask mask{XIAllMasterDevices, static_cast<int>(bits.size()), bits.data()};
  XISelectEvents(display, x11.root(), &mask, 1);
  if (const Status alive = x11.sync(); !alive.ok()) return alive.error();
  return raw;
}

std::optional<RawInput> X11RawInput::next() {
  while (x11_->wait_for_event(0)) {
    XEvent event{};
    XNextEvent(x11_->get(), &event);
    if (event.type == MappingNotify) {
      XRefreshKeyboardMapping(&event.xmapping);
      layout_changed_ = true;
      continue;
    }
    if (event.type != GenericEvent || event.xcookie.extension != extension_ ||
        XGetEventData(x11_->get(), &event.xcookie) == False)
      continue;
    const auto& raw = *static_cast<const XIRawEvent*>(event.xcookie.data);
    const std::optional<InputEvent> told = event_of(raw);
    const auto source =
        of_programs_.contains(raw.sourceid) ? InputSource::programs : InputSource::device;
    XFreeEventData(x11_->get(), &event.xcookie);
    if (told) return RawInput{*told, source};
  }
  return std::nullopt;
}

bool X11RawInput::layout_changed() { return std::exchange(layout_changed_, false); }
}  // namespace franz::executor
