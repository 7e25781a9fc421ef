#pragma once
// The thread on which a run becomes its record: it reads the relay's copies as HTTP, joins them
// with the orchestrator's events, and sends what follows to the run folder, the dashboard and the
// console.
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <variant>
#include <vector>
#include "common/wire/control_messages.h"
#include "proxy/dashboard/run_view.h"
#include "proxy/log/run_file.h"
#include "proxy/log/run_folder_app.h"
#include "proxy/log/turn_log.h"
#include "proxy/mailbox_app.h"
#include "proxy/relay/exchange.h"
#include "proxy/relay/http_observer.h"

namespace franz::proxy {
struct RecorderOptions {
  TurnLogOptions log;
  KnownTurns known;
  RunFile run;
  std::string folder;
  bool resumed = false;                   // an earlier proxy's run goes on
  std::vector<std::string> surplus_runs;  // folders of old runs to remove, when this one begins
};

// Where things go. Called on the recorder's thread; none may block for long.
struct RecorderSinks {
  std::function<void(ViewUpdate)> dashboard;
  std::function<void(std::string line)> console;
  std::function<void(std::string note)> note_recorded;
};

class Recorder {
 public:
  Recorder(RecorderOptions options, RecorderSinks sinks);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // ---- Messages, from any thread, handled in order. Only the first may wait: the observer's
  // thread is what it holds up, never the relay.
  void connection(ConnectionEvent event);
  void loop_line(std::string line);        // the orchestrator's standard output
  void loop_error_line(std::string line);  // its standard error
  void loop_ended(bool well);
  void demo_error_line(std::string line);  // the demo model's; lost when there is no room
  void program(ProgramUpdate update, int restarts);
  // What the proxy itself has to say: to proxy.log, the dashboard, and the console.
  void say(LogEntry::Level level, std::string text);
  // run.json is written from here on: the ports are known, the run begins.
  void begin(const RunFile& run);

  // Handles what is queued, records what waits, writes all files. The run's seal, as
  // RunFolder::close() gives it. Once.
  Result<std::string> stop();

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
  using Message = std::variant<ConnectionEvent, LoopLine, LoopErrorLine, DemoErrorLine, LoopEnded,
                               ProgramChanged, Said, Begin>;

  void work();
  void handle(const Message& message);
  void loop_event(const std::string& line);
  void loop_over(bool well);
  void state_line(const LoopEvent& event);
  void emit(std::vector<LogOutput> outputs);
  void log(const LogEntry& entry, const std::string& source, bool to_folder);
  void turn_line(const TurnRecorded& turn) const;
  void save_run();
  double now_ms() const;

  RecorderSinks sinks_;
  TurnLog log_;
  HttpObserver observer_;
  RunFile run_;
  LoopUpdate loop_;
  std::string last_state_line_;  // on the console since the last turn
  const bool resumed_;
  const std::vector<std::string> surplus_runs_;
  bool begun_ = false;
  std::string finished_why_;             // the orchestrator's last words, if it finished
  std::deque<std::string> last_errors_;  // of the orchestrator, since it started
  const double clock_offset_ms_;         // Unix time minus the steady clock
  Mailbox<Message> messages_;
  RunFolder folder_;
  Result<std::string> seal_ = Error{"the run was not closed"};
  std::thread thread_;
};
}  // namespace franz::proxy
