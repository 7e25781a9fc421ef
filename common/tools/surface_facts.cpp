#include "common/tools/surface_facts.h"
#include <algorithm>
#include <array>

namespace franz {
static constexpr std::array kSurfaces{
    SurfaceFacts{"sandbox", true, HelpFor::sandbox, "the sandbox"},
};

std::span<const SurfaceFacts> all_surfaces() { return kSurfaces; }

const SurfaceFacts* find_surface_facts(std::string_view name) {
  const auto row = std::ranges::find(kSurfaces, name, &SurfaceFacts::name);
  return row == kSurfaces.end() ? nullptr : &*row;
}
}  // namespace franz
