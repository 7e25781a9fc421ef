#pragma once
// The names of keys, as people and models write them, and the one name that we give each. What is
// pressed on a real screen is looked up by that name.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
inline constexpr std::size_t kMaxKeysAtOnce = 8;

// Our name of one key: "enter" for "Return", "page_down" for "PgDn", "down" for "ArrowDown", "win"
// for "Windows" or "cmd"; a character that is a key by itself is its own name, letters small.
// Capitals, blanks, hyphens and underscores make no difference. Empty: no key has that name.
std::string key_name(std::string_view written);

// Whether the key of that name, as from key_name(), is held to change what others do: ctrl, alt,
// shift, win.
bool is_held_key(std::string_view name);

// The keys of a combination, in the order they are held: "ctrl+shift+t", "Ctrl-C", "ctrl c".
// Failure: names the part that is no key: `no key is called "strg"`.
Result<std::vector<std::string>> key_combination(std::string_view written);
}  // namespace franz
