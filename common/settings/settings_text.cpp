// What people and programs read of the settings: changes, JSON, the report, the shipped config.ini.
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
  // A setting that is JSON may have been written with blanks; the log compares bytes.
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

// The value as a line of an .ini file would hold it, where it needs quotes.
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
  constexpr std::size_t kWidestValue = 40;  // a longer one pushes its origin to the right
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
    // A variable of the environment may hold line ends.
    report += printable(padded(key.key, key_width) + " = " +
                        padded(as_written(key.value), value_width) + "  ; " + key.where) +
              "\n";
  }
  return report;
}

static const char* const kHeader =
    "; The settings of FRANZ.\n"
    ";\n"
    "; Each line below shows a setting with its default: take away the ; in front and write your\n"
    "; value. Save the file, and most settings work from the next turn on; the others say so. "
    "What\n"
    "; cannot be read is reported on the dashboard with its line, and the last good value stays.\n"
    ";\n"
    "; A ; or # after a space begins a comment. A value that holds one goes in quotes: \"a ; b\".\n"
    "; A flag beats the environment (FRANZ_MODEL_TEMPERATURE), which beats a scenario, which "
    "beats\n"
    "; this file, which beats the profile. `proxy settings` lists what is in force, and where it\n"
    "; comes from.\n"
    ";\n"
    "; A run draws on the sandbox, unless `kind` or `window` in [surface], or `proxy … -- "
    "PROGRAM`, has\n"
    "; it act on a real screen. What speaks of one (display, monitor, settle_ms, still_ms, "
    "only_windows,\n"
    "; dry_run, approve, risky, step_delay_ms, act_s, the tools for real screens) has no effect in "
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
