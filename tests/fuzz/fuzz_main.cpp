// libFuzzer: FRANZ_FUZZ_TARGET selects the promises that are checked.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include "tests/fuzz/fuzz_targets.h"

static const franz::FuzzTarget& chosen_target() {
  const char* name = std::getenv("FRANZ_FUZZ_TARGET");
  const std::span<const franz::FuzzTarget> all = franz::all_fuzz_targets();
  const auto found = std::ranges::find(all, name != nullptr ? std::string_view(name) : "",
                                       &franz::FuzzTarget::name);
  if (found != all.end()) return *found;
  std::fprintf(stderr, "FRANZ_FUZZ_TARGET: expected one of");
  for (const franz::FuzzTarget& each : all)
    std::fprintf(stderr, " %.*s", static_cast<int>(each.name.size()), each.name.data());
  std::fprintf(stderr, "\n");
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const franz::FuzzTarget& target = chosen_target();
  const std::string broken = target.broken({reinterpret_cast<const char*>(bytes), size});
  if (broken.empty()) return 0;
  std::fprintf(stderr, "broken promise: %s\n", broken.c_str());
  std::abort();
}
