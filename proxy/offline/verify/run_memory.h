#pragma once
// The memory of a recorded run, and the messages that it makes of what the records tell.
#include <optional>
#include <string>
#include <vector>
#include "common/formats/memories.h"
#include "common/memory/memory.h"
#include "common/run/known_steps.h"
#include "common/run/run_file.h"
#include "common/run/turn_record.h"
#include "common/wire/api/request.h"
#include "common/wire/message.h"
#include "common/wire/used_memory.h"
#include "proxy/offline/verify/finding.h"

namespace franz::proxy {
class RunMemory {
 public:
  // Until a record tells of it, the memory is as run.json has it. `run`: nothing: it cannot be
  // read.
  explicit RunMemory(const std::optional<RunFile>& run, FindMemory find = find_memory);

  // What the record tells of the memory is in force from its turn on. `must_tell`: it was made by
  // an orchestrator that tells it. To be called with ascending turns.
  std::vector<Finding> use(int turn, const TurnRecord& record, bool must_tell);

  const Memory* row() const { return memory_; }  // null: one that is not known
  bool needs_all_steps() const { return memory_ != nullptr && memory_->need == Need::all_steps; }

  // The messages of the request for `turn`, as expected_messages() has them; row() is not null.
  // `record`: of this turn; nothing: it has none. `recorded`: it is about this request. Of another
  // attempt, which a kill may have ended before the turn was performed again, nobody knows whether
  // there was feedback, nor how many turns were left out before the server refused it as too long:
  // the request itself tells.
  std::vector<Message> expected(int turn, const std::optional<TurnRecord>& record, bool recorded,
                                const RequestView& view) const;
  // The turns before, where the memory needs all of them.
  const KnownSteps& steps() const { return steps_; }
  // Why it is not known which messages a request for `turn` should have. Empty: it is.
  std::string unknown(int turn, const std::optional<TurnRecord>& record) const;
  // The turn is over: later requests may be made of it. `reply`: the last whole one. `record`:
  // nothing: there is none of the attempt that it came to.
  void keep(int turn, const std::optional<TurnRecord>& record, const std::optional<Reply>& reply);

 private:
  FindMemory find_;
  UsedMemory used_;      // as the last record tells
  int from_before_ = 1;  // MemoryOptions::from_turn of the record before it
  const Memory* memory_;
  KnownSteps steps_;
};

// That the settings in run.json name a memory, if any, that is known.
std::vector<Finding> check_run_memory(const RunFile& run);
}  // namespace franz::proxy
