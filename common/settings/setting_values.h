#pragma once
// One setting's text and its value.
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/settings/setting_rows.h"

namespace franz {
// Reads `text` into the row's field. Failure: what the text is not, as the end of a sentence ("is
// not a number from 0 to 2"); the field is unchanged.
Status store_setting(const SettingRow& row, std::string_view text, Settings& settings);

// The value in its one written form, which store_setting reads back: 0.7, on, 512x288, ["a"].
std::string print_setting(const SettingRow& row, const Settings& settings);

// The value as JSON: numbers and booleans as such, `extra` as an object, all else as text.
std::string setting_as_json(const SettingRow& row, const Settings& settings);

// What the row takes: "a number from 0 to 2", "on or off", "one of sandbox, desktop, window".
std::string expected_value(const SettingRow& row);

// Whether a text that was refused may be a secret (a key in place of a variable's name, a URL with
// a password), so that no message shows it.
bool may_hide_secret(const SettingRow& row);
}  // namespace franz
