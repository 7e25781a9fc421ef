#pragma once
// The thread on which a run becomes its record: it joins the HTTP exchanges that the relay saw with
// the orchestrator's events, and sends what follows to the run folder, the dashboard and the
// console.
//
// Nobody waits for it but the orchestrator's own words; and it waits for nobody but, a little, for
// the disk. What passes the relay faster than it is recorded is lost, and that is told.
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>
#include "common/base/secrets.h"
#include "common/os/mailbox.h"
#include "common/run/run_file.h"
#include "common/run/run_folder_app.h"
#include "common/run/turn_ranges.h"
#include "common/wire/control_messages.h"
#include "common/run/http_mask.h"
#include "common/run/run_update.h"
#include "proxy/record/turn_log.h"
#include "common/http/exchange.h"
#include "common/http/http_observer.h"

namespace franz {
struct RecorderOptions {
  TurnLogOptions log;
  KnownTurns known;
  RunFile run;
  std::string folder;
  std::string own_host;                   // as in ObserverOptions
  Secrets secrets;                        // masked in all that is recorded, shown and logged
  std::vector<std::string> surplus_runs;  // folders of old runs to remove, when this one begins
};

// Where things go. Called on the recorder's thread; none may block for long.
struct RecorderSinks {
  std::function<void(ViewUpdate)> dashboard;
  std::function<void(std::string line)> console;
  // A violation, instead of `console`.
  std::function<void(std::string line)> console_error;
  // The operator is asked; nothing: it is over, however, or was none.
  std::function<void(const std::optional<ApprovalAsked>&)> approval = [](const auto&) {};
  // The note of a turn that is over: recorded, or ended though its record is lost. Once for each.
  std::function<void(std::string note)> note_taken;
};

// How a run's record ended.
struct RecordEnd {
  Result<std::string> seal;  // as RunFolder::close() gives it
  TurnRanges lost_turns;     // in this run, also before it was resumed
  std::string lost;          // what was lost, for people; empty: nothing was
  bool abandoned = false;    // the disk does not answer; a thread still waits for it
  // The model's server answered a request of the run, by whatever reply, or the orchestrator
  // crashed: the folder has more to show than the console had.
  bool eventful = false;

  // True: everything that passed is in the folder.
  bool complete() const { return lost.empty() && seal.ok(); }
};

class Recorder {
 public:
  Recorder(RecorderOptions options, RecorderSinks sinks);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Of the relay, on its thread: reads what passed, and never waits.
  ConnectionState connection(const ConnectionEvent& event);

  // ---- Messages, from any thread, handled in order. Only the lines of the orchestrator may wait.
  void loop_line(std::string line);        // the orchestrator's standard output
  void loop_error_line(std::string line);  // its standard error
  void loop_ended(bool well);
  void demo_error_line(std::string line);  // the demo model's; lost when there is no room
  void program(ProgramUpdate update, int restarts);
  // What the proxy itself has to say: to proxy.log, the dashboard, and the console.
  void say(LogEntry::Level level, std::string text);
  // An earlier proxy's run goes on: as RunFolder::resume(), before begin().
  Status resume(int last, const std::function<bool()>& go_on) {
    return folder_.resume(last, go_on);
  }
  // run.json is written from here on: the ports are known, the run begins.
  void begin(const RunFile& run);

  // Handles what is queued, records what waits, writes all files: as long as the disk takes them.
  // Once.
  RecordEnd stop();

 private:
  struct LoopLine {
    std::string line;
  };
  struct LoopErrorLine {
    std::string line;
  };
  struct DemoErrorLine {
    std::string line;
  };
  struct LoopEnded {
    bool well = false;
  };
  struct ProgramChanged {
    ProgramUpdate update;
    int restarts = 0;
  };
  struct Said {
    LogEntry entry;
    bool to_folder = true;  // false: it is about the folder itself
  };
  struct Begin {
    RunFile run;
  };
  struct Http {
    HttpEvent event;
    int missed = 0;  // foreign exchanges before it of which no event was taken
  };
  using Matter = std::variant<Http, LoopLine, LoopErrorLine, DemoErrorLine, LoopEnded,
                              ProgramChanged, Said, Begin>;
  // With the time when it came: it may wait to be handled, for the disk above all, and no time of
  // the record may depend on that.
  struct Message {
    double time_ms = 0;
    Matter matter;
  };

  Message stamped(Matter matter) const { return {now_ms(), std::move(matter)}; }
  bool take_http(HttpEvent event);
  void tell_seal(std::size_t done, std::size_t all);
  void update_lost();
  std::string lost_text() const;
  void work();
  void handle(const Matter& matter);
  void loop_event(const std::string& line);
  void turn_over(int turn);
  void loop_over(bool well);
  void state_line(const LoopEvent& event);
  void emit(std::vector<LogOutput> outputs);
  void log(const LogEntry& entry, const std::string& source, bool to_folder);
  void turn_line(const TurnRecorded& turn) const;
  void save_run();
  void keep_secrets(const std::string& settings);
  double now_ms() const;

  RecorderSinks sinks_;
  TurnFilter to_observe_;  // of the relay's thread, as the next two
  HttpObserver observer_;
  std::atomic<bool> answered_ = false;  // by the model's server, to a request of the run
  int missed_ = 0;                      // foreign exchanges, since the last event that was taken
  Secrets secrets_;                     // and the keys that the settings name later
  HttpMask mask_;
  TurnLog log_;
  RunFile run_;
  LoopUpdate loop_;
  std::string last_state_line_;       // on the console since the last turn
  std::map<int, std::string> notes_;  // of turns that are not over
  const std::vector<std::string> surplus_runs_;
  bool begun_ = false;
  std::deque<std::string> last_errors_;  // of the orchestrator, since it started
  const double clock_offset_ms_;         // Unix time minus the steady clock
  double time_ms_ = 0;                   // when what is being handled came
  std::optional<double> seal_told_ms_;   // by the steady clock; of the folder's thread
  Mailbox<Message> messages_;
  RunFolder folder_;
  TurnRanges earlier_lost_;  // before this run was resumed
  TurnRanges log_lost_;      // as the log told; the folder knows of others
  RecordEnd end_{Error{"the run was not closed"}, {}, "", false, false};
  std::thread thread_;
};
}  // namespace franz
