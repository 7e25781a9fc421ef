#include <windows.h>
#include <array>
#include <memory>
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/desktop/input_desktop.h"
#include "common/desktop/windows_display.h"
#include "common/os/win32_support.h"

namespace franz {
namespace {
struct DesktopCloser {
  using pointer = HDESK;
  void operator()(HDESK desktop) const { ::CloseDesktop(desktop); }
};

// Source: "Setting the default DPI awareness for a process". It fails if a manifest or an earlier
// call has set it, or if the system does not support it; both are harmless.
void use_physical_pixels() {
  static_cast<void>(::SetProcessDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2));
}
}  // namespace

Status use_windows_display(const std::string& display) {
  if (!display.empty() && display != kWindowsDisplay)
    return Error{"there is no display " + quote_json(printable(display)) +
                 ": on Windows there is your own screen only ([surface] display = own)"};
  use_physical_pixels();
  const std::unique_ptr<HDESK, DesktopCloser> input(
      ::OpenInputDesktop(0, FALSE, DESKTOP_READOBJECTS));
  std::array<wchar_t, 64> name{};
  DWORD length = 0;
  const bool is_named = input && ::GetUserObjectInformationW(input.get(), UOI_NAME, name.data(),
                                                             sizeof name, &length) != 0;
  // Winlogon's desktop is active while the session is locked or consent is requested.
  if (!is_named || win32::to_utf8(name.data()) != kWindowsDisplay)
    return Error{
        "the screen is locked, or Windows asks for an administrator's consent: no program can see "
        "or reach it until that is over"};
  return Done{};
}
}  // namespace franz
