#pragma once
// Lists the top windows of the screen, for both the capturer and the executor.
#include <string>
#include <vector>
#include "common/geometry/screen_map.h"

namespace franz::win32 {
// The class of our own status window (proxy/status_window), which is only for the person.
inline constexpr const wchar_t* kStatusWindowClass = L"FranzStatusWindow";

struct ShownWindow {
  void* handle = nullptr;  // HWND
  std::string title;       // UTF-8, the program's own words
  Screen frame;  // physical pixels, with the frame; a minimised window's is off the screen
  bool minimised = false;
  bool withheld = false;  // it excludes itself from pictures (SetWindowDisplayAffinity)
};

// The topmost first: visible windows that are not cloaked (on another virtual desktop, or a
// suspended app). Excludes the desktop itself, windows without a size, and the status window of a
// program beside ours. Includes minimised windows and windows without a title.
std::vector<ShownWindow> shown_windows();

// Whether it is the desktop itself: Explorer's background, or the system's.
bool is_background(void* window);

// For a dialog, menu or tooltip: the windows that it belongs to, the nearest first. A popup without
// a caption and an owner belongs to all captioned windows of its thread.
std::vector<void*> owners_of(void* window);

// The area that its program draws on, without its frame, in physical pixels of the screen.
Screen client_area(void* window);

// UTF-8; empty: it has none. Never waits for a program that hangs.
std::string title_of(void* window);
}  // namespace franz::win32
