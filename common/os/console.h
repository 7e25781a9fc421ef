#pragma once
// The terminal or window that shows our output.
#include <optional>
#include <string>

namespace franz {
// True if the console window belongs to this program alone and closes with it: on Windows, after a
// double-click. False elsewhere.
bool console_closes_with_us();

// Shows `text` and waits for Enter or for the end of the input.
void wait_for_enter(const std::string& text);

// Whether a person can see our questions and answer: standard input and standard error are a
// terminal.
bool can_ask();

// Shows `question` and reads one line of the answer, in UTF-8 and without its end. Requires
// can_ask(). Nothing: the input has ended, by Ctrl-D or Ctrl-Z. Ctrl-C ends the process unless the
// program handles it.
std::optional<std::string> ask_person(const std::string& question);
// Discards input that was typed and not yet read. Requires can_ask().
void discard_typed();

// Reads one typed line while the program does something else; blocks. Requires can_ask(). Nothing:
// the input has ended, or the terminal belongs to another program now; reading in the background
// would stop this one.
std::optional<std::string> read_typed_line();
}  // namespace franz
