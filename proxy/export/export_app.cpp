#include "proxy/export/export_app.h"
#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include "common/base/sha256.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/wire/raw_json.h"
#include "proxy/export/export_page.h"
#include "proxy/export/export_plan.h"
#include "proxy/export/redaction.h"
#include "proxy/export/shown_turn.h"
#include "proxy/log/load_run_app.h"
#include "proxy/log/sums.h"

namespace franz::proxy {
static constexpr std::size_t kMaxRecord = 4 * kMaxMessage;
static constexpr std::size_t kMaxPicture = 64UL << 20U;
static constexpr std::uint64_t kOpeningPicture = 4U << 20U;  // the most that is shown twice
static constexpr std::size_t kMaxSums = 256UL << 20U;
static constexpr std::size_t kWriteAtOnce = 1UL << 20U;  // bytes gathered for one write

// The page goes to other people: what our own errors say of folders stays here.
static std::string without_folder(std::string text, const std::string& folder) {
  const std::string prefix = join_path(folder, "");
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix))
    text.erase(at, prefix.size());
  return text;
}

namespace {
// What one pass over the records brings for a turn.
struct ReadTurn {
  std::optional<ShownTurn> shown;  // nothing: it cannot be read
  std::string why;
  bool picture_allowed = true;  // by redaction
  std::size_t record_bytes = 0;
};

// Reads records in order, and knows the reply before each.
class TurnReader {
 public:
  TurnReader(std::string folder, bool redact) : folder_(std::move(folder)), redact_(redact) {}

  ReadTurn read(int turn) {
    ReadTurn read;
    const std::string name = record_file(turn);
    const Result<std::string> text = read_file(join_path(folder_, name), kMaxRecord);
    Result<TurnRecord> record =
        text.ok() ? parse_turn_record(text.value()) : Result<TurnRecord>(text.error());
    if (record.ok() && record.value().turn != turn)
      record = Error{"/turn: is " + std::to_string(record.value().turn) + ", not the file's"};
    if (!record.ok()) {
      // A parser's words may quote the text.
      const std::string words = without_folder(record.error().message, folder_);
      read.why = redact_                   ? name + " cannot be read"
                 : words.starts_with(name) ? words
                                           : name + ": " + words;
      rule_.unreadable();
      reply_ = "null";
      return read;
    }
    const TurnRecord& known = record.value();
    read.record_bytes = text.value().size();
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
  std::string folder_;
  bool redact_;
  PictureRule rule_;
  std::string reply_ = "null";  // the token of the turn before
  int reply_of_ = 0;
};
}  // namespace

static Result<std::vector<int>> recorded_turns(const std::string& folder) {
  const Result<std::vector<std::string>> names = list_folder(folder);
  if (!names.ok()) return names.error();
  std::vector<int> turns;
  for (const std::string& name : names.value())
    if (const std::optional<int> turn = turn_of_record_file(name)) turns.push_back(*turn);
  std::sort(turns.begin(), turns.end());  // turn_10000 comes before turn_9999 among names
  return turns;
}

static ShownRun read_run(const std::string& folder) {
  ShownRun shown;
  const Result<std::string> text = read_file(join_path(folder, "run.json"), kMaxMessage);
  const Result<RunFile> run =
      text.ok() ? parse_run_file(text.value()) : Result<RunFile>(text.error());
  if (run.ok()) {
    shown = shown_run(run.value());
    shown.origin = origin_text(text.value());
  } else {
    const std::string words = without_folder(run.error().message, folder);
    shown.problem = words.starts_with("run.json") ? words : "run.json: " + words;
  }
  if (shown.name.empty()) shown.name = folder.substr(folder.find_last_of("/\\") + 1);
  const Result<std::string> sums = read_file(join_path(folder, kSumsFile), kMaxSums);
  if (sums.ok()) shown.seal = sha256_hex(sums.value());
  return shown;
}

// The picture of a turn, or why there is none. `problem` for the summary.
static PagePicture read_picture(const std::string& folder, const ShownTurn& turn) {
  if (!turn.picture) return {"", "none came with the request", ""};
  const RecordedPicture& known = *turn.picture;
  if (known.file.empty()) return {"", "it was no PNG and was not kept", ""};
  const std::string name = picture_file(turn.turn);
  // A record is a file that anybody may have written: it names no other file.
  if (known.file != name) return {"", "the record names a file that is not " + name, ""};
  const std::string path = join_path(folder, name);
  Result<std::string> bytes = read_file(path, kMaxPicture);
  if (!bytes.ok())
    return {"", file_exists(path) ? name + " cannot be read" : name + " is missing", ""};
  if (!bytes.value().starts_with("\x89PNG\r\n\x1a\n")) return {"", name + " is no PNG", ""};
  PagePicture picture{std::move(bytes).value(), "", ""};
  if (sha256_hex(picture.png) != known.sha256)
    picture.warning = name + " is not the picture that was recorded: its digest differs.";
  return picture;
}

static std::uint64_t picture_cost(const std::string& folder, const ReadTurn& read) {
  if (!read.shown || !read.shown->picture || !read.picture_allowed) return 0;
  if (read.shown->picture->file != picture_file(read.shown->turn)) return 0;
  const std::uint64_t bytes = file_size(join_path(folder, read.shown->picture->file));
  return bytes > kMaxPicture ? 0 : (bytes + 2) / 3 * 4;
}

static TurnCost cost_of(const std::string& folder, const ReadTurn& read) {
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
  cost.picture = picture_cost(folder, read);
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
  Export(std::string folder, const ExportOptions& options, const ExportSink& sink,
         const ExportProgress& progress)
      : folder_(std::move(folder)), options_(options), sink_(sink), progress_(progress) {}

  Result<ExportSummary> write() {
    Result<std::vector<int>> turns = recorded_turns(folder_);
    if (!turns.ok()) return turns.error();
    turns_ = std::move(turns).value();
    head_.run = read_run(folder_);
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
    TurnReader reader(folder_, options_.redact);
    for (std::size_t i = 0; i < turns_.size(); ++i) {
      const ReadTurn read = reader.read(turns_[i]);
      if (!read.shown) summary_.problems.push_back(read.why);
      costs_.push_back(cost_of(folder_, read));
      add_gap(i == 0 ? 0 : turns_[i - 1], turns_[i]);
      head_.entries.push_back(entry_of(turns_[i], read));
      if (!tell(i + 1)) return false;
    }
    const std::uint64_t frame = page_head(head_).size() + 4096;
    plan_ = plan_export(frame, costs_, options_.max_bytes);
    head_.left_out = summary_.left_out = left_out_by(plan_, costs_, options_.max_bytes);
    drop_entries();
    open_with_picture(frame);
    return true;
  }

  // The last picture that is shown, unless it is too large to be shown twice.
  void open_with_picture(std::uint64_t frame) {
    if (plan_.picture_every != 1 || plan_.level > 0) return;
    std::uint64_t size = frame;
    for (const TurnCost& cost : costs_) size += cost.text[0] + cost.picture;
    for (std::size_t i = plan_.turns; i-- > 0 && head_.last_png.empty();) {
      if (costs_[i].picture == 0) continue;
      if (costs_[i].picture > kOpeningPicture || size + costs_[i].picture > options_.max_bytes)
        return;
      const Result<std::string> text =
          read_file(join_path(folder_, record_file(turns_[i])), kMaxRecord);
      const Result<TurnRecord> record =
          text.ok() ? parse_turn_record(text.value()) : Result<TurnRecord>(text.error());
      if (!record.ok()) continue;
      head_.last_png = read_picture(folder_, shown_turn(record.value())).png;
      head_.last_png_turn = turns_[i];
    }
  }

  // The turns that the plan leaves out become one entry at the end.
  void drop_entries() {
    if (plan_.turns >= turns_.size()) return;
    const int first = turns_[plan_.turns];
    std::erase_if(head_.entries, [first](const PageEntry& entry) { return entry.turn >= first; });
    PageEntry dropped;
    dropped.kind = PageEntry::Kind::dropped;
    dropped.turn = first;
    dropped.last = turns_.back();
    head_.entries.push_back(dropped);
  }

  bool send_all() {
    if (!send(page_head(head_))) return false;
    TurnReader reader(folder_, options_.redact);
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
      if (!send(turn_piece(entry, links, reader.read(entry.turn), next))) return false;
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
      picture = read_picture(folder_, *read.shown);
      if (picture.png.empty() && read.shown->picture) summary_.problems.push_back(picture.instead);
      if (!picture.warning.empty()) summary_.problems.push_back(picture.warning);
      if (!picture.png.empty()) ++summary_.pictures;
    }
    return page_turn(*read.shown, picture, links, {kTextLevels[plan_.level]});
  }

  bool keeps_picture(std::size_t index) {
    if (costs_[index].picture == 0) return true;  // read_picture() says why there is none
    return plan_.picture_every > 0 && pictures_met_++ % plan_.picture_every == 0;
  }

  const std::string folder_;
  const ExportOptions options_;
  const ExportSink& sink_;
  const ExportProgress& progress_;
  std::vector<int> turns_;
  PageHead head_;
  std::vector<TurnCost> costs_;
  ExportPlan plan_;
  std::size_t pictures_met_ = 0;
  ExportSummary summary_;
};

// A file that appears whole under its name, or not at all.
class NewFile {
 public:
  explicit NewFile(std::string path)
      : path_(std::move(path)), part_(path_ + "." + random_hex(8) + ".tmp") {}
  ~NewFile() {
    if (!renamed_) (void)remove_file(part_).ok();  // nobody is left to tell
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  Status write(std::string_view bytes) {
    waiting_ += bytes;
    return waiting_.size() < kWriteAtOnce ? Status(Done{}) : flush();
  }

  Status finish() {
    Status done = flush();
    if (done.ok()) done = rename_file(part_, path_);
    renamed_ = done.ok();
    return done;
  }

 private:
  Status flush() {
    Status done = append_file(part_, waiting_);
    waiting_.clear();
    return done;
  }

  const std::string path_, part_;
  std::string waiting_;
  bool renamed_ = false;
};
}  // namespace

Result<ExportSummary> stream_export(const std::string& folder, const ExportOptions& options,
                                    const ExportSink& sink, const ExportProgress& progress) {
  return Export(folder, options, sink, progress).write();
}

static int fail(int code, const std::string& text) {
  write_standard_error("proxy: export: " + text + "\n");
  return code;
}

// Only what an earlier export wrote may be replaced.
static Status check_target(const std::string& file) {
  if (folder_exists(file)) return Error{file + " is a folder; name the file to write"};
  if (!file_exists(file)) return Done{};
  constexpr std::uint64_t kMost = 2 * kMaxExport;
  const Result<std::string> there = read_file(file, kMost);
  const bool ours =
      there.ok() && there.value().substr(0, 1024).find(kExportMark) != std::string::npos;
  if (ours) return Done{};
  return Error{file + " exists and is no earlier export; choose another name or remove it"};
}

static ExportProgress progress_line() {
  const bool terminal = output_is_terminal();
  auto last = std::make_shared<std::size_t>(101);
  return [terminal, last](std::size_t done, std::size_t total) {
    const std::size_t percent = total == 0 ? 100 : done * 100 / total;
    if (!terminal || percent == *last) return true;
    *last = percent;
    const std::string line = "\rexport " + std::to_string(percent) + " %  " +
                             std::string(percent / 4, '=') + std::string(25 - percent / 4, '.');
    (void)write_standard_output(percent == 100 ? "\r" + std::string(40, ' ') + "\r" : line).ok();
    return true;
  };
}

int run_export(const Options& options) {
  static std::atomic<bool> stop{false};  // outlives the thread that hears Ctrl-C
  watch_stop_signals([](int) { stop = true; });
  const Result<std::string> folder =
      find_run(options.settings.settings.proxy.runs, options.recorded);
  if (!folder.ok()) return fail(2, folder.error().message);
  const Status target = check_target(options.file);
  if (!target.ok()) return fail(2, target.error().message);

  NewFile file(options.file);
  Status written = Done{};
  const ExportProgress line = progress_line();
  const Result<ExportSummary> page = stream_export(
      folder.value(), {options.redact, kMaxExport},
      [&](std::string_view piece) {
        written = file.write(piece);
        return written.ok();
      },
      [&](std::size_t done, std::size_t total) { return !stop && line(done, total); });
  if (written.ok() && page.ok()) written = file.finish();
  if (!written.ok()) return fail(1, "the page was not written: " + written.error().message);
  if (!page.ok()) return fail(1, "stopped; nothing was written");

  const ExportSummary& summary = page.value();
  std::string said = options.file + ": " + std::to_string(summary.turns) + " turns, " +
                     std::to_string(summary.pictures) + " pictures, " + size_text(summary.bytes) +
                     (options.redact ? ", redacted" : "") + "\n";
  for (const std::string& left_out : summary.left_out) said += "  left out: " + left_out + "\n";
  for (const std::string& problem : summary.problems) said += "  not shown: " + problem + "\n";
  return write_standard_output(said).ok() ? 0 : 1;
}
}  // namespace franz::proxy
