#include "proxy/verify/redraw_app.h"
#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>
#include "common/os/ask_child.h"
#include "common/os/clock.h"
#include "common/os/files.h"

namespace franz::proxy {
static constexpr int kExecutorMs = 120'000;
static constexpr std::size_t kMostBranches = 8;  // three degraded turns in a row
static constexpr std::size_t kMostOwed = 100;
static constexpr const char* kCanvas = "sandbox_canvas.bmp";
static constexpr const char* kCanvasState = "sandbox_state.json";

Result<std::unique_ptr<Redraw>> Redraw::begin() {
  std::error_code code;
  const std::u8string place = std::filesystem::temp_directory_path(code).u8string();
  if (code) return Error{"the folder for temporary files: " + code.message()};
  std::string scratch =
      join_path(std::string(place.begin(), place.end()), "franz_verify_" + random_hex(12));
  Status made = make_folders(scratch);
  if (!made.ok()) return made.error();
  return std::unique_ptr<Redraw>(new Redraw(std::move(scratch)));
}

Redraw::Redraw(std::string scratch) : scratch_(std::move(scratch)) {
  branches_.push_back({join_path(scratch_, "0")});
}

Redraw::~Redraw() {
  // What is left over lies among temporary files, and nobody could do more about it.
  static_cast<void>(remove_folder(scratch_));
}

void Redraw::lose(int turn, const std::string& why, std::vector<Finding>& findings) {
  if (lost_) return;
  lost_ = true;
  why_lost_ = why;
  findings.push_back(note(turn, "no picture is compared from here on: " + why));
}

std::optional<ExecutorReply> Redraw::execute(const std::string& executor_in,
                                             const std::string& story, int turn,
                                             const Branch& branch, std::vector<Finding>& findings) {
  const Result<ExecutorRequest> request = request_again(executor_in, story, turn, branch.folder);
  if (!request.ok()) {
    findings.push_back(bad(turn, record_file(turn), "executor.in", request.error().message));
    lose(turn, "the turn's executor.in cannot be read", findings);
    return std::nullopt;
  }
  Result<ExecutorReply, ChildFailure> reply =
      ask_child("executor", to_json(request.value()), kExecutorMs, parse_executor_reply);
  std::string failure;
  if (!reply.ok()) {
    failure = "the executor " + describe(reply.error());
  } else if (!reply.value().degraded.empty()) {
    failure = reply.value().degraded.front();
  }
  ++drawn_;
  if (failure.empty()) return std::move(reply).value();
  findings.push_back(bad(
      turn, "", "", "it could not be drawn again: " + failure + " (--fast leaves drawing out)"));
  lose(turn, failure, findings);
  return std::nullopt;
}

// The ink of turns without settings of their own. False: it could not be drawn.
bool Redraw::pay_owed(const std::string& executor_in, std::vector<Finding>& findings) {
  for (const Owed& owed : std::exchange(owed_, {}))
    for (const Branch& branch : branches_)
      if (!execute(executor_in, owed.story, owed.turn, branch, findings)) return false;
  return true;
}

static bool copy_drawing(const std::string& from, const std::string& to) {
  if (!make_folders(to).ok()) return false;
  for (const char* name : {kCanvas, kCanvasState}) {
    if (!file_exists(join_path(from, name))) continue;
    const Result<std::string> bytes = read_file(join_path(from, name));
    if (!bytes.ok() || !replace_file(join_path(to, name), bytes.value(), Durability::buffered).ok())
      return false;
  }
  return true;
}

// Copies of all branches as they are now. False: a file could not be copied.
bool Redraw::fork_branches(std::vector<Branch>& undrawn) {
  for (const Branch& branch : branches_) {
    undrawn.push_back({join_path(scratch_, std::to_string(++made_))});
    if (!copy_drawing(branch.folder, undrawn.back().folder)) return false;
  }
  return true;
}

void Redraw::drop(const Branch& branch) { static_cast<void>(remove_folder(branch.folder)); }

// Ways that led to the same drawing are one.
void Redraw::drop_equal_branches() {
  const auto drawing = [](const Branch& branch) {
    const Result<std::string> canvas = read_file(join_path(branch.folder, kCanvas));
    const Result<std::string> state = read_file(join_path(branch.folder, kCanvasState));
    return (canvas.ok() ? canvas.value() : "") + (state.ok() ? state.value() : "");
  };
  const std::string first = drawing(branches_.front());
  for (std::size_t i = 1; i < branches_.size();) {
    if (drawing(branches_[i]) == first) {
      drop(branches_[i]);
      branches_.erase(branches_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

// The ways whose picture is the recorded one go on. None: the picture is wrong, or all ways that
// were kept are.
void Redraw::keep_matching(const std::vector<DrawnComparison>& compared, int turn,
                           std::vector<Finding>& findings) {
  const auto matches = [](const DrawnComparison& each) { return each.findings.empty(); };
  std::vector<Branch> kept;
  std::size_t chosen = 0;
  for (std::size_t i = 0; i < compared.size(); ++i) {
    if (!matches(compared[i])) continue;
    if (kept.empty()) chosen = i;
    kept.push_back(branches_[i]);
  }
  if (kept.empty() && guessed_) {
    lose(turn, "too many turns in a row were degraded to know what they drew", findings);
    return;
  }
  if (!compared[chosen].findings.empty())
    findings.insert(findings.end(), compared[chosen].findings.begin(),
                    compared[chosen].findings.end());
  if (kept.empty()) kept.push_back(branches_.front());
  if (compared[chosen].pictures_compared && !compared[chosen].picture_differs) {
    ++pictures_;
    guessed_ = false;
  }
  for (const Branch& branch : branches_) {
    bool stays = false;
    for (const Branch& each : kept) stays = stays || each.folder == branch.folder;
    if (!stays) drop(branch);
  }
  branches_ = std::move(kept);
  if (branches_.size() > 1) drop_equal_branches();
}

void Redraw::draw_and_compare(const TurnRecord& record, const DrawPlan& plan,
                              const std::string& story, const std::optional<std::string>& picture,
                              std::vector<Finding>& findings) {
  for (const Branch& branch : branches_) {
    if (plan.black_canvas) static_cast<void>(remove_file(join_path(branch.folder, kCanvas)));
    if (plan.forgotten_state)
      static_cast<void>(remove_file(join_path(branch.folder, kCanvasState)));
  }
  std::vector<Branch> undrawn;
  if (plan.way == DrawPlan::Way::maybe) {
    if (branches_.size() * 2 > kMostBranches) {
      guessed_ = true;  // what fails as a rule draws nothing
      if (!plan.note.empty()) return;
    } else if (!fork_branches(undrawn)) {
      return lose(record.turn, "the scratch folder " + scratch_ + " is full", findings);
    }
  }
  std::vector<DrawnComparison> compared;
  for (const Branch& branch : branches_) {
    const auto drawn = execute(record.executor_in, story, record.turn, branch, findings);
    if (!drawn) return;
    if (plan.note.empty()) compared.push_back(compare_drawn(record, picture, *drawn));
  }
  if (!compared.empty()) keep_matching(compared, record.turn, findings);
  branches_.insert(branches_.begin(), undrawn.begin(), undrawn.end());
}

std::vector<Finding> Redraw::turn(int turn, const TurnRecord* record,
                                  const std::optional<std::string>& story,
                                  const std::optional<std::string>& picture) {
  std::vector<Finding> findings;
  const DrawPlan plan = plan_drawing(record);
  if (!plan.note.empty()) findings.push_back(note(turn, plan.note));
  if (lost_ || plan.way == DrawPlan::Way::nothing) return findings;
  if (!story) {
    lose(turn, "the reply before turn " + std::to_string(turn) + " is not known", findings);
    return findings;
  }
  if (plan.way == DrawPlan::Way::with_next) {
    owed_.push_back({turn, *story});
    if (owed_.size() > kMostOwed) lose(turn, "too many turns without executor.in", findings);
    return findings;
  }
  if (pay_owed(record->executor_in, findings))
    draw_and_compare(*record, plan, *story, picture, findings);
  return findings;
}

std::optional<std::string> Redraw::drawn_folder(std::string& why) const {
  if (lost_) {
    why = why_lost_;
  } else if (branches_.size() > 1 || guessed_) {
    why = "the last turns were degraded, and only a later picture tells what they drew";
  } else if (!owed_.empty()) {
    why = "the last turns have no executor.in";
  } else {
    return branches_.front().folder;
  }
  return std::nullopt;
}

std::vector<Finding> Redraw::end(const std::string& canvas_file, int turn,
                                 const std::optional<std::string>& acting_in,
                                 const std::string& acting_story) {
  std::vector<Finding> findings;
  if (lost_ || guessed_ || !owed_.empty()) return findings;
  const Result<std::string> recorded = read_file(canvas_file);
  const auto matches = [&] {
    for (const Branch& branch : branches_) {
      const Result<std::string> drawn = read_file(join_path(branch.folder, kCanvas));
      if (drawn.ok() == recorded.ok() && (!drawn.ok() || drawn.value() == recorded.value()))
        return true;
    }
    return false;
  };
  if (matches()) return findings;
  TurnRecord acting;
  acting.executor_in = acting_in.value_or("null");
  if (plan_drawing(&acting).way == DrawPlan::Way::draw) {  // in the sandbox
    for (const Branch& branch : branches_)
      if (!execute(*acting_in, acting_story, turn + 1, branch, findings)) return findings;
    if (matches()) return findings;
  }
  findings.push_back(bad(
      0, kCanvas, "",
      recorded.ok() ? "it is not what the turns draw" : "it is missing, but the turns draw one"));
  return findings;
}
}  // namespace franz::proxy
