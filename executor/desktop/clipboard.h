#pragma once
// The clipboard of a real screen.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::executor {
struct PasteReport {
  bool taken = false;  // a program has read all of the text
  std::string note;    // whether the earlier contents were lost; empty: they are restored
};

class Clipboard {
 public:
  virtual ~Clipboard() = default;
  // Offers `text`, valid UTF-8, presses the paste keys and waits some seconds at most until the
  // text was read. Then restores the earlier contents in all their types. `selection_too`: offers
  // the text also as the primary selection, from which terminals paste.
  // Failure: that of `press`, or the display was lost.
  virtual Result<PasteReport> paste(std::string_view text, bool selection_too,
                                    const std::function<Status()>& press) = 0;
};

// `display` and failure: see open_input(). `executor`: path of the program that keeps the contents
// that a paste replaced (X11); empty: the one beside this program.
// Sources: Inter-Client Communication Conventions Manual 2.0 (ICCCM); "Using the Clipboard"
// (Win32).
Result<std::unique_ptr<Clipboard>> open_clipboard(const std::string& display,
                                                  const std::string& executor = "");
}  // namespace franz::executor
