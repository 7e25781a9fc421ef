#pragma once
// The dashboard: our own run from the recorder's events, and recorded runs from their folders.
// http_api decides the answers. Files, old runs, searches and exports are read on other threads, so
// that streams never wait for them.
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include "common/base/result.h"
#include "common/wire/control_messages.h"
#include "proxy/dashboard/http_api.h"
#include "proxy/dashboard/live_screen_viewer_app.h"
#include "proxy/dashboard/run_view.h"
#include "proxy/relay/upstream.h"
#include "proxy/supervisor/supervisor.h"

namespace franz::proxy {
class AskAgain;
class RecordedRun;

struct DashboardOptions {
  Address listen{"127.0.0.1", 8080};  // port 0: a free one
  bool exposed = false;
  std::string no_input = {};  // as in ApiContext
};

class Dashboard {
 public:
  // Calls `on_control` on its own thread for each valid command; `on_control` must call `answer`
  // once, on any thread. If it is empty (a replay), all commands are refused, and the run is that
  // of replay().
  // Failure: the address is taken or cannot be listened on (the message names it).
  using Answer = std::function<void(const std::optional<ControlRefusal>&)>;
  using OnControl = std::function<void(const ControlCommand&, Answer answer)>;
  static Result<std::unique_ptr<Dashboard>> start(const DashboardOptions& options,
                                                  OnControl on_control);

  ~Dashboard();  // calls stop()
  Dashboard(const Dashboard&) = delete;
  Dashboard& operator=(const Dashboard&) = delete;

  const Address& address() const;  // with the real port

  // Any thread; updates are handled in order.
  void update(ViewUpdate update);
  // The folder of the run's files, and the folder with the other runs. Call it once.
  void set_folders(const std::string& run_folder, const std::string& runs_folder);
  // Lets people see the run's screen. Call it once.
  void set_screen(LiveScreenViewer::Look look);
  // Lets a page use the screen. As `on_control`; `text` as in api_person_answer(). Call it once.
  using PersonAnswer =
      std::function<void(const std::optional<ControlRefusal>&, const std::string& text)>;
  using OnPerson = std::function<void(const ApiPerson&, PersonAnswer answer)>;
  void set_person(OnPerson on_person);
  // Lets people ask recorded turns again: AskAgain, which is used on threads of its own. Call it
  // once, before set_folders() or replay().
  void set_model(std::unique_ptr<AskAgain> model);
  // Shows a recorded run and follows its folder. Call it once, instead of set_folders().
  void replay(std::unique_ptr<RecordedRun> run, const std::string& runs_folder);

  // Shows a score instead of a run, with the recorded runs in that folder. Call it once.
  void score(const std::string& runs_folder);
  // The answer of /api/score from now on, a JSON object. Any thread.
  void update_score(std::string json);

  // Ends the streams with a last event, closes all connections and ends the threads. Call it once.
  void stop();

 private:
  struct Running;
  explicit Dashboard(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};
}  // namespace franz::proxy
