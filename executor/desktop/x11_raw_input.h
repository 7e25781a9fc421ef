#pragma once
// All input that an X server takes, from devices and programs alike, whoever gets it.
// Source: X Input Extension 2.2, "Raw Events".
#include <optional>
#include <set>
#include "common/base/result.h"
#include "common/desktop/x11_connection.h"
#include "executor/desktop/sent_input.h"

namespace franz::executor {
struct RawInput {
  InputEvent event;
  InputSource source = InputSource::device;
};

class X11RawInput {
 public:
  // `x11` outlives it, and is used for nothing else that has events, nor to grab keys: a server
  // does not tell who has grabbed a device. Failure: the server lacks what it takes.
  static Result<X11RawInput> open(X11Connection& x11);

  // The next one that has come; nothing: there is none, by now. Does not wait.
  std::optional<RawInput> next();
  // Whether the keyboard's layout has changed since the last call of this.
  bool layout_changed();

 private:
  explicit X11RawInput(X11Connection& x11) : x11_(&x11) {}
  X11Connection* x11_;
  int extension_ = 0;
  std::set<int> of_programs_;  // the devices that stand for what programs send
  bool layout_changed_ = false;
};
}  // namespace franz::executor
