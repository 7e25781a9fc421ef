#include <windows.h>
#include <array>
#include <cstddef>
#include <cstdlib>
#include "common/os/console.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/os/win32_support.h"

namespace franz {
static constexpr std::size_t kLongestAnswer = 65536;  // characters; no setting is longer

// No other program uses the console, so no shell started us. A child of another program may also
// have an invisible console: its streams are redirected. Source: GetConsoleProcessList (Win32).
bool console_closes_with_us() {
  if (!output_is_terminal()) return false;
  std::array<DWORD, 2> processes{};
  return ::GetConsoleProcessList(processes.data(), static_cast<DWORD>(processes.size())) == 1;
}

void wait_for_enter(const std::string& text) {
  write_standard_error(text);
  char key = '\0';
  DWORD count = 0;
  // A console returns whole lines: this returns at Enter.
  static_cast<void>(::ReadFile(::GetStdHandle(STD_INPUT_HANDLE), &key, 1, &count, nullptr));
}

static bool is_standard_console(DWORD stream) {
  DWORD mode = 0;
  return ::GetConsoleMode(::GetStdHandle(stream), &mode) != 0;
}

bool can_ask() {
  return is_standard_console(STD_INPUT_HANDLE) && is_standard_console(STD_ERROR_HANDLE);
}

// In UTF-16, for any code page of the console.
std::optional<std::string> ask_person(const std::string& question) {
  constexpr wchar_t kCtrlZ = 26;
  write_standard_error(question);
  std::wstring line;
  for (;;) {
    std::array<wchar_t, 1024> piece{};
    DWORD count = 0;
    ::SetLastError(0);
    const bool read = ::ReadConsoleW(::GetStdHandle(STD_INPUT_HANDLE), piece.data(),
                                     static_cast<DWORD>(piece.size()), &count, nullptr);
    // Ctrl-C: meanwhile another thread of the system ends the process. Source: ReadConsole (Win32).
    if (::GetLastError() == ERROR_OPERATION_ABORTED) std::_Exit(kStopped);
    if (!read || count == 0) return std::nullopt;
    line.append(piece.data(), count);
    if (line.front() == kCtrlZ) return std::nullopt;
    if (line.back() != L'\n' && line.size() < kLongestAnswer) continue;
    while (line.ends_with(L'\n') || line.ends_with(L'\r')) line.pop_back();
    return win32::to_utf8(line);
  }
}

void discard_typed() { ::FlushConsoleInputBuffer(::GetStdHandle(STD_INPUT_HANDLE)); }

std::optional<std::string> read_typed_line() { return ask_person(""); }
}  // namespace franz
