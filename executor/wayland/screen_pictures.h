#pragma once
// Pictures of a compositor's outputs, without the pointer, by zwlr_screencopy_manager_v1.
#include <string>
#include "common/base/result.h"
#include "executor/wayland/output_layout.h"
#include "executor/wayland/wayland_connection.h"
#include "executor/wayland/wayland_globals.h"

namespace franz::executor {
// The pixels of `area` on the map of `layout`, as in BridgeRequest::Kind::look; black beside all
// outputs. `outputs` are those that `layout` was made of. Failure: ErrorCode::lost, or the
// compositor gives no picture.
Result<std::string> take_screen_picture(WaylandConnection& connection,
                                        const WaylandGlobals& globals,
                                        const std::vector<const ReportedOutput*>& outputs,
                                        const OutputLayout& layout, const Screen& area);
}  // namespace franz::executor
