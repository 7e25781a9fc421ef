#pragma once
// A window of the test's own on the screen of Windows, with an entry of several lines in its upper
// half; below, it notes what the mouse does. It lives on a thread of its own, as a program's would.
#include <string>
#include <thread>
#include <vector>
#include "common/geometry/screen_map.h"

namespace franz::executor {
class Win32TestWindow {
 public:
  // Returns when it is shown and has the focus. `frame`: of the screen.
  Win32TestWindow(const std::string& title, const Screen& frame);
  ~Win32TestWindow();
  Win32TestWindow(const Win32TestWindow&) = delete;
  Win32TestWindow& operator=(const Win32TestWindow&) = delete;

  void* handle() const { return window_; }
  Point on_entry() const;                        // a point of the screen
  Screen below_entry() const;                    // of the screen; its ground is kGround
  static constexpr unsigned kGround = 0x3264C8;  // red, green, blue

  std::string entry() const;  // UTF-8, lines end with \n
  void set_entry(const std::string& text);
  // Such as "left down 10,20" in pixels of the window, "wheel 1"; taken out.
  std::vector<std::string> take_notes();
  void minimise();
  void leave_entry();  // the keys go to the window itself

 private:
  struct Parts;
  Parts* parts_;
  std::thread thread_;
  void* window_ = nullptr;
};

// The text of the clipboard, UTF-8.
std::string clipboard_text();
void set_clipboard_text(const std::string& text);
// Whether a button or key of that number is down, by the system itself.
bool is_down(int virtual_key);
// Any of them; "0x11 0xA2 ".
std::string all_down();
}  // namespace franz::executor
