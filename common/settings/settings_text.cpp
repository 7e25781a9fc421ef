// The settings as texts: changes, JSON, the report, config.ini.
#include <algorithm>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/settings/setting_rows.h"
#include "common/settings/setting_values.h"
#include "common/settings/settings.h"

namespace franz {
const SettingInForce* find_in_force(const ResolvedSettings& resolved, std::string_view section,
                                    std::string_view key) {
  const auto found = std::ranges::find_if(resolved.keys, [&](const SettingInForce& each) {
    return each.section == section && each.key == key;
  });
  return found == resolved.keys.end() ? nullptr : &*found;
}

static std::string visible(const std::string& value) { return value.empty() ? "\"\"" : value; }

std::vector<std::string> changes(const ResolvedSettings& before, const ResolvedSettings& after) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < before.keys.size() && i < after.keys.size(); ++i) {
    const SettingInForce& old = before.keys[i];
    const SettingInForce& now = after.keys[i];
    if (old.value == now.value) continue;
    const std::string change = "[" + now.section + "] " + now.key + ": " + visible(old.value) +
                               " -> " + visible(now.value);
    lines.push_back(now.layer == Layer::defaults ? change + " (default)"
                                                 : now.where + ": " + change);
  }
  return lines;
}

std::string settings_as_json(const Settings& settings) {
  JsonObject json;
  for (const SettingRow& row : setting_rows())
    json.raw(row.section + "." + row.key, setting_as_json(row, settings));
  // A setting that is JSON may contain blanks, and the log compares bytes.
  const std::string written = json.finish();
  const Result<JsonDocument> read = JsonDocument::read(written);
  return read.ok() ? read.value().compact(JsonDocument::kRoot) : written;
}

std::string sources_as_json(const ResolvedSettings& resolved) {
  JsonObject json;
  for (const SettingInForce& key : resolved.keys)
    if (key.layer != Layer::defaults) json.text(key.section + "." + key.key, key.where);
  return json.finish();
}

// The value as in an .ini file: in quotes if needed.
static std::string as_written(const std::string& value) {
  const bool json = value.starts_with('{') || value.starts_with('[');
  const bool plain = !json && value.find_first_of(";#\"") == std::string::npos &&
                     !value.starts_with(' ') && !value.ends_with(' ');
  if (json || plain) return value;
  std::string quoted = "\"";
  for (const char c : value) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

static std::string padded(std::string text, std::size_t width) {
  const std::size_t length = count_characters(text);
  if (length < width) text.append(width - length, ' ');
  return text;
}

std::string settings_report(const ResolvedSettings& resolved) {
  constexpr std::size_t kWidestValue = 40;  // after a longer value its source is out of line
  std::size_t key_width = 0, value_width = 0;
  for (const SettingInForce& key : resolved.keys) {
    key_width = std::max(key_width, key.key.size());
    const std::size_t length = count_characters(as_written(key.value));
    if (length <= kWidestValue) value_width = std::max(value_width, length);
  }
  std::string report, section;
  for (const SettingInForce& key : resolved.keys) {
    if (key.section != section) {
      section = key.section;
      report += (report.empty() ? "[" : "\n[") + section + "]\n";
    }
    // An environment variable may contain line ends.
    report += printable(padded(key.key, key_width) + " = " +
                        padded(as_written(key.value), value_width) + "  ; " + key.where) +
              "\n";
  }
  return report;
}

static const char* const kHeader =
    "; The settings of FRANZ.\n"
    ";\n"
    "; Each line below shows a setting with its default. To change it, remove the leading ; and "
    "write\n"
    "; your value. Most settings take effect with the next turn after you save; the others say "
    "so.\n"
    "; The dashboard reports an invalid value with its line, and the last valid one stays in "
    "force.\n"
    ";\n"
    "; A ; or # after a space begins a comment. Put a value that contains one in quotes: \"a ; "
    "b\".\n"
    "; Flags override the environment (FRANZ_MODEL_TEMPERATURE), which overrides a scenario, "
    "which\n"
    "; overrides this file, which overrides the profile. `proxy settings` lists all values in "
    "force\n"
    "; and their sources.\n"
    ";\n"
    "; A run draws in the sandbox, unless `kind` or `window` in [surface] or `proxy … -- PROGRAM`\n"
    "; chooses a real screen. Settings for real screens (display, monitor, settle_ms, still_ms,\n"
    "; only_windows, dry_run, approve, risky, step_delay_ms, act_s, some tools) have no effect in "
    "the\n"
    "; sandbox.\n";

static std::string reference_entry(const SettingRow& row) {
  static const Settings defaults;
  const std::string value = as_written(print_setting(row, defaults));
  const char* effect = row.effect == Effect::restart ? "on restart" : "next turn";
  return "\n; " + row.help + "\n; " + expected_value(row) + " | default " + visible(value) + " | " +
         effect + "\n;" + row.key + " =" + (value.empty() ? "" : " ") + value + "\n";
}

std::string reference_ini() {
  std::string text = kHeader;
  for (const SectionRow& section : section_rows()) {
    text += "\n\n; ---- " + section.help + "\n[" + section.name + "]\n";
    for (const SettingRow& row : setting_rows()) {
      if (row.section == section.name && row.scope != Scope::profile_only) {
        text += reference_entry(row);
      }
    }
  }
  return text;
}
}  // namespace franz
