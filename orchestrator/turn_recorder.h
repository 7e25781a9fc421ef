#pragma once
// The records of a run that no proxy watches, made of the orchestrator's own events and of what
// passed between it and the model. Their verdict is `unwitnessed`: nobody else says what it sent.
// Pure: what is to be written is returned.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/memory/memory.h"
#include "common/run/known_steps.h"
#include "common/run/known_turns.h"
#include "common/run/record_files.h"
#include "common/run/record_parts.h"
#include "common/run/run_jobs.h"
#include "common/run/turn_record.h"
#include "common/wire/api/api.h"
#include "common/wire/api/server_answer.h"
#include "common/wire/control_messages.h"

namespace franz::orchestrator {
// Times are Unix milliseconds.
class TurnRecorder {
 public:
  using Mask = std::function<std::string(std::string_view)>;  // as Secrets::mask()

  // Memory and API outlive the recorder.
  TurnRecorder(const Memory& memory, const Api& api, KnownTurns known, Mask mask);

  // A request leaves, as on the wire. Again before answered(): the same, on another connection.
  std::vector<RecordJob> sent(int turn, std::string_view request, double now_ms);
  // What became of it; `reply` as on the wire. Ignored if none was sent.
  std::vector<RecordJob> answered(std::string_view reply, const ModelAnswer& answer);
  // A turn is recorded when it is over: turn_finished, turn_closed.
  std::vector<RecordJob> event(const LoopEvent& event, double now_ms);
  // A clean end: the last batch.
  std::vector<RecordJob> finish() const { return files_.finish(); }

 private:
  struct Attempt {
    TurnRecord record;
    std::shared_ptr<const std::string> picture;
    bool over = false;  // answered
  };
  void save(TurnRecord& record, const std::shared_ptr<const std::string>& picture, double now_ms,
            std::vector<RecordJob>& jobs);
  void read_request(Attempt& attempt, const std::string& body, bool is_stored);
  std::vector<Message> expected_of(int turn, const RequestView& view) const;

  const Memory& memory_;
  const Api& api_;
  const Mask mask_;
  std::map<int, int> attempts_;     // turn → the highest there is
  KnownSteps steps_;                // where the memory needs all of them
  std::optional<Attempt> attempt_;  // the last
  ToldTurn told_;                   // of the turn under way
  double started_ms_ = 0, acted_ms_ = 0;
  RecordFiles files_;
};
}  // namespace franz::orchestrator
