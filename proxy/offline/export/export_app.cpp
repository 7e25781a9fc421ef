#include "proxy/offline/export/export_app.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include "common/base/path_parts.h"
#include "common/base/sha256.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_log_app.h"
#include "common/run/run_story.h"
#include "common/run/start_run_app.h"
#include "proxy/command/command_stop_app.h"
#include "proxy/command/replaceable_file_app.h"
#include "proxy/offline/export/export_page.h"
#include "proxy/offline/export/export_plan.h"
#include "proxy/offline/export/redaction.h"
#include "proxy/offline/export/shown_turn.h"

namespace franz::proxy {
static constexpr std::uint64_t kOpeningPicture =
    4U << 20U;  // limit for the picture that is shown twice
static constexpr std::size_t kWriteBuffer = 1UL << 20U;  // bytes buffered for one write

// 0: the file does not exist.
static std::uint64_t size_in(const RunDir& dir, const std::string& name) {
  return dir.folder().stamp(name).value_or(FileStamp{}).bytes;
}

namespace {
// A turn's data from one pass over the records.
struct ReadTurn {
  std::optional<ShownTurn> shown;  // nothing: unreadable
  std::string why;
  bool picture_allowed = true;  // redaction permits it
  std::size_t record_bytes = 0;
};

// Reads records in order and keeps the reply before each.
class TurnReader {
 public:
  TurnReader(const RunDir& dir, bool redact) : dir_(dir), redact_(redact) {}

  ReadTurn read(int turn, int attempt) {
    ReadTurn read;
    const Result<TurnRecord> record = read_turn_record(dir_, turn, attempt);
    if (!record.ok()) {
      const std::string name = record_file(turn, attempt);
      // A parser's message may quote the text.
      read.why = redact_ ? name + " cannot be read" : dir_.problem_of(name, record.error());
      rule_.unreadable();
      reply_ = "null";
      return read;
    }
    const TurnRecord& known = record.value();
    read.record_bytes = size_in(dir_, record_file(turn, attempt));
    read.shown = shown_turn(known);
    if (known.story != "null" && reply_ == known.story && reply_of_ == turn - 1)
      read.shown->story_is_reply_of = reply_of_;
    reply_of_ = turn;
    reply_ = known.response ? known.response->text : "null";
    if (redact_) {
      read.picture_allowed = rule_.may_show(*read.shown);
      redact(*read.shown);
    }
    return read;
  }

 private:
  const RunDir& dir_;
  bool redact_;
  PictureRule rule_;
  std::string reply_ = "null";  // the token of the previous turn
  int reply_of_ = 0;
};

// A turn of the log, with the attempt that is shown.
struct ListedTurn {
  int turn = 0, attempt = 0;
};

// The log's contents, as far as it is readable.
struct ReadLog {
  ShownRun run;
  std::vector<ListedTurn> turns;
};
}  // namespace

// Failure: another version of FRANZ wrote the run.
static Result<ReadLog> read_run(const RunDir& dir) {
  RunLogReader reader;
  RunStory story;
  const Status read = reader.read(dir, [&story](const ReadRunLine& line) {
    story.take(line.line);
    return true;
  });
  if (!read.ok() && read.error().code == ErrorCode::other_version) return read.error();
  RunFacts facts = story.facts();
  Result<SettingsInForce> settings = settings_of(dir, facts.in_force);
  if (settings.ok()) facts.in_force = std::move(settings).value();
  ReadLog log{shown_run(facts), {}};
  if (!read.ok()) {
    log.run.problem = dir.problem_of(kRunLog, read.error());
  } else if (!settings.ok()) {
    log.run.problem = dir.problem_of(facts.in_force.file->name, settings.error());
  }
  if (log.run.name.empty()) log.run.name = last_part(dir.path());
  if (read.ok() && facts.ended && reader.torn() == 0) log.run.seal = reader.chain().last_sha256();
  for (const auto& [turn, attempts] : story.turns())
    if (const LoggedAttempt* const shown = story.shown(turn))
      log.turns.push_back({turn, shown->attempt});
  return log;
}

static std::string why_no_picture(const Error& error, const std::string& name) {
  switch (error.code) {
    case ErrorCode::missing: return name + " is missing";
    case ErrorCode::not_a_file: return name + " is not a regular file";
    case ErrorCode::too_large: return name + " is too large for a picture";
    case ErrorCode::other_version:
    case ErrorCode::denied:
    case ErrorCode::failed: break;
  }
  return name + " cannot be read";
}

static bool is_picture_of(const std::string& name, int turn) {
  const RunFilePlace place = place_of(name);
  return place.kind == RunFilePlace::Kind::picture && place.turn == turn;
}

// The picture of a turn, or why there is none. `problem`: for the summary.
static PagePicture read_picture(const RunDir& dir, const ShownTurn& turn) {
  if (!turn.picture) return {"", "none came with the request", ""};
  const RecordedPicture& known = *turn.picture;
  if (known.file.empty()) return {"", "it was not a PNG and was not kept", ""};
  // The record is untrusted: accept only its own file. A retry may use an earlier picture.
  const std::string& name = known.file;
  if (!is_picture_of(name, turn.turn))
    return {"", "the record names a file that is not a picture of this turn", ""};
  Result<std::string> bytes = dir.read(name);
  if (!bytes.ok()) return {"", why_no_picture(bytes.error(), name), ""};
  if (!bytes.value().starts_with("\x89PNG\r\n\x1a\n")) return {"", name + " is not a PNG", ""};
  PagePicture picture{std::move(bytes).value(), "", ""};
  if (sha256_hex(picture.png) != known.sha256)
    picture.warning = name + " is not the picture that was recorded: its digest differs.";
  return picture;
}

static std::uint64_t picture_bytes_in_page(const RunDir& dir, const ReadTurn& read) {
  if (!read.shown || !read.shown->picture || !read.picture_allowed) return 0;
  const std::string& name = read.shown->picture->file;
  if (!is_picture_of(name, read.shown->turn) || !dir.folder().has_file(name)) return 0;
  const std::uint64_t bytes = size_in(dir, name);
  return bytes > max_run_file_bytes(name) ? 0 : (bytes + 2) / 3 * 4;
}

static TurnCost cost_of(const RunDir& dir, const ReadTurn& read) {
  TurnCost cost;
  for (std::size_t level = 0; level < kTextLevels.size(); ++level) {
    if (level > 0 && read.record_bytes <= kTextLevels[level]) {
      cost.text[level] = cost.text[level - 1];  // no text in it is that long
      continue;
    }
    const PagePicture none{"", std::string(100, '-'), ""};
    cost.text[level] = read.shown
                           ? page_turn(*read.shown, none, {1, 1}, {kTextLevels[level]}).size() + 200
                           : read.why.size() + 1000;
  }
  cost.picture = picture_bytes_in_page(dir, read);
  return cost;
}

static PageEntry entry_of(int turn, const ReadTurn& read) {
  PageEntry entry;
  entry.turn = entry.last = turn;
  if (!read.shown) {
    entry.kind = PageEntry::Kind::unreadable;
    return entry;
  }
  entry.outcome = read.shown->outcome;
  entry.verdict = read.shown->verdict;
  entry.actions = read.shown->performed;
  return entry;
}

namespace {
class Export {
 public:
  Export(const RunDir& dir, const ExportOptions& options, const ExportSink& sink,
         const ExportProgress& progress)
      : dir_(dir), options_(options), sink_(sink), progress_(progress) {}

  Result<ExportSummary> write() {
    Result<ReadLog> log = read_run(dir_);
    if (!log.ok()) return log.error();
    turns_ = std::move(log.value().turns);
    head_.run = std::move(log.value().run);
    if (!head_.run.problem.empty()) summary_.problems.push_back(head_.run.problem);
    head_.redacted = options_.redact;
    if (options_.redact) redact(head_.run);
    if (!measure() || !send_all()) return Error{"stopped"};
    return summary_;
  }

 private:
  bool tell(std::size_t done) { return !progress_ || progress_(done, 2 * turns_.size()); }

  bool send(const std::string& piece) {
    summary_.bytes += piece.size();
    return sink_(piece);
  }

  void add_gap(int before, int turn) {
    if (turn - before <= 1) return;
    PageEntry gap;
    gap.kind = PageEntry::Kind::gap;
    gap.turn = before + 1;
    gap.last = turn - 1;
    head_.entries.push_back(gap);
  }

  bool measure() {
    TurnReader reader(dir_, options_.redact);
    for (std::size_t i = 0; i < turns_.size(); ++i) {
      const auto [turn, attempt] = turns_[i];
      const ReadTurn read = reader.read(turn, attempt);
      if (!read.shown) summary_.problems.push_back(read.why);
      costs_.push_back(cost_of(dir_, read));
      add_gap(i == 0 ? 0 : turns_[i - 1].turn, turn);
      head_.entries.push_back(entry_of(turn, read));
      if (!tell(i + 1)) return false;
    }
    const std::uint64_t frame = page_head(head_).size() + 4096;
    plan_ = plan_export(frame, costs_, options_.max_bytes);
    head_.left_out = summary_.left_out = left_out_by(plan_, costs_, options_.max_bytes);
    drop_entries();
    open_with_picture(frame);
    return true;
  }

  // The last picture shown, unless it is too large to show twice.
  void open_with_picture(std::uint64_t frame) {
    if (plan_.picture_every != 1 || plan_.level > 0) return;
    std::uint64_t size = frame;
    for (const TurnCost& cost : costs_) size += cost.text[0] + cost.picture;
    for (std::size_t i = plan_.turns; i-- > 0 && head_.last_png.empty();) {
      if (costs_[i].picture == 0) continue;
      if (costs_[i].picture > kOpeningPicture || size + costs_[i].picture > options_.max_bytes)
        return;
      const auto [turn, attempt] = turns_[i];
      const Result<TurnRecord> record = read_turn_record(dir_, turn, attempt);
      if (!record.ok()) continue;
      head_.last_png = read_picture(dir_, shown_turn(record.value())).png;
      head_.last_png_turn = turn;
    }
  }

  // The turns that the plan omits become one entry at the end.
  void drop_entries() {
    if (plan_.turns >= turns_.size()) return;
    const int first = turns_[plan_.turns].turn;
    std::erase_if(head_.entries, [first](const PageEntry& entry) { return entry.turn >= first; });
    PageEntry dropped;
    dropped.kind = PageEntry::Kind::dropped;
    dropped.turn = first;
    dropped.last = turns_.back().turn;
    head_.entries.push_back(dropped);
  }

  bool send_all() {
    if (!send(page_head(head_))) return false;
    TurnReader reader(dir_, options_.redact);
    std::size_t next = 0;
    for (std::size_t i = 0; i < head_.entries.size(); ++i) {
      const PageEntry& entry = head_.entries[i];
      if (entry.kind == PageEntry::Kind::gap || entry.kind == PageEntry::Kind::dropped) {
        if (!send(page_hole(entry, ""))) return false;
        continue;
      }
      PageLinks links;
      if (i > 0) links.before = head_.entries[i - 1].turn;
      if (i + 1 < head_.entries.size()) links.after = head_.entries[i + 1].turn;
      if (!send(turn_piece(entry, links, reader.read(entry.turn, turns_[next].attempt), next)))
        return false;
      if (!tell(turns_.size() + ++next)) return false;
    }
    return send(page_foot(FRANZ_VERSION));
  }

  std::string turn_piece(const PageEntry& entry, const PageLinks& links, const ReadTurn& read,
                         std::size_t index) {
    ++summary_.turns;
    if (!read.shown) {
      PageEntry hole = entry;
      hole.kind = PageEntry::Kind::unreadable;
      return page_hole(hole, read.why);
    }
    PagePicture picture;
    if (!read.picture_allowed && read.shown->picture) {
      picture.instead = "left out by --redact: it may show typed text";
    } else if (!keeps_picture(index)) {
      picture.instead = "left out, to keep this file small";
    } else {
      picture = read_picture(dir_, *read.shown);
      if (picture.png.empty() && read.shown->picture) summary_.problems.push_back(picture.instead);
      if (!picture.warning.empty()) summary_.problems.push_back(picture.warning);
      if (!picture.png.empty()) ++summary_.pictures;
    }
    return page_turn(*read.shown, picture, links, {kTextLevels[plan_.level]});
  }

  bool keeps_picture(std::size_t index) {
    if (costs_[index].picture == 0) return true;  // read_picture() reports why there is none
    return plan_.picture_every > 0 && pictures_met_++ % plan_.picture_every == 0;
  }

  const RunDir& dir_;
  const ExportOptions options_;
  const ExportSink& sink_;
  const ExportProgress& progress_;
  std::vector<ListedTurn> turns_;
  PageHead head_;
  std::vector<TurnCost> costs_;
  ExportPlan plan_;
  std::size_t pictures_met_ = 0;
  ExportSummary summary_;
};

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

Result<ExportSummary> stream_export(const std::string& folder, const ExportOptions& options,
                                    const ExportSink& sink, const ExportProgress& progress) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return dir.error();
  return Export(dir.value(), options, sink, progress).write();
}

static int fail_export(int code, const std::string& text) {
  print_error("proxy: export: " + text);
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

int run_export(const Options& options) {
  CommandStop stop("proxy: export");
  const Result<std::string> folder =
      find_run(options.settings.settings.proxy.runs, options.recorded);
  if (!folder.ok()) return fail_export(2, folder.error().message);
  const Status target = check_replaceable(options.file, kExportMark, "export");
  if (!target.ok()) return fail_export(2, target.error().message);

  NewFile file(options.file, stop);
  Status written = Done{};
  const ExportProgress line = export_progress();
  const Result<ExportSummary> page = stream_export(
      folder.value(), {options.redact, kMaxExport},
      [&](std::string_view piece) {
        written = file.write(piece);
        return written.ok();
      },
      [&](std::size_t done, std::size_t total) { return !stop.is_asked() && line(done, total); });
  if (written.ok() && page.ok()) written = file.finish();
  if (!written.ok()) return fail_export(1, "the page was not written: " + written.error().message);
  if (!page.ok() && stop.is_asked())
    return fail_export(kStopped, "stopped before the end; nothing was written");
  if (!page.ok()) return fail_export(1, page.error().message + "; nothing was written");

  const ExportSummary& summary = page.value();
  std::vector<std::string> lines = {options.file + ": " + std::to_string(summary.turns) +
                                    " turns, " + std::to_string(summary.pictures) + " pictures, " +
                                    size_text(summary.bytes) +
                                    (options.redact ? ", redacted" : "")};
  for (const std::string& left_out : summary.left_out) lines.push_back("  left out: " + left_out);
  for (const std::string& problem : summary.problems) lines.push_back("  not shown: " + problem);
  for (const std::string& each : lines)
    if (!print_line(each).ok()) return 1;
  return 0;
}
}  // namespace franz::proxy
