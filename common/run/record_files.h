#pragma once
// The files of a run's records, one turn after the other, and the batches that they make. Pure:
// what is to be written is returned.
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/run/run_jobs.h"
#include "common/run/turn_record.h"

namespace franz {
// The batch that is over when `turn` is recorded, to be written before its record: whoever is
// killed between the two writes it the next time. `last`: the last turn that was recorded before,
// 0: none. Nothing: no batch is over.
std::optional<SaveBatch> batch_before(int turn, int last);
// The batch before that of `last` in which `turn` is recorded again, as after a state that is older
// than the records: to be written anew after its record. Nothing: it lies in no such batch.
std::optional<SaveBatch> batch_again(int turn, int last);

class RecordFiles {
 public:
  explicit RecordFiles(int last) : last_(last) {}  // the last recorded turn

  // The turn begins, and with it those before it are over. Again for the same one or an earlier
  // one: nothing.
  void begin(int turn, std::vector<RecordJob>& jobs);
  // `picture`: the record's, null: it has no file.
  void save(const TurnRecord& record, const std::shared_ptr<const std::string>& picture,
            std::vector<RecordJob>& jobs);
  // A clean end: the last batch.
  std::vector<RecordJob> finish() const;

 private:
  int last_;
  int over_ = 0;  // the last turn that was told to be over
};
}  // namespace franz
