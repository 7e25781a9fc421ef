#include "common/tools/surface_facts.h"
#include <algorithm>
#include <array>

namespace franz {
static constexpr std::array kSurfaces{
    SurfaceFacts{"sandbox", true, HelpFor::sandbox, "the sandbox",
                 "a black canvas. Your actions draw on it in white; the ink stays, and nothing "
                 "erases it"},
    SurfaceFacts{
        "desktop", false, HelpFor::real_screen, "the desktop",
        "the screen of a computer with its windows. Your actions are real input: the mouse, "
        "the keyboard and the clipboard"},
    SurfaceFacts{"window", false, HelpFor::real_screen, "the window",
                 "one window of a computer's screen, without its frame. Your actions are real "
                 "input: the mouse and the keyboard, and they reach this window and its dialogs "
                 "alone"},
};

std::span<const SurfaceFacts> all_surfaces() { return kSurfaces; }

const SurfaceFacts* find_surface_facts(std::string_view name) {
  const auto row = std::ranges::find(kSurfaces, name, &SurfaceFacts::name);
  return row == kSurfaces.end() ? nullptr : &*row;
}

bool shows_real_screen(std::string_view surface) {
  const SurfaceFacts* facts = find_surface_facts(surface);
  return facts != nullptr && facts->help == HelpFor::real_screen;
}

bool is_bounded_to_window(std::string_view surface) { return surface == kWindowSurface; }

std::string_view profile_surface(std::string_view surface) {
  return is_bounded_to_window(surface) ? kProgramSurface : surface;
}

bool is_repeatable(std::string_view surface) {
  const SurfaceFacts* facts = find_surface_facts(surface);
  return facts != nullptr && facts->repeatable;
}
}  // namespace franz
