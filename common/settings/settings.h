#pragma once
// Resolves the settings in force from layers: defaults < profile < the profile's file for the
// surface < what was chosen for the served model < config.ini < scenario < environment < flag
// (docs/design.md#settings). The caller reads files and environment and passes their texts.
//
//   at start:   SettingLayers layers{.config = …, .environment = …, .flags = …};
//               if (chosen_scenario(layers) is not empty) layers.scenario = read(…);
//               layers.profile = read(chosen_profile(layers));
//               layers.surface_profile = read(chosen_profile(layers), chosen_surface(layers));
//               Result<ResolvedSettings> start = start_settings(layers, BadFile::refuse);
//   each turn:  ResolvedSettings next = resolve_settings(layers, &last);
//               report changes(last, next), and the notices that are in `next` but not in `last`
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/picture_size.h"
#include "common/geometry/screen_map.h"

namespace franz {
// What [model] name may be besides a name: the profile's, until one is chosen
// (common/formats/profile_choice.h).
inline constexpr std::string_view kAutoModel = "auto";
// What [agent] profile may be besides a file's name: the default profile is read until one is
// chosen (common/formats/profile_choice.h).
inline constexpr std::string_view kAutoProfile = "auto";
inline constexpr std::string_view kDefaultProfile = "franz";

// ModelSettings, AgentSettings and so on. Sections and keys have the names of config.ini.
#define SECTION(name, Struct, help) struct Struct {
#define SETTING(type, key, value, help, ...) type key = value;
// clang-format off
#define SECTION_END };
// clang-format on
#define TOOL_SECTION(name, help)
#include "common/settings/settings.def"

// Each tool with its switch, in the registry's order.
using ToolSwitches = std::vector<std::pair<std::string, bool>>;
ToolSwitches default_tool_switches();

struct Settings {
  ModelSettings model;
  AgentSettings agent;
  ToolSwitches tools = default_tool_switches();
  SurfaceSettings surface;
  SafetySettings safety;
  MarkSettings marks;
  OverlaySettings overlays;
  LimitSettings limits;
  ProxySettings proxy;
  TelemetrySettings telemetry;
};

// ---- What the caller brings

struct ResolvedSettings;

struct SettingsFile {
  std::string name;        // as shown in notices: "config.ini"
  std::string text;        // its bytes
  std::string failure;     // not empty: why it could not be read; names the file
  bool unsettled = false;  // being written now: its last values stay in force without a notice
  friend bool operator==(const SettingsFile&, const SettingsFile&) = default;
};

struct EnvironmentValue {
  std::string name;   // FRANZ_MODEL_TEMPERATURE
  std::string value;  // empty: not set
  friend bool operator==(const EnvironmentValue&, const EnvironmentValue&) = default;
};

struct FlagValue {
  std::string flag;          // the source, for notices: "--turns", "run.jsonl"
  std::string section, key;  // "limits", "max_turns"
  std::string value;
  bool yields = false;  // belongs to Layer::chosen, not to Layer::flag
  friend bool operator==(const FlagValue&, const FlagValue&) = default;
};

// A missing file has no layer; if it has set something before, it counts as a file that cannot be
// read. `environment`: all variables that begin with FRANZ_, or only those of environment_names().
// Names outside our sections (FRANZ_RUN_DIR) are skipped, and so are sets that the profile does not
// use.
struct SettingLayers {
  std::optional<SettingsFile> profile = {}, surface_profile = {}, config = {};
  std::optional<SettingsFile> scenario = {};  // settings/scenario.h has its format
  std::vector<EnvironmentValue> environment = {};
  std::vector<FlagValue> flags = {};
  std::string runs = ProxySettings().runs;  // the default of [proxy] runs
  friend bool operator==(const SettingLayers&, const SettingLayers&) = default;
};

// FRANZ_<SECTION>_<KEY> of each key that the environment may set, and the variables of all sets
// (settings/environment_sets.h).
std::vector<std::string> environment_names();

// The scenario, the profile and the [surface] kind that the layers above them choose, so that the
// caller can read their files. With `last_good`: those in force, because others need a restart. An
// invalid name is skipped here and reported when the layers are resolved.
// Empty: none.
std::string chosen_scenario(const SettingLayers& layers,
                            const ResolvedSettings* last_good = nullptr);
// kDefaultProfile for kAutoProfile.
std::string chosen_profile(const SettingLayers& layers,
                           const ResolvedSettings* last_good = nullptr);
std::string chosen_surface(const SettingLayers& layers,
                           const ResolvedSettings* last_good = nullptr);

// ---- What comes out

enum class Layer {
  defaults,
  profile,
  surface_profile,
  chosen,  // by a program, for the served model
  config,
  scenario,
  environment,
  flag
};
// Whether the layer is a file.
bool is_file(Layer layer);

struct SettingInForce {
  std::string section, key;
  std::string value;  // as print_setting() writes it: 0.7, on, 512x288
  Layer layer = Layer::defaults;
  // "config.ini:14", "scenarios/cat.json:3", "FRANZ_MODEL_TEMPERATURE", "--turns", "default"
  std::string where;
  friend bool operator==(const SettingInForce&, const SettingInForce&) = default;
};

// A message for the operator. Its text stays the same while its cause lasts, so that the caller can
// report it once.
struct SettingsNotice {
  enum class Kind {
    bad,      // a value, line or file was refused
    ignored,  // an unknown section or key, or a key given twice
    held,     // an edit without effect, because a higher layer sets the key
    pending,  // an edit that takes effect on restart
  };
  Kind kind = Kind::bad;
  Layer layer = Layer::config;
  // "config.ini:14: [model] temperature: "hot" is not a number from 0 to 2"
  std::string problem;
  // The problem and its consequence: "…; 0.7 stays in force"
  std::string text;
};

struct ResolvedSettings {
  Settings settings;
  std::vector<SettingInForce> keys;  // every key, in the order of config.ini
  std::vector<SettingsNotice> notices;
};

// A key's value and its source. Null: there is no such key.
const SettingInForce* find_in_force(const ResolvedSettings& resolved, std::string_view section,
                                    std::string_view key);

// Puts one setting into force. Failure: there is no such key, or its value is invalid; nothing has
// changed.
Status put_in_force(SettingInForce setting, ResolvedSettings& resolved);

// The settings in force. With `last_good`, its values stay in force for keys with an invalid value,
// for keys of a file that cannot be read, and for keys that work on restart only. Without it, an
// invalid value falls back to the layer below.
ResolvedSettings resolve_settings(const SettingLayers& layers, const ResolvedSettings* last_good);

// Whether a program starts in spite of errors in files.
enum class BadFile { refuse, keep_going };

// The settings at a program's start. Failure (exit 2): an invalid value in environment or flags, or
// with BadFile::refuse in a file; a line for each problem, with file, line and key, variable or
// flag.
Result<ResolvedSettings> start_settings(const SettingLayers& layers, BadFile files);

// A line for each key whose value has changed: "config.ini:14: [model] temperature: 0.7 -> 0.2", or
// "[model] temperature: 0.2 -> 0.7 (default)" if no layer sets it now.
std::vector<std::string> changes(const ResolvedSettings& before, const ResolvedSettings& after);

// One flat JSON object: {"model.temperature":0.7,"model.seed":null,"surface.picture":"512x288",…}.
// It has no secrets: of an API key only the name of its variable.
std::string settings_as_json(const Settings& settings);

// The source of each value that is not a default, as a flat JSON object with the same names:
// {"model.temperature":"config.ini:14","proxy.upstream":"--upstream","model.name":"FRANZ_MODEL_NAME"}
std::string sources_as_json(const ResolvedSettings& resolved);

// For `proxy settings`: each key with its value and source, aligned, by section.
std::string settings_report(const ResolvedSettings& resolved);

// The text of config.ini: every key, commented out, with meaning, range, default and when it takes
// effect.
std::string reference_ini();
}  // namespace franz
