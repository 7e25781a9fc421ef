#include "proxy/offline/verify/verify_run_app.h"
#include <optional>
#include <thread>
#include <utility>
#include <variant>
#include "common/base/secrets.h"
#include "common/os/mailbox.h"
#include "common/run/run_claim_app.h"
#include "common/wire/state_file.h"
#include "proxy/offline/verify/derived_check_app.h"
#include "proxy/offline/verify/line_loader_app.h"
#include "proxy/offline/verify/member_check.h"
#include "proxy/offline/verify/run_fold.h"
#include "proxy/offline/verify/trial_check_app.h"

namespace franz::proxy {
namespace {
// Redraws on its own thread while later lines are read and checked.
class DrawingThread {
 public:
  // Only this object uses `redraw` until finish().
  DrawingThread(Redraw& redraw, std::stop_token stop)
      : redraw_(redraw), stop_(std::move(stop)), lines_(kWaiting), thread_([this] { work(); }) {}
  ~DrawingThread() { join(); }
  DrawingThread(const DrawingThread&) = delete;
  DrawingThread& operator=(const DrawingThread&) = delete;

  // Blocks while many steps are queued.
  void add(DrawnLine line) {
    constexpr std::size_t kLine = 16384;  // in addition to these
    const std::size_t bytes = kLine + (line.picture ? line.picture->size() : 0) +
                              (line.reply ? line.reply->text.size() : 0);
    lines_.push(std::move(line), bytes);
  }
  // Returns the findings once everything is drawn.
  std::vector<Finding> finish() {
    join();
    return std::move(findings_);
  }

 private:
  static constexpr std::size_t kWaiting = 4UL << 20U;  // bytes

  void join() {
    lines_.close();
    if (thread_.joinable()) thread_.join();
  }
  void work() {
    while (const std::optional<DrawnLine> line = lines_.pop())
      if (!stop_.stop_requested()) append(findings_, draw(*line));
    redraw_.end_programs();  // on the thread that started them (line_child.h)
  }
  std::vector<Finding> draw(const DrawnLine& line) {
    switch (line.kind) {
      case DrawnLine::Kind::turn: return redraw_.turn(*line.record, line.reply, line.picture);
      case DrawnLine::Kind::lost: return redraw_.lost(line.turn, line.reply);
      case DrawnLine::Kind::keyframe: return redraw_.keyframe(line.turn, *line.picture, line.state);
    }
    return {};
  }

  Redraw& redraw_;
  const std::stop_token stop_;
  std::vector<Finding> findings_;  // written by the thread
  Mailbox<DrawnLine> lines_;
  std::thread thread_;
};

class RunVerifier {
 public:
  RunVerifier(const VerifyRunOptions& options, RunDir dir)
      : options_(options), dir_(std::move(dir)), fold_(options.find), derived_(dir_) {}

  Result<VerifiedRun> go() {
    verified_.being_written = is_being_written(dir_.folder());
    if (options_.draw) {
      Result<std::unique_ptr<Redraw>> redraw = Redraw::begin(options_.stop);
      if (!redraw.ok()) return redraw.error();
      verified_.redraw = std::move(redraw).value();
    }
    if (const Status read = read_lines(); !read.ok()) return read.error();
    if (options_.up_to == 0 && !is_stopped()) check_whole_run();
    verified_.turns = fold_.turns();
    verified_.stories = fold_.stories();
    verified_.requests = fold_.requests();
    verified_.imported = fold_.story().facts().imported;
    return std::move(verified_);
  }

 private:
  bool is_stopped() const { return options_.stop.stop_requested(); }
  void add(Finding finding) { verified_.findings.add(std::move(finding)); }
  void add(std::vector<Finding> findings) {
    for (Finding& each : findings) add(std::move(each));
  }

  Status read_lines() {
    const std::optional<FileStamp> log = dir_.folder().stamp(kRunLog);
    const double bytes = log ? static_cast<double>(log->bytes) : 0;
    std::optional<DrawingThread> drawing;
    if (verified_.redraw) drawing.emplace(*verified_.redraw, options_.stop);
    LineLoader loader(dir_, options_.up_to, options_.stop);
    while (std::optional<LoadedLine> line = loader.next()) {
      const RunEntry entry = line->line.entry;
      const double part = bytes > 0 ? static_cast<double>(line->end) / bytes : 0;
      FoldedLine folded = fold_.take(std::move(*line));
      add(std::move(folded.findings));
      derived_.take(entry, fold_.story());
      if (const auto* end = std::get_if<EndEntry>(&entry)) end_ = *end;
      if (folded.draw && drawing) drawing->add(std::move(*folded.draw));
      if (options_.on_progress) options_.on_progress(fold_.story().last_turn(), part);
    }
    if (drawing) add(drawing->finish());
    return check_log(loader);
  }

  // Failure: there is no log of this version.
  Status check_log(const LineLoader& loader) {
    if (is_stopped()) return Done{};  // its threads may still be reading
    if (!loader.failure().ok()) {
      const Error& error = loader.failure().error();
      const bool is_none =
          error.code == ErrorCode::other_version || error.code == ErrorCode::missing;
      if (loader.chain().next_seq() == 1 && is_none) return error;
      add(bad(FindingCode::log, 0, kRunLog, "", error.message));
      add(not_checked(FindingCode::damaged, 0,
                      "what comes after line " + std::to_string(loader.chain().next_seq() - 1) +
                          " of " + kRunLog));
    } else if (loader.torn() > 0 && !verified_.being_written) {
      // Also after an end: a kill may happen while the line of a resumption is written.
      add(not_checked(FindingCode::damaged, 0,
                      std::string(kRunLog) + ": " + std::to_string(loader.torn()) +
                          " bytes come after the last whole line"));
    } else if (fold_.story().facts().ended) {
      verified_.seal = loader.chain().last_sha256();
    }
    if (!fold_.story().begun() && loader.failure().ok())
      add(bad(FindingCode::log, 0, kRunLog, "", "it has no whole line"));
    return Done{};
  }

  void check_whole_run() {
    add(fold_.finish());
    if (verified_.being_written) {
      add(not_checked(FindingCode::being_written, 0,
                      "the run is being written now: what is finished was checked"));
      return;
    }
    const bool ended = !verified_.seal.empty();
    add(derived_.finish(fold_.story(), ended ? &end_ : nullptr));
    if (ended) check_end_files();
    if (ended) add(check_trial(dir_, end_));
    check_unlisted(ended);
  }

  void check_end_files() {
    std::optional<LoopState> state;
    std::optional<std::string> canvas;
    for (const LoggedFile& file : end_.files) {
      if (is_stopped()) return;
      const RunFilePlace::Kind kind = place_of(file.name).kind;
      if (kind != RunFilePlace::Kind::sums && kind != RunFilePlace::Kind::growing) {
        add(bad(FindingCode::log, 0, file.name, "", "the end cannot list it"));
        continue;
      }
      const Result<std::string> digest = dir_.digest(file.name);
      if (!digest.ok()) {
        add(bad(FindingCode::file, 0, file.name, "", digest.error().message));
      } else if (digest.value() != file.sha256) {
        add(differs(FindingCode::file, 0, file.name, "sha256", file.sha256, digest.value()));
      }
      if (file.name == kStateFile) state = check_state();
      if (file.name == kCanvasFile)
        if (Result<std::string> bytes = dir_.read(file.name); bytes.ok())
          canvas = std::move(bytes).value();
    }
    if (!verified_.redraw) return;
    std::optional<Redraw::Begun> begun;
    if (state && state->acting) begun = {state->acting->turn, state->acting->in, state->reply};
    add(verified_.redraw->end(canvas, begun));
  }

  std::optional<LoopState> check_state() {
    const auto wrong = [this](const char* field, std::string text) {
      add(bad(FindingCode::state, 0, kStateFile, field, std::move(text)));
    };
    const Result<std::string> text = dir_.read(kStateFile);
    if (!text.ok()) return std::nullopt;  // reported with its digest
    Result<LoopState> read = parse_loop_state(text.value());
    if (!read.ok()) {
      wrong("", read.error().message);
      return std::nullopt;
    }
    LoopState& state = read.value();
    add(check_state_members(text.value(), state, fold_.story().facts().version == FRANZ_VERSION));
    if (state.reply) {
      const LoggedAttempt* const from = fold_.story().find(state.request);
      const std::optional<Reply> reply =
          from == nullptr ? std::nullopt : fold_.reply_of(from->turn, from->attempt);
      if (!reply || from->turn != state.turn) {
        wrong("request", "the log has no such reply to turn " + std::to_string(state.turn));
      } else if (!is_masked_form(state.reply->text, reply->text) &&
                 !is_masked_form(reply->text, state.reply->text)) {
        add(differs(FindingCode::state, 0, kStateFile, "story", reply->text, state.reply->text));
      } else if (const std::string expected = calls_json(reply->calls),
                 got = calls_json(state.reply->calls);
                 !is_masked_form(got, expected) && !is_masked_form(expected, got)) {
        add(differs(FindingCode::state, 0, kStateFile, "calls", expected, got));
      }
    }
    // A kill may have deprived the loop of the last reply, but of no other.
    const LoggedAttempt* const newest = fold_.story().newest_reply();
    if (newest != nullptr && state.turn < newest->turn - 1)
      wrong("turn", "it is " + std::to_string(state.turn) +
                        ", and the last reply is that of turn " + std::to_string(newest->turn));
    return std::move(state);
  }

  // Files in the folder that belong to no line.
  void check_unlisted(bool ended) {
    RunListing listing = dir_.files();
    for (const RunFolderProblem& problem : listing.problems)
      add(bad(FindingCode::file, 0, problem.name, "", "it " + problem.text));
    for (const std::string& name : listing.files) {
      using Kind = RunFilePlace::Kind;
      const Kind kind = place_of(name).kind;
      const bool may_be =
          kind == Kind::log || kind == Kind::passing ||
          (!ended && (kind == Kind::growing || kind == Kind::sums || kind == Kind::batch));
      if (!may_be && !derived_.is_listed(name))
        add(not_checked(FindingCode::unlisted, 0, "no line lists " + name));
    }
  }

  const VerifyRunOptions& options_;
  const RunDir dir_;
  RunFold fold_;
  DerivedCheck derived_;
  EndEntry end_;  // the last one
  VerifiedRun verified_;
};
}  // namespace

Result<VerifiedRun> verify_run(const VerifyRunOptions& options) {
  Result<RunDir> dir = RunDir::open(options.folder);
  if (!dir.ok()) return dir.error();
  return RunVerifier(options, std::move(dir).value()).go();
}
}  // namespace franz::proxy
