#include "proxy/offline/verify/finding.h"
#include <algorithm>
#include <array>
#include "common/base/printable.h"
#include "common/base/utf8.h"

namespace franz::proxy {
static constexpr std::size_t kBefore = 20, kShownOfValue = 64;  // bytes shown around a difference

std::string_view finding_code_name(FindingCode code) {
  static constexpr std::array<std::string_view, 37> kNames = {
      "log",        "file",          "sums",     "batch",       "record",
      "row",        "added",         "request",  "request_id",  "messages",
      "story",      "system",        "note",     "approval",    "picture",
      "drawing",    "canvas",        "state",    "seal",        "task",
      "superseded", "unverifiable",  "lost",     "unwitnessed", "unlisted",
      "not_ended",  "being_written", "damaged",  "version",     "unread",
      "masked",     "keyframe",      "degraded", "surface",     "drawing_unknown",
      "renderer",   "disk"};
  static_assert(kNames.size() == static_cast<std::size_t>(FindingCode::disk) + 1);
  return kNames[static_cast<std::size_t>(code)];
}

bool is_not_checked(FindingCode code) { return code >= FindingCode::superseded; }

Finding not_checked(FindingCode code, int turn, std::string why) {
  return bad(code, turn, "", "", std::move(why));
}

Finding bad(FindingCode code, int turn, std::string file, std::string field, std::string text) {
  Finding finding;
  finding.code = code;
  finding.turn = turn;
  finding.file = std::move(file);
  finding.field = std::move(field);
  finding.text = std::move(text);
  return finding;
}

// The part of `text` to show; `text` differs from its counterpart at `at`.
static std::string excerpt(std::string_view text, std::size_t at) {
  if (text.size() <= kShownOfValue) return std::string(text);
  const std::size_t from = at > kBefore ? at - kBefore : 0;
  const std::string_view shown = text.substr(std::min(from, text.size()), kShownOfValue);
  return (from > 0 ? "…" : "") + to_valid_utf8(shown) +
         (from + shown.size() < text.size() ? "…" : "");
}

Finding differs(FindingCode code, int turn, std::string file, std::string field,
                std::string_view expected, std::string_view got) {
  const auto parting =
      std::mismatch(expected.begin(), expected.end(), got.begin(), got.end()).first;
  const auto at = static_cast<std::size_t>(parting - expected.begin());
  Finding finding = bad(code, turn, std::move(file), std::move(field), "");
  finding.expected = excerpt(expected, at);
  finding.got = excerpt(got, at);
  return finding;
}

void append(std::vector<Finding>& findings, std::vector<Finding> more) {
  for (Finding& each : more) findings.push_back(std::move(each));
}

std::string to_line(const Finding& finding) {
  std::string line = finding.turn == 0 ? "" : "turn " + std::to_string(finding.turn) + ": ";
  if (!finding.file.empty()) line += finding.file + ": ";
  if (!finding.field.empty()) line += finding.field + ": ";
  if (finding.text.empty()) {
    const auto shown = [](const std::string& value) { return value.empty() ? "nothing" : value; };
    line += "expected " + shown(finding.expected) + ", got " + shown(finding.got);
  } else {
    line += finding.text;
  }
  return printable(line);
}

std::string to_line(const Findings::Unchecked& unchecked) {
  const std::string turns = unchecked.turns.empty() ? "" : to_text(unchecked.turns) + ": ";
  return printable(turns + unchecked.why);
}

void Findings::add_unchecked(Finding finding) {
  const auto [known, is_new] =
      place_of_.try_emplace({finding.code, finding.text}, unchecked_.size());
  if (is_new && unchecked_.size() >= kMostKept) {
    place_of_.erase(known);
    ++unchecked_left_out_;
    return;
  }
  if (is_new) unchecked_.push_back({finding.code, {}, std::move(finding.text)});
  if (finding.turn > 0) unchecked_[known->second].turns.add(finding.turn);
}

void Findings::add(Finding finding) {
  for (std::string* const part : {&finding.file, &finding.field, &finding.text})
    if (part->size() > kMostShown) *part = cut_text(*part, kMostShown);
  if (is_not_checked(finding.code)) return add_unchecked(std::move(finding));
  ++bad_count_;
  if (finding.turn > 0) bad_turns_.add(finding.turn);
  if (bad_.size() < kMostKept) bad_.push_back(finding);
  const bool earlier =
      first_bad_ && finding.turn > 0 && (first_bad_->turn == 0 || finding.turn < first_bad_->turn);
  if (!first_bad_ || earlier) first_bad_ = std::move(finding);
}
}  // namespace franz::proxy
