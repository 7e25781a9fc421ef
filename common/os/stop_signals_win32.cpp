#include <windows.h>
#include <atomic>
#include <utility>
#include "common/os/stop_signals.h"

namespace franz {
static std::function<void(int)> on_stop_asked;  // set once, before the handler is
static std::atomic<int> times_asked = 0;

// Called on a thread of the system's own. Source: "HandlerRoutine callback function" (Win32).
static BOOL WINAPI control(DWORD event) {
  on_stop_asked(++times_asked);
  if (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT) return TRUE;
  // The window is closed, or the person logs off: the process ends when this returns, at the
  // latest after some seconds. Until then the program may end by itself.
  ::Sleep(INFINITE);
  return TRUE;
}

void watch_stop_signals(std::function<void(int count)> on_stop) {
  on_stop_asked = std::move(on_stop);
  // A parent may have had Ctrl-C ignored (CREATE_NEW_PROCESS_GROUP does).
  ::SetConsoleCtrlHandler(nullptr, FALSE);
  ::SetConsoleCtrlHandler(control, TRUE);
}

void ignore_broken_pipes() {}  // there is no such signal
}  // namespace franz
