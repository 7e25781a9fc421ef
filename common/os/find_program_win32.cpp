#include <windows.h>
#include "common/os/find_program.h"
#include "common/os/win32_support.h"

namespace franz {
std::string find_program(const std::string& name) {
  std::wstring path(32768, L'\0');  // the longest path that Windows knows
  const DWORD length = ::SearchPathW(nullptr, win32::to_wide(name).c_str(), L".exe",
                                     static_cast<DWORD>(path.size()), path.data(), nullptr);
  path.resize(length < path.size() ? length : 0);
  return win32::to_utf8(path);
}
}  // namespace franz
