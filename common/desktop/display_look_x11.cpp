#include "common/desktop/display_look_x11.h"
#include <xcb/xcb.h>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include "common/desktop/display_look.h"
#include "common/desktop/xauthority.h"

namespace franz {
namespace {
struct Disconnect {
  void operator()(xcb_connection_t* connection) const { xcb_disconnect(connection); }
};
struct FreeReply {
  void operator()(void* reply) const { std::free(reply); }
};
}  // namespace

// Uses XCB: Xlib takes the authority from the environment or for the whole process, which may have
// its own display.
Status set_display_look(const std::string& name, std::string_view cookie, Size size) {
  std::string method(kCookieMethod), data(cookie);
  xcb_auth_info_t authority{static_cast<int>(method.size()), method.data(),
                            static_cast<int>(data.size()), data.data()};
  const std::unique_ptr<xcb_connection_t, Disconnect> x11(
      xcb_connect_to_display_with_auth_info(name.c_str(), &authority, nullptr));
  if (xcb_connection_has_error(x11.get()) != 0)
    return Error{"the X display " + name + " cannot be reached"};
  const xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(x11.get())).data->root;
  const std::string resources = display_resources(size);
  xcb_change_window_attributes(x11.get(), root, XCB_CW_BACK_PIXEL, &kDisplayBackground);
  xcb_clear_area(x11.get(), 0, root, 0, 0, 0, 0);
  xcb_change_property(x11.get(), XCB_PROP_MODE_REPLACE, root, XCB_ATOM_RESOURCE_MANAGER,
                      XCB_ATOM_STRING, 8, static_cast<std::uint32_t>(resources.size()),
                      resources.data());
  // The answer arrives when everything before it is done.
  const std::unique_ptr<xcb_get_input_focus_reply_t, FreeReply> done(
      xcb_get_input_focus_reply(x11.get(), xcb_get_input_focus(x11.get()), nullptr));
  if (!done) return Error{"the X display " + name + " is gone"};
  return Done{};
}
}  // namespace franz
