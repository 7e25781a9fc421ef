#pragma once
// Converts a setting's value from and to text.
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/settings/setting_rows.h"

namespace franz {
// Reads `text` into the row's field. Failure: the end of a sentence, "is not a number from 0 to 2";
// the field is unchanged.
Status store_setting(const SettingRow& row, std::string_view text, Settings& settings);

// The value as text, which store_setting() reads back: 0.7, on, 512x288, ["a"].
std::string print_setting(const SettingRow& row, const Settings& settings);

// The value as JSON: numbers and booleans as such, `extra` as an object, the rest as text.
std::string setting_as_json(const SettingRow& row, const Settings& settings);

// The values that the row accepts: "a number from 0 to 2", "on or off", "one of sandbox, desktop,
// window".
std::string expected_value(const SettingRow& row);

// Whether a refused text may be a secret (a key instead of a variable's name, a URL with a
// password), which no message may show.
bool may_hide_secret(const SettingRow& row, std::string_view text);
}  // namespace franz
