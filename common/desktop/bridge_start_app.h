#pragma once
// Starts a screen bridge whose connection is reported to people.
#include <functional>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/desktop/screen_bridge_app.h"

namespace franz {
struct BridgeStartPorts {
  // Gets what happens to the connection, with the screen's address: during the start, and on
  // another thread until the bridge is destroyed.
  std::function<void(bool is_warning, const std::string& text)> say;
  // As in ScreenBridgeEvents; on that other thread.
  std::function<void(const ControlCommand& command)> command = {};
  // As in ScreenBridgeEvents, after `say`.
  std::function<void(const std::string& text)> asking = {};
  // As for ScreenBridge::start().
  std::function<bool()> stop_asked = {};
  // What the person does instead on a screen that has no panic key.
  std::string stop_otherwise = "stop a run with Ctrl-C or the page's red button";
};

// Failure: the address and the reason, or the panic key that a person has set and the screen does
// not report.
Result<std::unique_ptr<ScreenBridge>> start_screen_bridge(const ScreenBridgeOptions& options,
                                                          const BridgeStartPorts& ports);
}  // namespace franz
