#pragma once
// The settings in force, and how they come about: defaults < profile < what the profile adds for
// the surface < what was chosen for the served model < config.ini < scenario < environment < flag
// (docs/design.md#settings). Pure: the caller reads files and environment and passes their text.
//
//   at start:   SettingLayers layers{.config = …, .environment = …, .flags = …};
//               if (chosen_scenario(layers) is not empty) layers.scenario = read(…);
//               layers.profile = read(chosen_profile(layers));
//               layers.surface_profile = read(chosen_profile(layers), chosen_surface(layers));
//               Result<ResolvedSettings> start = start_settings(layers, BadFile::refuse);
//   each turn:  ResolvedSettings next = resolve_settings(layers, &last);
//               report changes(last, next), and each of next.notices that last.notices had not
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

// Every tool of the registry with its switch, in the registry's order.
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
};

// ---- What the caller brings

struct ResolvedSettings;

struct SettingsFile {
  std::string name;        // as shown in notices: "config.ini"
  std::string text;        // its bytes
  std::string failure;     // not empty: it could not be read; read_file's error, which names it
  bool unsettled = false;  // being replaced just now: what it gave before stays, without a word
  friend bool operator==(const SettingsFile&, const SettingsFile&) = default;
};

struct EnvironmentValue {
  std::string name;   // FRANZ_MODEL_TEMPERATURE
  std::string value;  // empty counts as not set
  friend bool operator==(const EnvironmentValue&, const EnvironmentValue&) = default;
};

struct FlagValue {
  std::string flag;          // for notices: "--turns"; or who else holds it: "run.jsonl"
  std::string section, key;  // the setting it holds: "limits", "max_turns"
  std::string value;
  bool yields = false;  // to config.ini, scenario, environment and real flags (Layer::chosen)
  friend bool operator==(const FlagValue&, const FlagValue&) = default;
};

// A layer that is not there is left out; once a file has set something, that counts as a file that
// cannot be read. Environment: all variables that begin with FRANZ_, or just
// those of environment_names(); names outside our sections (FRANZ_RUN_DIR) are passed over, and so
// are those of a set that the profile does not take.
struct SettingLayers {
  std::optional<SettingsFile> profile = {}, surface_profile = {}, config = {};
  std::optional<SettingsFile> scenario = {};  // settings/scenario.h tells its form
  std::vector<EnvironmentValue> environment = {};
  std::vector<FlagValue> flags = {};
  std::string runs = ProxySettings().runs;  // [proxy] runs where no layer sets it
  friend bool operator==(const SettingLayers&, const SettingLayers&) = default;
};

// FRANZ_<SECTION>_<KEY> for every key that the environment may hold, and the variables of all sets
// (settings/environment_sets.h).
std::vector<std::string> environment_names();

// The scenario that config.ini, environment and flags ask for, likewise; empty: none.
std::string chosen_scenario(const SettingLayers& layers,
                            const ResolvedSettings* last_good = nullptr);

// The profile that config.ini, scenario, environment and flags ask for; its file is the caller's to
// read.
// With `last_good` it is the profile in force, whatever is asked for: another one needs a restart.
// A bad name is passed over here and noticed when the layers are resolved. For kAutoProfile, the
// default.
std::string chosen_profile(const SettingLayers& layers,
                           const ResolvedSettings* last_good = nullptr);

// What [surface] kind is, likewise; no profile sets it.
std::string chosen_surface(const SettingLayers& layers,
                           const ResolvedSettings* last_good = nullptr);

// ---- What comes out

enum class Layer {
  defaults,
  profile,
  surface_profile,
  chosen,  // by a program, for the model that is served: what a person sets beats it
  config,
  scenario,
  environment,
  flag
};
// Whether what is wrong with a layer is wrong with a file.
bool is_file(Layer layer);

struct SettingInForce {
  std::string section, key;
  std::string value;  // in the form that print_setting writes: 0.7, on, 512x288
  Layer layer = Layer::defaults;
  // "config.ini:14", "scenarios/cat.json:3", "FRANZ_MODEL_TEMPERATURE", "--turns", "default"
  std::string where;
};

// Something to tell the operator. While its cause lasts, the text is the same each turn, so that
// the caller can report each notice once.
struct SettingsNotice {
  enum class Kind {
    bad,      // a value, line or file was refused
    ignored,  // an unknown section or key, or a key given twice
    held,     // an edit of a key that the environment or a flag holds
    pending,  // an edit that takes effect on restart
  };
  Kind kind = Kind::bad;
  Layer layer = Layer::config;
  // "config.ini:14: [model] temperature: "hot" is not a number from 0 to 2"
  std::string problem;
  // The same with what follows from it: "…; 0.7 stays in force"
  std::string text;
};

struct ResolvedSettings {
  Settings settings;
  std::vector<SettingInForce> keys;  // every key, in the order of config.ini
  std::vector<SettingsNotice> notices;
};

// Where a key's value comes from. Null: there is no such key.
const SettingInForce* find_in_force(const ResolvedSettings& resolved, std::string_view section,
                                    std::string_view key);

// Puts one setting into force, whatever it was before. Failure: there is no such key, or its value
// is invalid; nothing has changed.
Status put_in_force(SettingInForce setting, ResolvedSettings& resolved);

// The settings in force. With `last_good`: a bad value keeps that key's last good one, a file that
// cannot be read keeps all it gave, and a key that works on restart only keeps its value. Without:
// a bad value falls to the layer below.
ResolvedSettings resolve_settings(const SettingLayers& layers, const ResolvedSettings* last_good);

// What a bad file means at a program's start. keep_going suits a restart in the middle of a run.
enum class BadFile { refuse, keep_going };

// The first settings of a program. Failure (exit 2): a bad value in environment or flags, or with
// BadFile::refuse in a file; one line per problem, each naming file, line and key, variable or
// flag.
Result<ResolvedSettings> start_settings(const SettingLayers& layers, BadFile files);

// A line per key whose value differs: "config.ini:14: [model] temperature: 0.7 -> 0.2",
// "[model] temperature: 0.2 -> 0.7 (default)" when no layer names it any more.
std::vector<std::string> changes(const ResolvedSettings& before, const ResolvedSettings& after);

// One flat JSON object: {"model.temperature":0.7,"model.seed":null,"surface.picture":"512x288",…}.
// It holds no secret: of an API key, only the name of the variable that holds it.
std::string settings_as_json(const Settings& settings);

// Where each value that is no default comes from, as one flat JSON object with the same names:
// {"model.temperature":"config.ini:14","proxy.upstream":"--upstream","model.name":"FRANZ_MODEL_NAME"}
std::string sources_as_json(const ResolvedSettings& resolved);

// For `proxy settings`: each key with its value and where it comes from, aligned, by section.
std::string settings_report(const ResolvedSettings& resolved);

// The text of the shipped config.ini: every key, commented out, with meaning, range, default and
// the moment it takes effect.
std::string reference_ini();
}  // namespace franz
