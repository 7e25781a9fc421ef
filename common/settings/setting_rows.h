#pragma once
// The table of settings.def as data: how each setting is checked and listed.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/settings/settings.h"

namespace franz {
// Where a setting's value is stored; its type decides how the text is read.
using Field = std::variant<int*, std::optional<std::int64_t>*, double*, bool*, std::string*, Size*,
                           PictureSize*, std::optional<PictureSize>*, std::vector<std::string>*>;

// The values that a std::string may have.
enum class Form {
  any,             // any text without control characters
  lines,           // as any, and line ends
  filled,          // as any, not empty
  model_name,      // as filled; kAutoModel: the layers below the person's decide
  choice,          // one of `choices`
  name,            // letters, digits, - and _: it becomes part of a file's name
  optional_name,   // as name, or empty
  variable_name,   // of an environment variable, in capitals; or empty
  address,         // host:port
  upstream,        // "demo" or a URL without user and password
  collector,       // a URL without user and password, or empty
  display,         // "own", "private", or a local X11 display: ":5"
  hotkey,          // modifiers and a key, "ctrl+alt+pause"; or empty
  request_fields,  // a JSON object to merge into the request
  risk_rules       // a list in which each text is a rule of common/tools/risk.h
};

enum class Effect { next_turn, restart };

// Who may set it. A profile chooses dialect and memory, config.ini chooses the profile.
enum class Scope { anywhere, profile_only, not_in_profile };

struct SettingRow {
  std::string section, key;
  std::string help;  // one line for the person who edits config.ini
  std::function<Field(Settings&)> field;
  double min = 0, max = 0;  // of a number or a size's sides, both included
  std::string unit = {};    // "ms", "seconds"; may be empty
  Form form = Form::any;
  std::vector<std::string> choices = {};
  Effect effect = Effect::next_turn;
  Scope scope = Scope::anywhere;
};

// In the order of config.ini.
const std::vector<SettingRow>& setting_rows();

struct SectionRow {
  std::string name, help;
};
const std::vector<SectionRow>& section_rows();

// Null: no such setting.
const SettingRow* find_setting(std::string_view section, std::string_view key);

// FRANZ_MODEL_TEMPERATURE
std::string environment_name(const std::string& section, const std::string& key);
}  // namespace franz
