#include "proxy/dashboard/export/gif_app.h"
#include <chrono>
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/os/find_program.h"
#include "common/os/temporary_folder.h"
#include "common/run/run_files.h"

namespace franz::proxy {
static constexpr auto kMostTime = std::chrono::minutes(30);  // a run of thousands of large pictures

Result<ExportSummary> write_gif(const std::string& folder, ExportOptions options,
                                const std::string& file, const std::stop_token& stop) {
  ChildCommand ffmpeg;
  ffmpeg.program = find_program("ffmpeg");
  if (ffmpeg.program.empty())
    return Error{"--gif needs ffmpeg, which is not on the PATH: install it, or export a page"};
  if (file_exists(file)) return Error{file + " exists: choose another name or remove it"};
  const auto made = TemporaryFolder::make("gif");
  if (!made.ok()) return made.error();
  const std::string& pictures = made.value()->path();
  Status written = Done{};
  int frame = 0;
  options.beside = [&](const std::string&, std::string_view png) {
    written =
        replace_file(join_path(pictures, padded(++frame, 8) + ".png"), png, Durability::buffered);
    return written.ok();
  };
  Result<ExportSummary> summary =
      stream_export(folder, options, [&stop](std::string_view) { return !stop.stop_requested(); });
  if (!written.ok()) return written.error();
  if (!summary.ok()) return summary;
  if (frame == 0) return Error{"the run has no picture to show"};
  // One palette for all frames: the pictures of a run resemble each other.
  ffmpeg.folder = pictures;
  ffmpeg.arguments = {"-nostdin",
                      "-loglevel",
                      "error",
                      "-framerate",
                      "2",
                      "-i",
                      "%08d.png",
                      "-filter_complex",
                      "split[a][b];[a]palettegen[p];[b][p]paletteuse",
                      "-loop",
                      "0",
                      "run.gif"};
  const ChildOutcome outcome = run_child(ffmpeg, "", kMostTime, stop);
  if (!outcome.end.ok())
    return Error{"ffmpeg " + describe(outcome.end, kMostTime) + ": " + outcome.errors};
  const Result<std::string> gif = read_file(join_path(pictures, "run.gif"));
  if (!gif.ok()) return gif.error();
  const Result<bool> is_new = write_new_file(file, gif.value());
  if (!is_new.ok()) return is_new.error();
  if (!is_new.value()) return Error{file + " exists: choose another name or remove it"};
  summary.value().bytes = gif.value().size();
  return summary;
}
}  // namespace franz::proxy
