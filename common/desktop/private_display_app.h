#pragma once
// A private screen for a run: an X server without a real screen (Xvfb) or in a window of the
// person's (Xephyr), a window manager (openbox), and a program. All of them end when this process
// ends for any reason. Linux only; elsewhere every function here fails with a message.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/display_choice.h"
#include "common/geometry/screen_map.h"

namespace franz {
// The command that installs the requirements of private displays on Debian and Ubuntu.
inline constexpr std::string_view kDisplayPackages = "apt-get install xvfb openbox bubblewrap";

inline constexpr int kMaxPrinted = 200;  // lines

struct PrivateDisplayOptions {
  Size size;                         // pixels
  bool show = false;                 // in a window of the person's X display ($DISPLAY)
  std::vector<std::string> program;  // and its arguments; empty: none
  std::vector<std::string> secrets;  // names of variables that no process here receives
  // For a program or a model that is judged: programs start in their home and do not see our
  // working folder; these folders look empty to them.
  bool in_home = false;
  std::vector<std::string> emptied = {};
};

// Called on the display's own threads, also during the start, never during destruction.
struct PrivateDisplayEvents {
  // A part of it ended by itself: the program (`as_usual`: with exit code 0), or the window
  // manager. One line for people.
  std::function<void(bool as_usual, const std::string& text)> reported;
  // A line of the program's standard output, printable; the first kMaxPrinted of them.
  std::function<void(const std::string& line)> printed;
  // The server ended, and everything shown on it.
  std::function<void(const std::string& text)> lost;
};

class PrivateDisplay {
 public:
  // Starts everything, and waits until windows are managed. Call it from a thread that outlives it.
  // If programs cannot be confined, the display still starts if no program is requested. Failure:
  // what is missing and how to get it, or the output of the program that failed.
  static Result<std::unique_ptr<PrivateDisplay>> start(const PrivateDisplayOptions& options,
                                                       PrivateDisplayEvents events);
  // Ends everything, and removes its files. Do not call from an event.
  ~PrivateDisplay();
  PrivateDisplay(const PrivateDisplay&) = delete;
  PrivateDisplay& operator=(const PrivateDisplay&) = delete;

  const std::string& name() const;       // ":99"
  const std::string& authority() const;  // the path for XAUTHORITY
  // How the program and all its children ended, with its last standard error; one line for people.
  // Empty: it runs, or there is none. Any thread.
  std::string program_end() const;
  // The prefix of a command that is to run there confined (confinement.h); empty if that is
  // impossible, see why_not_confined().
  const std::vector<std::string>& launch_prefix() const;
  const std::string& why_not_confined() const;
  // The folder that is the home of the programs here.
  const std::string& home() const;

  // Ends every program here, by whichever program it was started, and waits until none is left; the
  // server and its last picture remain. No events follow. Failure: one could not be ended within
  // some seconds.
  Status end_programs();
  // The prefix of a command that reads what the programs left (confinement.h, reading_words());
  // empty if that is impossible. Call it after end_programs().
  std::vector<std::string> reading_prefix() const;

 private:
  struct Parts;
  explicit PrivateDisplay(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

// The names of programs that a private display needs and that are not installed.
std::vector<std::string> missing_display_programs(bool show);
// Whether programs can be confined here. Failure: bwrap's message.
Status try_confinement();

// The facts of this machine that decide which displays exist; the caller knows `under_proxy`.
DisplayFacts display_facts(bool under_proxy);
}  // namespace franz
