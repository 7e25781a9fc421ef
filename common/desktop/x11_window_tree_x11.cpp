#include <algorithm>
#include <cstdint>
#include "common/desktop/x11_window_tree.h"

// Must be last: it defines common words as macros.
#include "common/desktop/xlib_x11.h"

namespace franz {
namespace {
constexpr std::size_t kMaxWindows = 256;
constexpr int kMaxTransients = 8;  // ends a cycle of dialogs that belong to each other
}  // namespace

std::vector<X11WindowTree::Id> X11WindowTree::clients() {
  for (const char* property : {"_NET_CLIENT_LIST_STACKING", "_NET_CLIENT_LIST"}) {
    if (auto known = x11_.numbers(x11_.root(), property, XA_WINDOW)) {
      std::ranges::reverse(*known);
      // Any program may write there; each entry costs about ten requests.
      known->resize(std::min(known->size(), kMaxWindows));
      return *known;
    }
  }
  std::vector<Id> windows = children_of(x11_.root());
  std::erase_if(windows, [this](Id each) {
    return !is_mapped(each) || x11_.bytes(each, "WM_CLASS").value_or("").empty();
  });
  std::ranges::reverse(windows);
  return windows;
}

std::vector<X11WindowTree::Id> X11WindowTree::children_of(Id window) {
  Window root = None, parent = None, *children = nullptr;
  unsigned count = 0;
  std::vector<Id> found;
  if (XQueryTree(x11_.get(), window, &root, &parent, &children, &count) != 0)
    found.assign(children, children + count);
  if (children != nullptr) XFree(children);
  return found;
}

// Programs that draw their own title bar also draw a shadow inside their window. `extents`: left,
// right, top, bottom; any program may write invalid values there. Source: GTK,
// gdk_window_set_shadow_width().
static Screen without_shadow(const Screen& area,
                             const std::optional<std::vector<unsigned long>>& extents) {
  if (!extents || extents->size() != 4 ||
      std::ranges::any_of(*extents, [](unsigned long each) { return each > INT16_MAX; }))
    return area;
  const auto side = [&extents](std::size_t i) { return static_cast<int>((*extents)[i]); };
  const Screen inner{area.origin_x + side(0), area.origin_y + side(2),
                     area.width - side(0) - side(1), area.height - side(2) - side(3)};
  return inner.width > 0 && inner.height > 0 ? inner : area;
}

X11WindowTree::Id X11WindowTree::parent_of(Id window) {
  Window root = None, parent = None, *children = nullptr;
  unsigned count = 0;
  if (XQueryTree(x11_.get(), window, &root, &parent, &children, &count) == 0) return None;
  if (children != nullptr) XFree(children);
  return parent;
}

X11WindowTree::Id X11WindowTree::top_of(Id window) {
  Id top = None;
  for (Id each = window; each != None && each != x11_.root(); each = parent_of(each)) top = each;
  return top;
}

bool X11WindowTree::is_mapped(Id window) {
  XWindowAttributes attributes{};
  return XGetWindowAttributes(x11_.get(), window, &attributes) != 0 &&
         attributes.map_state == IsViewable;
}

bool X11WindowTree::is_client(Id window) {
  return x11_.numbers(window, "WM_STATE", x11_.atom("WM_STATE")).has_value();
}

X11WindowTree::Id X11WindowTree::client_in(Id window) {
  std::vector<Id> level{window};
  while (!level.empty()) {
    std::vector<Id> below;
    for (const Id each : level) {
      if (is_client(each)) return each;
      const std::vector<Id> children = children_of(each);
      below.insert(below.end(), children.begin(), children.end());
    }
    level = std::move(below);
  }
  return None;
}

bool X11WindowTree::is_minimised(Id window) {
  const auto states = x11_.numbers(window, "_NET_WM_STATE", XA_ATOM);
  if (states && std::ranges::find(*states, x11_.atom("_NET_WM_STATE_HIDDEN")) != states->end())
    return true;
  const auto state = x11_.numbers(window, "WM_STATE", x11_.atom("WM_STATE"));
  return state && !state->empty() && state->front() == IconicState;
}

std::optional<Screen> X11WindowTree::area_of(Id window) {
  XWindowAttributes attributes{};
  if (XGetWindowAttributes(x11_.get(), window, &attributes) == 0) return std::nullopt;
  Screen area{0, 0, attributes.width, attributes.height};
  Window child = None;
  if (XTranslateCoordinates(x11_.get(), window, x11_.root(), 0, 0, &area.origin_x, &area.origin_y,
                            &child) == 0)
    return std::nullopt;
  return without_shadow(area, x11_.numbers(window, "_GTK_FRAME_EXTENTS", XA_CARDINAL));
}

long long X11WindowTree::pid_of(Id window) {
  const auto pid = x11_.numbers(window, "_NET_WM_PID", XA_CARDINAL);
  // Any program may write an invalid process id there.
  return pid && !pid->empty() && pid->front() <= INT32_MAX ? static_cast<long long>(pid->front())
                                                           : 0;
}

std::vector<X11WindowTree::Id> X11WindowTree::owners_of(Id window) {
  std::vector<Id> owners;
  Id each = window;
  for (int i = 0; i < kMaxTransients; ++i) {
    const auto owner = x11_.numbers(each, "WM_TRANSIENT_FOR", XA_WINDOW);
    if (!owner || owner->empty() || owner->front() == None || owner->front() == x11_.root()) break;
    owners.push_back(owner->front());
    each = owner->front();
  }
  XWindowAttributes attributes{};
  const bool popup = XGetWindowAttributes(x11_.get(), window, &attributes) != 0 &&
                     attributes.override_redirect != 0;
  if (popup && owners.empty())
    for (const Id client : clients())
      if (client != window && x11_.client_of(client) == x11_.client_of(window))
        owners.push_back(client);
  return owners;
}
}  // namespace franz
