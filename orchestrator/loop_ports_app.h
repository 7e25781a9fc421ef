#pragma once
// What the program puts together for the loop, and the loop's ports on it.
#include <memory>
#include <random>
#include <string>
#include "common/desktop/display_choice.h"
#include "common/net/model_client.h"
#include "common/os/screen_watch.h"
#include "common/run/recorder_app.h"
#include "common/run/run_dir_app.h"
#include "common/settings/settings_reader_app.h"
#include "orchestrator/command_box_app.h"
#include "orchestrator/exchange_log_app.h"
#include "orchestrator/loop_ports.h"
#include "orchestrator/output_app.h"
#include "orchestrator/picture_dump_app.h"
#include "orchestrator/settings_source_app.h"
#include "orchestrator/start_settings_app.h"
#include "orchestrator/status_feed_app.h"

namespace franz::orchestrator {
// What signals and commands stop. Shared with their threads, which outlive the loop.
struct Stopping {
  ModelClient client;
  TurnCut cut{[this] { client.stop(); }, [this] { client.go_on(); }};
  CommandBox commands{cut};
};

struct AppParts {
  SettingsReader& reader;
  Output& output;
  Stopping& stopping;
  const RunDir& run;
  Recorder* recorder;  // null: the proxy records the run
  const FromProxy& given;
  RunScreen screen;
  ModelServer server;
  std::string run_id;
  SettingsSource settings;
  ExchangeLog exchange_log;
  PictureDump dump;
  std::unique_ptr<StatusFeed> status = {};  // null: no window
  std::unique_ptr<ScreenWatch> watch = {};  // null: the screen is not a person's
  std::mt19937 random{std::random_device{}()};
};

// Starts the status window, if `windows` can be shown and the settings ask for it, and the watch
// for a panic of the person at the screen.
void start_feeds(AppParts& parts, const Settings& settings, bool windows);

// `parts` outlives the ports.
LoopPorts loop_ports(AppParts& parts);

// Releases what a killed executor holds down on a real screen. A failure is a warning.
void release_input(const std::string& display, const std::string& api_key_env, Output& output);
}  // namespace franz::orchestrator
