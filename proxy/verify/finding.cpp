#include "proxy/verify/finding.h"
#include <algorithm>
#include <cstddef>
#include <utility>
#include "common/base/utf8.h"
#include "proxy/printable.h"

namespace franz::proxy {
static constexpr std::size_t kBefore = 20, kShown = 64;  // bytes shown around a difference
static constexpr std::size_t kNotesTried = 8;            // the last ones may go on with a turn

Finding note(int turn, std::string text) {
  Finding finding;
  finding.kind = Finding::Kind::note;
  finding.turn = turn;
  finding.text = std::move(text);
  return finding;
}

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
  if (text.size() <= kShown) return std::string(text);
  const std::size_t from = at > kBefore ? at - kBefore : 0;
  const std::string_view shown = text.substr(std::min(from, text.size()), kShown);
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

static std::string turn_label(int first, int last) {
  if (first == 0) return "";
  if (first == last) return "turn " + std::to_string(first) + ": ";
  return "turns " + std::to_string(first) + " to " + std::to_string(last) + ": ";
}

std::string to_line(const Finding& finding) {
  std::string line = turn_label(finding.turn, finding.turn);
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
  return printable(turn_label(note.first, note.last) + note.text);
}

void Findings::add(Finding finding) {
  if (finding.kind == Finding::Kind::note) {
    const std::size_t tried = std::min(notes_.size(), kNotesTried);
    for (auto each = notes_.rbegin(); each != notes_.rbegin() + static_cast<std::ptrdiff_t>(tried);
         ++each) {
      if (each->text != finding.text || finding.turn == 0) continue;
      if (each->last != finding.turn && each->last + 1 != finding.turn) continue;
      each->last = finding.turn;
      return;
    }
    notes_.push_back({finding.turn, finding.turn, std::move(finding.text)});
    return;
  }
  ++bad_count_;
  if (finding.turn > 0 && finding.turn != last_bad_turn_) {
    ++bad_turns_;
    last_bad_turn_ = finding.turn;
  }
  const bool earlier =
      first_bad_ && finding.turn > 0 && (first_bad_->turn == 0 || finding.turn < first_bad_->turn);
  if (!first_bad_ || earlier) first_bad_ = std::move(finding);
}
}  // namespace franz::proxy
