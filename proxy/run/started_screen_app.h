#pragma once
// The screen that the proxy starts or connects to for a run: a private display, a screen behind a
// bridge, or none, because the run has the canvas or a screen that is there already.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/private_display_app.h"
#include "common/desktop/screen_bridge_app.h"
#include "common/run/recorder_app.h"
#include "common/wire/handed_settings.h"
#include "proxy/command/options_app.h"
#include "proxy/dashboard/live_screen_viewer_app.h"
#include "proxy/supervisor/supervisor_app.h"

namespace franz::proxy {
class StartedScreen {
 public:
  // Starts what `options` need, at most once. `canvas`: the size of a private display. `recorder`
  // and `supervisor` must outlive it, and receive its events; `on_lost` is called when a private
  // display is gone. `asking`: gets what the person must do before the screen can be used, at once:
  // the recorder shows nothing before the run begins. Takes some seconds, or until the person did
  // that; a stop ends it. Failure: the reason.
  Status start(const Options& options, const std::string& canvas, Recorder& recorder,
               SupervisorApp& supervisor,
               const std::function<void(const std::string& text)>& on_lost,
               const std::function<void(const std::string& text)>& asking);
  // No event follows.
  void end();

  // Null: the run has none.
  PrivateDisplay* display() const { return display_.get(); }
  // For the record: kPrivateDisplay, "vnc://HOST:PORT", "wayland-1"; empty: neither.
  const std::string& address() const { return address_; }
  // Whether a page may use it. Never a person's own screen: with --expose-input, others can reach
  // the page.
  bool page_may_use() const;
  // How the page looks at the run's screen, also if it is not ours. `settings`: of the run.
  LiveScreenViewer::Look look(const Settings& settings,
                              const std::optional<WindowTarget>& window) const;
  // Runs the executor on it for a person. `flag`: of the executor. Precondition: page_may_use().
  ChildCommand executor_for_person(const std::string& flag, const Settings& settings) const;
  // Adds what an orchestrator needs to use it.
  void hand_to_orchestrator(HandedSettings& settings,
                            std::vector<std::pair<std::string, std::string>>& environment) const;

 private:
  std::string canvas_, address_;
  std::unique_ptr<PrivateDisplay> display_;
  std::unique_ptr<ScreenBridge> bridge_;
};
}  // namespace franz::proxy
