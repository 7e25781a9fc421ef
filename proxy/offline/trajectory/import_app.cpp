#include "proxy/offline/trajectory/import_app.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include "common/base/base64.h"
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/base/json_tokens.h"
#include "common/base/path_parts.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/folder.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/picture/picture_pixels.h"
#include "common/picture/png_encoding.h"
#include "common/run/log_writer_app.h"
#include "common/run/record_parts.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_files.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/offline/trajectory/atif_reading.h"

namespace franz::proxy {
static constexpr int kRefused = 2, kCannotWrite = 3;
static constexpr std::chrono::milliseconds kLookEvery{100};  // for Ctrl-C, while the disk writes

static int fail_import(int code, const std::string& text) {
  print_error(command_name() + " import: " + printable(text));
  return code;
}

static std::string now() { return utc_text(static_cast<double>(unix_time_ms())); }

namespace {
// The new run: its claim and its writer. Its destructor removes the folder unless the run was
// finished; `stop` removes it if it ends the process.
class ImportedRun {
 public:
  static Result<std::unique_ptr<ImportedRun>> make(const Options& options, CommandStop& stop) {
    std::unique_ptr<ImportedRun> run(new ImportedRun(stop));
    const CommandStop::Making making = stop.making();
    Result<RunClaim> claim =
        RunClaim::make(options.settings.settings.proxy.runs, "proxy import", options.run_name);
    if (!claim.ok()) return claim.error();
    run->claim_.emplace(std::move(claim).value());
    stop.set_take_back(making, [made = run.get()] { made->claim_.reset(); });
    LogWriterOptions writer;
    writer.folder = run->claim_->folder();
    writer.trouble = [made = run.get()](const std::string& text) { made->set_failure(text); };
    writer.trouble_after = std::chrono::milliseconds{0};  // nothing waits for a full disk here
    run->writer_.emplace(std::move(writer));
    return run;
  }
  ~ImportedRun() {
    // First: Windows does not remove a folder with open files.
    if (writer_) static_cast<void>(writer_->stop());
    const CommandStop::Making making = stop_.making();
    stop_.set_take_back(making, {});
    claim_.reset();
  }
  ImportedRun(const ImportedRun&) = delete;
  ImportedRun& operator=(const ImportedRun&) = delete;

  std::string folder() const { return claim_->folder(); }
  std::string name() const { return claim_->name(); }

  // Writes an entry with its files, so that only one turn is in memory. Failure: the disk's
  // message, or that the command was stopped.
  Status put(RunEntry entry, std::vector<NewFile> files = {}) {
    writer_->put({now(), std::move(entry), std::move(files)});
    while (!writer_->wait_empty(kLookEvery))
      if (Status failed = failure(); !failed.ok()) return failed;
    return failure();
  }
  // Writes the end. From then on the run is kept. Returns the seal.
  Result<std::string> finish(const std::optional<Finish>& finish) {
    Result<std::string> seal = writer_->end(finish, now());
    if (!seal.ok()) return seal;
    const CommandStop::Making making = stop_.making();
    if (stop_.is_asked()) return Error{"stopped"};
    stop_.set_take_back(making, {});
    claim_->keep();
    return seal;
  }

 private:
  explicit ImportedRun(CommandStop& stop) : stop_(stop) {}

  void set_failure(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (failure_.empty()) failure_ = text;
  }
  Status failure() const {
    if (stop_.is_asked()) return Error{"stopped"};
    const std::lock_guard lock(mutex_);
    return failure_.empty() ? Status(Done{}) : Error{failure_};
  }

  CommandStop& stop_;
  mutable std::mutex mutex_;
  std::string failure_;            // of the writer's thread
  std::optional<RunClaim> claim_;  // guards this with making()
  std::optional<RunLogWriter> writer_;
};

// The pictures beside the trajectory.
class AtifPictures {
 public:
  explicit AtifPictures(Folder folder) : folder_(std::move(folder)) {}

  // The picture as a PNG that we wrote. A picture that is the same as the last one is not decoded
  // again. Failure: it is refused; names its pointer. ErrorCode::missing: there is no such file.
  Result<std::string> png_of(const AtifPicture& picture) {
    if (picture.path != last_.path || picture.data != last_.data)
      if (Status decoded = decode(picture); !decoded.ok()) return decoded.error();
    pixels_ += last_pixels_;
    if (pixels_ > kMaxAtifPixels)
      return Error{picture.pointer + ": the pictures together have more than " +
                   std::to_string(kMaxAtifPixels) + " pixels"};
    return last_png_;
  }

 private:
  Status decode(const AtifPicture& picture) {
    const Result<std::string> bytes = picture.path.empty()
                                          ? base64_decode(picture.data)
                                          : folder_.read(picture.path, kMaxPictureFile);
    if (!bytes.ok())
      return Error{picture.pointer + ": " + bytes.error().message, bytes.error().code};
    const Result<PicturePixels> pixels = decode_png_or_jpeg(bytes.value());
    if (!pixels.ok()) return Error{picture.pointer + ": the picture " + pixels.error().message};
    const auto& [width, height, rgb] = pixels.value();
    last_png_ = encode_png({width, height}, rgb);
    last_pixels_ = std::int64_t{width} * height;
    last_ = picture;
    return Done{};
  }

  const Folder folder_;
  std::int64_t pixels_ = 0;  // of all pictures so far
  // The last picture; without an address: there is none.
  AtifPicture last_;
  std::string last_png_;
  std::int64_t last_pixels_ = 0;
};
}  // namespace

static BeginEntry begin_entry(const AtifRun& read, ImportedFrom from, const std::string& name) {
  BeginEntry begin{random_hex(16), name, FRANZ_VERSION, "", ""};
  begin.in_force.settings =
      JsonObject().text("agent.objective", read.objective).text("model.name", read.model).finish();
  begin.imported = std::move(from);
  return begin;
}

// Writes one turn. Failure: kRefused or kCannotWrite with the message.
static std::optional<std::pair<int, std::string>> write_turn(AtifPictures& pictures, AtifTurn& turn,
                                                             ImportedRun& run,
                                                             std::size_t& written) {
  TurnRecord& record = turn.record;
  std::vector<NewFile> files;
  AttemptEntry entry;
  entry.turn = record.turn;
  entry.attempt = record.attempt;
  entry.witness = Witness::imported;
  entry.delivered = entry.usable = record.response.has_value();
  if (turn.picture) {
    Result<std::string> png = pictures.png_of(*turn.picture);
    if (!png.ok() && png.error().code != ErrorCode::missing)
      return std::pair(kRefused, png.error().message);
    if (png.ok()) {
      const auto bytes = add_picture(record, std::move(png).value());
      entry.files.push_back(logged_file(record.picture->file, *bytes));
      files.push_back({record.picture->file, bytes});
      ++written;
    } else {
      record.degraded.push_back(cut_text(
          "picture not imported: there is no file " + printable(turn.picture->path), kMaxDegraded));
    }
  }
  entry.row = row_of(record);
  const auto json = std::make_shared<const std::string>(to_json(record));
  if (json->size() > kMaxMessage)
    return std::pair(kRefused,
                     "turn " + std::to_string(record.turn) + ": more than 64 MiB of text");
  const std::string name = record_file(record.turn, record.attempt);
  entry.files.insert(entry.files.begin(), logged_file(name, *json));
  files.insert(files.begin(), {name, json});
  const Status put = run.put(std::move(entry), std::move(files));
  if (!put.ok()) return std::pair(kCannotWrite, put.error().message);
  record = {};
  return std::nullopt;
}

// Writes everything but the end. Failure: as above.
static std::optional<std::pair<int, std::string>> write_run(AtifRun& read, ImportedFrom from,
                                                            AtifPictures& pictures,
                                                            ImportedRun& run,
                                                            std::size_t& written) {
  BeginEntry begin = begin_entry(read, std::move(from), run.name());
  std::vector<NewFile> files;
  if (const auto bytes = move_to_file(begin.in_force, 1))
    files.push_back({begin.in_force.file->name, bytes});
  Status put = run.put(std::move(begin), std::move(files));
  for (const std::string& remark : read.remarks)
    if (put.ok()) put = run.put(WarningEntry{printable(remark)});
  if (!put.ok()) return std::pair(kCannotWrite, put.error().message);
  for (AtifTurn& turn : read.turns)
    if (auto failed = write_turn(pictures, turn, run, written)) return failed;
  return std::nullopt;
}

static Status print_result(const Options& options, const AtifRun& read, const ImportedRun& run,
                           std::size_t pictures, const std::string& seal) {
  const bool flags_say_where =
      std::ranges::any_of(options.held, [](const FlagValue& flag) { return flag.key == "runs"; });
  const std::string name = flags_say_where || !options.config.empty() ? run.folder() : run.name();
  std::string text = printable(options.file + ": " + count_text(read.turns.size(), "turn") +
                               " and " + count_text(pictures, "picture") + " of " + read.agent +
                               " " + read.agent_version + " were imported: " + run.folder()) +
                     "\n";
  for (const std::string& remark : read.remarks) text += "note: " + printable(remark) + "\n";
  text += "Look at it with: " + command_name() + " replay " + name + "\nseal       " + seal + "\n";
  return print_lines(text);
}

int run_import(const Options& options) {
  CommandStop stop(command_name() + " import");
  Result<std::string> bytes = read_file(options.file, kMaxAtifFile);
  if (!bytes.ok()) return fail_import(kRefused, bytes.error().message);
  ImportedFrom from{logged_file(last_part(options.file), bytes.value()), "", "", ""};
  Result<AtifRun> read = read_atif(std::move(bytes).value());
  if (!read.ok()) return fail_import(kRefused, options.file + ": " + read.error().message);
  AtifRun& trajectory = read.value();
  from.format = trajectory.format;
  from.agent = trajectory.agent;
  from.agent_version = trajectory.agent_version;
  Result<Folder> beside = Folder::open(folder_above(options.file));
  if (!beside.ok()) return fail_import(kRefused, beside.error().message);
  AtifPictures pictures(std::move(beside).value());
  const Result<std::unique_ptr<ImportedRun>> made = ImportedRun::make(options, stop);
  if (!made.ok()) return fail_import(kCannotWrite, "the run folder: " + made.error().message);
  ImportedRun& run = *made.value();
  std::size_t written = 0;
  auto failed = write_run(trajectory, std::move(from), pictures, run, written);
  const Result<std::string> seal =
      failed ? Result<std::string>(Error{failed->second}) : run.finish(trajectory.finish);
  // A Ctrl-C after the end was written is too late.
  if (stop.is_asked() && !seal.ok())
    return fail_import(kStopped, "stopped before the end; nothing was made");
  if (failed && failed->first == kRefused)
    return fail_import(kRefused, options.file + ": " + failed->second);
  if (!seal.ok()) return fail_import(kCannotWrite, "the run: " + seal.error().message);
  return print_result(options, trajectory, run, written, seal.value()).ok() ? 0 : 1;
}
}  // namespace franz::proxy
