#pragma once
// The one display of Windows.

namespace franz {
// The name of the desktop that has the person's programs; others, such as the one that asks for an
// administrator's consent, are the system's. Source: "Desktops", "Window Station and Desktop
// Creation" (Win32).
inline constexpr const char* kWindowsDisplay = "Default";
}  // namespace franz
