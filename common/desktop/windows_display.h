#pragma once
// The only display of Windows.

namespace franz {
// The name of the desktop with the person's programs. Others, such as the one that asks for an
// administrator's consent, belong to the system. Source: "Desktops", "Window Station and Desktop
// Creation" (Win32).
inline constexpr const char* kWindowsDisplay = "Default";
}  // namespace franz
