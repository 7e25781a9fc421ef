#pragma once
// Exports a recorded run: the dashboard's page with the run's records inside, for a file or a
// browser.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "proxy/command/options_app.h"
#include "proxy/dashboard/export/export_page.h"
#include "proxy/dashboard/export/text_pattern.h"

namespace franz::proxy {
inline constexpr std::uint64_t kMaxExport =
    200ULL << 20U;  // bytes; browsers open such a page, mail does not accept it

// The page's next bytes. False: stop.
using ExportSink = std::function<bool(std::string_view piece)>;
// Called while records are read, at least once per turn. False: stop.
using ExportProgress = std::function<bool(std::size_t done, std::size_t total)>;

struct ExportOptions {
  bool redact = false;
  std::shared_ptr<const TextPattern> remove;  // from every text; null: nothing
  std::vector<PictureRectangle> black;        // painted black in every picture
  // Receives each picture instead of the page; `file`: its name from there. Nothing: the pictures
  // are inside the page.
  std::function<bool(const std::string& file, std::string_view png)> beside = {};
};

struct ExportSummary {
  std::size_t turns = 0;  // with a record
  std::uint64_t bytes = 0;
  std::size_t pictures = 0;
  std::vector<std::string> problems;  // what is missing or damaged; the page's log has it, too
};

// Reads the run in `folder` and passes its page to `sink` turn by turn, so memory use stays
// constant. Any thread; uses only the folder, which another proxy may be writing. Failure: no such
// folder, no run.jsonl that says what the run is, a run of another version, or stopped by `sink` or
// `progress`.
Result<ExportSummary> stream_export(const std::string& folder, const ExportOptions& options,
                                    const ExportSink& sink, const ExportProgress& progress = {});

// About how many bytes one page of the run would have. 0: the folder cannot be read.
std::uint64_t export_bytes(const std::string& folder);

// The policy of the page that stream_export() sends; empty: the dashboard cannot be exported.
std::string export_policy();

// `proxy export RUN FILE`: returns the exit code. Writes the page under a temporary name and
// renames it. Replaces an existing FILE only if it is an earlier export. If the page would have
// more than kMaxExport bytes, writes a folder instead, with the pictures beside the page. With
// --gif: as write_gif(). In export_command_app.cpp.
int run_export(const Options& options);
}  // namespace franz::proxy
