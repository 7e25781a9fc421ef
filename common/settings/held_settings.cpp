#include "common/settings/held_settings.h"

namespace franz {
std::vector<FlagValue> held_on_a_persons_screen(const ResolvedSettings& resolved) {
  std::vector<FlagValue> held;
  for (const SettingInForce& each : resolved.keys)
    if (each.section == "safety" || (each.section == "surface" && each.key == "only_windows"))
      held.push_back({"the run on your screen, until it is started again", each.section, each.key,
                      each.value});
  return held;
}
}  // namespace franz
