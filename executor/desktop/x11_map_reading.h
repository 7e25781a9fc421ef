#pragma once
// Whether a program that answers no questions (x11_ping.h) has read the keys that it was sent: it
// can be watched asking the server what keys stand for.
#include <memory>
#include "common/desktop/x11_connection.h"

namespace franz::executor {
// Programs are told of each change of what keys stand for, behind the keys that were sent before
// it, and ask what they stand for now when they come to that. One that has asked as often as it was
// told, and then asks no more for a while, is taken to have read the keys in front of the last
// change. How often a program asks is its own affair: this is no proof, but it waits for one that
// is busy, which no fixed time does.
// Source: X Record Extension Protocol 1.13; XRefreshKeyboardMapping(3).
class MapReading {
 public:
  // Watches the client of the window that has the focus. `x11` outlives it. Null: there is none, or
  // the server has no extension RECORD.
  static std::unique_ptr<MapReading> watch(X11Connection& x11);
  ~MapReading();
  MapReading(const MapReading&) = delete;
  MapReading& operator=(const MapReading&) = delete;

  // From here on it is counted: before keys are changed and sent.
  void begin();
  // Waits until the client has read what was sent since. False: it did not ask in `wait_ms`.
  bool wait_until_read(int wait_ms);

  struct Parts;

 private:
  explicit MapReading(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};
}  // namespace franz::executor
