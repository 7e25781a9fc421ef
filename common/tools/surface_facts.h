#pragma once
// Properties of each surface (what a run sees and acts on), so that code need not check for
// specific surfaces.
#include <span>
#include <string_view>
#include "common/tools/tool_registry.h"

namespace franz {
struct SurfaceFacts {
  std::string_view name;  // as in [surface] kind
  // The same calls on the same canvas give the same pixels: a turn may be repeated in another
  // folder to check its record.
  bool repeatable;
  HelpFor help;           // which of a tool's help lines applies
  std::string_view said;  // to follow "in" or "on": "the sandbox"
  std::string_view seen;  // for a model, to follow "You see": what it is and what actions do
};

std::span<const SurfaceFacts> all_surfaces();
// Null for an unknown name.
const SurfaceFacts* find_surface_facts(std::string_view name);
// Whether it is a screen with programs; false for an unknown name.
bool shows_real_screen(std::string_view surface);
// The surface of a run that starts its own program.
inline constexpr std::string_view kProgramSurface = "desktop";
// The surface of a run that is limited to one window.
inline constexpr std::string_view kWindowSurface = "window";
// Whether it is one window of a real screen, which must be named.
bool is_bounded_to_window(std::string_view surface);
// The surface whose profile additions apply, NAME.SURFACE.ini: a window is part of a desktop.
std::string_view profile_surface(std::string_view surface);
// False for an unknown name.
bool is_repeatable(std::string_view surface);
}  // namespace franz
