#include "proxy/run/started_screen_app.h"
#include "common/desktop/bridge_setup_app.h"
#include "common/desktop/bridge_start_app.h"
#include "common/desktop/screen_facts.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"
#include "common/run/log_entry.h"
#include "proxy/run/live_screen_app.h"
#include "proxy/run/private_screen_app.h"

namespace franz::proxy {
Status StartedScreen::start(const Options& options, const std::string& canvas, Recorder& recorder,
                            SupervisorApp& supervisor,
                            const std::function<void(const std::string& text)>& on_lost,
                            const std::function<void(const std::string& text)>& asking) {
  canvas_ = canvas;
  if (options.private_display) {
    auto display = start_private_display(options, canvas, recorder, supervisor, on_lost);
    if (!display.ok()) return display.error();
    display_ = std::move(display).value();
    address_ = kPrivateDisplay;
  }
  if (options.bridge) {
    BridgeStartPorts ports;
    ports.say = [&recorder](bool is_warning, const std::string& text) {
      recorder.say(is_warning ? LogMessage::Level::warning : LogMessage::Level::info, text);
    };
    ports.command = [&supervisor](const ControlCommand& command) {
      supervisor.command(command, [](const auto&) {});
    };
    ports.asking = asking;
    ports.stop_asked = [&supervisor] { return supervisor.stop_was_asked(); };
    auto bridge = start_screen_bridge(*options.bridge, ports);
    if (!bridge.ok()) return bridge.error();
    bridge_ = std::move(bridge).value();
    address_ = screen_address(options.bridge->setup);
  }
  return Done{};
}

void StartedScreen::end() {
  display_.reset();
  bridge_.reset();
}

bool StartedScreen::page_may_use() const {
  if (display_) return private_screen_facts().page_takeover;
  return bridge_ && screen_facts(bridge_->name()).page_takeover;
}

LiveScreenViewer::Look StartedScreen::look(const Settings& settings,
                                           const std::optional<WindowTarget>& window) const {
  LiveScreen screen = live_screen(settings, display_.get(), window);
  if (!bridge_) return live_look(screen, display_ ? parse_size(canvas_) : std::nullopt);
  screen.display = bridge_->name();
  return live_look(screen, bridge_->size());
}

ChildCommand StartedScreen::executor_for_person(const std::string& flag,
                                                const Settings& settings) const {
  ChildCommand command{sibling_program("executor"),
                       {flag, bridge_ ? bridge_->name() : display_->name()},
                       {},
                       "",
                       key_variables(settings.model.api_key_env)};
  if (display_) command.environment = {{"XAUTHORITY", display_->authority()}};
  command.asked_when_we_die = true;
  return command;
}

void StartedScreen::hand_to_orchestrator(
    HandedSettings& settings, std::vector<std::pair<std::string, std::string>>& environment) const {
  if (display_) hand_display_to_orchestrator(*display_, settings, environment);
  if (bridge_) environment.emplace_back("FRANZ_STARTED_DISPLAY", bridge_->name());
}
}  // namespace franz::proxy
