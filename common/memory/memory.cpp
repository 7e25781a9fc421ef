#include "common/memory/memory.h"
#include <utility>

namespace franz {
void keep_step(std::vector<Step>& steps, Step step, Need need) {
  if (need == Need::last_reply) steps.clear();
  steps.push_back(std::move(step));
}
}  // namespace franz
