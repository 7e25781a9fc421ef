#pragma once
// The thread on which a run becomes its log: it joins the HTTP exchanges that were seen with the
// orchestrator's events, and sends what follows to the log's writer, the dashboard and the console.
// One class for the proxy (connection(), loop_line()…), an orchestrator that runs alone (sent()…,
// loop_event()) and the MCP server (call()).
//
// The relay never waits for it. What passes faster than it is recorded is lost, and is reported.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>
#include "common/base/secrets.h"
#include "common/http/exchange.h"
#include "common/http/http_observer.h"
#include "common/os/mailbox.h"
#include "common/run/http_mask.h"
#include "common/run/log_writer_app.h"
#include "common/run/observe.h"
#include "common/run/recorded_call.h"
#include "common/run/run_update.h"
#include "common/run/start_run_app.h"
#include "common/wire/control_messages.h"

namespace franz {
struct RecorderOptions {
  ObserveOptions observe;
  const Memory* memory = nullptr;         // of the run; null: not known, no verdict
  std::string own_host;                   // as in ObserverOptions
  Secrets secrets;                        // masked in all that is recorded, shown and logged
  std::vector<std::string> surplus_runs;  // folders of old runs to remove, when this one begins
  std::string log_file = kProxyLog;       // of what the program itself says; empty: none
  // As in LogWriterOptions, for tests.
  std::chrono::milliseconds trouble_after = LogWriterOptions{}.trouble_after;
  std::function<Status()> before_write = {};
};

// Where things go. Called on the recorder's thread; none may block for long.
struct RecorderSinks {
  std::function<void(ViewUpdate)> dashboard = [](const ViewUpdate&) {};
  // A line about a turn, what keeps the loop waiting, and what it warns of.
  std::function<void(std::string line)> progress = [](const std::string&) {};
  // A line of the recorder's own for people: information, a warning.
  std::function<void(std::string line)> console = [](const std::string&) {};
  // An error: a violation, a disk that takes nothing.
  std::function<void(std::string line)> console_error = [](const std::string&) {};
  // The operator is asked; nothing: that is over, or nobody was asked.
  std::function<void(const std::optional<ApprovalAsked>&)> approval = [](const auto&) {};
  // A turn that took the operator's notes with these numbers is over.
  std::function<void(const std::vector<int>& numbers)> notes_taken = [](const auto&) {};
  // The attempt of that turn that the run goes on from, or its loss, is in the log and synced.
  std::function<void(int turn)> recorded = [](int) {};
  // The log could not be written for 5 s, and why; empty: it can again.
  std::function<void(const std::string& trouble)> disk = [](const std::string&) {};
};

// How a run's record ended.
struct RecordEnd {
  Result<std::string> seal = Error{"the run was not ended"};
  TurnRanges lost_turns = {};  // in this run, also before it was resumed
  bool abandoned = false;      // the disk does not answer; a thread still waits for it
  // The model's server answered a request of the run, or the orchestrator crashed: the folder has
  // more to show than the console had.
  bool eventful = false;

  // True: everything that passed is in the folder.
  bool complete() const { return lost_turns.empty() && seal.ok(); }
};

class Recorder {
 public:
  Recorder(RecorderOptions options, RecorderSinks sinks);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // The run begins or goes on: writes the line that says so, then `started.units`, and handles
  // messages from here on; those before it wait. Once. Failure: a record that requests are checked
  // with cannot be read.
  Status begin(const StartedRun& started);

  // The number of the last note that the run had before; 0: none. After begin().
  int last_note() const { return last_note_; }

  // ---- The proxy's relay, on its thread: reads what passed, and never waits.
  ConnectionState connection(const ConnectionEvent& event);

  // ---- An orchestrator that runs alone, on its thread: what passes of a request of its own.
  void sent(const FranzTurn& id, std::string_view whole);  // again: on another connection
  void received(std::string_view piece);
  void answered(bool whole);  // the reply ended as its framing says

  // ---- Messages, from any thread, handled in order. Only the events of the orchestrator may wait.
  void loop_line(std::string line);         // the orchestrator's standard output
  void loop_event(const LoopEvent& event);  // the same, of one in this process
  void loop_error_line(std::string line);   // its standard error
  void loop_ended(bool well);
  void demo_error_line(std::string line);            // the demo model's; lost when there is no room
  void program(ProgramUpdate update, int restarts);  // restarts by this program
  // What the program itself has to say: to its log, the dashboard, and the console.
  void say(LogMessage::Level level, std::string text);
  // A line of a log of the run, as it is.
  void log_line(const std::string& file, std::string line);
  // Of the run, for its log.
  void change(const std::string& text);

  // A client's call is over. Returns when its line is synced. False: it could not be written within
  // some seconds, and is lost.
  bool call(const RecordedCall& call);

  // Whether all that happened is in the log, but for exchanges that are under way. Any thread.
  bool is_empty();

  // Handles what is queued, records what waits, and ends the run's log: as long as the disk takes
  // it. Once.
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
    LogMessage message;
  };
  struct Trouble {
    std::string text;
  };
  struct Changed {
    std::string text;
  };
  struct Called {
    RecordedCall call;
    std::shared_ptr<std::promise<bool>> written;
  };
  struct Http {
    HttpEvent event;
    int missed = 0;  // foreign exchanges before it of which no event was taken
  };
  struct Wrote {  // a line of the log, as it is synced
    RunLine line;
  };
  struct Ended {};  // nothing else comes, but from the writer
  struct UnitDone {
    std::shared_ptr<const EntryMade> made;
    bool written = false;
  };
  using Matter =
      std::variant<Http, LoopLine, LoopErrorLine, DemoErrorLine, LoopEnded, ProgramChanged, Said,
                   Trouble, Changed, Called, Wrote, UnitDone, Ended>;
  // With the time when it came: it may wait to be handled, for the disk above all, and no time of
  // the record may depend on that.
  struct Message {
    double time_ms = 0;
    Matter matter;
  };

  // What other threads reach, the writer's too, which may outlive us.
  struct Inbox {
    explicit Inbox(const std::vector<std::size_t>& limits) : messages(limits) {}
    void post(Matter matter, std::size_t bytes, std::size_t lane);
    double now_ms() const;

    Mailbox<Message> messages;
    std::atomic<int> under_way = 0;  // messages that are not handled, but for foreign ones
    double clock_offset_ms = 0;      // Unix time minus the steady clock
  };

  void push(Matter matter, std::size_t bytes, std::size_t lane);
  bool try_push(Matter matter, std::size_t bytes, std::size_t lane);
  std::unique_ptr<RunLogWriter> make_writer(const StartedRun& started);
  void own(ConnectionEvent::Kind kind, std::string bytes);
  bool take_http(HttpEvent event);
  void work();
  bool handle_next(std::optional<std::chrono::milliseconds> wait);
  void end_log();
  void handle(Matter& matter);
  void on_http(const Http& http);
  void on_event(const std::string& line);
  void on_error_line(const std::string& line);
  void on_loop_ended(bool well);
  void on_program(const ProgramChanged& changed);
  void on_trouble(const std::string& text);
  void on_wrote(const RunLine& line);
  void on_done(const UnitDone& done);
  void state_line(const LoopEvent& event);
  // `written`: is given whether the entry was; null: nobody asks.
  void emit(std::vector<Observed> outputs,
            const std::shared_ptr<std::promise<bool>>& written = nullptr);
  void put(EntryMade made, const std::shared_ptr<std::promise<bool>>& written);
  void spill(SpilledBytes piece);
  void log(LogMessage message, const std::string& source = "proxy");
  void turn_line(const TurnRecorded& turn) const;
  void keep_secrets(const std::string& settings);

  RecorderSinks sinks_;
  RecorderOptions options_;
  TurnFilter to_observe_;  // of the relay's thread, as the next four
  HttpObserver observer_;
  int missed_ = 0;                   // foreign exchanges, since the last event that was taken
  std::optional<FranzTurn> own_id_;  // of the request of our own that is under way
  std::uint64_t own_connection_ = 0;
  std::atomic<bool> answered_ = false;  // by the model's server, to a request of the run
  std::atomic<bool> settled_ = true;    // no attempt waits for what the loop says
  HttpMask mask_;
  std::optional<Observe> observe_;  // from begin() on
  RunFacts facts_;                  // as far as it is written
  std::map<SpillKey, std::string> spilled_;
  std::deque<int> waiting_turns_;  // that are not written yet
  LoopUpdate loop_;
  std::optional<Finish> finish_;
  std::string last_state_line_;          // on the console since the last turn
  std::deque<std::string> last_errors_;  // of the orchestrator, since it started
  int restarts_ = 0;                     // of the orchestrator, by this program
  int last_note_ = 0;
  long long next_seq_ = 1;
  bool ended_ = false, in_trouble_ = false;
  double time_ms_ = 0;  // when what is being handled came
  std::shared_ptr<Inbox> inbox_;
  std::unique_ptr<RunLogWriter> writer_;  // from begin() on
  RecordEnd end_;
  std::thread thread_;
};
}  // namespace franz
