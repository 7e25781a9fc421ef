#pragma once
// A session of the portal in which FRANZ may see one monitor, and use pointer and keyboard.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"
#include "executor/portal/portal_bus.h"

namespace franz::executor {
// What a desktop remembers of a person's consent, so that it does not ask again.
struct ConsentMemory {
  std::function<std::string()> load;             // empty: nothing
  std::function<void(const std::string&)> keep;  // replaces it; empty: forgets it
};

// Whether the desktop can remember a consent.
bool remembers_consent(const PortalBus& bus);

// Failure of the input functions: ErrorCode::unfinished: it is unknown whether it arrived;
// otherwise the desktop refused it.
class PortalSession {
 public:
  // Asks the person, as long as it takes. `asking`: gets what the person should do, for people.
  // `bus` outlives the session. Failure: the desktop lacks something, or the person refused.
  static Result<std::unique_ptr<PortalSession>> open(
      PortalBus& bus, const ConsentMemory& memory,
      const std::function<void(const std::string& text)>& asking);

  // The monitor's pictures, in PipeWire.
  std::uint32_t node() const { return node_; }
  // Of the monitor as its programs see it; {0, 0}: not reported.
  Size logical_size() const { return logical_size_; }
  // A connection to PipeWire that shows these pictures only; the caller owns the descriptor.
  Result<int> open_pipewire() const;

  Status move(double x, double y) const;                    // in the monitor; see pointer_way.h
  Status move_by(double x, double y) const;                 // from where it is
  Status button(const std::string& name, bool down) const;  // left, middle, right
  // `direction`: up, down, left, right. `notch`: how many of the desktop's steps one notch is.
  Status wheel(const std::string& direction, int notch) const;
  // `symbol`: as in executor/desktop/keysyms.h. The desktop finds its key.
  Status key(unsigned long symbol, bool down) const;
  Status key_with_code(int code, bool down) const;  // of linux/input-event-codes.h

  // The person stopped the sharing in the desktop.
  bool was_closed() const { return bus_->was_closed(path_); }

 private:
  explicit PortalSession(PortalBus& bus) : bus_(&bus) {}
  Status create();
  Status select(const std::string& consent);
  // The answer to Start. Failure: refused.
  Result<Variant> start(const std::function<void()>& waits);
  Status notify(const char* method, GVariant* arguments) const;

  PortalBus* bus_;
  std::string path_;
  std::uint32_t node_ = 0;
  Size logical_size_ = {};
};
}  // namespace franz::executor
