#pragma once
// What settings promise for any file: for the fuzzer, and for the test of its corpus.
#include <string>
#include <string_view>

namespace franz {
// The first promise that does not hold for a config.ini of these bytes, named; empty: all hold.
// Each key has a value; each notice says what is wrong; the settings as JSON are JSON; the same
// file again changes nothing; and a file in which every value that is in force is written sets the
// same, without a word about it.
std::string broken_settings_promise(std::string_view text);

// Likewise of a scenario: what it sets is read as settings, or the layer is refused by name.
std::string broken_scenario_promise(std::string_view json);
}  // namespace franz
