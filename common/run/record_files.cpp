#include "common/run/record_files.h"
#include <algorithm>
#include "common/run/run_files.h"

namespace franz {
static SaveBatch full_batch(int turn) {
  const int first = first_of_batch(turn);
  return {first, first + kBatchTurns - 1};
}

// The batch that is over when `turn` is recorded, to be written before its record: whoever is
// killed between the two writes it the next time. `last`: the last turn that was recorded before,
// 0: none. Nothing: no batch is over.
static std::optional<SaveBatch> batch_before(int turn, int last) {
  if (last == 0 || turn < first_of_batch(last) + kBatchTurns) return std::nullopt;
  return full_batch(last);
}

// The batch before that of `last` in which `turn` is recorded again, as after a state that is older
// than the records: to be written anew after its record. Nothing: it lies in no such batch.
static std::optional<SaveBatch> batch_again(int turn, int last) {
  if (last == 0 || turn >= first_of_batch(last)) return std::nullopt;
  return full_batch(turn);
}

void RecordFiles::begin(int turn, std::vector<RecordJob>& jobs) {
  const int over = std::min(turn - 1, last_);
  if (over <= over_) return;
  jobs.emplace_back(TurnsFinished{over});
  over_ = over;
}

std::shared_ptr<const std::string> RecordFiles::save(
    const TurnRecord& record, const std::shared_ptr<const std::string>& picture,
    std::vector<RecordJob>& jobs) {
  if (const auto batch = batch_before(record.turn, last_)) jobs.emplace_back(*batch);
  last_ = std::max(last_, record.turn);
  // The picture first: who sees the record finds all that it names.
  if (picture) jobs.emplace_back(SaveFile{picture_file(record.turn), picture});
  auto bytes = std::make_shared<const std::string>(to_json(record));
  jobs.emplace_back(SaveFile{record_file(record.turn), bytes});
  if (const auto batch = batch_again(record.turn, last_)) jobs.emplace_back(*batch);
  return bytes;
}

std::vector<RecordJob> RecordFiles::finish() const {
  if (last_ == 0) return {};
  return {SaveBatch{first_of_batch(last_), last_}};
}
}  // namespace franz
