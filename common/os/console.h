#pragma once
// The window that our text appears in.
#include <optional>
#include <string>

namespace franz {
// True where the program has a console window to itself, which closes with it: on Windows, started
// by a double-click. False elsewhere.
bool console_closes_with_us();

// Shows `text` and waits for Enter, or for the end of the input.
void wait_for_enter(const std::string& text);

// Whether somebody sees what we ask and can answer: standard input and standard error are a
// terminal.
bool can_ask();

// Shows `question` and reads one line of the answer, in UTF-8 and without its end. Only where
// can_ask(). Nothing: the input has ended, by Ctrl-D or Ctrl-Z. Ctrl-C ends the process, unless the
// program watches for it.
std::optional<std::string> ask_person(const std::string& question);
// Forgets what was typed and not read yet. Only where can_ask().
void discard_typed();

// Reads one line of what somebody types while the program does something else; blocks. Only where
// can_ask(). Nothing: the input has ended, or the terminal is another program's now: reading in the
// background would stop this one.
std::optional<std::string> read_typed_line();
}  // namespace franz
