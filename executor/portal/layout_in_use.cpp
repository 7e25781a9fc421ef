#include "executor/portal/layout_in_use.h"
#include <algorithm>

namespace franz::executor {
namespace {
constexpr std::ptrdiff_t kSourcesInAKeymap = 3;
}

std::optional<std::uint32_t> layout_in_use(const InputSources& sources,
                                           const InputSources& recent) {
  if (std::any_of(sources.begin(), sources.end(),
                  [](const auto& source) { return source.first != "xkb"; }))
    return {};
  for (const auto& source : recent)
    if (const auto found = std::find(sources.begin(), sources.end(), source);
        found != sources.end())
      return static_cast<std::uint32_t>((found - sources.begin()) % kSourcesInAKeymap);
  return 0;
}
}  // namespace franz::executor
