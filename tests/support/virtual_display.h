#pragma once
// An X server for one test, on a free display number: Xvfb or Xvnc, and openbox if windows must be
// managed. POSIX only.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"
#include "common/os/child_process.h"

namespace franz {
class VirtualDisplay {
 public:
  struct Options {
    Size size{1280, 720};        // pixels
    int depth = 24;              // bits per pixel: 8, 16, 24 or 30
    bool managed = true;         // by openbox, with its packaged settings
    std::string authority = {};  // a file for XAUTHORITY that clients must use; empty: none
    std::vector<std::string> server_arguments = {};  // additional ones for the server
    // Xvnc instead of Xvfb: a VNC server, on loopback.
    bool vnc = false;
  };

  // Returns when programs can connect; with `managed` when windows are managed. Failure: what did
  // not start, and its last line. Any thread that outlives the display.
  static Result<std::unique_ptr<VirtualDisplay>> start(Options options);
  static Result<std::unique_ptr<VirtualDisplay>> start(
      Size size, std::vector<std::string> server_arguments = {});

  // Ends the server and the window manager by their ids, and waits: no process, socket or lock file
  // remains.
  ~VirtualDisplay();
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

  const std::string& name() const { return name_; }     // ":99"
  std::uint16_t vnc_port() const { return vnc_port_; }  // with `vnc`

  // The environment that a program needs to find it: DISPLAY and, with `authority`, XAUTHORITY; and
  // a SHELL without a user's settings.
  const std::vector<std::pair<std::string, std::string>>& environment() const {
    return environment_;
  }

  long long server_pid() const;
  long long manager_pid() const;  // with `managed`

  // A program, looked up in PATH, on this display: command("xterm", {"-geometry", "80x24+0+0"}).
  ChildCommand command(const std::string& program, const std::vector<std::string>& arguments) const;
  // Starts it; its output is not read. It ends with its owner.
  Result<std::unique_ptr<ChildProcess>> show(const std::string& program,
                                             const std::vector<std::string>& arguments) const;
  // Runs it to its end, at most 20 s; its standard output. Failure: how it ended, and its error
  // output.
  Result<std::string> run(const std::string& program,
                          const std::vector<std::string>& arguments) const;

 private:
  class Program;
  VirtualDisplay() = default;
  // The number of the display. `vnc`: at a port that is free, added to the arguments.
  Result<std::string> start_server(const std::vector<std::string>& arguments, bool vnc);

  std::unique_ptr<Program> server_, manager_;
  std::string name_;
  std::uint16_t vnc_port_ = 0;
  std::vector<std::pair<std::string, std::string>> environment_;
};
}  // namespace franz
