#pragma once
// The thread that writes a run as its log: it joins the observed HTTP exchanges with the
// orchestrator's events and sends the results to the log's writer, the dashboard and the console.
// The proxy (connection(), loop_line()…), an orchestrator that runs alone (sent()…, loop_event())
// and the MCP server (call()) share this class.
//
// The relay never waits for it. Traffic that exceeds its capacity is lost, and the loss is
// reported.
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
  const Memory* memory = nullptr;         // of the run; null: unknown, no verdict
  std::string own_host;                   // as in ObserverOptions
  Secrets secrets;                        // masked in everything that is recorded, shown and logged
  std::vector<std::string> surplus_runs;  // folders of old runs to remove when this one begins
  std::string log_file = kProxyLog;       // of the program's own messages; empty: none
  // As in LogWriterOptions; for tests.
  std::chrono::milliseconds trouble_after = LogWriterOptions{}.trouble_after;
  std::function<Status()> before_write = {};
};

// Destinations of the recorder's output. Called on its thread; none may block for long.
struct RecorderSinks {
  std::function<void(ViewUpdate)> dashboard = [](const ViewUpdate&) {};
  // A line about a turn, about what the loop waits for, or a warning of the loop.
  std::function<void(std::string line)> progress = [](const std::string&) {};
  // A line of the recorder itself for people: information or a warning.
  std::function<void(std::string line)> console = [](const std::string&) {};
  // An error: a violation, or a disk that rejects writes.
  std::function<void(std::string line)> console_error = [](const std::string&) {};
  // The operator is asked for an approval; nothing: no approval is pending.
  std::function<void(const std::optional<ApprovalAsked>&)> approval = [](const auto&) {};
  // A turn that used the operator's notes with these numbers is over.
  std::function<void(const std::vector<int>& numbers)> notes_taken = [](const auto&) {};
  // The attempt that the run continues from, or its loss, is in the log and synced.
  std::function<void(int turn)> recorded = [](int) {};
  // The log could not be written for 5 s, and why; empty: writing works again.
  std::function<void(const std::string& trouble)> disk = [](const std::string&) {};
};

// The result of recording a run.
struct RecordEnd {
  Result<std::string> seal = Error{"the run was not ended"};
  TurnRanges lost_turns = {};  // in this run, including before it was resumed
  bool abandoned = false;      // the disk does not answer; a thread still waits for it
  // The model's server answered a request of the run, a turn is in the log, or the orchestrator
  // crashed, so the folder contains more than the console showed.
  bool eventful = false;

  // True: everything observed is in the folder.
  bool complete() const { return lost_turns.empty() && seal.ok(); }
};

class Recorder {
 public:
  Recorder(RecorderOptions options, RecorderSinks sinks);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Begins or resumes the run: writes its first line, then `started.units`, and handles messages
  // from here on; earlier ones wait in the queue. Call once. Failure: a record that is needed to
  // check requests cannot be read.
  Status begin(const StartedRun& started);

  // The number of the run's last earlier note; 0: none. Call after begin().
  int last_note() const { return last_note_; }

  // ---- For the proxy's relay, on its thread: reads the traffic and never waits.
  ConnectionState connection(const ConnectionEvent& event);

  // ---- For an orchestrator that runs alone, on its thread: the traffic of its own requests.
  void sent(const FranzTurn& id, std::string_view whole);  // called again for a new connection
  void received(std::string_view piece);
  void answered(bool whole);  // whole: the reply ended as framed

  // ---- Messages, from any thread, handled in order. Only the orchestrator's events may block.
  void loop_line(std::string line);         // the orchestrator's standard output
  void loop_event(const LoopEvent& event);  // the same, for a loop in this process
  void loop_error_line(std::string line);   // its standard error
  void loop_ended(bool well);
  void demo_error_line(std::string line);  // the demo model's; dropped if there is no room
  void program(ProgramUpdate update, int restarts);  // restarts by this program
  // A message of the program itself: to its log, the dashboard, and the console.
  void say(LogMessage::Level level, std::string text);
  // Appends a line to a log of the run, unchanged.
  void log_line(const std::string& file, std::string line);
  // Records a change of the run in its log.
  void change(const std::string& text);
  // Records that a person took the screen over on the dashboard, or gave it back.
  void person(const PersonEntry& entry);

  // A client's call is over. Returns when its line is synced. False: it could not be written within
  // some seconds and is lost.
  bool call(const RecordedCall& call);

  // Whether the log has everything except exchanges in progress. Any thread.
  bool is_empty();

  // Handles what is queued, records what is waiting, and ends the log if the disk allows. Call
  // once.
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
  struct Person {
    PersonEntry entry;
  };
  struct Called {
    RecordedCall call;
    std::shared_ptr<std::promise<bool>> written;
  };
  struct Http {
    HttpEvent event;
    int missed = 0;  // preceding foreign exchanges without any event
  };
  struct Wrote {  // a line of the log that has been synced
    RunLine line;
  };
  struct Ended {};  // the last message, except for the writer's
  struct UnitDone {
    std::shared_ptr<const EntryMade> made;
    bool written = false;
  };
  using Payload =
      std::variant<Http, LoopLine, LoopErrorLine, DemoErrorLine, LoopEnded, ProgramChanged, Said,
                   Trouble, Changed, Person, Called, Wrote, UnitDone, Ended>;
  // Stores the arrival time: handling may be delayed, above all by the disk, and no time in the
  // record may depend on that.
  struct Message {
    double time_ms = 0;
    Payload payload;
  };

  // Accessed by other threads, including the writer's, which may outlive the recorder.
  struct Inbox {
    explicit Inbox(const std::vector<std::size_t>& limits) : messages(limits) {}
    void post(Payload payload, std::size_t bytes, std::size_t lane);
    double now_ms() const;

    Mailbox<Message> messages;
    std::atomic<int> under_way = 0;  // unhandled messages, without foreign ones
    double clock_offset_ms = 0;      // Unix time minus the steady clock
  };

  void push(Payload payload, std::size_t bytes, std::size_t lane);
  bool try_push(Payload payload, std::size_t bytes, std::size_t lane);
  std::unique_ptr<RunLogWriter> make_writer(const StartedRun& started);
  void own(ConnectionEvent::Kind kind, std::string bytes);
  bool take_http(HttpEvent event);
  void work();
  bool handle_next(std::optional<std::chrono::milliseconds> wait);
  void end_log();
  void handle(Payload& payload);
  void on_http(const Http& http);
  void on_event(const std::string& line);
  void on_error_line(const std::string& line);
  void on_loop_ended(bool well);
  void on_program(const ProgramChanged& changed);
  void on_trouble(const std::string& text);
  void on_wrote(const RunLine& line);
  void on_done(const UnitDone& done);
  void state_line(const LoopEvent& event);
  // `written`: receives whether the entry was written; may be null.
  void emit(std::vector<Observed> outputs,
            const std::shared_ptr<std::promise<bool>>& written = nullptr);
  void put(EntryMade made, const std::shared_ptr<std::promise<bool>>& written);
  void spill(SpilledBytes piece);
  void log(LogMessage message, const std::string& source = "proxy");
  void turn_line(const TurnRecorded& turn) const;
  void keep_secrets(const std::string& settings);
  void mask(RecordedCall& call) const;

  RecorderSinks sinks_;
  RecorderOptions options_;
  TurnFilter to_observe_;  // used on the relay's thread, as the next four
  HttpObserver observer_;
  int missed_ = 0;                   // foreign exchanges since the last accepted event
  std::optional<FranzTurn> own_id_;  // of our own request in progress
  std::uint64_t own_connection_ = 0;
  std::atomic<bool> answered_ = false;  // the model's server answered a request of the run
  std::atomic<bool> settled_ = true;    // no attempt waits for the loop's events
  HttpMask mask_;
  std::optional<Observe> observe_;  // set by begin()
  RunFacts facts_;                  // as far as written
  std::map<SpillKey, std::string> spilled_;
  std::deque<int> waiting_turns_;  // not written yet
  LoopUpdate loop_;
  std::optional<Finish> finish_;
  std::string last_state_line_;          // on the console since the last turn
  std::deque<std::string> last_errors_;  // of the orchestrator since its start
  int restarts_ = 0;                     // of the orchestrator by this program
  int last_note_ = 0;
  long long next_seq_ = 1;
  bool ended_ = false, in_trouble_ = false;
  double time_ms_ = 0;  // arrival time of the message being handled
  std::shared_ptr<Inbox> inbox_;
  std::unique_ptr<RunLogWriter> writer_;  // set by begin()
  RecordEnd end_;
  std::thread thread_;
};
}  // namespace franz
