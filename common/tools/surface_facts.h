#pragma once
// What everybody may ask of a surface, the thing that a run sees and acts on, without knowing which
// one it is.
#include <span>
#include <string_view>
#include "common/tools/tool_registry.h"

namespace franz {
struct SurfaceFacts {
  std::string_view name;  // as in [surface] kind
  // The same calls on the same canvas give the same pixels: a turn may be performed again, in
  // another folder, to check its record.
  bool repeatable;
  HelpFor help;           // which of a tool's help lines holds there
  std::string_view said;  // to follow "in" or "on": "the sandbox"
  std::string_view seen;  // for a model, to follow "You see": what it is and what actions do there
};

std::span<const SurfaceFacts> all_surfaces();
// Null for a name that is none.
const SurfaceFacts* find_surface_facts(std::string_view name);
// Whether it is a screen with programs; false for a name that is none.
bool shows_real_screen(std::string_view surface);
// What a run is about that is started with a program of its own.
inline constexpr std::string_view kProgramSurface = "desktop";
// What a run is about that is bounded to one window.
inline constexpr std::string_view kWindowSurface = "window";
// Whether it is one window of a real screen, which has to be named.
bool is_bounded_to_window(std::string_view surface);
// The surface whose additions to a profile hold, NAME.SURFACE.ini: one window is a part of a
// desktop.
std::string_view profile_surface(std::string_view surface);
// False for a name that is none.
bool is_repeatable(std::string_view surface);
}  // namespace franz
