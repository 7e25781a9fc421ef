#pragma once
// A recorded run as one HTML page, written to a file or sent to a browser.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "proxy/command/options_app.h"

namespace franz::proxy {
inline constexpr std::uint64_t kMaxExport = 200ULL << 20U;  // bytes; browsers open that, mail not

struct ExportOptions {
  bool redact = false;
  std::uint64_t max_bytes = kMaxExport;
};

struct ExportSummary {
  std::size_t turns = 0;  // shown
  std::uint64_t bytes = 0;
  std::size_t pictures = 0;
  std::vector<std::string> left_out;  // a sentence each
  std::vector<std::string> problems;  // records and pictures that could not be read; said in place
};

// The page's next bytes. False: they are not wanted any more.
using ExportSink = std::function<bool(std::string_view piece)>;
// Called while records are read, at least once a turn. False: stop.
using ExportProgress = std::function<bool(std::size_t done, std::size_t total)>;

// Reads the run in `folder` twice (once to know its size, once to send it) and gives the page to
// `sink`, a turn at a time: memory stays flat. Records and pictures that are missing or damaged are
// said in place. Any thread; touches nothing but the folder, which another proxy may be writing.
// Failure: no such folder, a run of another version, or stopped by `sink` or `progress`.
Result<ExportSummary> stream_export(const std::string& folder, const ExportOptions& options,
                                    const ExportSink& sink, const ExportProgress& progress = {});

// `proxy export RUN FILE`: the exit code. The page is written under a temporary name and renamed.
// An existing FILE is replaced only if it is an earlier export.
int run_export(const Options& options);
}  // namespace franz::proxy
