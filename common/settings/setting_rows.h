#pragma once
// The table of settings.def as rows: what is checked and listed of each setting.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/settings/settings.h"

namespace franz {
// Where a setting's value lives; its type decides how the text is read.
using Field = std::variant<int*, std::optional<std::int64_t>*, double*, bool*, std::string*, Size*,
                           PictureSize*, std::optional<PictureSize>*, std::vector<std::string>*>;

// What a std::string may hold.
enum class Form {
  any,             // any text without control characters
  lines,           // the same, with line ends
  filled,          // the same, not empty
  model_name,      // the same; kAutoModel leaves the choice to what is below the person's layers
  choice,          // one of `choices`
  name,            // letters, digits, - and _: it becomes part of a file's name
  optional_name,   // the same, or empty
  variable_name,   // of an environment variable, in capitals: never the key itself; or empty
  address,         // host:port
  upstream,        // "demo" or a URL that carries no user or password
  display,         // "own", "private", or X11's name of a display on this machine: ":5"
  hotkey,          // held keys and the one that is pressed: "ctrl+alt+pause"; or empty
  request_fields,  // a JSON object to merge into the request
  risk_rules       // of a list: each text is a rule of common/tools/risk.h
};

enum class Effect { next_turn, restart };

// Who may set it. A profile chooses dialect and memory, config.ini chooses the profile.
enum class Scope { anywhere, profile_only, not_in_profile };

struct SettingRow {
  std::string section, key;
  std::string help;  // a clause for the person who edits config.ini
  std::function<Field(Settings&)> field;
  double min = 0, max = 0;  // of numbers and of a size's sides, both included
  std::string unit = {};    // "ms", "seconds"; may be empty
  Form form = Form::any;
  std::vector<std::string> choices = {};
  Effect effect = Effect::next_turn;
  Scope scope = Scope::anywhere;
};

// In the order of config.ini: what people change most comes first.
const std::vector<SettingRow>& setting_rows();

struct SectionRow {
  std::string name, help;
};
const std::vector<SectionRow>& section_rows();

// nullptr: no such setting.
const SettingRow* find_setting(std::string_view section, std::string_view key);

// FRANZ_MODEL_TEMPERATURE
std::string environment_name(const std::string& section, const std::string& key);
}  // namespace franz
