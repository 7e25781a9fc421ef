#pragma once
// Exports a recorded run as one HTML page to a file or a browser.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "proxy/command/options_app.h"

namespace franz::proxy {
inline constexpr std::uint64_t kMaxExport =
    200ULL << 20U;  // bytes; browsers open such a page, mail does not accept it

struct ExportOptions {
  bool redact = false;
  std::uint64_t max_bytes = kMaxExport;
};

struct ExportSummary {
  std::size_t turns = 0;  // shown
  std::uint64_t bytes = 0;
  std::size_t pictures = 0;
  std::vector<std::string> left_out;  // one sentence each
  std::vector<std::string>
      problems;  // unreadable records and pictures, also reported in their place
};

// The page's next bytes. False: stop.
using ExportSink = std::function<bool(std::string_view piece)>;
// Called while records are read, at least once per turn. False: stop.
using ExportProgress = std::function<bool(std::size_t done, std::size_t total)>;

// Reads the run in `folder` twice (for its size, then to send it) and passes the page to `sink`
// turn by turn, so memory use stays constant. Reports missing or damaged records and pictures in
// their place. Any thread; uses only the folder, which another proxy may be writing. Failure: no
// such folder, a run of another version, or stopped by `sink` or `progress`.
Result<ExportSummary> stream_export(const std::string& folder, const ExportOptions& options,
                                    const ExportSink& sink, const ExportProgress& progress = {});

// `proxy export RUN FILE`: returns the exit code. Writes the page under a temporary name and
// renames it. Replaces an existing FILE only if it is an earlier export.
int run_export(const Options& options);
}  // namespace franz::proxy
