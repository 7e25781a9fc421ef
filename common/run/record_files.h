#pragma once
// The files of a run's records, one turn after the other, and the batches that they make. Pure:
// what is to be written is returned.
#include <memory>
#include <string>
#include <vector>
#include "common/run/run_jobs.h"
#include "common/run/turn_record.h"

namespace franz {
class RecordFiles {
 public:
  explicit RecordFiles(int last) : last_(last) {}  // the last recorded turn

  // The turn begins, and with it those before it are over. Again for the same one or an earlier
  // one: nothing.
  void begin(int turn, std::vector<RecordJob>& jobs);
  // `picture`: the record's, null: it has no file. Returns the record's bytes.
  std::shared_ptr<const std::string> save(const TurnRecord& record,
                                          const std::shared_ptr<const std::string>& picture,
                                          std::vector<RecordJob>& jobs);
  // A clean end: the last batch.
  std::vector<RecordJob> finish() const;

 private:
  int last_;
  int over_ = 0;  // the last turn that was told to be over
};
}  // namespace franz
