#include "executor/wayland/toplevel_list.h"
#include <wayland-client.h>
#include <algorithm>
#include "common/base/utf8.h"
#include "executor/wayland/event_functions.h"
#include "executor/wayland/wlr_protocols.h"

namespace franz::executor {
namespace {
constexpr int kActivateMs = 3'000;
// Titles come from programs.
constexpr std::size_t kMaxTitle = 4'096;
constexpr std::size_t kMaxToplevels = 4'096;
}  // namespace

struct ToplevelList::Toplevel {
  Toplevel(ToplevelList* in, std::uint64_t number, wl_proxy* object)
      : list(in), id(number), proxy(object) {}
  ~Toplevel() {
    wl_proxy_marshal_flags(proxy, kToplevelDestroy, nullptr, 1, WL_MARSHAL_FLAG_DESTROY);
  }
  Toplevel(const Toplevel&) = delete;
  Toplevel& operator=(const Toplevel&) = delete;

  ToplevelList* list;
  std::uint64_t id;
  wl_proxy* proxy;
  std::string title = {}, app = {};
  bool active = false, minimised = false;
  bool complete = false;  // a first description has ended
};

struct ToplevelList::Callbacks {
  static Toplevel& of(void* data) { return *static_cast<Toplevel*>(data); }
  static std::string cleaned(const char* text) {
    return cut_text(to_valid_utf8(text == nullptr ? "" : text), kMaxTitle);
  }

  static void toplevel(void* data, wl_proxy*, wl_proxy* object) {
    auto& list = *static_cast<ToplevelList*>(data);
    if (list.toplevels_.size() >= kMaxToplevels) return wl_proxy_destroy(object);
    list.toplevels_.push_back(std::make_unique<Toplevel>(&list, ++list.last_id_, object));
    call_for_events<title, app_id, output, output, state, done, closed>(
        object, list.toplevels_.back().get());
  }
  static void finished(void*, wl_proxy*) {}

  static void title(void* data, wl_proxy*, const char* text) { of(data).title = cleaned(text); }
  static void app_id(void* data, wl_proxy*, const char* text) { of(data).app = cleaned(text); }
  static void output(void*, wl_proxy*, wl_proxy*) {}
  static void state(void* data, wl_proxy*, wl_array* states) {
    const auto* const first = static_cast<const std::uint32_t*>(states->data);
    const auto* const end = first + states->size / sizeof *first;
    of(data).active = std::find(first, end, kStateActivated) != end;
    of(data).minimised = std::find(first, end, kStateMinimised) != end;
  }
  static void done(void* data, wl_proxy*) { of(data).complete = true; }
  static void closed(void* data, wl_proxy*) {
    Toplevel& gone = of(data);
    std::erase_if(gone.list->toplevels_, [&](const auto& each) { return each.get() == &gone; });
  }
};

ToplevelList::ToplevelList(WaylandConnection& connection) : connection_(&connection) {}

std::unique_ptr<ToplevelList> ToplevelList::make(WaylandConnection& connection,
                                                 const WaylandGlobals& globals) {
  std::unique_ptr<ToplevelList> list(new ToplevelList(connection));
  list->manager_ = globals.bind_toplevels();
  if (!list->manager_) return nullptr;
  call_for_events<Callbacks::toplevel, Callbacks::finished>(list->manager_.get(), list.get());
  return list;
}

ToplevelList::~ToplevelList() = default;

std::vector<ListedWindow> ToplevelList::windows(const Screen& area) const {
  std::vector<ListedWindow> windows;
  for (const auto& each : toplevels_) {
    if (!each->complete) continue;
    ListedWindow window;
    window.id = each->id;
    window.title = each->title;
    window.app = each->app;
    window.area = area;
    window.minimised = each->minimised;
    window.active = each->active;
    windows.push_back(std::move(window));
  }
  std::ranges::stable_partition(windows, &ListedWindow::active);
  return windows;
}

const ToplevelList::Toplevel* ToplevelList::find(std::uint64_t id) const {
  for (const auto& each : toplevels_)
    if (each->id == id) return each.get();
  return nullptr;
}

Status ToplevelList::activate(std::uint64_t id, wl_proxy* seat) {
  const Toplevel* const toplevel = find(id);
  if (toplevel == nullptr)
    return Error{"there is no window " + std::to_string(id) + " any more", ErrorCode::missing};
  if (toplevel->minimised)
    wl_proxy_marshal_flags(toplevel->proxy, kToplevelUnsetMinimised, nullptr, 1, 0);
  wl_proxy_marshal_flags(toplevel->proxy, kToplevelActivate, nullptr, 1, 0, seat);
  const Status waited = connection_->wait_until(
      [&] {
        const Toplevel* const now = find(id);
        return now == nullptr || now->active;
      },
      kActivateMs);
  if (!waited.ok() && waited.error().code == ErrorCode::lost) return waited;
  if (find(id) == nullptr) return Error{"the window was closed", ErrorCode::missing};
  if (!waited.ok()) return Error{"the compositor did not activate the window"};
  return connection_->roundtrip();
}
}  // namespace franz::executor
