#pragma once
// The life of a run as a pure state machine: takes events and the time, returns commands.
//
//   waiting_for_upstream ─ answers ─▶ starting ─ it speaks ─▶ running ─ it finishes ─▶ finished
//                                       ▲                       │ exit 2 ─▶ failed
//                                       └──── restarting ◀── crash
//   any ─ stop ─▶ stopping ─▶ finished; by Ctrl-C ─▶ the program ends
//
// A stop is first requested from the orchestrator. If it does not end, it is killed; if the system
// cannot end it (blocked on a disk), it is not waited for.
//
// A crashed orchestrator is restarted after 3 s, doubling to 60 s while it fails quickly; after 60
// s of running the next wait is 3 s again. It is not restarted if it reported that it has finished;
// then its exit code is the proxy's. Nor is it restarted if it ends with 0 or 2 (settings) or
// cannot be started. The demo model, if there is one, is restarted in the same way.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>
#include "common/wire/control_messages.h"
#include "proxy/supervisor/screen_takeover.h"
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
  bool demo = false;               // the upstream is our demo model
  bool end_when_finished = false;  // --turns without --stay
  bool stay = false;               // a failed start does not end the proxy
  std::int64_t launch_delay_ms = 0, restart_delay_ms = 3000;
  std::int64_t probe_every_ms = 1000;
  int last_note = 0;  // number of the run's last note; 0: none
  // Why no page may take the screen over, for people; empty: one may.
  std::string no_takeover = "this run has no screen that a page may use";
};

// How a child process ended.
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
struct OrchestratorSpoke {};   // its first event
struct OrchestratorFinished {  // its last event
  Finish finish;
};
struct OrchestratorHalted {  // by the person at its screen; `still`: not resumed yet
  bool still = true;
};
struct OrchestratorGone {
  ChildGone end;
};
struct DemoGone {
  ChildGone end;
};
struct Commanded {  // by the dashboard; a command that refusal() refuses changes nothing
  ControlCommand command;
};
struct NotesTaken {  // a turn that included the operator's notes with these numbers is over
  std::vector<int> numbers;
};
struct TurnIsRecorded {  // the turn is in the log, or is reported there as lost
  int turn = 0;
};
struct TakeOverAsked {  // by a page; one that takeover_refusal() refuses changes nothing
  std::string lease;    // a new random name
};
struct OrchestratorYielded {};  // it has stopped its turn for a person
struct InputReady {};           // the program that sends a person's input
struct InputEnded {             // that program
  std::string why;
};
struct ScreenReleased {  // everything that was held down there
  std::string trouble;   // why something may still be; empty: nothing is
};
struct PersonSent {  // by a page that holds the screen; others change nothing
  std::string lease;
  std::vector<PersonEvent> events;
};
struct HandedBack {  // the same
  std::string lease;
};
struct StopAsked {};  // Ctrl-C
struct TimePassed {};
using SupervisorEvent =
    std::variant<Begun, Probed, OrchestratorSpoke, OrchestratorFinished, OrchestratorHalted,
                 OrchestratorGone, DemoGone, Commanded, NotesTaken, TurnIsRecorded, TakeOverAsked,
                 OrchestratorYielded, InputReady, InputEnded, ScreenReleased, PersonSent,
                 HandedBack, StopAsked, TimePassed>;

// ---- Commands
struct ProbeUpstream {};
struct StartOrchestrator {};  // once the last one's record is written
struct SendLine {             // to the orchestrator
  std::string line;
};
struct KillOrchestrator {};
struct StartDemo {};
struct Say {  // to console and log
  bool warning = false;
  std::string text;
};
struct StartInput {};  // the program that sends a person's input to the screen
struct SendInput {
  std::string line;
};
struct EndInput {};
struct ReleaseScreen {};  // releases everything that is held down
struct EndRelease {};     // kills that program; ScreenReleased follows
struct AnswerTakeover {   // to the page that asked
  std::string lease;
  std::string why;  // of the refusal; empty: it has the screen
};
struct PersonReport {  // for the log
  bool took_over = true;
  std::string text;
  std::optional<PersonCounts> counts = std::nullopt;
};
struct EndProxy {
  int exit_code = 0;
};
using SupervisorCommand =
    std::variant<ProbeUpstream, StartOrchestrator, SendLine, KillOrchestrator, StartDemo, Say,
                 StartInput, SendInput, EndInput, ReleaseScreen, EndRelease, AnswerTakeover,
                 PersonReport, EndProxy>;

// Limits of the notes that are not in a finished turn. An orchestrator that hangs, is paused or is
// being restarted takes no notes. A turn takes all waiting notes.
inline constexpr std::size_t kMaxWaitingNotes = 32;
inline constexpr std::size_t kMaxWaitingNoteBytes = 64UL << 10U;

// Why a command is refused.
struct ControlRefusal {
  enum class Kind {
    state,     // not possible in the current state
    too_many,  // possible later: too many are waiting
  };
  Kind kind = Kind::state;
  std::string why;  // one line, for a person
};

// The delay before a crashed child is started again.
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

  // `now_ms`: monotonic; `chance` in 0..1 is for jitter.
  std::vector<SupervisorCommand> step(const SupervisorEvent& event, std::int64_t now_ms,
                                      double chance);

  Program program() const { return program_; }
  const std::string& why() const { return why_; }
  std::int64_t since_ms() const { return since_ms_; }                 // start of this state
  std::optional<std::int64_t> until_ms() const { return until_ms_; }  // time of the restart
  std::optional<std::int64_t> due_ms() const;                         // when TimePassed is due
  int restarts() const { return restarts_; }
  bool launches() const { return options_.launch; }

  // Why a command is refused now; nothing: it is accepted.
  std::optional<ControlRefusal> refusal(const ControlCommand& command) const;
  // The same for a page that wants the screen, and for one that sends input or hands it back.
  std::optional<ControlRefusal> takeover_refusal() const;
  std::optional<ControlRefusal> input_refusal(const std::string& lease) const;
  // Why no page may ever take it over; empty: one may.
  const std::string& no_takeover() const { return options_.no_takeover; }
  // Whether a person has the screen, or is about to have it.
  bool is_taken_over() const { return takeover_.active(); }

 private:
  using Commands = std::vector<SupervisorCommand>;
  void enter(Program program, std::string why, std::int64_t now_ms);
  void launch(std::int64_t now_ms, Commands& out);
  void probed(const ProbeVerdict& verdict, std::int64_t now_ms, Commands& out);
  void orchestrator_gone(const ChildGone& end, std::int64_t now_ms, double chance, Commands& out);
  void demo_gone(const ChildGone& end, std::int64_t now_ms, double chance, Commands& out);
  void commanded(const ControlCommand& asked, std::int64_t now_ms, Commands& out);
  void stop_asked(std::int64_t now_ms, Commands& out);
  void stop_orchestrator(std::int64_t patience_ms, std::int64_t now_ms, Commands& out);
  void finish(const std::string& why, const std::string& message, std::int64_t now_ms,
              Commands& out);
  void given_up(std::int64_t now_ms, Commands& out);
  void time_passed(std::int64_t now_ms, Commands& out);
  void take_over(const TakeOverAsked& asked, std::int64_t now_ms, Commands& out);
  void person_step(ScreenTakeover::Step step, Commands& out);
  void report_gave_back(Commands& out);

  SupervisorOptions options_;
  Backoff orchestrator_backoff_, demo_backoff_;
  Program program_ = Program::waiting_for_upstream;
  std::string why_;
  std::int64_t since_ms_ = 0;
  std::optional<std::int64_t> until_ms_, probe_at_, start_at_, demo_at_;
  std::optional<std::int64_t> kill_at_, give_up_at_;  // when stopping; give_up_at_: after the kill
  bool alive_ = false;                                // the orchestrator runs
  bool ending_ = false;                               // Ctrl-C: the program ends with the run
  bool hinted_ = false;                               // the demo model was suggested
  bool spoke_ = false;                                // an orchestrator has sent an event
  bool paused_ = false;                               // by the operator, also after restarts
  bool halted_ = false;                               // by the person at its screen
  bool step_ = false;                                 // the next orchestrator is to make one turn
  std::string model_;                                 // chosen on the page; empty: none
  // A note that is not in a finished turn.
  struct Note {
    int number = 0;
    std::string text;
  };
  std::vector<Note> notes_;
  int last_note_;  // number of the last note
  int restarts_ = 0;
  ScreenTakeover takeover_;
  bool gave_back_reported_ = true;  // the log has the end of the last takeover
  // A person used the screen, and no turn that the run made since is recorded: an orchestrator that
  // is started must know. `continued_`: the run was resumed after that.
  bool person_used_ = false, continued_ = false;
  std::optional<Finish> finish_;  // reported by the current orchestrator
  int exit_code_ = 0;             // of the proxy, once the run is finished
};
}  // namespace franz::proxy
