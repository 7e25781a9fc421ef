#pragma once
// A headless GNOME Shell with its portal, and portal_bridge, for tests. POSIX only.
#include <memory>
#include <string>
#include <vector>
#include "common/desktop/bridge_connection.h"
#include "common/os/child_process.h"
#include "common/os/temporary_folder.h"
#include "common/wire/bridge_messages.h"
#include "tests/executor/wayland/wayland_world.h"

namespace franz::executor {
// A session with the monitor 1280x800, buses of its own and PipeWire, without systemd and a
// graphics card. If the test runs as root, everything in it runs as `nobody`. It has a mouse and a
// keyboard of a person, whom the test plays.
class GnomeSession {
 public:
  // Why tests cannot start a session here, with the packages to install; empty: they can.
  static std::string missing();

  // `layouts`: of the keyboard, as in XKB; the first one is in use.
  explicit GnomeSession(const std::vector<std::string>& layouts = {"us"});
  ~GnomeSession();  // ends all of its processes

  bool started() const { return started_; }
  // A folder that the session's programs may write to; removed with this object.
  std::string folder() const { return folder_ ? folder_->path() : ""; }
  // What a program of the session has in its environment beyond ours, and what of ours it lacks.
  std::vector<std::pair<std::string, std::string>> environment() const;
  static std::vector<std::string> withheld();
  // A program of the session; without a slash in its name it is looked up in PATH.
  ChildCommand command(const std::string& program, const std::vector<std::string>& arguments) const;
  // What the program prints on standard output.
  std::string output_of(const std::string& program,
                        const std::vector<std::string>& arguments) const;

  // The value of a JavaScript expression in the shell, as JSON; empty: it failed.
  std::string evaluate(const std::string& expression) const;
  // Waits until the window has the keyboard.
  bool wait_for_window(const std::string& title) const;

  // Enlarges what is on the monitor, for example to 1.25.
  bool scale_monitor(const std::string& factor) const;

  // The person turns on "Allow remote interaction" in the portal's dialog, if `with_input`, and
  // shares the monitor.
  bool consent(bool with_input = true) const;
  bool refuse() const;        // the person cancels the dialog
  bool stop_sharing() const;  // the person clicks the shell's sign for a shared screen

 private:
  std::string dialog() const;  // the id of the portal's dialog, which this waits for
  // Clicks at this distance from the dialog's top left corner, until it is closed.
  bool close_dialog(const std::string& id, Point at) const;
  void start_bus(const std::string& name);
  void start(const std::string& program, const std::vector<std::string>& arguments = {});

  std::unique_ptr<TemporaryFolder> folder_;
  std::vector<std::unique_ptr<WatchedProgram>> programs_;
  bool started_ = false;
};

// portal_bridge as a program of the session.
class PortalBridge {
 public:
  explicit PortalBridge(const GnomeSession& session);

  BridgeEvent next_event() { return next_event_of(*program_); }
  std::unique_ptr<BridgeConnection> connect() const;  // null: no program listens
  WatchedProgram& program() { return *program_; }

 private:
  std::string socket_;
  std::unique_ptr<WatchedProgram> program_;
};
}  // namespace franz::executor
