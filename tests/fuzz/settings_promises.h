#pragma once
// Promises of settings for any file; for the fuzzer and the test of its corpus.
#include <string>
#include <string_view>

namespace franz {
// Names the first broken promise for a config.ini of these bytes; empty: all hold. Each key has a
// value. Each notice names a problem. The settings as JSON are valid JSON. Reading the same file
// again changes nothing. A file with all values in force gives the same settings, without a notice.
std::string broken_settings_promise(std::string_view text);

// The same for a scenario: its settings can be read, or the layer is refused by name.
std::string broken_scenario_promise(std::string_view json);
}  // namespace franz
