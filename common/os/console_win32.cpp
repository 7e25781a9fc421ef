#include <windows.h>
#include <array>
#include "common/os/console.h"
#include "common/os/stdio.h"

namespace franz {
// Nobody else uses the console: no shell started us. A child of another program may have one too,
// which nobody sees: its streams go elsewhere. Source: GetConsoleProcessList (Win32).
bool console_closes_with_us() {
  if (!output_is_terminal()) return false;
  std::array<DWORD, 2> processes{};
  return ::GetConsoleProcessList(processes.data(), static_cast<DWORD>(processes.size())) == 1;
}

void wait_for_enter(const std::string& text) {
  write_standard_error(text);
  char key = '\0';
  DWORD count = 0;
  // A console hands over whole lines: this returns at Enter.
  static_cast<void>(::ReadFile(::GetStdHandle(STD_INPUT_HANDLE), &key, 1, &count, nullptr));
}
}  // namespace franz
