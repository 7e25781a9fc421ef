#include "executor/desktop/hotkeys.h"
#include <algorithm>

namespace franz::executor {
Hotkey resume_key(const Hotkey& panic) {
  Hotkey resume = panic;
  if (resume.held.erase("shift") == 0) resume.held.insert("shift");
  return resume;
}

Hotkeys::Meaning Hotkeys::key(int keycode, bool down) {
  if (!down) {
    down_.erase(keycode);
    return Meaning::nothing;
  }
  if (!down_.insert(keycode).second) return Meaning::nothing;
  if (panic_.keycode == 0 || keycode != panic_.keycode) return Meaning::nothing;
  std::set<std::string> held;
  for (const int each : down_)
    if (const auto found = held_keys_.find(each); found != held_keys_.end())
      held.insert(found->second);
  if (held == resume_key(panic_).held) return Meaning::resume;
  return std::ranges::includes(held, panic_.held) ? Meaning::panic : Meaning::nothing;
}
}  // namespace franz::executor
