// libFuzzer: whatever the bytes, reading them as a single action ends, and keeps its promises.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include "tests/fuzz/action_promises.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string broken =
      franz::executor::broken_action_promise({reinterpret_cast<const char*>(bytes), size});
  if (broken.empty()) return 0;
  std::fprintf(stderr, "broken promise: %s\n", broken.c_str());
  std::abort();
}
