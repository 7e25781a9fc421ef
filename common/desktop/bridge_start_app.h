#pragma once
// Starts a screen bridge whose connection is reported to people.
#include <functional>
#include <memory>
#include <string>
#include "common/base/result.h"
#include "common/desktop/screen_bridge_app.h"

namespace franz {
// Gets what the person at the screen did to stop all input.
using OnPanic = std::function<void(const std::string& text)>;

// `say` gets what happens to the connection, with the screen's address: now, and on another thread
// until the bridge is destroyed; `panic` on that thread, too. `stop_asked`: as for
// ScreenBridge::start(). Failure: the address
// and the reason, or the panic key that a person has set and the screen does not report.
Result<std::unique_ptr<ScreenBridge>> start_screen_bridge(
    const ScreenBridgeOptions& options,
    const std::function<void(bool is_warning, const std::string& text)>& say, OnPanic panic,
    const std::function<bool()>& stop_asked = {});
}  // namespace franz
