#include <windows.h>
#include <mutex>
#include <utility>
#include "common/os/clock.h"
#include "common/os/stop_signals.h"

namespace franz {
static std::function<void(int)> on_stop_asked;  // set once, before the handler is
static std::mutex requests_mutex;
static StopRequests requests;  // guarded by the mutex

// Called on a system thread. Source: "HandlerRoutine callback function" (Win32).
static BOOL WINAPI control(DWORD event) {
  int number = 0;
  {
    const std::lock_guard lock(requests_mutex);
    number = requests.number_of(steady_time_ms());
  }
  if (number > 0) on_stop_asked(number);
  if (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT) return TRUE;
  // The window is closed, or the person logs off: the process ends when this returns, or after some
  // seconds. Until then the program may end by itself.
  ::Sleep(INFINITE);
  return TRUE;
}

void watch_stop_signals(std::function<void(int count)> on_stop) {
  on_stop_asked = std::move(on_stop);
  // The parent may have made Ctrl-C ignored (CREATE_NEW_PROCESS_GROUP does).
  ::SetConsoleCtrlHandler(nullptr, FALSE);
  ::SetConsoleCtrlHandler(control, TRUE);
}

void ignore_broken_pipes() {}  // there is no such signal
}  // namespace franz
