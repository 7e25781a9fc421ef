#pragma once
// A test's window on the screen of Windows, with a multi-line entry in its upper half. The lower
// half records what the mouse does. It runs on its own thread, like a program's window.
#include <string>
#include <thread>
#include <vector>
#include "common/geometry/screen_map.h"

namespace franz::executor {
class Win32TestWindow {
 public:
  // Returns when the window is shown and has the focus. `frame`: screen coordinates.
  Win32TestWindow(const std::string& title, const Screen& frame);
  ~Win32TestWindow();
  Win32TestWindow(const Win32TestWindow&) = delete;
  Win32TestWindow& operator=(const Win32TestWindow&) = delete;

  void* handle() const { return window_; }
  Point on_entry() const;                        // screen coordinates
  Screen below_entry() const;                    // screen coordinates; its background is kGround
  static constexpr unsigned kGround = 0x3264C8;  // red, green, blue

  std::string entry() const;  // UTF-8, lines end with \n
  void set_entry(const std::string& text);
  // Takes the recorded events, such as "left down 10,20" in pixels of the window, or "wheel 1".
  std::vector<std::string> take_notes();
  void minimise();
  void leave_entry();  // gives the focus to the window itself

 private:
  struct Parts;
  Parts* parts_;
  std::thread thread_;
  void* window_ = nullptr;
};

// The text of the clipboard, UTF-8.
std::string clipboard_text();
void set_clipboard_text(const std::string& text);
// Whether the button or key with that number is down, according to the system.
bool is_down(int virtual_key);
// All of them; "0x11 0xA2 ".
std::string all_down();
}  // namespace franz::executor
