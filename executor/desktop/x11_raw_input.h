#pragma once
// All input that an X server gets, from devices and programs, no matter which window receives it.
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
  // `x11` outlives it. The connection must have no other events and grab no keys: a server does not
  // report raw events to the client that grabs the device. Failure: the server lacks an extension.
  static Result<X11RawInput> open(X11Connection& x11);

  // The next event that has arrived; nothing: none so far. Does not wait.
  std::optional<RawInput> next();
  // Whether the keyboard's layout has changed since the last call.
  bool layout_changed();

 private:
  explicit X11RawInput(X11Connection& x11) : x11_(&x11) {}
  X11Connection* x11_;
  int extension_ = 0;
  std::set<int> of_programs_;  // the virtual devices for programs' input
  bool layout_changed_ = false;
};
}  // namespace franz::executor
