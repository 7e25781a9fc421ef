#include "proxy/offline/verify/redraw_app.h"
#include <filesystem>
#include <system_error>
#include <utility>
#include "common/os/files.h"
#include "common/run/run_dir_app.h"
#include "common/wire/message_fields.h"
#include "proxy/offline/verify/canvas_check.h"

namespace franz::proxy {
static constexpr int kExecutorMs = 120'000;

Result<std::unique_ptr<Redraw>> Redraw::begin(std::stop_token stop) {
  Result<std::unique_ptr<TemporaryFolder>> scratch = TemporaryFolder::make("verify");
  if (!scratch.ok()) return scratch.error();
  return std::unique_ptr<Redraw>(new Redraw(std::move(scratch).value(), std::move(stop)));
}

Redraw::Redraw(std::unique_ptr<TemporaryFolder> scratch, std::stop_token stop)
    : scratch_(std::move(scratch)),
      stop_(std::move(stop)),
      executor_(line_child("executor")),
      canvas_(join_path(scratch_->path(), "canvas")),
      aside_(join_path(scratch_->path(), "aside")) {}

std::string Redraw::path_of(const char* name) const { return join_path(canvas_, name); }

static std::optional<std::string> read_canvas(const std::string& folder) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return std::nullopt;
  Result<std::string> bytes = dir.value().read(kCanvasFile);
  if (!bytes.ok()) return std::nullopt;
  return canvas_in_our_form(bytes.value());
}

std::optional<std::string> Redraw::canvas_here() const { return read_canvas(canvas_); }

void Redraw::lose(int turn, const std::string& why, std::vector<Finding>& findings) {
  waiting_.reset();
  if (!why_lost_.empty()) return;
  why_lost_ = why;
  findings.push_back(not_checked(FindingCode::drawing_unknown, turn,
                                 "no picture is compared from here on: " + why));
}

std::optional<ExecutorReply> Redraw::execute(const std::string& in,
                                             const std::optional<Reply>& reply, int turn,
                                             const std::string& folder,
                                             std::vector<Finding>& findings,
                                             const std::optional<std::string>& picture) {
  const Result<ExecutorRequest> request = request_again(in, reply, turn, folder, picture);
  if (!request.ok()) {
    findings.push_back(bad(FindingCode::record, turn, "", "executor.in", request.error().message));
    lose(turn, "the executor.in of turn " + std::to_string(turn) + " cannot be read", findings);
    return std::nullopt;
  }
  Result<ExecutorReply, ChildFailure> drawn =
      ask_line(executor_, to_json(request.value()), kExecutorMs, parse_executor_reply, stop_);
  std::string failure;
  if (!drawn.ok()) {
    failure = "the executor " + describe(drawn.error());
  } else if (!drawn.value().degraded.empty()) {
    failure = drawn.value().degraded.front();
  }
  has_drawn_ = true;
  if (failure.empty()) return std::move(drawn).value();
  findings.push_back(bad(FindingCode::drawing, turn, "", "",
                         "it could not be redrawn: " + failure + " (--fast skips drawing)"));
  lose(turn, failure, findings);
  return std::nullopt;
}

void Redraw::wait_for_next(Waiting waiting, std::vector<Finding>& findings) {
  const bool is_second = waiting_ && waiting_->turn != waiting.turn;
  if (!why_lost_.empty()) return;
  if (is_second)
    return lose(waiting.turn, "the drawings of two consecutive turns are unknown", findings);
  waiting_ = std::move(waiting);
}

// The canvas that the turn found decides whether the pending turn was drawn. Returns false if it is
// unknown.
bool Redraw::settle(const TurnRecord& record, const DrawPlan& plan,
                    std::vector<Finding>& findings) {
  const bool is_black = plan.black_canvas || (plan.found == 0 && drawn_ > 0);
  if (is_black) {
    static_cast<void>(remove_file(path_of(kCanvasFile)));
    if (!plan.black_canvas) static_cast<void>(remove_file(path_of(kSandboxStateFile)));
  }
  if (plan.forgotten_state) static_cast<void>(remove_file(path_of(kSandboxStateFile)));
  if (!why_lost_.empty()) return false;
  const std::optional<Waiting> waiting = std::exchange(waiting_, std::nullopt);
  if (!plan.found) {
    lose(record.turn, "the capturer did not name the turn that it found on the canvas", findings);
    return false;
  }
  // A killed process drew it, so the canvas that it found is not recorded. A lost turn was usually
  // drawn, and a degraded one was not; the picture shows which.
  is_in_doubt_ = waiting && plan.found == record.turn && waiting->turn != record.turn;
  if (waiting && (plan.found == waiting->turn || (is_in_doubt_ && waiting->in.empty()))) {
    std::string in = waiting->in;
    if (in.empty()) {
      in = record.executor_in.str();
      // Pointer and reply in a later request are not settings.
      if (Result<ExecutorRequest> request = executor_request_with(in, std::nullopt); request.ok()) {
        request.value().pointer = pointer_;
        request.value().finish_reason = waiting->finish_reason;
        request.value().asked_back = false;
        in = to_json_without_reply(request.value());
      }
    }
    if (!execute(in, waiting->reply, waiting->turn, canvas_, findings)) return false;
    drawn_ = waiting->turn;
  } else if (is_black) {
    drawn_ = 0;
  } else if (plan.found != drawn_ && plan.found != record.turn && record.turn != drawn_) {
    lose(record.turn,
         "the capturer found turn " + std::to_string(*plan.found) +
             " on the canvas, and the last that was drawn is turn " + std::to_string(drawn_),
         findings);
    return false;
  }
  return true;
}

static bool is_of_picture(const Finding& finding) {
  return finding.code == FindingCode::drawing &&
         (finding.field.empty() || finding.field == "executor.out.plain_sha256");
}

void Redraw::compare(const TurnRecord& record, const std::optional<std::string>& picture,
                     const ExecutorReply& drawn, std::vector<Finding>& findings) {
  DrawnComparison compared = compare_drawn(record, picture, drawn, other_glyphs_);
  other_glyphs_ = compared.other_glyphs;
  const bool is_in_doubt = std::exchange(is_in_doubt_, false);
  if (is_in_doubt && std::erase_if(compared.findings, is_of_picture) > 0) {
    compared.same_picture = false;
    lose(record.turn, "nothing shows whether the turn before it was drawn", findings);
  }
  append(findings, std::move(compared.findings));
  if (!compared.same_picture) return;
  if (compared_ != record.turn) ++pictures_;
  compared_ = record.turn;
  if (!keyframe_.empty())
    findings.push_back(
        not_checked(FindingCode::keyframe, record.turn,
                    "its picture depends on " + keyframe_ + ", which is trusted, not proven"));
}

std::vector<Finding> Redraw::turn(const TurnRecord& record, const std::optional<Reply>& reply,
                                  const std::optional<std::string>& picture) {
  const std::string ended = std::exchange(
      finish_reason_, record.response ? record.response->finish_reason.value_or("") : "");
  const DrawPlan plan = plan_drawing(record);
  std::vector<Finding> findings = plan.unchecked;
  is_on_screen_ = plan.way == DrawPlan::Way::nothing;
  if (is_on_screen_) return findings;
  if (!reply && record.turn > 1) {
    lose(record.turn, "the reply before turn " + std::to_string(record.turn) + " is not known",
         findings);
    return findings;
  }
  const std::string in = record.executor_in == "null" ? "" : record.executor_in.str();
  if (plan.way == DrawPlan::Way::unknown) {
    wait_for_next({record.turn, in, reply, ended}, findings);
    return findings;
  }
  if (!settle(record, plan, findings)) return findings;
  std::string folder = canvas_;
  if (plan.way == DrawPlan::Way::open) {
    std::error_code failed;
    std::filesystem::remove_all(aside_, failed);
    std::filesystem::copy(canvas_, aside_, std::filesystem::copy_options::recursive, failed);
    folder = aside_;
  }
  const auto drawn = execute(record.executor_in, reply, record.turn, folder, findings, picture);
  if (!drawn) return findings;
  compare(record, picture, *drawn, findings);
  if (plan.way == DrawPlan::Way::open) {
    wait_for_next({record.turn, in, reply, ended}, findings);
  } else {
    drawn_ = record.turn;
    pointer_ = drawn->pointer;
  }
  return findings;
}

std::vector<Finding> Redraw::lost(int turn, const std::optional<Reply>& reply) {
  std::vector<Finding> findings;
  // Another attempt at the turn was drawn, or it was on a screen.
  if (is_on_screen_ || (turn == drawn_ && has_drawn_)) return findings;
  const std::string ended = std::exchange(finish_reason_, "");
  if (reply || turn == 1) {
    wait_for_next({turn, "", reply, ended}, findings);
  } else {
    lose(turn, "what turn " + std::to_string(turn) + " acted on is not recorded", findings);
  }
  return findings;
}

std::vector<Finding> Redraw::keyframe(int turn, const std::string& png, const std::string& state) {
  std::vector<Finding> findings;
  const std::string name = keyframe_file(turn, "png"), state_name = keyframe_file(turn, "json");
  const Result<std::string> canvas = canvas_of_png(png);
  if (!canvas.ok()) {
    findings.push_back(bad(FindingCode::canvas, turn, name, "", canvas.error().message));
    return findings;
  }
  const std::optional<std::string> before = canvas_here();
  if (before && !is_within(*before, canvas.value())) {
    findings.push_back(
        bad(FindingCode::canvas, turn, name, "", "it lacks ink that the turns before it drew"));
    return findings;
  }
  if (why_lost_.empty()) return findings;  // the canvas is known anyway
  Result<MessageFields> fields = MessageFields::parse(state);
  const int drawn = fields.ok() ? static_cast<int>(fields.value().integer("/turn", 0, turn)) : 0;
  if (!fields.ok() || !fields.value().failure().empty()) {
    findings.push_back(bad(FindingCode::canvas, turn, state_name, "turn", "it cannot be read"));
    return findings;
  }
  const bool written =
      make_folders(canvas_).ok() &&
      replace_file(path_of(kCanvasFile), canvas.value(), Durability::buffered).ok() &&
      replace_file(path_of(kSandboxStateFile), state, Durability::buffered).ok();
  if (!written) return findings;  // the following turns stay unchecked
  drawn_ = drawn;
  has_drawn_ = true;
  keyframe_ = name;
  why_lost_.clear();
  return findings;
}

std::optional<std::string> Redraw::drawn_folder(std::string& why) const {
  if (!why_lost_.empty()) {
    why = why_lost_;
  } else if (waiting_) {
    why = "only a later turn shows what turn " + std::to_string(waiting_->turn) + " drew";
  } else {
    return canvas_;
  }
  return std::nullopt;
}

std::vector<Finding> Redraw::end(const std::optional<std::string>& canvas,
                                 const std::optional<Begun>& begun) {
  std::vector<Finding> findings;
  if (is_untouched()) return findings;
  const auto unknown = [&](const std::string& why) {
    findings.push_back(not_checked(FindingCode::drawing_unknown, 0,
                                   std::string(kCanvasFile) + " could not be compared: " + why));
    return findings;
  };
  if (other_glyphs_) return unknown("it was drawn with other glyphs");
  std::string why;
  if (!drawn_folder(why)) return unknown(why);
  const std::optional<std::string> here = canvas_here();
  const std::optional<std::string> there = canvas ? canvas_in_our_form(*canvas) : std::nullopt;
  if (here == there) return findings;
  if (here && there && begun && is_within(*here, *there)) {
    // A kill may have left it partly drawn.
    if (!execute(begun->in, begun->reply, begun->turn, canvas_, findings)) return findings;
    if (const auto after = canvas_here(); after && is_within(*there, *after)) return findings;
  }
  findings.push_back(
      bad(FindingCode::canvas, 0, kCanvasFile, "", "it differs from what the turns drew"));
  return findings;
}
}  // namespace franz::proxy
