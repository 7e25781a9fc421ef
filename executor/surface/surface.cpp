#include "executor/surface/surface.h"
#include <algorithm>
#include <array>
#include "executor/surface/desktop.h"
#include "executor/surface/sandbox.h"

namespace franz::executor {
static constexpr std::array kSurfaces{
    Surface{"desktop", effect_on_desktop},
    Surface{"sandbox", effect_in_sandbox},
};

const Surface* find_surface(std::string_view name) {
  const auto row = std::ranges::find(kSurfaces, name, &Surface::name);
  return row == kSurfaces.end() ? nullptr : &*row;
}
}  // namespace franz::executor
