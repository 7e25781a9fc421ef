#pragma once
// A screen of a run's own: an X server without a screen of the machine (Xvfb), or in a window of
// the person's (Xephyr), a window manager (openbox), and a program, all of which end with us
// whatever ends us. Linux only; elsewhere every function here fails in words.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/display_choice.h"
#include "common/geometry/screen_map.h"

namespace franz {
// The command that installs what private displays need, on Debian and Ubuntu.
inline constexpr std::string_view kDisplayPackages = "apt-get install xvfb openbox bubblewrap";

inline constexpr int kMaxPrinted = 200;  // lines

struct PrivateDisplayOptions {
  Size size;                         // pixels
  bool show = false;                 // in a window of the person's X display ($DISPLAY)
  std::vector<std::string> program;  // and its arguments; empty: none
  std::vector<std::string> secrets;  // names of variables that nothing here is given
};

// Called on threads of the display's own, also while it starts, never when it is being destroyed.
struct PrivateDisplayEvents {
  // Something of it ended by itself: the program (`as_usual`: with exit code 0), the window
  // manager. One line for people.
  std::function<void(bool as_usual, const std::string& text)> told;
  // A line of the program's standard output, printable; the first kMaxPrinted of them.
  std::function<void(const std::string& line)> printed;
  // The server ended, and with it everything that was shown.
  std::function<void(const std::string& text)> lost;
};

class PrivateDisplay {
 public:
  // Starts all of it, and waits until windows are managed. From a thread that outlives it. Where
  // programs cannot be confined, there is a display all the same, if no program is asked for.
  // Failure: what is missing, and how to get it; what the program that failed said.
  static Result<std::unique_ptr<PrivateDisplay>> start(const PrivateDisplayOptions& options,
                                                       PrivateDisplayEvents events);
  // Ends everything, and removes what lies on the disk. Not from an event.
  ~PrivateDisplay();
  PrivateDisplay(const PrivateDisplay&) = delete;
  PrivateDisplay& operator=(const PrivateDisplay&) = delete;

  const std::string& name() const;       // ":99"
  const std::string& authority() const;  // the path for XAUTHORITY
  // How the program ended, with all that it started, and what it wrote to standard error last; one
  // line for people. Empty: it runs, or there is none. Any thread.
  std::string program_end() const;
  // What stands in front of a command that is to run there, confined (confinement.h); empty: it
  // cannot be, and why_not_confined() says why.
  const std::vector<std::string>& launch_prefix() const;
  const std::string& why_not_confined() const;

 private:
  struct Parts;
  explicit PrivateDisplay(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// Those of the programs that a private display takes that are not installed, by their names.
std::vector<std::string> missing_display_programs(bool show);
// Whether programs can be confined here. Failure: bwrap's words.
Status try_confinement();

// What decides here which displays there are; it is told by the caller who that is.
DisplayFacts display_facts(bool under_proxy);
}  // namespace franz
