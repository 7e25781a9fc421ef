#pragma once
// The words of a command line. No shell reads it: a model's text starts one program with its
// arguments and cannot do more by a sign in it.
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
inline constexpr std::size_t kMaxCommand = 32768;  // bytes
inline constexpr std::size_t kMaxWords = 256;

// Words are split at blanks. 'single quotes' keep all that is between them, "double quotes" too,
// but for \" and \\; outside of quotes a backslash keeps the character behind it. Nothing else has
// a meaning: variables, patterns, ; | & < > are characters of a word. Failure: no word, a quote
// without its end, a control character, or too long.
Result<std::vector<std::string>> command_words(std::string_view command);

// The other way: a command that command_words() and a POSIX shell read as these words. A word of
// other characters than letters, digits and -_./:=,@%+ is put in single quotes.
std::string command_of(std::span<const std::string> words);
}  // namespace franz
