#pragma once
// Reads the sources of the settings (profile and its file for the surface, config.ini, scenario,
// environment) and the system prompt, at the start and before each turn. settings.h has the rules.
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
  // `flags`: the settings of the command line. `before`: settings that another program has
  // resolved; a setting that works on restart only keeps that value.
  SettingsReader(std::string config_file, std::vector<FlagValue> flags,
                 std::optional<ResolvedSettings> before = std::nullopt);

  // The first reading. With `before` it never fails: after a bad value or file the value before
  // stays in force. Failure (exit 2): a --config that cannot be read, no such profile or scenario,
  // or what start_settings() refuses; each problem names file, line and key.
  Status start(BadFile files);
  // Adds flags, which override earlier ones, and starts again. Does nothing if there are none.
  Status start_with(const std::vector<FlagValue>& more, BadFile files);
  const std::vector<FlagValue>& flags() const { return flags_; }
  // The notices of start(): ignored edits, unknown keys.
  const std::vector<SettingsNotice>& first_notices() const { return first_notices_; }

  struct Update {
    std::vector<std::string> changes;     // a line per key that has changed since the last reading
    std::vector<SettingsNotice> notices;  // the new ones
  };
  // Reads all again, after start(). The values of a file that cannot be read stay in force. So do
  // those of an empty file, for one reading, because editors truncate a file before they write it.
  Update read_again();

  // Adds a flag, which overrides earlier ones from the next reading on.
  void hold(FlagValue flag);

  const ResolvedSettings& current() const { return current_; }

  // The text of [agent] system_prompt; for an empty file once more the last text. Failure: names
  // the file; the caller keeps the last valid text.
  Result<std::string> read_system_prompt();

 private:
  SettingLayers read_layers(const ResolvedSettings* last);
  std::vector<SettingsNotice> new_notices();

  std::string config_file_, config_folder_;
  bool config_required_;
  std::vector<FlagValue> flags_;
  std::optional<ResolvedSettings> before_;
  ResolvedSettings current_;
  std::optional<SettingLayers> last_layers_;  // of the last read_again()
  std::vector<SettingsNotice> first_notices_;
  std::set<std::string> reported_;  // the texts of the notices of the last reading
  // At the last reading.
  bool config_empty_ = true, scenario_empty_ = true, profile_empty_ = true,
       surface_profile_empty_ = true, prompt_empty_ = true;
  std::string prompt_;
};
}  // namespace franz
