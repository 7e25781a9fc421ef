#pragma once
// The look of an empty private display, and the text size of its programs.
#include <cstdint>
#include <string>
#include "common/geometry/screen_map.h"

namespace franz {
// 0xRRGGBB. A soft grey: it contrasts with windows, which are mostly light or dark, and with the
// overlays.
inline constexpr std::uint32_t kDisplayBackground = 0xA8AEB4;

// The dots per inch for programs, chosen so that letters of the usual size are legible in the
// picture: a screen wider than 1920 pixels has as much room as one of that width at the usual 96
// dots. 96 to 288.
int display_dpi(Size size);

// The X resources of the display (RESOURCE_MANAGER of the root window). GTK, Qt and Chromium read
// Xft.dpi if there is no settings daemon; xterm's own letters are bitmaps of a fixed size.
std::string display_resources(Size size);
}  // namespace franz
