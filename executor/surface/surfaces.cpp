#include "executor/surface/surfaces.h"
#include <algorithm>
#include <array>
#include "executor/surface/desktop.h"
#include "executor/surface/sandbox.h"
#include "executor/surface/window.h"

namespace franz::executor {
static constexpr std::array kSurfaces{
    Surface{"sandbox", run_in_sandbox},
    Surface{"desktop", run_on_desktop},
    Surface{"window", run_in_window},
};

const Surface* find_surface(std::string_view name) {
  const auto row = std::ranges::find(kSurfaces, name, &Surface::name);
  return row == kSurfaces.end() ? nullptr : &*row;
}
}  // namespace franz::executor
