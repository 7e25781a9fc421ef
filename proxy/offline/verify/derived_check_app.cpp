#include "proxy/offline/verify/derived_check_app.h"
#include <algorithm>
#include <variant>
#include "common/run/derived_files_app.h"
#include "common/run/run_files.h"

namespace franz::proxy {
// Compares the expected batch with the file.
bool DerivedCheck::is_right(const RunStory& story, int first, int last) {
  Sha256 digest;
  const Status made = each_batch_piece(dir_, story, first, last, [&](std::string_view piece) {
    digest.update(piece);
    return Status(Done{});
  });
  const Result<std::string> got = dir_.digest(batch_file(first, last));
  return made.ok() && got.ok() && got.value() == digest.finish();
}

// A full batch is written when the first turn after it is recorded, from the attempts that the
// story contains at that time.
void DerivedCheck::take(const RunEntry& entry, const RunStory& story) {
  if (std::holds_alternative<EndEntry>(entry)) return;
  for (const LoggedFile& file : files_of(entry))
    if (listed_.insert(file.name).second) sums_.update(sums_line(file));
  const auto* const attempt = std::get_if<AttemptEntry>(&entry);
  if (attempt == nullptr || attempt->turn <= kBatchTurns) return;
  if (first_of_batch(attempt->turn) != attempt->turn || story.attempts(attempt->turn)->size() != 1)
    return;
  const int first = attempt->turn - kBatchTurns;
  if (is_right(story, first, attempt->turn - 1)) right_.insert(first);
}

void DerivedCheck::check_batches(const RunStory& story, bool ended,
                                 std::vector<Finding>& findings) {
  for (int first = 1; first <= story.last_turn(); first += kBatchTurns) {
    const int last = std::min(first + kBatchTurns - 1, story.last_turn());
    const bool is_over = last < story.last_turn();
    const std::string name = batch_file(first, last);
    const bool is_there = dir_.folder().kind(name).has_value();
    if (is_there && (is_over || ended)) listed_.insert(name);
    if (right_.contains(first) || (!ended && (!is_there || !is_over))) continue;
    if (is_right(story, first, last)) continue;
    findings.push_back(bad(FindingCode::batch, last, name, "",
                           is_there ? "it differs from its records" : "it is missing"));
  }
}

std::vector<Finding> DerivedCheck::finish(const RunStory& story, const EndEntry* ended) {
  std::vector<Finding> findings;
  check_batches(story, ended != nullptr, findings);
  if (ended == nullptr) return findings;
  for (int first = 1; first <= story.last_turn(); first += kBatchTurns) {
    const std::string name =
        batch_file(first, std::min(first + kBatchTurns - 1, story.last_turn()));
    const Result<std::string> digest = dir_.digest(name);
    sums_.update(sums_line({name, 0, digest.ok() ? digest.value() : ""}));
  }
  for (const LoggedFile& file : ended->files) {
    listed_.insert(file.name);
    if (file.name != kSumsFile) sums_.update(sums_line(file));
  }
  const std::string expected = sums_.finish();
  const auto sums = std::ranges::find(ended->files, kSumsFile, &LoggedFile::name);
  const std::string got = sums == ended->files.end() ? "" : sums->sha256;
  if (got != expected)
    findings.push_back(differs(FindingCode::sums, 0, kSumsFile, "sha256", expected, got));
  return findings;
}
}  // namespace franz::proxy
