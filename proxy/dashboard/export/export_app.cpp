#include "proxy/dashboard/export/export_app.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/path_parts.h"
#include "common/base/sha256.h"
#include "common/os/clock.h"
#include "common/picture/picture_pixels.h"
#include "common/picture/png_encoding.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_log_app.h"
#include "proxy/dashboard/export/redaction.h"
#include "proxy/dashboard/recorded_run_app.h"

namespace franz::proxy {
static constexpr std::size_t kMostProblems = 1000;
static constexpr const char* kPlainHint =
    "A browser with scripts shows the run: pictures, replies, actions. Without, these are its "
    "turns:";
static constexpr std::size_t kMaxPlainText = 500;  // bytes of a note in the plain list

static std::string why_no_picture(const Error& error, const std::string& name) {
  switch (error.code) {
    case ErrorCode::missing: return name + " is missing";
    case ErrorCode::not_a_file: return name + " is not a regular file";
    case ErrorCode::too_large: return name + " is too large for a picture";
    case ErrorCode::other_version:
    case ErrorCode::lost:
    case ErrorCode::unfinished:
    case ErrorCode::denied:
    case ErrorCode::failed: break;
  }
  return name + " cannot be read";
}

static bool is_picture_of(const std::string& name, int turn) {
  const RunFilePlace place = place_of(name);
  return place.kind == RunFilePlace::Kind::picture && place.turn == turn;
}

// The picture of a turn. Failure: why it is not shown.
static Result<std::string> read_picture(const RunDir& dir, int turn, const RecordedPicture& known) {
  // The record is untrusted: accept only its own file. A retry may use an earlier picture.
  const std::string& name = known.file;
  if (!is_picture_of(name, turn))
    return Error{"turn " + std::to_string(turn) +
                 ": the record names a file that is not a picture of this turn"};
  Result<std::string> bytes = dir.read(name);
  if (!bytes.ok()) return Error{why_no_picture(bytes.error(), name)};
  if (!bytes.value().starts_with("\x89PNG\r\n\x1a\n")) return Error{name + " is not a PNG"};
  return bytes;
}

// The picture with black rectangles. Failure: it cannot be decoded.
static Result<std::string> blackened(const std::string& png,
                                     const std::vector<PictureRectangle>& black) {
  Result<PicturePixels> read = decode_png(png);
  if (!read.ok()) return read.error();
  PicturePixels& picture = read.value();
  for (const PictureRectangle& each : black) {
    const int left = std::min(each.x, picture.width), top = std::min(each.y, picture.height);
    const int wide = std::min(each.width, picture.width - left);
    const int bottom = top + std::min(each.height, picture.height - top);
    for (int y = top; y < bottom; ++y) {
      const auto at =
          picture.rgb.begin() + (static_cast<std::ptrdiff_t>(y) * picture.width + left) * 3;
      std::fill(at, at + static_cast<std::ptrdiff_t>(wide) * 3, static_cast<unsigned char>(0));
    }
  }
  return encode_png(Size{picture.width, picture.height}, picture.rgb);
}

static std::string text_at(const JsonDocument& document, const char* place) {
  const JsonDocument::Id value = document.at(place);
  return document.is(value, JsonDocument::Kind::text) ? document.text(value) : std::string();
}

// "Turn 7 · error · 2 actions · note: …", from the exported entry and record.
static std::string plain_text(const TurnRow& row, const std::string& record) {
  std::string text = "Turn " + std::to_string(row.turn) + " · " +
                     std::string(turn_outcome_name(row.outcome)) + " · " +
                     std::to_string(row.actions) + (row.actions == 1 ? " action" : " actions");
  const Result<JsonDocument> read = JsonDocument::read(record);
  if (!read.ok()) return text + " · its record is not in this export";
  for (const auto& [name, place] : {std::pair{"note", "/note"}, {"finished", "/finished/text"}}) {
    const std::string shown = text_at(read.value(), place).substr(0, kMaxPlainText);
    if (!shown.empty()) text += " · " + std::string(name) + ": " + shown;
  }
  return text;
}

namespace {
class Export {
 public:
  Export(RunDir dir, const ExportOptions& options, const ExportSink& sink,
         const ExportProgress& progress)
      : dir_(std::move(dir)), options_(options), sink_(sink), progress_(progress) {}

  Result<ExportSummary> write() {
    RecordedRun run(dir_.path());
    run.refresh([] { return true; });
    const Status about = run.about();
    if (!about.ok()) return about.error();
    // A message may quote the texts or name a folder of this machine.
    for (const std::string& problem : run.problems())
      problem_is(options_.redact ? "a part of the run cannot be read"
                                 : text_shown(without_path(problem)));
    const std::string facts = shown_json(without_path(run.view().run()));
    const std::string title = title_of(facts);
    const Result<ExportFrame> frame =
        export_frame(dashboard_assets(), title,
                     options_.beside ? ExportPictures::beside : ExportPictures::inside);
    if (!frame.ok()) return frame.error();
    plain_ = {title, kPlainHint};
    if (!send(frame.value().head) || !send(json_block("/api/run", facts)) ||
        !send_turns(run.view()) || !send_lists(run) || !send(end_of_blocks(plain_)) ||
        !send(frame.value().tail))
      return Error{"stopped"};
    return summary_;
  }

 private:
  bool send(const std::string& piece) {
    summary_.bytes += piece.size();
    return sink_(piece);
  }

  void problem_is(std::string text) {
    std::vector<std::string>& problems = summary_.problems;
    if (problems.size() == kMostProblems) problems.emplace_back("and more");
    if (problems.size() < kMostProblems) problems.push_back(std::move(text));
  }

  // The text with the run's name instead of the path of its folder on this machine.
  std::string without_path(std::string text) const {
    const std::string name = last_part(dir_.path());
    const std::string token = quote_json(dir_.path());
    // As it is, and as JSON writes it.
    for (const std::string& path : {token.substr(1, token.size() - 2), dir_.path()})
      for (std::size_t at = text.find(path); at != std::string::npos;
           at = text.find(path, at + name.size()))
        text.replace(at, path.size(), name);
    return text;
  }

  // What the export shows instead of a value of an answer; nothing: the value itself.
  std::optional<std::string> shown_value(std::string_view place, std::string_view value) const {
    std::optional<std::string> shown;
    if (options_.redact) shown = redacted_value(place, value);
    const std::string_view json = shown ? std::string_view(*shown) : value;
    // The model may have written arguments as JSON, with names of its own.
    const bool is_text = json.starts_with('"');
    const bool is_searched = is_text || place == "/response/calls/*/arguments";
    if (!options_.remove || !is_searched || is_own_word(place)) return shown;
    const std::string text = is_text ? decode_json_string(json) : std::string(json);
    const std::string other = text_shown(text);
    return other == text ? shown : std::optional(quote_json(other));
  }

  std::string text_shown(const std::string& text) const {
    return options_.remove ? options_.remove->removed_from(text) : text;
  }

  // An answer without what the export leaves out.
  std::string shown_json(const std::string& json) const {
    if (!options_.redact && !options_.remove) return json;
    Result<std::string> other =
        rewritten(json, [this](auto place, auto value) { return shown_value(place, value); });
    return other.ok() ? std::move(other).value() : "null";
  }

  static std::string title_of(const std::string& facts) {
    const Result<JsonDocument> run = JsonDocument::read(facts);
    if (!run.ok()) return "FRANZ";
    const std::string objective = text_at(run.value(), "/settings/agent.objective");
    const std::string name = text_at(run.value(), "/name");
    return (objective.empty() ? "" : objective.substr(0, kMaxPlainText) + " · ") + name +
           " · FRANZ";
  }

  bool send_turns(const RunView& view) {
    const auto all = view.all_rows().all();
    for (std::size_t i = 0; i < all.size(); ++i) {
      TurnRow row = all[i];
      if (!send_turn(row)) return false;
      rows_.push_back(std::move(row));
      if (progress_ && !progress_(i + 1, all.size())) return false;
    }
    return true;
  }

  // Its picture, its record, and its entry in the plain list.
  bool send_turn(TurnRow& row) {
    const Result<TurnRecord> record = read_turn_record(dir_, row.turn, row.attempt);
    if (!record.ok()) {
      const std::string name = record_file(row.turn, row.attempt);
      // A parser's message may quote the text.
      problem_is(options_.redact ? name + " cannot be read"
                                 : text_shown(dir_.problem_of(name, record.error())));
      rule_.unreadable();
      row.picture = false;
      plain_.push_back(plain_text(row, ""));
      return true;
    }
    const std::string json = to_json(record.value());
    const bool may_show = !options_.redact || rule_.may_show(json);
    row.picture = false;
    if (record.value().picture && may_show && !send_picture(row, *record.value().picture))
      return false;
    ++summary_.turns;
    const std::string shown = shown_json(json);
    plain_.push_back(plain_text(row, shown));
    return send(json_block("/api/turns/" + std::to_string(row.turn), shown));
  }

  // Sets row.picture if it is in the export.
  bool send_picture(TurnRow& row, const RecordedPicture& known) {
    if (known.file.empty()) return true;  // it was not a PNG and was not kept
    Result<std::string> png = read_picture(dir_, row.turn, known);
    // It is shown, as in the dashboard.
    if (png.ok() && sha256_hex(png.value()) != known.sha256)
      problem_is(known.file + " is not the picture that was recorded: its digest differs");
    if (png.ok() && !options_.black.empty()) png = blackened(png.value(), options_.black);
    if (!png.ok()) {
      problem_is(png.error().message);
      return true;
    }
    row.picture = true;
    ++summary_.pictures;
    const std::string path = "/turns/" + std::to_string(row.turn) + ".png";
    if (!options_.beside) return send(picture_block(path, png.value()));
    const std::string file = "turn_" + padded(row.turn, 4) + ".png";
    return options_.beside(file, png.value()) && send(picture_file_block(path, file));
  }

  // The answers that are about all turns.
  bool send_lists(const RecordedRun& run) {
    RunView exported(RunKind::recorded);
    exported.apply(RowsLoaded{std::move(rows_)});
    const std::string rows = shown_json(rows_to_json(exported.all_rows().all()));
    return send(json_block("/api/turns", rows)) &&
           send(json_block("/api/outline", exported.outline(1))) &&
           send(json_block("/api/log", log_of(run))) &&
           send(json_block("/events", shown_json(without_path(run.view().connected()))));
  }

  // The run's log, and what a reader should know about the export.
  std::string log_of(const RecordedRun& run) const {
    std::vector<std::string> lines;
    const std::string recorded =
        options_.redact ? R"({"lines":[]})" : shown_json(without_path(run.view().log_after(0)));
    const Result<JsonDocument> log = JsonDocument::read(recorded);
    if (log.ok())
      for (const JsonDocument::Id line : log.value().children(log.value().at("/lines")))
        lines.emplace_back(log.value().bytes(line));
    long long id = 1LL << 40;  // after all lines of the run
    const auto add = [&](const char* level, const std::string& text) {
      JsonObject line;
      line.number("id", ++id).text("time", utc_text(static_cast<double>(unix_time_ms())));
      lines.push_back(
          line.text("level", level).text("source", "export").text("text", text).finish());
    };
    add("info", "exported by FRANZ " FRANZ_VERSION "; the run's folder also has the requests");
    if (options_.redact)
      for (const std::string& note : redaction_notes()) add("info", note);
    if (options_.remove)
      add("info",
          "texts that match a pattern are shown as [removed]; pictures may still show them");
    for (const PictureRectangle& each : options_.black)
      add("info", "black in every picture: " + std::to_string(each.width) + "x" +
                      std::to_string(each.height) + " at " + std::to_string(each.x) + "," +
                      std::to_string(each.y));
    for (const std::string& problem : summary_.problems) add("warning", problem);
    return JsonObject().raw("lines", json_array(lines)).finish();
  }

  const RunDir dir_;
  const ExportOptions& options_;
  const ExportSink& sink_;
  const ExportProgress& progress_;
  PictureRule rule_;
  std::vector<TurnRow> rows_;
  std::vector<std::string> plain_;  // for a browser without scripts
  ExportSummary summary_;
};
}  // namespace

Result<ExportSummary> stream_export(const std::string& folder, const ExportOptions& options,
                                    const ExportSink& sink, const ExportProgress& progress) {
  Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return dir.error();
  return Export(std::move(dir).value(), options, sink, progress).write();
}

std::uint64_t export_bytes(const std::string& folder) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return 0;
  std::uint64_t bytes = 1U << 20U;  // the page itself, and its lists
  dir.value().each_file(
      [&](const std::string& name) {
        using Kind = RunFilePlace::Kind;
        const Kind kind = place_of(name).kind;
        if (kind != Kind::record && kind != Kind::picture) return;
        const std::uint64_t size = dir.value().folder().stamp(name).value_or(FileStamp{}).bytes;
        bytes += kind == Kind::picture ? (size + 2) / 3 * 4 : size;
      },
      [](const RunFolderProblem&) {});
  return bytes;
}

std::string export_policy() {
  const Result<ExportFrame> frame = export_frame(dashboard_assets(), "", ExportPictures::inside);
  return frame.ok() ? frame.value().policy : "";
}
}  // namespace franz::proxy
