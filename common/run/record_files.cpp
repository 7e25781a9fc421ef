#include "common/run/record_files.h"
#include <algorithm>
#include "common/run/run_files.h"

namespace franz {
void RecordFiles::begin(int turn, std::vector<RecordJob>& jobs) {
  const int over = std::min(turn - 1, last_);
  if (over <= over_) return;
  jobs.emplace_back(TurnsFinished{over});
  over_ = over;
}

void RecordFiles::save(const TurnRecord& record, const std::shared_ptr<const std::string>& picture,
                       std::vector<RecordJob>& jobs) {
  const int batch = first_of_batch(last_);
  if (last_ > 0 && record.turn >= batch + kBatchTurns)
    jobs.emplace_back(SaveBatch{batch, batch + kBatchTurns - 1});
  last_ = std::max(last_, record.turn);
  // The picture first: who sees the record finds all that it names.
  if (picture) jobs.emplace_back(SaveFile{picture_file(record.turn), picture});
  jobs.emplace_back(
      SaveFile{record_file(record.turn), std::make_shared<const std::string>(to_json(record))});
}

std::vector<RecordJob> RecordFiles::finish() const {
  if (last_ == 0) return {};
  return {SaveBatch{first_of_batch(last_), last_}};
}
}  // namespace franz
