#pragma once
// Maps the key names that people and models write to our canonical names. A real screen looks up
// keys by the canonical name.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
inline constexpr std::size_t kMaxKeysAtOnce = 8;

// The canonical name of a key: "enter" for "Return", "page_down" for "PgDn", "down" for
// "ArrowDown", "win" for "Windows" or "cmd". A character key is named by its character, in lower
// case. Case, blanks, hyphens and underscores are ignored. Empty: no such key.
std::string key_name(std::string_view written);

// Whether the key of that canonical name is a modifier: ctrl, alt, shift, win.
bool is_held_key(std::string_view name);

// The keys of a combination, in pressing order: "ctrl+shift+t", "Ctrl-C", "ctrl c". Failure: names
// the part that is not a key: `no key is called "strg"`.
Result<std::vector<std::string>> key_combination(std::string_view written);
}  // namespace franz
