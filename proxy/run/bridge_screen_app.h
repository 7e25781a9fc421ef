#pragma once
// The screen bridge of a run: started before the orchestrator, which receives its name.
#include <memory>
#include "common/base/result.h"
#include "common/desktop/screen_bridge_app.h"
#include "common/run/recorder_app.h"

namespace franz::proxy {
// `recorder` must outlive the bridge: its events go there. Failure: the address and the reason.
Result<std::unique_ptr<ScreenBridge>> start_screen_bridge(const ScreenBridgeOptions& options,
                                                          Recorder& recorder);
}  // namespace franz::proxy
