#include <windows.h>
// needs the line above
#include <shellapi.h>
#include "common/os/win32_support.h"
#include "proxy/supervisor/ports_app.h"

namespace franz::proxy {
Status open_page(const std::string& url) {
  // A result above 32 means success. Source: ShellExecuteW (Win32).
  const auto result = reinterpret_cast<INT_PTR>(::ShellExecuteW(
      nullptr, L"open", win32::to_wide(url).c_str(), nullptr, nullptr, SW_SHOWNORMAL));
  if (result > 32) return Done{};
  return Error{"the browser: " + win32::message(static_cast<DWORD>(result))};
}
}  // namespace franz::proxy
