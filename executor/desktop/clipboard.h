#pragma once
// The clipboard of a real screen.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::executor {
struct PasteReport {
  bool taken = false;  // somebody asked for the text and has all of it
  std::string note;    // what became of what was in the clipboard before; empty: it is there again
};

class Clipboard {
 public:
  virtual ~Clipboard() = default;
  // Offers `text`, valid UTF-8, presses the keys that paste, and stays until the text was taken, at
  // most some seconds. What was in the clipboard before is put back, in all its types.
  // `selection_too`: what terminals paste of, the text that was marked last, is the same text.
  // Failure: that of `press`, or the display was lost.
  virtual Result<PasteReport> paste(std::string_view text, bool selection_too,
                                    const std::function<Status()>& press) = 0;
};

// `display` and failure: as open_input() has them. `executor`: the path of the program that keeps
// what a paste has replaced (X11); empty: the one beside this program.
// Sources: Inter-Client Communication Conventions Manual 2.0 (ICCCM); "Using the Clipboard"
// (Win32).
Result<std::unique_ptr<Clipboard>> open_clipboard(const std::string& display,
                                                  const std::string& executor = "");
}  // namespace franz::executor
