#include <windows.h>
#include "executor/desktop/launcher.h"
// shellapi.h and objbase.h need the line above
#include <objbase.h>
#include <shellapi.h>
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/secret_variables.h"
#include "common/os/win32_support.h"
#include "executor/desktop/run_command.h"

namespace franz::executor {
namespace {
constexpr std::size_t kMaxProgramShown = 80;  // bytes of a program's name

// Expands %WINDIR% and the like; unknown names stay as they are.
std::string with_variables(std::string_view text) {
  const std::wstring wide = win32::to_wide(text);
  std::wstring expanded(32768, L'\0');
  const DWORD length = ::ExpandEnvironmentStringsW(wide.c_str(), expanded.data(),
                                                   static_cast<DWORD>(expanded.size()));
  if (length == 0 || length > expanded.size()) return std::string(text);
  expanded.resize(length - 1);
  return win32::to_utf8(expanded);
}

bool is_there(const std::string& path) {
  return ::GetFileAttributesW(win32::to_wide(path).c_str()) != INVALID_FILE_ATTRIBUTES;
}

class ProgramLauncher : public Launcher {
 public:
  // Source: ShellExecuteExW. The program gets the environment of this process without the API
  // keys.
  Result<std::string> launch(std::string_view line) override {
    const Result<RunCommand> read = run_command(with_variables(line), is_there);
    if (!read.ok()) return read.error();
    for (const std::string& secret : key_variables(""))
      ::SetEnvironmentVariableW(win32::to_wide(secret).c_str(), nullptr);
    const HRESULT apartment =
        ::CoInitializeEx(nullptr, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE);
    const std::wstring file = win32::to_wide(read.value().file);
    const std::wstring parameters = win32::to_wide(read.value().parameters);
    const std::wstring folder = win32::to_wide(with_variables("%USERPROFILE%"));
    SHELLEXECUTEINFOW what{};
    what.cbSize = sizeof what;
    // No error dialogs; the program has started when this returns.
    what.fMask = SEE_MASK_FLAG_NO_UI | SEE_MASK_NOASYNC;
    what.lpFile = file.c_str();
    what.lpParameters = parameters.empty() ? nullptr : parameters.c_str();
    what.lpDirectory = folder.c_str();
    what.nShow = SW_SHOWNORMAL;
    const bool started = ::ShellExecuteExW(&what) != 0;
    const DWORD reason = ::GetLastError();
    if (SUCCEEDED(apartment)) ::CoUninitialize();
    if (started) return std::string();
    const std::string named = quote_json(cut_text(printable(read.value().file), kMaxProgramShown));
    if (reason == ERROR_FILE_NOT_FOUND || reason == ERROR_PATH_NOT_FOUND)
      return Error{"there is no program " + named};
    return Error{named + " could not be started: " + win32::message(reason)};
  }
};
}  // namespace

// Windows has only one display, and no prefix is supported.
std::unique_ptr<Launcher> make_launcher(std::string, std::vector<std::string>) {
  return std::make_unique<ProgramLauncher>();
}
}  // namespace franz::executor
