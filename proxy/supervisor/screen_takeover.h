#pragma once
// A person uses the run's private display on the dashboard: a pure state machine, part of the
// supervisor.
//
//   none ─ asked ─▶ yielding ─ the orchestrator has stopped ─▶ starting ─ input is ready ─▶ held
//    ▲                 └──────── given up ────────┐               │ fails                   │
//    └─ released ─ releasing ◀─ ended ─ ending ◀──┴───────────────┴── handed back, silence ─┘
//
// While it is not `none`, the run is paused and cannot be resumed. `ending` and `releasing` end the
// program that sends the input and release what it held down.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>
#include "common/wire/person_input.h"

namespace franz::proxy {
// A page that sends nothing for this long has gone, and the screen is handed back.
inline constexpr std::int64_t kPageSilenceMs = 10'000;
// For the orchestrator to stop and the input to be ready.
inline constexpr std::int64_t kTakeoverMayTakeMs = 5'000;
// For the program that releases what is held down; then it is killed.
inline constexpr std::int64_t kReleaseMayTakeMs = 5'000;

class ScreenTakeover {
 public:
  enum class Phase { none, yielding, starting, held, ending, releasing };
  // What the supervisor must do next.
  enum class Step {
    nothing,
    yield,        // stop the orchestrator's turn; then yielded()
    start_input,  // then input_ready() or input_ended()
    grant,        // the page has the screen now
    end_input,    // kill the program; then input_ended()
    release,      // start the program that releases everything; then released()
    end_release,  // kill that program, which does not answer; then released()
    hand_back,    // the screen is the run's again, which stays paused
  };

  // A page wants the screen. `lease`: the random name of its turn. `running`: an orchestrator is
  // alive and must stop first. Precondition: refusal() is nothing.
  Step ask(const std::string& lease, bool running, std::int64_t now_ms);
  // The orchestrator has stopped its turn, or has ended.
  Step yielded();
  Step input_ready(std::int64_t now_ms);
  Step input_ended(const std::string& why, std::int64_t now_ms);
  Step released();
  // The page sends input, or an empty list as a sign of life. Precondition: holds(lease).
  void sent(const std::vector<PersonEvent>& events, std::int64_t now_ms);
  // `why`: for people, "it was handed back".
  Step end(const std::string& why);
  Step time_passed(std::int64_t now_ms);

  // Why the screen cannot be taken over now; empty: it can.
  std::string refusal() const;
  bool holds(const std::string& lease) const { return phase_ == Phase::held && lease == lease_; }
  // Whether the run must not continue.
  bool active() const { return phase_ != Phase::none; }
  // Whether the page had the screen since ask().
  bool was_granted() const { return granted_; }
  Phase phase() const { return phase_; }
  const std::string& lease() const { return lease_; }
  const std::string& why() const { return why_; }  // of its end
  const PersonCounts& counts() const { return counts_; }
  std::optional<std::int64_t> due_ms() const { return due_ms_; }  // when time_passed() is due

 private:
  Phase phase_ = Phase::none;
  std::string lease_, why_;
  bool granted_ = false;
  PersonCounts counts_;
  std::optional<std::int64_t> due_ms_;
};
}  // namespace franz::proxy
