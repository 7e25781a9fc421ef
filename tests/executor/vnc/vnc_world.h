#pragma once
// VNC servers, the bridge, and what is between them, for tests. POSIX only.
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>
#include "common/desktop/bridge_connection.h"
#include "common/os/child_process.h"
#include "common/os/temporary_folder.h"
#include "common/wire/bridge_messages.h"

namespace franz {
// Of a server at 127.0.0.1:`port`.
BridgeSetup setup_for(std::uint16_t port);

// A program from PATH that is asked to end, and waited for, with this object.
class LaunchedProgram {
 public:
  LaunchedProgram(std::string program, std::vector<std::string> arguments,
                  std::vector<std::pair<std::string, std::string>> environment = {});
  ~LaunchedProgram();
  LaunchedProgram(const LaunchedProgram&) = delete;
  LaunchedProgram& operator=(const LaunchedProgram&) = delete;

  // Its first line on standard output; empty: it ended, or printed none for some seconds.
  std::string first_line();
  bool has_ended();
  long long pid() const { return child_ ? child_->pid() : 0; }
  std::string errors();  // the last line on standard error

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string line_, errors_;
  bool ended_ = false;
  std::unique_ptr<ChildProcess> child_;  // last: its handlers use the others
};

// TigerVNC's X server. `arguments`: in addition, such as -SecurityTypes.
class Xvnc {
 public:
  explicit Xvnc(const std::vector<std::string>& arguments = {"-SecurityTypes", "None"});
  std::uint16_t port() const { return port_; }
  const std::string& display() const { return display_; }  // ":71"; empty: it did not start
  std::string errors() { return server_->errors(); }
  std::vector<std::pair<std::string, std::string>> environment() const;
  // A program, such as xrandr, on this display; its output.
  std::string run(const std::string& program, const std::vector<std::string>& arguments) const;

 private:
  std::uint16_t port_ = 0;
  std::unique_ptr<LaunchedProgram> server_;
  std::string display_;
};

// x11vnc, with a virtual X server of 800x600 pixels.
class X11vnc {
 public:
  X11vnc();
  std::uint16_t port() const { return port_; }
  const std::string& display() const { return display_; }  // empty: it did not start

 private:
  std::uint16_t port_ = 0;
  LaunchedProgram screen_;
  std::unique_ptr<LaunchedProgram> server_;
  std::string display_;
};

// vnc_bridge as our programs start it.
class RunningBridge {
 public:
  // To 127.0.0.1:`port`. The setup's socket, host and port are set here.
  explicit RunningBridge(std::uint16_t port, BridgeSetup setup = {});
  // Waits for the next event that was not returned yet; kind `refused` with "no event" if none
  // comes.
  BridgeEvent next_event();
  std::unique_ptr<BridgeConnection> connect() const;  // null: no program listens
  const std::string& socket() const { return socket_; }
  long long pid() const { return child_->pid(); }

 private:
  std::unique_ptr<TemporaryFolder> folder_;
  std::string socket_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<BridgeEvent> events_;
  std::size_t returned_ = 0;
  std::unique_ptr<ChildProcess> child_;
};

// "ok", or the code's name and the message.
std::string outcome(const Result<BridgeAnswer>& answer);

// Forwards connections of 127.0.0.1:port() to another port there.
class TcpRelay {
 public:
  explicit TcpRelay(std::uint16_t to);
  ~TcpRelay();
  TcpRelay(const TcpRelay&) = delete;
  TcpRelay& operator=(const TcpRelay&) = delete;
  std::uint16_t port() const { return port_; }
  void cut();              // resets the connections; new ones are accepted, unless refused
  void refuse(bool all);   // closes new connections at once
  void stall(bool still);  // forwards nothing, and closes nothing

 private:
  void run();
  std::uint16_t to_, port_ = 0;
  int listening_ = -1;
  std::atomic<bool> cut_ = false, refuses_ = false, stalled_ = false, ended_ = false;
  std::thread thread_;
};
}  // namespace franz
