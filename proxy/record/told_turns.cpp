#include "proxy/record/told_turns.h"
#include "proxy/record/far_turns.h"

namespace franz::proxy {
static constexpr int kRemembered = 4;  // turns on each side of the present one

void ToldTurns::started(const LoopEvent& event, double now_ms) {
  Told& told = turns_[event.turn] = Told{};
  told.turn.in = event.executor_in;
  told.started_ms = now_ms;
  forget_far_turns(turns_, event.turn, kRemembered);
}

void ToldTurns::acted(const LoopEvent& event, double now_ms) {
  Told& told = turns_[event.turn];
  told.turn.out = event.executor_out;
  told.turn.degraded = event.degraded;
  told.turn.note = event.note;
  told.turn.memory = event.memory;
  told.turn.approval = event.approval;
  told.acted_ms = now_ms;
  forget_far_turns(turns_, event.turn, kRemembered);
}

const ToldTurns::Told* ToldTurns::find(int turn) const {
  const auto found = turns_.find(turn);
  return found == turns_.end() ? nullptr : &found->second;
}

bool ToldTurns::is_acted(int turn) const {
  const Told* told = find(turn);
  return told != nullptr && told->turn.out != "null";
}

ToldTurn ToldTurns::of(int turn) const {
  const Told* told = find(turn);
  return told == nullptr ? ToldTurn{} : told->turn;
}

void ToldTurns::add(TurnRecord& record) const {
  const Told* told = find(record.turn);
  if (told == nullptr) return;
  add_told(record, told->turn);
  if (told->started_ms && told->acted_ms) record.executor_ms = *told->acted_ms - *told->started_ms;
}

std::optional<double> ToldTurns::started_ms(int turn) const {
  const Told* told = find(turn);
  return told == nullptr ? std::nullopt : told->started_ms;
}
}  // namespace franz::proxy
