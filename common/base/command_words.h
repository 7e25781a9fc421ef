#pragma once
// Splits a command line into words. No shell reads it: a model's text starts one program with its
// arguments and nothing else.
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
inline constexpr std::size_t kMaxCommand = 32768;  // bytes
inline constexpr std::size_t kMaxWords = 256;

// Words are split at blanks. 'single quotes' keep everything between them. "double quotes" too,
// except that \" and \\ are escapes. Outside quotes a backslash keeps the next character. Nothing
// else is special: variables, patterns, ; | & < > are ordinary characters. Failure: no word, an
// unclosed quote, a control character, or too long.
Result<std::vector<std::string>> command_words(std::string_view command);

// The inverse: a command that command_words() and a POSIX shell split into these words. A word with
// characters other than letters, digits and -_./:=,@%+ is put in single quotes.
std::string command_of(std::span<const std::string> words);
}  // namespace franz
