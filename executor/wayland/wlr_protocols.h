#pragma once
// The Wayland protocols that the bridge uses beyond the core, as tables of libwayland-client and as
// the numbers of their requests. Debian does not package the XML of most of them.
// Sources: wlr-protocols (wlr-screencopy-unstable-v1, wlr-virtual-pointer-unstable-v1,
// wlr-foreign-toplevel-management-unstable-v1, wlr-data-control-unstable-v1), wlroots
// (virtual-keyboard-unstable-v1), wayland-protocols (xdg-output-unstable-v1).
#include <cstdint>

struct wl_interface;

namespace franz::executor {
// zwlr_screencopy_manager_v1, version 1.
extern const wl_interface kScreencopyManager;
inline constexpr std::uint32_t kCaptureOutput = 0;
// zwlr_screencopy_frame_v1. Events: buffer, flags, ready, failed.
extern const wl_interface kScreencopyFrame;
inline constexpr std::uint32_t kFrameCopy = 0, kFrameDestroy = 1;
inline constexpr std::uint32_t kFrameBottomUp = 1;  // of the event flags

// zwlr_virtual_pointer_manager_v1, version 1.
extern const wl_interface kPointerManager;
inline constexpr std::uint32_t kCreatePointer = 0;
// zwlr_virtual_pointer_v1. It has no events.
extern const wl_interface kVirtualPointer;
inline constexpr std::uint32_t kPointerMotionAbsolute = 1, kPointerButton = 2, kPointerFrame = 4,
                               kPointerAxisSource = 5, kPointerAxisDiscrete = 7;

// zwp_virtual_keyboard_manager_v1, version 1.
extern const wl_interface kKeyboardManager;
inline constexpr std::uint32_t kCreateKeyboard = 0;
// zwp_virtual_keyboard_v1. It has no events.
extern const wl_interface kVirtualKeyboard;
inline constexpr std::uint32_t kKeyboardKeymap = 0, kKeyboardKey = 1, kKeyboardModifiers = 2;

// zwlr_foreign_toplevel_manager_v1, version 1. Events: toplevel, finished.
extern const wl_interface kToplevelManager;
// zwlr_foreign_toplevel_handle_v1. Events: title, app_id, output_enter, output_leave, state, done,
// closed.
extern const wl_interface kToplevel;
inline constexpr std::uint32_t kToplevelUnsetMinimised = 3, kToplevelActivate = 4,
                               kToplevelDestroy = 7;
inline constexpr std::uint32_t kStateMinimised = 1, kStateActivated = 2;  // of the event state

// zwlr_data_control_manager_v1, version 1.
extern const wl_interface kDataManager;
inline constexpr std::uint32_t kCreateDataSource = 0, kGetDataDevice = 1;
// zwlr_data_control_device_v1. Events: data_offer, selection, finished.
extern const wl_interface kDataDevice;
inline constexpr std::uint32_t kSetSelection = 0;
// zwlr_data_control_source_v1. Events: send, cancelled.
extern const wl_interface kDataSource;
inline constexpr std::uint32_t kSourceOffer = 0, kSourceDestroy = 1;
// zwlr_data_control_offer_v1. Event: offer.
extern const wl_interface kDataOffer;
inline constexpr std::uint32_t kOfferReceive = 0, kOfferDestroy = 1;

// zxdg_output_manager_v1, version 1 or 2.
extern const wl_interface kXdgOutputManager;
inline constexpr std::uint32_t kGetXdgOutput = 1;
// zxdg_output_v1. Events: logical_position, logical_size, done, name, description.
extern const wl_interface kXdgOutput;
inline constexpr std::uint32_t kXdgOutputDestroy = 0;
}  // namespace franz::executor
