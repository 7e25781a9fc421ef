#pragma once
// Whether this process can use the desktop that the person sees now. Windows only.
#include <string>
#include "common/base/result.h"

namespace franz {
// `display`: kWindowsDisplay, or empty for the same. Makes coordinates physical pixels for this
// process, for any scale of its monitors. Failure: there is no such display, the session is locked,
// or the system asks for an administrator's consent: no program can see or reach such a screen.
Status use_windows_display(const std::string& display);
}  // namespace franz
