#include <windows.h>
// tlhelp32.h needs windows.h first
#include <tlhelp32.h>
#include <cstdint>
#include <map>
#include "common/os/win32_support.h"
#include "tests/process/processes.h"

namespace franz {
using win32::Handle;

const bool kStartsAreSlow = true;

static std::vector<PROCESSENTRY32W> all_processes() {
  const Handle snapshot(::CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0));
  std::vector<PROCESSENTRY32W> all;
  PROCESSENTRY32W entry{};
  entry.dwSize = sizeof entry;
  for (BOOL more = ::Process32FirstW(snapshot.get(), &entry); more;
       more = ::Process32NextW(snapshot.get(), &entry))
    all.push_back(entry);
  return all;
}

static Handle open_process(long long pid, DWORD access) {
  return Handle(::OpenProcess(access, FALSE, static_cast<DWORD>(pid)));
}

// Start time in units of 100 ns since 1601; 0 if the process is gone.
static std::uint64_t started(long long pid) {
  const Handle process = open_process(pid, PROCESS_QUERY_LIMITED_INFORMATION);
  FILETIME start{}, end{}, in_kernel{}, in_user{};
  if (!process.ok() || !::GetProcessTimes(process.get(), &start, &end, &in_kernel, &in_user))
    return 0;
  return static_cast<std::uint64_t>(start.dwHighDateTime) << 32U | start.dwLowDateTime;
}

std::vector<long long> descendants(long long pid) {
  std::multimap<long long, long long> children;
  for (const PROCESSENTRY32W& each : all_processes())
    children.emplace(each.th32ParentProcessID, each.th32ProcessID);
  std::vector<long long> found = {pid};
  for (std::size_t i = 0; i < found.size(); ++i) {
    // The id of an ended parent may be reused: a process older than its parent is another one's
    // child.
    const std::uint64_t parent_started = started(found[i]);
    const auto [first, last] = children.equal_range(found[i]);
    for (auto each = first; each != last; ++each) {
      if (started(each->second) >= parent_started) found.push_back(each->second);
    }
  }
  found.erase(found.begin());
  return found;
}

long long descendant_named(long long pid, const std::string& name) {
  const std::vector<PROCESSENTRY32W> all = all_processes();
  for (const long long each : descendants(pid))
    for (const PROCESSENTRY32W& entry : all)
      if (entry.th32ProcessID == each && win32::to_utf8(entry.szExeFile) == name + ".exe")
        return each;
  return 0;
}

// Wine rarely reports it, and requests of a gigabyte would take minutes there.
std::size_t memory_of(long long) { return 0; }
std::size_t peak_memory_of(long long) { return 0; }

bool is_alive(long long pid) {
  const Handle process = open_process(pid, SYNCHRONIZE);
  return process.ok() && ::WaitForSingleObject(process.get(), 0) == WAIT_TIMEOUT;
}

void kill_hard(long long pid) {
  const Handle process = open_process(pid, PROCESS_TERMINATE);
  if (process.ok()) ::TerminateProcess(process.get(), 1);
}

void freeze(long long pid) {
  const Handle snapshot(::CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0));
  THREADENTRY32 entry{};
  entry.dwSize = sizeof entry;
  for (BOOL more = ::Thread32First(snapshot.get(), &entry); more;
       more = ::Thread32Next(snapshot.get(), &entry)) {
    if (entry.th32OwnerProcessID != static_cast<DWORD>(pid)) continue;
    const Handle thread(::OpenThread(THREAD_SUSPEND_RESUME, FALSE, entry.th32ThreadID));
    if (thread.ok()) ::SuspendThread(thread.get());
  }
}

// A child has no console for key presses, so this runs the routine in it that a console runs on
// Ctrl-C.
void press_ctrl_c(long long pid) {
  const Handle process = open_process(pid, PROCESS_ALL_ACCESS);
  const auto routine = reinterpret_cast<LPTHREAD_START_ROUTINE>(reinterpret_cast<void*>(
      ::GetProcAddress(::GetModuleHandleW(L"kernelbase.dll"), "CtrlRoutine")));
  const Handle thread(::CreateRemoteThread(process.get(), nullptr, 0, routine,
                                           reinterpret_cast<void*>(CTRL_C_EVENT), 0, nullptr));
}

void ask_twice_to_stop(long long pid) {
  press_ctrl_c(pid);
  press_ctrl_c(pid);
}
}  // namespace franz
