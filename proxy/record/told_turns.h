#pragma once
// What the orchestrator told of the turns about the present one, and when.
#include <map>
#include <optional>
#include "common/run/record_parts.h"
#include "common/run/turn_record.h"
#include "common/wire/control_messages.h"

namespace franz::proxy {
class ToldTurns {
 public:
  // Times are Unix milliseconds.
  void started(const LoopEvent& event, double now_ms);
  void acted(const LoopEvent& event, double now_ms);

  bool is_acted(int turn) const;       // what was acted before its request is known
  ToldTurn of(int turn) const;         // of an unknown turn nothing
  void add(TurnRecord& record) const;  // what was told of its turn, if anything was
  std::optional<double> started_ms(int turn) const;

 private:
  struct Told {
    ToldTurn turn;
    std::optional<double> started_ms, acted_ms;
  };
  const Told* find(int turn) const;

  std::map<int, Told> turns_;
};
}  // namespace franz::proxy
