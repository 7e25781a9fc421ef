#pragma once
// Whether a program that does not answer pings (x11_ping.h) has read its keys. Observes when the
// program asks the server for the keys' symbols.
#include <memory>
#include "common/desktop/x11_connection.h"

namespace franz::executor {
// The server reports each change of the symbols to all programs, after the keys that were sent
// before the change. A program then asks for the new symbols. If it has asked as often as there
// were changes and then stops asking for a while, we assume that it has read the keys before the
// last change. This is no proof, because programs differ in how often they ask. But unlike a fixed
// pause it waits for a busy program.
// Source: X Record Extension Protocol 1.13; XRefreshKeyboardMapping(3).
class MapReading {
 public:
  // Observes the client of the focused window. `x11` outlives it. Null: no window has the focus, or
  // the server has no extension RECORD.
  static std::unique_ptr<MapReading> watch(X11Connection& x11);
  ~MapReading();
  MapReading(const MapReading&) = delete;
  MapReading& operator=(const MapReading&) = delete;

  // Starts counting. Call this before keys are changed and sent.
  void begin();
  // Waits until the client has read what was sent since begin(). False: not within `wait_ms`.
  bool wait_until_read(int wait_ms);

  struct Parts;

 private:
  explicit MapReading(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};
}  // namespace franz::executor
