// `proxy export`: the command around stream_export().
#include <algorithm>
#include <utility>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/os/temporary_folder.h"
#include "common/run/start_run_app.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/command/replaceable_file_app.h"
#include "proxy/dashboard/export/export_app.h"
#include "proxy/dashboard/export/gif_app.h"

namespace franz::proxy {
static constexpr std::size_t kWriteBuffer = 1UL << 20U;  // bytes buffered for one write

namespace {
// A file that appears under its name only when complete.
class NewFile {
 public:
  // If the process is ended for it, `stop` removes what was written so far.
  NewFile(std::string path, CommandStop& stop)
      : path_(std::move(path)), part_(path_ + "." + random_hex(8) + ".tmp"), stop_(stop) {
    stop_.set_take_back(stop_.making(), [this] { remove(); });
  }
  ~NewFile() {
    const CommandStop::Making making = stop_.making();
    stop_.set_take_back(making, {});
    remove();
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  Status write(std::string_view bytes) {
    waiting_ += bytes;
    return waiting_.size() < kWriteBuffer ? Status(Done{}) : flush();
  }

  Status finish() {
    Status done = flush();
    const CommandStop::Making making = stop_.making();
    if (done.ok()) done = rename_file(part_, path_);
    renamed_ = done.ok();
    return done;
  }

 private:
  void remove() const {
    if (!renamed_) (void)remove_file(part_).ok();  // there is no caller to report to
  }
  Status flush() {
    const CommandStop::Making making = stop_.making();
    Status done = append_file(part_, waiting_);
    waiting_.clear();
    return done;
  }

  const std::string path_, part_;
  CommandStop& stop_;
  std::string waiting_;
  bool renamed_ = false;
};
}  // namespace

static int fail_export(int code, const std::string& text) {
  print_error(command_name() + " export: " + text);
  return code;
}

static ExportProgress export_progress() {
  return
      [line = StatusLine(), last = std::size_t{101}](std::size_t done, std::size_t total) mutable {
        const std::size_t percent = total == 0 ? 100 : done * 100 / total;
        if (percent == std::exchange(last, percent)) return true;
        line.show("export " + std::to_string(percent) + " %  " + std::string(percent / 4, '=') +
                  std::string(25 - percent / 4, '.'));
        if (percent == 100) line.clear();
        return true;
      };
}

static std::string without_html(const std::string& file) {
  return file.ends_with(".html") ? file.substr(0, file.size() - 5) : file + "_export";
}

static std::string mebibytes(std::uint64_t bytes) {
  return bytes < 10U << 20U ? std::to_string(bytes >> 10U) + " KiB"
                            : std::to_string(bytes >> 20U) + " MiB";
}

// The lines that say what was written.
static int report(const std::string& written, const ExportSummary& summary,
                  const std::vector<std::string>& notes) {
  std::vector<std::string> lines = {written + ": " + std::to_string(summary.turns) + " turns, " +
                                    std::to_string(summary.pictures) + " pictures, " +
                                    mebibytes(summary.bytes)};
  for (const std::string& note : notes) lines.push_back("  " + note);
  for (const std::string& problem : summary.problems) lines.push_back("  warning: " + problem);
  for (const std::string& each : lines)
    if (!print_line(each).ok()) return 1;
  return 0;
}

static int export_gif(const std::string& folder, const ExportOptions& how, const std::string& file,
                      CommandStop& stop) {
  stop.set_take_back(stop.making(), TemporaryFolder::remove_all);
  const Result<ExportSummary> gif = write_gif(folder, how, file, stop.token());
  if (gif.ok()) return report(file, gif.value(), {});
  if (stop.is_asked()) return fail_export(kStopped, "stopped before the end; nothing was written");
  return fail_export(1, gif.error().message);
}

int run_export(const Options& options) {
  CommandStop stop(command_name() + " export");
  const Result<std::string> folder =
      find_run(options.settings.settings.proxy.runs, options.recorded);
  if (!folder.ok()) return fail_export(2, folder.error().message);
  ExportOptions how{options.redact, {}, options.black, {}};
  if (!options.remove.empty()) {
    auto pattern = TextPattern::make(options.remove);
    if (!pattern.ok()) return fail_export(2, "--redact-text: " + pattern.error().message);
    how.remove = std::move(pattern).value();
  }
  if (options.gif) return export_gif(folder.value(), how, options.file, stop);
  const std::uint64_t estimate = export_bytes(folder.value());
  std::string target = options.file, beside;  // beside: the folder of a large export
  std::vector<std::string> notes;
  Status written = Done{};
  if (estimate > kMaxExport) {
    beside = without_html(options.file);
    notes = {"one page would have " + mebibytes(estimate) +
             ", so the pictures are beside it: keep the folder together"};
    const Result<bool> made = make_new_folder(beside);
    if (!made.ok()) return fail_export(1, made.error().message);
    if (!made.value())
      return fail_export(2, "one page would have " + mebibytes(estimate) + ", so a folder " +
                                beside +
                                " is written; it exists: choose another name or remove it");
    target = join_path(beside, "index.html");
    how.beside = [&written, beside](const std::string& file, std::string_view png) {
      written = replace_file(join_path(beside, file), png, Durability::buffered);
      return written.ok();
    };
  }
  const Status replaceable = check_replaceable(target, kExportMark, "export");
  if (!replaceable.ok()) return fail_export(2, replaceable.error().message);

  NewFile file(target, stop);
  const ExportProgress line = export_progress();
  const Result<ExportSummary> page = stream_export(
      folder.value(), how,
      [&](std::string_view piece) {
        written = file.write(piece);
        return written.ok();
      },
      [&](std::size_t done, std::size_t total) { return !stop.is_asked() && line(done, total); });
  if (written.ok() && page.ok()) written = file.finish();
  if (written.ok() && page.ok()) return report(target, page.value(), notes);
  if (!beside.empty()) (void)remove_folder(beside).ok();  // the error is reported
  if (!written.ok()) return fail_export(1, "the page was not written: " + written.error().message);
  if (stop.is_asked()) return fail_export(kStopped, "stopped before the end; nothing was written");
  return fail_export(1, page.error().message + "; nothing was written");
}
}  // namespace franz::proxy
