#pragma once
// Headless sway with Wayland programs, and wayland_bridge, for tests. POSIX only.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/desktop/bridge_connection.h"
#include "common/os/child_process.h"
#include "common/os/temporary_folder.h"
#include "common/wire/bridge_messages.h"
#include "common/wire/window_messages.h"

namespace franz::executor {
// A program and what it prints. It ends with this object.
class WatchedProgram {
 public:
  explicit WatchedProgram(const ChildCommand& command);
  ~WatchedProgram();
  WatchedProgram(const WatchedProgram&) = delete;
  WatchedProgram& operator=(const WatchedProgram&) = delete;

  void write_line(const std::string& line) { child_->write_line(line); }
  // All lines of standard output so far.
  std::string printed();
  // Its whole standard output after it has ended; waits a minute at most.
  std::string output();
  // Waits a minute at most for a line that contains the text; returns the first one, removes it and
  // the lines before it. Empty: none came.
  std::string next_line(std::string_view containing);
  std::string errors();  // the last line of standard error
  bool has_ended();
  long long pid() const { return child_->pid(); }
  void kill() { child_->kill(); }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
  std::size_t taken_ = 0;
  std::string errors_;
  bool ended_ = false;
  std::unique_ptr<ChildProcess> child_;  // last: its handlers use the others
};

// The next event of a bridge; kind `refused` with "no event" if none comes.
BridgeEvent next_event_of(WatchedProgram& bridge);

// Sway and GNOME Shell refuse to run as root, or run differently. If the test runs as root, these
// give a folder with all that is in it to the account `nobody`, and return the words that run a
// program as that account; otherwise nothing is changed.
void give_to_ordinary_user(const std::string& folder);
std::vector<std::string> as_ordinary_user(const std::string& program,
                                          const std::vector<std::string>& arguments);

// A session of sway without a screen and input devices. Sway refuses to run as root; then it and
// its programs run as `nobody`, so that no user must be made.
class SwaySession {
 public:
  // `settings`: lines of sway's configuration. Windows have no borders.
  explicit SwaySession(const std::string& settings = "", int outputs = 1);
  ~SwaySession();

  bool started() const { return started_; }
  std::string errors() { return sway_ ? sway_->errors() : ""; }
  const std::string& socket() const { return socket_; }  // an absolute path
  void signal(int number);                               // to sway
  void kill() { sway_->kill(); }
  void start();  // also after kill(), with the same socket

  // A program of the session, looked up in PATH.
  ChildCommand command(const std::string& program, const std::vector<std::string>& arguments) const;
  // Runs a command of sway. False: sway refused it.
  bool tell(const std::string& command) const;
  // A folder that the session's programs may write to.
  std::string folder() const { return folder_ ? folder_->path() : ""; }

 private:
  std::unique_ptr<TemporaryFolder> folder_;
  std::string socket_;
  int outputs_;
  bool started_ = false;
  std::unique_ptr<WatchedProgram> sway_;
};

// wayland_bridge as our programs start it.
class WaylandBridge {
 public:
  // `panic_key`: as in BridgeSetup.
  explicit WaylandBridge(const std::string& display, const std::string& panic_key = "");

  BridgeEvent next_event() { return next_event_of(*program_); }
  std::unique_ptr<BridgeConnection> connect() const;  // null: no program listens
  const std::string& socket() const { return socket_; }
  WatchedProgram& program() { return *program_; }

 private:
  std::unique_ptr<TemporaryFolder> folder_;
  std::string socket_;
  std::unique_ptr<WatchedProgram> program_;
};

// "ok", or the code's name and the message.
std::string outcome(const Result<BridgeAnswer>& answer);
// Asks several requests, each written as its JSON; the first outcome that is not "ok", or "ok".
std::string ask_all(BridgeConnection& bridge, const std::vector<std::string>& requests);
// The windows that the bridge lists.
std::vector<ListedWindow> listed_windows(BridgeConnection& bridge);
// Waits until a window of this program is active. Its id; 0: none came.
std::uint64_t wait_for_window(BridgeConnection& bridge, const std::string& app);
}  // namespace franz::executor
