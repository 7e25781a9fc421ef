#pragma once
// The top windows of the screen, as both the capturer and the executor take them.
#include <string>
#include <vector>
#include "common/geometry/screen_map.h"

namespace franz::win32 {
// The class of our own status window (proxy/status_window), which is there for the person alone.
inline constexpr const wchar_t* kStatusWindowClass = L"FranzStatusWindow";

struct ShownWindow {
  void* handle = nullptr;  // HWND
  std::string title;       // UTF-8, the program's own words
  Screen frame;            // physical pixels, with the frame; of a minimised one off the screen
  bool minimised = false;
  bool withheld = false;  // it is kept out of pictures (SetWindowDisplayAffinity)
};

// The topmost first: visible windows that are not cloaked (on another virtual desktop, or an app
// that sleeps), and are neither the desktop behind all, nor without a size, nor the status window
// of a program that lies beside ours. Those that are minimised are among them, and windows without
// a title.
std::vector<ShownWindow> shown_windows();

// Whether it is the desktop itself: Explorer's background, or the system's.
bool is_background(void* window);

// A dialog's, menu's or tooltip's: the windows that it belongs to, the nearest first. A popup
// without a caption that names none belongs to all the windows of its thread that have one.
std::vector<void*> owners_of(void* window);

// What its program draws on, without its frame, in physical pixels of the screen.
Screen client_area(void* window);

// UTF-8; empty: it has none. It never waits for a program that hangs.
std::string title_of(void* window);
}  // namespace franz::win32
