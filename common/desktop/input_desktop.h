#pragma once
// Whether this process and the person at the screen share a desktop now. Windows only.
#include <string>
#include "common/base/result.h"

namespace franz {
// `display`: kWindowsDisplay, or empty for the same. Makes places be physical pixels for this
// process, whatever the scale of its monitors. Failure: there is no such display, or the session is
// locked, or the system asks for an administrator's consent: what is shown then no program sees or
// reaches.
Status use_windows_display(const std::string& display);
}  // namespace franz
