#pragma once
// The person's panic key as a global shortcut of the desktop
// (org.freedesktop.portal.GlobalShortcuts).
#include <functional>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "executor/portal/portal_bus.h"

namespace franz::executor {
// Failure: why the desktop offers no such shortcuts, for people.
Status offers_shortcuts(const PortalBus& bus);

class PanicShortcut {
 public:
  // A person needs time for the desktop's dialog. A portal that shows none and never answers must
  // not keep a run from beginning for long.
  static constexpr int kPersonMayTakeMs = 120'000;

  // Asks the desktop for the keys `combination` (as for key_combination()), and waits for the
  // person if the desktop asks them. They may choose other keys. `asking`: gets what they should
  // do, for people. `pressed`: called by PortalBus::dispatch(). `bus` outlives the shortcut.
  // Failure: why there is no panic key, for people.
  static Result<std::unique_ptr<PanicShortcut>> bind(
      PortalBus& bus, const std::string& combination,
      const std::function<void(const std::string& text)>& asking, std::function<void()> pressed,
      int answer_may_take_ms = kPersonMayTakeMs);
  ~PanicShortcut();  // releases the keys
  PanicShortcut(const PanicShortcut&) = delete;
  PanicShortcut& operator=(const PanicShortcut&) = delete;

  // The keys that were really bound, in the words of the desktop: "Ctrl+Alt+Pause",
  // "Press <Control><Alt>Pause". One printable line. Empty: the desktop names none. The person can
  // choose some in its settings, also later.
  const std::string& trigger() const { return trigger_; }

 private:
  PanicShortcut(PortalBus& bus, std::string session) : bus_(&bus), session_(std::move(session)) {}

  PortalBus* bus_;
  std::string session_;  // its path
  std::string trigger_;
};
}  // namespace franz::executor
