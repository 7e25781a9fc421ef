#include <signal.h>
#include <windows.h>
#include <cstdint>
#include <cstdio>
#include <cwchar>
#include "common/os/crash_trace.h"

namespace franz {
static constexpr unsigned kMaxCrashFrames = 62;  // CaptureStackBackTrace takes fewer than 63

// Uses nothing of the C++ library: the crashed code may hold its locks.
template <typename... Values>
static void print_crash_line(const char* format, Values... values) {
  char line[512];
  const int size = std::snprintf(line, sizeof line, format, values...);
  DWORD written = 0;
  if (size > 0)
    ::WriteFile(::GetStdHandle(STD_ERROR_HANDLE), line,
                size < int{sizeof line} ? static_cast<DWORD>(size) : DWORD{sizeof line - 1},
                &written, nullptr);
}

// The file name of the module that contains an address; empty if there is none.
static void file_of(const void* address, char (&name)[MAX_PATH], std::uintptr_t& offset) {
  HMODULE module = nullptr;
  char path[MAX_PATH] = "";
  name[0] = '\0';
  offset = reinterpret_cast<std::uintptr_t>(address);
  if (!::GetModuleHandleExA(
          GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
          static_cast<const char*>(address), &module))
    return;
  ::GetModuleFileNameA(module, path, MAX_PATH);
  const char* last = path;
  for (const char* at = path; *at != '\0'; ++at)
    if (*at == '\\') last = at + 1;
  std::snprintf(name, sizeof name, "%s", last);
  offset -= reinterpret_cast<std::uintptr_t>(module);
}

static void print_crash(const char* what, unsigned long code, const void* at) {
  char name[MAX_PATH];
  std::uintptr_t offset = 0;
  file_of(at, name, offset);
  print_crash_line("error: process %lu crashed: %s 0x%lx in %s+0x%llx\n", ::GetCurrentProcessId(),
                   what, code, name, static_cast<unsigned long long>(offset));
  void* frames[kMaxCrashFrames];
  const unsigned count = ::CaptureStackBackTrace(0, kMaxCrashFrames, frames, nullptr);
  for (unsigned i = 0; i < count; ++i) {
    file_of(frames[i], name, offset);
    print_crash_line("  %s+0x%llx\n", name, static_cast<unsigned long long>(offset));
  }
}

static LONG WINAPI report_exception(EXCEPTION_POINTERS* about) {
  print_crash("exception", about->ExceptionRecord->ExceptionCode,
              about->ExceptionRecord->ExceptionAddress);
  return EXCEPTION_CONTINUE_SEARCH;  // continues with the system's default action
}

// The library ends the process with code 3 when this returns.
static void report_abort(int signal) {
  print_crash("signal", static_cast<unsigned long>(signal),
              reinterpret_cast<const void*>(&report_abort));
}

void trace_crashes() {
  ::SetUnhandledExceptionFilter(report_exception);
  ::signal(SIGABRT, report_abort);
}
}  // namespace franz
