#pragma once
// Reads what settings come from (profile, what it adds for a surface, config.ini, scenario,
// environment) and the system prompt,
// at start and again each turn. The rules of layering are common/settings; this only reads.
#include <optional>
#include <set>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/settings/settings.h"

namespace franz {
class SettingsReader {
 public:
  // `config_file`: from --config; empty: config.ini in the folder that find_config_folder() finds.
  // `flags`: what the command line holds. `before`: settings that were resolved by another program;
  // what works on restart only keeps the value that it has there.
  SettingsReader(std::string config_file, std::vector<FlagValue> flags,
                 std::optional<ResolvedSettings> before = std::nullopt);

  // The first reading. With `before` a bad value or file keeps what was in force. Failure without
  // (exit 2): a --config that cannot be read, no such profile or scenario, or what start_settings
  // refuses; each problem names file, line and key.
  Status start(BadFile files);
  // Holds more settings, above all that were held before, and starts again with them; none: nothing
  // is read. Failure: as start().
  Status start_with(const std::vector<FlagValue>& more, BadFile files);
  const std::vector<FlagValue>& flags() const { return flags_; }
  // What there is to tell after start(): edits that were ignored, unknown keys.
  const std::vector<SettingsNotice>& first_notices() const { return first_notices_; }

  struct Update {
    std::vector<std::string> changes;     // a line per key that differs from the reading before
    std::vector<SettingsNotice> notices;  // those that are new
  };
  // Reads all again; a file that cannot be read keeps what it gave, and so does one that is empty,
  // for one reading: editors truncate, then write. After start().
  Update read_again();

  // Holds a setting from the next reading on, above all that was held before.
  void hold(FlagValue flag);

  const ResolvedSettings& current() const { return current_; }

  // The text of [agent] system_prompt; of a file that is empty the text before, for one reading.
  // Failure: names the file; the caller keeps the last good one.
  Result<std::string> read_system_prompt();

 private:
  SettingLayers read_layers(const ResolvedSettings* last);
  std::vector<SettingsNotice> new_notices();

  std::string config_file_, config_folder_;
  bool config_required_;
  std::vector<FlagValue> flags_;
  std::optional<ResolvedSettings> before_;
  ResolvedSettings current_;
  std::optional<SettingLayers> last_layers_;  // that were read again last
  std::vector<SettingsNotice> first_notices_;
  std::set<std::string> told_;  // notices that last since an earlier reading
  // At the last reading.
  bool config_empty_ = true, scenario_empty_ = true, profile_empty_ = true,
       surface_profile_empty_ = true, prompt_empty_ = true;
  std::string prompt_;
};
}  // namespace franz
