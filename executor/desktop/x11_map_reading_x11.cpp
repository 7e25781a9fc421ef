#include <poll.h>
#include <utility>
#include "common/os/clock.h"
#include "executor/desktop/x11_map_reading.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
static constexpr int kStartWait = 3000;  // milliseconds
static constexpr int kQuiet = 100;       // milliseconds
static constexpr KeyCode kAnyKey = 38;

struct MapReading::Parts {
  X11Connection* x11 = nullptr;
  std::unique_ptr<X11Connection> data;      // gets only what the server records
  std::unique_ptr<X11Connection> observer;  // gets the events that every client gets
  XRecordContext context = None;
  bool started = false;
  int changes = 0;                          // reported to clients
  int core_requests = 0, xkb_requests = 0;  // by the client

  void read() {
    XRecordProcessReplies(data->get());
    static_cast<void>(observer->sync());
    XEvent event{};
    while (XPending(observer->get()) > 0) {
      XNextEvent(observer->get(), &event);
      if (event.type == MappingNotify && event.xmapping.request == MappingKeyboard) ++changes;
    }
  }

  // Clients use one of two requests; some use both.
  bool has_read() const { return (core_requests > 0 ? core_requests : xkb_requests) >= changes; }
};

static void note(XPointer parts, XRecordInterceptData* data) {
  auto& noted = *reinterpret_cast<MapReading::Parts*>(parts);
  noted.started = noted.started || data->category == XRecordStartOfData;
  if (data->category == XRecordFromClient && data->data != nullptr)
    ++(data->data[0] == X_GetKeyboardMapping ? noted.core_requests : noted.xkb_requests);
  XRecordFreeData(data);
}

template <typename IsDone>
static bool wait_for(MapReading::Parts& parts, int wait_ms, const IsDone& is_done) {
  const auto end = steady_time_ms() + wait_ms;
  for (;;) {
    parts.read();
    if (is_done()) return true;
    const auto left = end - steady_time_ms();
    if (left <= 0 || parts.data->is_lost()) return false;
    pollfd ready{ConnectionNumber(parts.data->get()), POLLIN, 0};
    ::poll(&ready, 1, static_cast<int>(left));
  }
}

static XRecordContext make_context(X11Connection& x11, Window window, int xkb_opcode) {
  XRecordRange* const range = XRecordAllocRange();
  if (range == nullptr) return None;
  const auto opcode = static_cast<unsigned char>(xkb_opcode);
  range->core_requests = {X_GetKeyboardMapping, X_GetKeyboardMapping};
  range->ext_requests = {{opcode, opcode}, {X_kbGetMap, X_kbGetMap}};
  XRecordRange* ranges[] = {range};
  XRecordClientSpec client = window;
  const XRecordContext context = XRecordCreateContext(x11.get(), 0, &client, 1, ranges, 1);
  XFree(range);
  return x11.nothing_refused() ? context : None;
}

std::unique_ptr<MapReading> MapReading::watch(X11Connection& x11) {
  Window window = None;
  int revert = 0, opcode = 0, event = 0, error = 0, major = 1, minor = 0;
  XGetInputFocus(x11.get(), &window, &revert);
  if (window == None || window == PointerRoot || window == x11.root()) return nullptr;
  auto data = X11Connection::open(DisplayString(x11.get()));
  auto observer = X11Connection::open(DisplayString(x11.get()));
  if (!data.ok() || !observer.ok() ||
      XkbQueryExtension(x11.get(), &opcode, &event, &error, &major, &minor) == 0)
    return nullptr;
  // Xlib requests the change events when it looks up a key for the first time.
  static_cast<void>(XkbKeycodeToKeysym(observer.value()->get(), kAnyKey, 0, 0));
  int record_major = 0, record_minor = 0;
  for (X11Connection* each : {&x11, data.value().get()})
    if (XRecordQueryVersion(each->get(), &record_major, &record_minor) == 0) return nullptr;
  static_cast<void>(x11.nothing_refused());
  const XRecordContext context = make_context(x11, window, opcode);
  if (context == None) return nullptr;
  auto parts = std::make_unique<Parts>();
  parts->x11 = &x11;
  parts->data = std::move(data).value();
  parts->observer = std::move(observer).value();
  parts->context = context;
  XRecordEnableContextAsync(parts->data->get(), context, note,
                            reinterpret_cast<XPointer>(parts.get()));
  XFlush(parts->data->get());
  std::unique_ptr<MapReading> reading(new MapReading(std::move(parts)));
  const Parts& watched = *reading->parts_;
  if (!wait_for(*reading->parts_, kStartWait, [&] { return watched.started; })) return nullptr;
  return reading;
}

MapReading::MapReading(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

MapReading::~MapReading() {
  Display* display = parts_->x11->get();
  XRecordDisableContext(display, parts_->context);
  XRecordFreeContext(display, parts_->context);
  static_cast<void>(parts_->x11->sync());
  XRecordProcessReplies(parts_->data->get());  // until the end of the recorded data
}

void MapReading::begin() {
  parts_->read();
  parts_->changes = parts_->core_requests = parts_->xkb_requests = 0;
}

bool MapReading::wait_until_read(int wait_ms) {
  const auto end = steady_time_ms() + wait_ms;
  int asked = -1;
  for (;;) {
    const int left = static_cast<int>(end - steady_time_ms());
    if (!wait_for(*parts_, left, [this] { return parts_->has_read(); })) return false;
    asked = parts_->core_requests + parts_->xkb_requests;
    if (!wait_for(*parts_, kQuiet,
                  [&] { return parts_->core_requests + parts_->xkb_requests != asked; }))
      return !parts_->data->is_lost();
  }
}
}  // namespace franz::executor
