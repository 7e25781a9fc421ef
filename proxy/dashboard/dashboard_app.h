#pragma once
// The dashboard: our own run as the recorder tells it, and recorded runs from their folders. What
// is answered is decided by http_api; files, old runs, searches and exports are read on threads of
// their own, so that no stream ever waits for them.
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include "common/base/result.h"
#include "common/wire/control_messages.h"
#include "proxy/dashboard/run_view.h"
#include "proxy/relay/upstream.h"
#include "proxy/supervisor/supervisor.h"

namespace franz::proxy {
class RecordedRun;

struct DashboardOptions {
  Address listen{"127.0.0.1", 8080};  // port 0: a free one
  bool exposed = false;
};

class Dashboard {
 public:
  // Calls `on_control` on its own thread for each command that reads well; it calls `answer` once,
  // from any thread. Without one (a replay) no command is ever taken, and the run is the one that
  // replay() is given.
  // Failure: the address is taken or cannot be listened on (names it).
  using Answer = std::function<void(const std::optional<ControlRefusal>&)>;
  using OnControl = std::function<void(const ControlCommand&, Answer answer)>;
  static Result<std::unique_ptr<Dashboard>> start(const DashboardOptions& options,
                                                  OnControl on_control);

  ~Dashboard();  // stop()
  Dashboard(const Dashboard&) = delete;
  Dashboard& operator=(const Dashboard&) = delete;

  const Address& address() const;  // with the real port

  // Any thread; handled in order.
  void update(ViewUpdate update);
  // Where the run's files are, and the runs beside it. Once.
  void set_folders(const std::string& run_folder, const std::string& runs_folder);
  // Lets people see the screen of the run: `look` gives it as a PNG, or why there is none. It is
  // called on a thread of its own, when somebody asks, within the limits of live_pace.h; `stop`
  // calls it off. Once.
  using Look = std::function<Result<std::string>(const std::stop_token& stop)>;
  void set_screen(Look look);
  // Shows a recorded run, and follows its folder. Once, instead of set_folders().
  void replay(std::unique_ptr<RecordedRun> run, const std::string& runs_folder);

  // Ends the streams with a last event, closes all connections, ends the threads. Once.
  void stop();

 private:
  struct Running;
  explicit Dashboard(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};
}  // namespace franz::proxy
