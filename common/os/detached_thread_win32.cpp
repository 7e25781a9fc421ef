#include <windows.h>
// process.h needs the line above
#include <process.h>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>
#include "common/os/detached_thread.h"

namespace franz {
static unsigned __stdcall run_work(void* owned) noexcept {
  const std::unique_ptr<std::function<void()>> work(static_cast<std::function<void()>*>(owned));
  (*work)();
  return 0;
}

void start_detached_thread(std::function<void()> work) {
  auto owned = std::make_unique<std::function<void()>>(std::move(work));
  const auto thread = ::_beginthreadex(nullptr, 0, run_work, owned.get(), 0, nullptr);
  if (thread == 0)
    throw std::system_error(errno, std::generic_category(), "a thread cannot be started");
  static_cast<void>(owned.release());  // run_work() owns it
  ::CloseHandle(reinterpret_cast<HANDLE>(thread));
}
}  // namespace franz
