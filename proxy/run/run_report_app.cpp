#include "proxy/run/run_report_app.h"
#include <algorithm>
#include <utility>
#include <vector>
#include "common/base/printable.h"
#include "common/formats/picture_cost.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/run/run_files.h"
#include "common/settings/first_config_app.h"
#include "common/settings/setting_rows.h"
#include "common/settings/setting_values.h"
#include "common/tools/surface_facts.h"

namespace franz::proxy {
// The size of the run's surface, if it is known before the first picture.
static std::optional<Size> known_size(const Options& options, const RunStart& start) {
  const SurfaceSettings& surface = options.settings.settings.surface;
  if (is_bounded_to_window(surface.kind)) return std::nullopt;
  if (shows_real_screen(surface.kind) && !options.private_display) return std::nullopt;
  Settings of_run;
  const SettingRow& canvas = *find_setting("surface", "canvas");
  if (!store_setting(canvas, start.canvas, of_run).ok()) return surface.canvas;
  return of_run.surface.canvas;
}

static void print_picture(Console& console, const Options& options, const RunStart& start) {
  const Settings& settings = options.settings.settings;
  const SurfaceSettings& surface = settings.surface;
  const std::optional<Size> seen = known_size(options, start);
  const Size picture = usual_picture(surface, seen.value_or(surface.canvas));
  const std::string& model = settings.model.name;
  // A fitted picture has the same number of tokens on every screen.
  const std::string size = !seen && surface.picture.fit
                               ? print_setting(*find_setting("surface", "picture"), settings)
                               : size_text(picture);
  if (options.demo) return console.line("picture    " + size);
  const auto advice = too_small_picture(model, picture, shows_real_screen(surface.kind));
  if (!advice) return console.line("picture    " + size + token_words(model, picture));
  console.line("picture    " + advice->found);
  for (std::size_t at = 0, end = 0; at < advice->fix.size(); at = end + 1) {
    end = std::min(advice->fix.find('\n', at), advice->fix.size());
    console.line("           -> " + advice->fix.substr(at, end - at));
  }
}

void greet(Console& console, const Options& options, const RunStart& start,
           const Upstream& upstream, const std::optional<WindowTarget>& window) {
  const RunAddresses& run = start.run.about.addresses;
  console.line("relay      http://" + run.relay + "  ->  " +
               (options.demo ? "the demo model at " : "") + to_string(upstream));
  console.line("dashboard  http://" + run.dashboard);
  console.line("run        " + start.folder);
  if (!options.resume.empty())
    console.line("resuming after turn " + std::to_string(start.run.log.story.last_turn()));
  const TelemetrySettings& telemetry = options.settings.settings.telemetry;
  if (!telemetry.otlp.empty())
    console.line("telemetry  " + telemetry.otlp +
                 (telemetry.content ? ", with texts" : ", without texts"));
  if (!run.display.empty())
    console.line("display    " + run.display +
                 (run.program.empty() ? "" : ", with " + printable(run.program.front())) +
                 (options.show ? ", in a window" : ""));
  if (window)
    console.line("window     \"" + window->title + "\"" +
                 (window->app.empty() ? "" : " of " + window->app) + ", id:" + window->id);
  if (options.launch) print_picture(console, options, start);
  if (options.expose)
    console.line(
        "exposed: anyone who can reach these ports can use the model, read this run and stop it" +
        std::string(options.expose_input ? ", and use its private display" : ""));
  for (const std::string& notice : options.notices) console.line(notice);
  for (const std::string& note : start.run.notes) console.line(note);
}

void create_first_config(Console& console, const Options& options) {
  const std::optional<std::string> folder = find_config_folder();
  if (!options.config.empty() || !folder) return;
  const Result<std::optional<std::string>> written = write_first_config(*folder);
  if (!written.ok()) {
    console.line("settings   no file was written: " + written.error().message);
  } else if (const std::optional<std::string>& path = written.value()) {
    console.line("settings   " + *path + " is new: every setting with its default, commented out");
  }
}

void print_exchange_log(Console& console, const std::string& folder) {
  const Result<std::vector<std::string>> names = list_folder(folder);
  if (!names.ok()) return console.line("exchanges  " + names.error().message);
  std::string newest;
  for (const std::string& name : names.value())
    if (is_exchange_log(name)) newest = std::max(newest, name);
  if (!newest.empty()) console.line("exchanges  " + join_path(folder, newest));
}

void print_end(Console& console, const RecordEnd& end) {
  const std::string lost = to_text(end.lost_turns);
  if (!lost.empty()) console.line("the run is not completely recorded: lost: " + lost);
  if (!end.seal.ok())
    return console.line("no seal: the end could not be recorded: " + end.seal.error().message);
  console.line("seal       " + end.seal.value() +
               (lost.empty() ? "" : " of an incomplete record: without " + lost));
}
}  // namespace franz::proxy
