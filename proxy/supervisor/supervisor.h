#pragma once
// The life of a run as a pure state machine: events and the time go in, commands come out.
//
//   waiting_for_upstream ─ answers ─▶ starting ─ it speaks ─▶ running ─ exit 0 ─▶ finished
//                                       ▲                       │ exit 2 ─▶ failed
//                                       └──── restarting ◀── crash
//   any ─ Ctrl-C ─▶ stopping ─▶ the program ends
//
// A crash restarts the orchestrator after 3 s, doubling to 60 s while it fails quickly; 60 s of
// running make the next wait 3 s again. Exit 0 (finished) and 2 (settings) are not restarted, nor
// is an executable that cannot be started. The demo model, if there is one, is restarted alike.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/wire/control_messages.h"
#include "proxy/supervisor/upstream_probe.h"

namespace franz::proxy {
enum class Program {
  waiting_for_upstream,
  starting,
  running,
  restarting,
  stopping,
  finished,
  failed,
};
// "waiting_for_upstream", … as on the dashboard.
std::string_view name_of(Program program);

struct SupervisorOptions {
  bool launch = true;              // false: --no-launch
  bool demo = false;               // the upstream is a demo model of ours
  bool end_when_finished = false;  // --turns without --stay
  bool stay = false;               // a failed start does not end the proxy
  std::int64_t launch_delay_ms = 0, restart_delay_ms = 3000;
  std::int64_t probe_every_ms = 1000;
};

// How a child of ours ended.
struct ChildGone {
  enum class Kind { exited, killed, not_started };
  Kind kind = Kind::exited;
  int code = 0;
  std::string text;  // "ended with exit code 3", "could not be started: No such file or directory"
};

// ---- Events
struct Begun {};
struct Probed {
  ProbeVerdict verdict;
};
struct OrchestratorSpoke {};  // its first event
struct OrchestratorGone {
  ChildGone end;
};
struct DemoGone {
  ChildGone end;
};
struct Commanded {  // by the dashboard
  ControlCommand command;
};
struct NoteRecorded {  // a turn with this note was recorded
  std::string note;
};
struct StopAsked {};  // Ctrl-C
struct TimePassed {};
using SupervisorEvent = std::variant<Begun, Probed, OrchestratorSpoke, OrchestratorGone, DemoGone,
                                     Commanded, NoteRecorded, StopAsked, TimePassed>;

// ---- Commands
struct ProbeUpstream {};
struct StartOrchestrator {};
struct SendLine {  // to the orchestrator
  std::string line;
};
struct KillOrchestrator {};
struct StartDemo {};
struct Say {  // to console and log
  bool warning = false;
  std::string text;
};
struct EndProxy {
  int exit_code = 0;
};
using SupervisorCommand = std::variant<ProbeUpstream, StartOrchestrator, SendLine, KillOrchestrator,
                                       StartDemo, Say, EndProxy>;

// The wait before the next start of a child that crashed.
class Backoff {
 public:
  explicit Backoff(std::int64_t first_ms) : first_ms_(first_ms) {}
  void started(std::int64_t now_ms) { started_ms_ = now_ms; }
  // Milliseconds to wait. `chance` in 0..1 spreads waits after the first by up to a tenth.
  std::int64_t crashed(std::int64_t now_ms, double chance);

 private:
  std::int64_t first_ms_, started_ms_ = 0;
  int quick_failures_ = 0;
};

class Supervisor {
 public:
  explicit Supervisor(const SupervisorOptions& options);

  // `now_ms` never goes back; `chance` in 0..1 is for jitter.
  std::vector<SupervisorCommand> step(const SupervisorEvent& event, std::int64_t now_ms,
                                      double chance);

  Program program() const { return program_; }
  const std::string& why() const { return why_; }
  std::int64_t since_ms() const { return since_ms_; }                 // when this state began
  std::optional<std::int64_t> until_ms() const { return until_ms_; }  // of restarting: the start
  std::optional<std::int64_t> due_ms() const;                         // when TimePassed is due
  int restarts() const { return restarts_; }

  // Whether a command makes sense in a state of the program; the reason if not.
  static std::optional<std::string> refusal(Program program, ControlCommand::Kind command);

 private:
  using Commands = std::vector<SupervisorCommand>;
  void enter(Program program, std::string why, std::int64_t now_ms);
  void launch(std::int64_t now_ms, Commands& out);
  void probed(const ProbeVerdict& verdict, std::int64_t now_ms, Commands& out);
  void orchestrator_gone(const ChildGone& end, std::int64_t now_ms, double chance, Commands& out);
  void demo_gone(const ChildGone& end, std::int64_t now_ms, double chance, Commands& out);
  void commanded(const ControlCommand& command, std::int64_t now_ms, Commands& out);
  void note_recorded(const std::string& note);
  void stop_asked(std::int64_t now_ms, Commands& out);
  void time_passed(std::int64_t now_ms, Commands& out);

  SupervisorOptions options_;
  Backoff orchestrator_backoff_, demo_backoff_;
  Program program_ = Program::waiting_for_upstream;
  std::string why_;
  std::int64_t since_ms_ = 0;
  std::optional<std::int64_t> until_ms_, probe_at_, start_at_, kill_at_, demo_at_;
  bool alive_ = false;              // an orchestrator of ours runs
  bool hinted_ = false;             // the demo model was spoken of
  bool spoke_ = false;              // one ran well enough to say something, ever
  bool paused_ = false;             // the operator wants it so, over restarts
  std::vector<std::string> notes_;  // given, and in no recorded turn yet
  int restarts_ = 0;
};
}  // namespace franz::proxy
