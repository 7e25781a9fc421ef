#include "proxy/offline/verify/redraw_app.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <set>
#include <span>
#include <system_error>
#include <utility>
#include <vector>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/picture/canvas_file.h"
#include "common/run/run_dir_app.h"
#include "proxy/offline/verify/cut_drawing.h"

namespace franz::proxy {
static constexpr int kExecutorMs = 120'000;
static constexpr std::size_t kMostBranches = 18;  // four degraded turns in a row
static constexpr std::size_t kMostDeferred = 100;

Result<std::unique_ptr<Redraw>> Redraw::begin(std::stop_token stop) {
  Result<std::unique_ptr<TemporaryFolder>> scratch = TemporaryFolder::make("verify");
  if (!scratch.ok()) return scratch.error();
  return std::unique_ptr<Redraw>(new Redraw(std::move(scratch).value(), std::move(stop)));
}

Redraw::Redraw(std::unique_ptr<TemporaryFolder> scratch, std::stop_token stop)
    : scratch_(std::move(scratch)), stop_(std::move(stop)), executor_(line_child("executor")) {
  branches_.push_back({join_path(scratch_->path(), "0")});
}

std::vector<Finding> Redraw::give_up(int turn, const std::string& why) {
  std::vector<Finding> findings;
  lose(turn, why, findings);
  return findings;
}

void Redraw::lose(int turn, const std::string& why, std::vector<Finding>& findings) {
  if (lost_) return;
  lost_ = true;
  why_lost_ = why;
  findings.push_back(unchecked(turn, "no picture is compared from here on: " + why));
}

std::optional<ExecutorReply> Redraw::execute(const std::string& executor_in,
                                             const std::optional<Reply>& reply, int turn,
                                             const Branch& branch, std::vector<Finding>& findings,
                                             const std::optional<std::string>& picture) {
  const Result<ExecutorRequest> request =
      request_again(executor_in, reply, turn, branch.folder, picture);
  if (!request.ok()) {
    findings.push_back(bad(turn, record_file(turn), "executor.in", request.error().message));
    lose(turn, "the turn's executor.in cannot be read", findings);
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
  ++drawn_;
  if (failure.empty()) {
    pointer_ = drawn.value().pointer;
    return std::move(drawn).value();
  }
  findings.push_back(bad(
      turn, "", "", "it could not be drawn again: " + failure + " (--fast leaves drawing out)"));
  lose(turn, failure, findings);
  return std::nullopt;
}

// The ink of turns without settings of their own. What a later turn's request says of the pointer
// and of its reply is no setting: the pointer is where these turns leave it. False: it could not be
// drawn.
bool Redraw::draw_deferred(const std::string& executor_in, std::vector<Finding>& findings) {
  for (const Deferred& each : std::exchange(deferred_, {})) {
    std::string in = executor_in;
    // What cannot be read stays as it is: whoever reads it says so.
    if (Result<ExecutorRequest> request = executor_request_with(in, std::nullopt); request.ok()) {
      request.value().pointer = pointer_;
      request.value().finish_reason = each.finish_reason;
      request.value().asked_back = false;
      in = to_json_without_reply(request.value());
    }
    for (const Branch& branch : branches_)
      if (!execute(in, each.reply, each.turn, branch, findings)) return false;
  }
  return true;
}

// Nothing to copy is no failure.
static bool copy_file(const std::string& from, const std::string& to) {
  if (!file_exists(from)) return true;
  std::error_code code;
  std::filesystem::copy_file(std::u8string(from.begin(), from.end()),
                             std::u8string(to.begin(), to.end()), code);
  return !code;
}

static bool copy_drawing_files(const std::string& from, const std::string& to) {
  if (!make_folders(to).ok()) return false;
  for (const char* name : {kCanvasFile, kSandboxStateFile})
    if (!copy_file(join_path(from, name), join_path(to, name))) return false;
  return true;
}

Redraw::Branch Redraw::new_branch() {
  return {join_path(scratch_->path(), std::to_string(++made_))};
}

// Copies of all branches as they are now. False: a file could not be copied.
bool Redraw::fork_branches(std::vector<Forks>& forks) {
  for (const Branch& branch : branches_) {
    forks.push_back({new_branch()});
    if (!copy_drawing_files(branch.folder, forks.back().front().folder)) return false;
  }
  return true;
}

// Behind a turn that was drawn and perhaps not saved: its ink may be in the file, and the state
// that tells of it may not, which is written by another name first and so needs room on the disk.
bool Redraw::fork_states(std::vector<Forks>& forks) {
  for (std::size_t i = 0; i < forks.size(); ++i) {
    const Branch before = forks[i].front(), ink_only = new_branch();
    if (!copy_drawing_files(branches_[i].folder, ink_only.folder)) return false;
    const std::string state = join_path(ink_only.folder, kSandboxStateFile);
    if (!remove_file(state).ok()) return false;
    forks[i].push_back(ink_only);
    if (!copy_file(join_path(before.folder, kSandboxStateFile), state)) return false;
  }
  return true;
}

void Redraw::drop(const Branch& branch) { static_cast<void>(remove_folder(branch.folder)); }

// Nothing: there is none.
static std::optional<std::string> digest_of(const std::string& folder, const char* name) {
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return std::nullopt;
  Result<std::string> digest = dir.value().digest(name);
  if (!digest.ok()) return std::nullopt;
  return std::move(digest).value();
}

// Ways that led to the same drawing are one.
void Redraw::drop_equal_branches() {
  if (branches_.size() < 2) return;
  std::set<std::pair<std::optional<std::string>, std::optional<std::string>>> drawings;
  std::erase_if(branches_, [&](const Branch& branch) {
    const bool is_new = drawings
                            .emplace(digest_of(branch.folder, kCanvasFile),
                                     digest_of(branch.folder, kSandboxStateFile))
                            .second;
    if (!is_new) drop(branch);
    return !is_new;
  });
}

static bool is_of_picture(const Finding& finding) {
  return finding.file == picture_file(finding.turn) || finding.field == "executor.out.plain_sha256";
}

// Which of the ways go on, by their numbers: those whose picture is the recorded one. None: the
// picture is wrong, or all ways that were kept are.
std::vector<std::size_t> Redraw::matching(const std::vector<DrawnComparison>& compared, int turn,
                                          std::vector<Finding>& findings) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < compared.size(); ++i)
    if (std::ranges::none_of(compared[i].findings,
                             [](const Finding& each) { return each.kind == Finding::Kind::bad; }))
      kept.push_back(i);
  if (kept.empty() && guessed_) {
    lose(turn, "too many turns in a row were degraded to know what they drew", findings);
    return kept;
  }
  const DrawnComparison& chosen = compared[kept.empty() ? 0 : kept.front()];
  // A turn that sends no picture tells by its digest what was drawn.
  const bool differs =
      chosen.picture_differs || std::ranges::any_of(chosen.findings, is_of_picture);
  if (differs && !doubt_.empty()) {
    std::ranges::remove_copy_if(chosen.findings, std::back_inserter(findings), is_of_picture);
    lose(turn, doubt_, findings);
    return kept;
  }
  findings.insert(findings.end(), chosen.findings.begin(), chosen.findings.end());
  if (kept.empty()) kept.push_back(0);
  if (chosen.pictures_compared && !differs) {
    ++pictures_;
    guessed_ = false;
    doubt_.clear();
  }
  return kept;
}

// Those branches go on, each in all its ways.
void Redraw::keep(const std::vector<std::size_t>& kept, const std::vector<Forks>& forks) {
  std::vector<Branch> branches;
  for (std::size_t i = 0; i < branches_.size(); ++i) {
    const bool stays = std::ranges::find(kept, i) != kept.end();
    if (i < forks.size())
      for (const Branch& fork : forks[i]) stays ? branches.push_back(fork) : drop(fork);
    stays ? branches.push_back(branches_[i]) : drop(branches_[i]);
  }
  branches_ = std::move(branches);
  drop_equal_branches();
}

void Redraw::draw_and_compare(const TurnRecord& record, const DrawPlan& plan,
                              const std::optional<Reply>& reply, bool is_reshaped,
                              const std::optional<std::string>& picture,
                              std::vector<Finding>& findings) {
  for (const Branch& branch : branches_) {
    if (plan.black_canvas) static_cast<void>(remove_file(join_path(branch.folder, kCanvasFile)));
    if (plan.forgotten_state)
      static_cast<void>(remove_file(join_path(branch.folder, kSandboxStateFile)));
  }
  const std::string full = "the scratch folder " + scratch_->path() + " is full";
  std::vector<Forks> forks;
  const bool is_compared = plan.note.empty(), forking = plan.way == DrawPlan::Way::maybe;
  if (forking && branches_.size() * (is_compared ? 3 : 2) > kMostBranches) {
    guessed_ = true;  // what fails as a rule draws nothing
    if (!is_compared) return;
  } else if (forking && !fork_branches(forks)) {
    return lose(record.turn, full, findings);
  }
  std::vector<DrawnComparison> compared;
  for (const Branch& branch : branches_) {
    const auto drawn = execute(record.executor_in, reply, record.turn, branch, findings, picture);
    if (!drawn) return;
    if (is_compared)
      compared.push_back(compare_drawn(record, picture, *drawn, {other_glyphs_, is_reshaped}));
  }
  for (const DrawnComparison& each : compared) other_glyphs_ = other_glyphs_ || each.other_glyphs;
  if (!is_compared) {
    std::vector<std::size_t> all(branches_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return keep(all, forks);
  }
  if (!fork_states(forks)) return lose(record.turn, full, findings);
  keep(matching(compared, record.turn, findings), forks);
}

std::vector<Finding> Redraw::turn(int turn, const TurnRecord* record,
                                  const std::optional<Reply>& reply, bool is_reshaped,
                                  const std::optional<std::string>& picture) {
  std::vector<Finding> findings;
  const bool is_answered = record != nullptr && record->response;
  const std::string ended = std::exchange(
      finish_reason_, is_answered ? record->response->finish_reason.value_or("") : "");
  const DrawPlan plan = plan_drawing(record);
  if (!plan.note.empty()) findings.push_back(unchecked(turn, plan.note));
  if (record != nullptr)
    for (Finding& each : note_disk_warnings(*record)) findings.push_back(std::move(each));
  if (lost_ || plan.way == DrawPlan::Way::nothing) return findings;
  if (record != nullptr && plan.later_ink) {
    append(findings, check_disk_warnings(*record));
    lose(turn, "the canvas had the ink of later turns, which were made again", findings);
    return findings;
  }
  if (!reply && turn > 1) {
    lose(turn, "the reply before turn " + std::to_string(turn) + " is not known", findings);
    return findings;
  }
  if (record == nullptr || plan.way == DrawPlan::Way::with_next) {
    deferred_.push_back({turn, reply, ended});
    if (deferred_.size() > kMostDeferred)
      lose(turn, "too many turns without executor.in", findings);
    return findings;
  }
  if (draw_deferred(record->executor_in, findings))
    draw_and_compare(*record, plan, reply, is_reshaped, picture, findings);
  return findings;
}

std::optional<std::string> Redraw::drawn_folder(std::string& why) const {
  if (lost_) {
    why = why_lost_;
  } else if (branches_.size() > 1 || guessed_) {
    why = "the last turns were degraded, and only a later picture tells what they drew";
  } else if (!deferred_.empty()) {
    why = "the last turns have no executor.in";
  } else {
    return branches_.front().folder;
  }
  return std::nullopt;
}

// A canvas of 24 bits as it is drawn now; any other file as it is.
static std::string in_our_form(std::string file) {
  const auto bytes = [&file] {
    return std::span(reinterpret_cast<const std::uint8_t*>(file.data()), file.size());
  };
  const Result<CanvasLayout> layout =
      read_canvas_layout(bytes().first(std::min(file.size(), kCanvasHeaderBytes)));
  if (!layout.ok() || layout.value().pixel_bits == 1 || layout.value().bytes() > file.size())
    return file;
  const Result<std::vector<std::uint8_t>> bits = in_one_bit(bytes(), layout.value());
  return bits.ok() ? std::string(bits.value().begin(), bits.value().end()) : file;
}

std::vector<Finding> Redraw::end(const std::optional<std::string>& canvas,
                                 const std::optional<Acting>& acting,
                                 const std::function<Result<std::string>()>& read_canvas) {
  std::vector<Finding> findings;
  if (lost_) return findings;
  if (other_glyphs_) {
    findings.push_back(unchecked(
        0, std::string(kCanvasFile) + " could not be compared: it was drawn with other glyphs"));
    return findings;
  }
  if (guessed_ || !deferred_.empty()) {
    std::string why;
    static_cast<void>(drawn_folder(why));
    findings.push_back(unchecked(0, std::string(kCanvasFile) + " could not be compared: " + why));
    return findings;
  }
  std::optional<std::string> wanted = canvas;
  const auto matches = [&] {
    for (const Branch& branch : branches_)
      if (digest_of(branch.folder, kCanvasFile) == wanted) return true;
    return false;
  };
  if (matches()) return findings;
  std::optional<std::string> recorded;
  if (canvas) {
    Result<std::string> bytes = read_canvas();
    if (bytes.ok()) {
      recorded = in_our_form(std::move(bytes).value());
      wanted = sha256_hex(*recorded);
      if (matches()) return findings;
    }
  }
  if (acting && !acting->reply && acting->turn > 1) {
    findings.push_back(unchecked(
        0, std::string(kCanvasFile) + " could not be compared: the reply to turn " +
               std::to_string(acting->turn - 1) + ", which was acted on last, is not recorded"));
    return findings;
  }
  std::vector<std::optional<std::string>> drawings;  // in each way it may have gone
  const auto add_drawings = [&] {
    for (const Branch& branch : branches_) {
      const Result<RunDir> dir = RunDir::open(branch.folder);
      const Result<std::string> bytes = dir.ok() ? dir.value().read(kCanvasFile) : dir.error();
      drawings.push_back(bytes.ok() ? std::optional(bytes.value()) : std::nullopt);
    }
  };
  add_drawings();
  TurnRecord begun;
  if (acting) begun.executor_in = acting->in;
  if (plan_drawing(&begun).way == DrawPlan::Way::draw) {  // in the sandbox
    for (const Branch& branch : branches_)
      if (!execute(acting->in, acting->reply, acting->turn, branch, findings)) return findings;
    if (matches()) return findings;
    add_drawings();
  }
  if (recorded && is_cut_drawing(*recorded, drawings)) {
    findings.push_back(unchecked(
        0, std::string(kCanvasFile) + " has a part of what the last turn draws: it was cut off"));
    return findings;
  }
  if (!doubt_.empty()) {
    findings.push_back(
        unchecked(0, std::string(kCanvasFile) + " could not be compared: " + doubt_));
    return findings;
  }
  findings.push_back(
      bad(0, kCanvasFile, "",
          canvas ? "it is not what the turns draw" : "it is missing, but the turns draw one"));
  return findings;
}
}  // namespace franz::proxy
