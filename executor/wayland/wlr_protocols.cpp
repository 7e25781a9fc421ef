#include "executor/wayland/wlr_protocols.h"
#include <wayland-client.h>

// A message is its name, its signature and the interfaces of its objects (wayland-util.h): i, u, f
// are numbers, s a text, o an object, n a new one, a an array, h a descriptor; "?" allows null.
// Libwayland changes no list of interfaces, but its type is not constant.
namespace franz::executor {
namespace {
const wl_interface* no_objects[8] = {};

const wl_interface* captured_types[] = {
    &kScreencopyFrame, nullptr, &wl_output_interface, nullptr, nullptr, nullptr, nullptr};
const wl_message kScreencopyManagerRequests[] = {
    {"capture_output", "nio", captured_types},
    {"capture_output_region", "nioiiii", captured_types},
    {"destroy", "", no_objects}};
const wl_interface* buffer_types[] = {&wl_buffer_interface};
const wl_message kFrameRequests[] = {{"copy", "o", buffer_types}, {"destroy", "", no_objects}};
const wl_message kFrameEvents[] = {{"buffer", "uuuu", no_objects},
                                   {"flags", "u", no_objects},
                                   {"ready", "uuu", no_objects},
                                   {"failed", "", no_objects}};

const wl_interface* new_pointer_types[] = {&wl_seat_interface, &kVirtualPointer};
const wl_message kPointerManagerRequests[] = {{"create_virtual_pointer", "?on", new_pointer_types},
                                              {"destroy", "", no_objects}};
const wl_message kPointerRequests[] = {
    {"motion", "uff", no_objects},   {"motion_absolute", "uuuuu", no_objects},
    {"button", "uuu", no_objects},   {"axis", "uuf", no_objects},
    {"frame", "", no_objects},       {"axis_source", "u", no_objects},
    {"axis_stop", "uu", no_objects}, {"axis_discrete", "uufi", no_objects},
    {"destroy", "", no_objects}};

const wl_interface* new_keyboard_types[] = {&wl_seat_interface, &kVirtualKeyboard};
const wl_message kKeyboardManagerRequests[] = {
    {"create_virtual_keyboard", "on", new_keyboard_types}};
const wl_message kKeyboardRequests[] = {{"keymap", "uhu", no_objects},
                                        {"key", "uuu", no_objects},
                                        {"modifiers", "uuuu", no_objects},
                                        {"destroy", "", no_objects}};

const wl_interface* new_toplevel_types[] = {&kToplevel};
const wl_message kToplevelManagerRequests[] = {{"stop", "", no_objects}};
const wl_message kToplevelManagerEvents[] = {{"toplevel", "n", new_toplevel_types},
                                             {"finished", "", no_objects}};
const wl_interface* seat_types[] = {&wl_seat_interface};
const wl_interface* output_types[] = {&wl_output_interface};
const wl_interface* rectangle_types[] = {&wl_surface_interface, nullptr, nullptr, nullptr, nullptr};
const wl_message kToplevelRequests[] = {{"set_maximized", "", no_objects},
                                        {"unset_maximized", "", no_objects},
                                        {"set_minimized", "", no_objects},
                                        {"unset_minimized", "", no_objects},
                                        {"activate", "o", seat_types},
                                        {"close", "", no_objects},
                                        {"set_rectangle", "oiiii", rectangle_types},
                                        {"destroy", "", no_objects}};
const wl_message kToplevelEvents[] = {
    {"title", "s", no_objects},          {"app_id", "s", no_objects},
    {"output_enter", "o", output_types}, {"output_leave", "o", output_types},
    {"state", "a", no_objects},          {"done", "", no_objects},
    {"closed", "", no_objects}};

const wl_interface* new_source_types[] = {&kDataSource};
const wl_interface* new_device_types[] = {&kDataDevice, &wl_seat_interface};
const wl_message kDataManagerRequests[] = {{"create_data_source", "n", new_source_types},
                                           {"get_data_device", "no", new_device_types},
                                           {"destroy", "", no_objects}};
const wl_interface* source_types[] = {&kDataSource};
const wl_interface* offer_types[] = {&kDataOffer};
const wl_message kDeviceRequests[] = {{"set_selection", "?o", source_types},
                                      {"destroy", "", no_objects}};
const wl_message kDeviceEvents[] = {{"data_offer", "n", offer_types},
                                    {"selection", "?o", offer_types},
                                    {"finished", "", no_objects}};
const wl_message kSourceRequests[] = {{"offer", "s", no_objects}, {"destroy", "", no_objects}};
const wl_message kSourceEvents[] = {{"send", "sh", no_objects}, {"cancelled", "", no_objects}};
const wl_message kOfferRequests[] = {{"receive", "sh", no_objects}, {"destroy", "", no_objects}};
const wl_message kOfferEvents[] = {{"offer", "s", no_objects}};

const wl_interface* new_xdg_output_types[] = {&kXdgOutput, &wl_output_interface};
const wl_message kXdgManagerRequests[] = {{"destroy", "", no_objects},
                                          {"get_xdg_output", "no", new_xdg_output_types}};
const wl_message kXdgOutputRequests[] = {{"destroy", "", no_objects}};
const wl_message kXdgOutputEvents[] = {{"logical_position", "ii", no_objects},
                                       {"logical_size", "ii", no_objects},
                                       {"done", "", no_objects},
                                       {"name", "2s", no_objects},
                                       {"description", "2s", no_objects}};
}  // namespace

const wl_interface kScreencopyManager{"zwlr_screencopy_manager_v1", 1, 3,
                                      kScreencopyManagerRequests,   0, nullptr};
const wl_interface kScreencopyFrame{
    "zwlr_screencopy_frame_v1", 1, 2, kFrameRequests, 4, kFrameEvents};
const wl_interface kPointerManager{"zwlr_virtual_pointer_manager_v1", 1, 2,
                                   kPointerManagerRequests,           0, nullptr};
const wl_interface kVirtualPointer{"zwlr_virtual_pointer_v1", 1, 9, kPointerRequests, 0, nullptr};
const wl_interface kKeyboardManager{"zwp_virtual_keyboard_manager_v1", 1, 1,
                                    kKeyboardManagerRequests,          0, nullptr};
const wl_interface kVirtualKeyboard{"zwp_virtual_keyboard_v1", 1, 4, kKeyboardRequests, 0, nullptr};
const wl_interface kToplevelManager{"zwlr_foreign_toplevel_manager_v1", 1, 1,
                                    kToplevelManagerRequests,           2, kToplevelManagerEvents};
const wl_interface kToplevel{
    "zwlr_foreign_toplevel_handle_v1", 1, 8, kToplevelRequests, 7, kToplevelEvents};
const wl_interface kDataManager{"zwlr_data_control_manager_v1", 1, 3,
                                kDataManagerRequests,           0, nullptr};
const wl_interface kDataDevice{
    "zwlr_data_control_device_v1", 1, 2, kDeviceRequests, 3, kDeviceEvents};
const wl_interface kDataSource{
    "zwlr_data_control_source_v1", 1, 2, kSourceRequests, 2, kSourceEvents};
const wl_interface kDataOffer{"zwlr_data_control_offer_v1", 1, 2, kOfferRequests, 1, kOfferEvents};
const wl_interface kXdgOutputManager{"zxdg_output_manager_v1", 2, 2,
                                     kXdgManagerRequests,      0, nullptr};
const wl_interface kXdgOutput{"zxdg_output_v1", 2, 1, kXdgOutputRequests, 5, kXdgOutputEvents};
}  // namespace franz::executor
