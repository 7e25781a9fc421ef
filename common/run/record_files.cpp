#include "common/run/record_files.h"
#include <algorithm>
#include "common/run/run_files.h"

namespace franz {
static SaveBatch full_batch(int turn) {
  const int first = first_of_batch(turn);
  return {first, first + kBatchTurns - 1};
}

std::optional<SaveBatch> batch_before(int turn, int last) {
  if (last == 0 || turn < first_of_batch(last) + kBatchTurns) return std::nullopt;
  return full_batch(last);
}

std::optional<SaveBatch> batch_again(int turn, int last) {
  if (last == 0 || turn >= first_of_batch(last)) return std::nullopt;
  return full_batch(turn);
}

void RecordFiles::begin(int turn, std::vector<RecordJob>& jobs) {
  const int over = std::min(turn - 1, last_);
  if (over <= over_) return;
  jobs.emplace_back(TurnsFinished{over});
  over_ = over;
}

void RecordFiles::save(const TurnRecord& record, const std::shared_ptr<const std::string>& picture,
                       std::vector<RecordJob>& jobs) {
  if (const auto batch = batch_before(record.turn, last_)) jobs.emplace_back(*batch);
  last_ = std::max(last_, record.turn);
  // The picture first: who sees the record finds all that it names.
  if (picture) jobs.emplace_back(SaveFile{picture_file(record.turn), picture});
  jobs.emplace_back(
      SaveFile{record_file(record.turn), std::make_shared<const std::string>(to_json(record))});
  if (const auto batch = batch_again(record.turn, last_)) jobs.emplace_back(*batch);
}

std::vector<RecordJob> RecordFiles::finish() const {
  if (last_ == 0) return {};
  return {SaveBatch{first_of_batch(last_), last_}};
}
}  // namespace franz
