#include "tests/fuzz/settings_promises.h"
#include "common/base/json.h"
#include "common/base/utf8.h"
#include "common/settings/scenario.h"
#include "common/settings/settings.h"

namespace franz {
static std::string broken_by(const ResolvedSettings& resolved) {
  for (const SettingsNotice& notice : resolved.notices) {
    if (notice.problem.empty() || notice.text.empty()) return "a notice without a text";
    if (to_valid_utf8(notice.text) != notice.text) return "a notice that is no UTF-8";
  }
  if (!JsonDocument::read(settings_as_json(resolved.settings)).ok())
    return "settings that are no JSON";
  if (!JsonDocument::read(sources_as_json(resolved)).ok()) return "sources that are no JSON";
  return settings_report(resolved).empty() ? "no report" : "";
}

// A value in the syntax of an .ini file.
static std::string quoted(const std::string& value) {
  std::string text = "\"";
  for (const char c : value) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

static std::string broken_by(const SettingLayers& layers) {
  const ResolvedSettings resolved = resolve_settings(layers, nullptr);
  if (std::string broken = broken_by(resolved); !broken.empty()) return broken;
  const ResolvedSettings again = resolve_settings(layers, &resolved);
  if (!changes(resolved, again).empty()) return "it changes: " + changes(resolved, again).front();
  std::string written;
  SettingLayers copy;
  for (const SettingInForce& key : resolved.keys) {
    if (key.layer == Layer::defaults) continue;
    if (key.value.find('\n') == std::string::npos) {
      written += "[" + key.section + "]\n" + key.key + " = " + quoted(key.value) + "\n";
    } else {  // from a scenario: an .ini line cannot contain it
      copy.flags.push_back({"--copy", key.section, key.key, key.value});
    }
  }
  copy.config = SettingsFile{"copy.ini", written, ""};
  const ResolvedSettings read = resolve_settings(copy, nullptr);
  if (!read.notices.empty()) return "a value in force is refused: " + read.notices.front().text;
  if (settings_as_json(read.settings) != settings_as_json(resolved.settings))
    return "written again it is other settings: " + written;
  return "";
}

std::string broken_settings_promise(std::string_view text) {
  SettingLayers layers;
  layers.config = SettingsFile{"config.ini", std::string(text), ""};
  return broken_by(layers);
}

std::string broken_scenario_promise(std::string_view json) {
  const Result<Scenario> read = parse_scenario(json, "scenarios/x.json");
  if (!read.ok() && read.error().message.empty()) return "no reason";
  SettingLayers layers;
  layers.scenario = SettingsFile{"scenarios/x.json", std::string(json), ""};
  return broken_by(layers);
}
}  // namespace franz
