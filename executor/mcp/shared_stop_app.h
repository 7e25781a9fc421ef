#pragma once
// Passes a person's stop between the session and the run's page, in both directions, while it
// lives: the page's by the file of common/run/input_stop_app.h, that of the person at the screen by
// ClientSession.
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include "common/os/folder.h"
#include "executor/mcp/client_session_app.h"

namespace franz::mcp {
class SharedStop {
 public:
  // `run`: the run's folder. `say`: for a file that cannot be written, once. Called on a thread of
  // this object. Both references must outlive it.
  SharedStop(Folder run, ClientSession& session, std::function<void(const std::string&)> say);
  ~SharedStop();  // removes the file

 private:
  void look();
  // `stops`: of the session, counted before the page was looked at.
  void take_from_page(bool stopped, int stops);
  void show_on_page(const std::string& how);

  Folder run_;
  ClientSession& session_;
  std::function<void(const std::string&)> say_;
  bool stopped_ = false;  // what the session and the file agreed on last
  int stops_ = 0;         // those of the session that the page has shown
  bool failed_ = false;   // the file could not be written, and that was said
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  std::thread thread_;  // last: it uses the others
};
}  // namespace franz::mcp
