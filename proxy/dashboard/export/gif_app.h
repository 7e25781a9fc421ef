#pragma once
// Exports the pictures of a run as an animation.
#include <stop_token>
#include <string>
#include "common/base/result.h"
#include "proxy/dashboard/export/export_app.h"

namespace franz::proxy {
// Writes the pictures that stream_export() would export to `file` as a GIF, two turns a second, by
// ffmpeg. `options.beside` is not used. Failure: there is no ffmpeg, no picture, `file` exists, or
// ffmpeg failed or was stopped; nothing was written then.
Result<ExportSummary> write_gif(const std::string& folder, ExportOptions options,
                                const std::string& file, const std::stop_token& stop);
}  // namespace franz::proxy
