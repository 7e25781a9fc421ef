#include "proxy/offline/verify/finding.h"
#include <algorithm>
#include <cstddef>
#include <utility>
#include "common/base/printable.h"
#include "common/base/utf8.h"

namespace franz::proxy {
static constexpr std::size_t kBefore = 20, kShownOfValue = 64;  // bytes shown around a difference

static Finding of_kind(Finding::Kind kind, int turn, std::string text) {
  Finding finding;
  finding.kind = kind;
  finding.turn = turn;
  finding.text = std::move(text);
  return finding;
}

Finding note(int turn, std::string text) {
  return of_kind(Finding::Kind::note, turn, std::move(text));
}

Finding unchecked(int turn, std::string text) {
  return of_kind(Finding::Kind::unchecked, turn, std::move(text));
}

Finding not_recorded(int turn) { return of_kind(Finding::Kind::missing, turn, "not recorded"); }

Finding bad(int turn, std::string file, std::string field, std::string text) {
  Finding finding;
  finding.turn = turn;
  finding.file = std::move(file);
  finding.field = std::move(field);
  finding.text = std::move(text);
  return finding;
}

// What is shown of `text`, which differs from its counterpart at `at`.
static std::string excerpt(std::string_view text, std::size_t at) {
  if (text.size() <= kShownOfValue) return std::string(text);
  const std::size_t from = at > kBefore ? at - kBefore : 0;
  const std::string_view shown = text.substr(std::min(from, text.size()), kShownOfValue);
  return (from > 0 ? "…" : "") + to_valid_utf8(shown) +
         (from + shown.size() < text.size() ? "…" : "");
}

Finding differs(int turn, std::string file, std::string field, std::string_view expected,
                std::string_view got) {
  const auto parting =
      std::mismatch(expected.begin(), expected.end(), got.begin(), got.end()).first;
  const auto at = static_cast<std::size_t>(parting - expected.begin());
  Finding finding = bad(turn, std::move(file), std::move(field), "");
  finding.expected = excerpt(expected, at);
  finding.got = excerpt(got, at);
  return finding;
}

static std::string label_of(const TurnRanges& turns) {
  return turns.empty() ? "" : to_text(turns) + ": ";
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

std::string to_line(const Findings::Note& note) {
  return printable(label_of(note.turns) + note.text);
}

void Findings::add_missing(int first, int last) { missing_.add(first, last); }

void Findings::add_note(Finding finding) {
  if (finding.kind == Finding::Kind::unchecked) all_checked_ = false;
  auto [known, is_new] = note_of_.try_emplace(finding.text, notes_.size());
  if (is_new) {
    if (notes_.size() >= kMostKept) {
      note_of_.erase(known);
      ++notes_left_out_;
      return;
    }
    notes_.push_back({{}, std::move(finding.text), false});
  }
  Note& note = notes_[known->second];
  note.unchecked = note.unchecked || finding.kind == Finding::Kind::unchecked;
  if (finding.turn > 0) note.turns.add(finding.turn);
}

void Findings::add(Finding finding) {
  for (std::string* const part : {&finding.file, &finding.field, &finding.text})
    if (part->size() > kMostShown) *part = cut_text(*part, kMostShown);
  switch (finding.kind) {
    case Finding::Kind::missing: return add_missing(finding.turn, finding.turn);
    case Finding::Kind::unchecked:
    case Finding::Kind::note: return add_note(std::move(finding));
    case Finding::Kind::bad: break;
  }
  ++bad_count_;
  if (finding.turn > 0 && finding.turn != last_bad_turn_) {
    ++bad_turns_;
    last_bad_turn_ = finding.turn;
  }
  if (bad_.size() < kMostKept) bad_.push_back(finding);
  const bool earlier =
      first_bad_ && finding.turn > 0 && (first_bad_->turn == 0 || finding.turn < first_bad_->turn);
  if (!first_bad_ || earlier) first_bad_ = std::move(finding);
}
}  // namespace franz::proxy
