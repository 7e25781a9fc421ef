#pragma once
// Builds the entries of a run's log from two independent sources: the observed HTTP exchanges and
// the orchestrator's own events. An attempt becomes an entry when its exchange has ended and the
// actions before it are known. Pure: all effects are returned.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>
#include "common/base/secrets.h"
#include "common/http/http_events.h"
#include "common/memory/memory.h"
#include "common/run/foreign_requests.h"
#include "common/run/known_attempts.h"
#include "common/run/log_entry.h"
#include "common/run/log_message.h"
#include "common/run/record_parts.h"
#include "common/run/recorded_call.h"
#include "common/run/reply_stream.h"
#include "common/run/run_update.h"
#include "common/run/turn_filter.h"
#include "common/run/turn_record.h"
#include "common/wire/control_messages.h"
#include "common/wire/state_file.h"

namespace franz {
struct ObserveOptions {
  std::string run;  // this run's id
  // True: an orchestrator of ours reports its events, and requests of another run are foreign.
  // False (--no-launch): the first id seen is adopted. While no id is known, a POST to an API path
  // with a valid body of that API counts as a turn. Requests from a web page never count.
  bool launch = true;
  // As currently recorded in the log.
  std::string settings = "{}", sources = "{}";
  Witness witness = Witness::relay;
  // Reads the orchestrator's current state, with the reply of a lost turn. Null: unavailable.
  std::function<std::optional<LoopState>()> state = {};
  // Masked in the text that the pieces of a reply form together; HttpMask has already masked the
  // events' own bytes. Must outlive this object. Null: nothing is masked.
  const Secrets* secrets = nullptr;
  // Limit for the bytes of held messages. A message that does not fit goes to a temporary file:
  // such a request is not read, and its verdict is `unverifiable`.
  std::size_t held_bytes = 18UL << 20U;
  // The same limit for reply readers; a single reply may use up to its own limit.
  std::size_t held_reply_bytes = 18UL << 20U;
  // How long an attempt may wait for the orchestrator's turn_acted, and the end of a turn for its
  // attempt: different threads read pipe and socket, so either may be first.
  double patience_ms = 2000;
};

// ---- Outputs

// Identifies a message that is too long to be held: its exchange and side.
struct SpillKey {
  std::uint64_t exchange = 0;
  MessagePiece::Side side = MessagePiece::Side::request;
  friend auto operator<=>(const SpillKey&, const SpillKey&) = default;
};
struct SpilledBytes {
  SpillKey key;
  std::string bytes;
};
struct SpilledGone {
  SpillKey key;
};
// A file that an entry lists and that is written with it.
struct MadeFile {
  std::string name;
  std::shared_ptr<const std::string> bytes;  // null: it is in a temporary file
  std::optional<SpillKey> spilled = std::nullopt;
};
// The next entry of the log.
struct EntryMade {
  double time_ms = 0;  // Unix milliseconds
  RunEntry entry;
  std::vector<MadeFile> files = {};
  std::optional<TurnRecorded> shown = std::nullopt;  // for an attempt
};
// The turn is over: the operator's notes with these numbers, and all earlier ones, are used up.
struct NotesTaken {
  std::vector<int> numbers;
};
using Observed = std::variant<EntryMade, SpilledBytes, SpilledGone, TurnOpened, ReplyDelta,
                              ApprovalAsked, NotesTaken, LogMessage>;

class Observe {
 public:
  // `known`: the attempts in the log so far. `pictures`: their pictures, by SHA-256.
  Observe(ObserveOptions options, KnownAttempts known,
          std::map<std::string, std::string> pictures = {});
  ~Observe();
  Observe(Observe&&) noexcept;

  // Each processes one event and returns the effects. Times are Unix milliseconds.
  std::vector<Observed> http(const HttpEvent& event);
  // Counts foreign exchanges whose events were dropped for lack of room.
  void foreign_missed(int exchanges) { foreign_.missed(exchanges); }
  std::vector<Observed> loop(const LoopEvent& event, double now_ms);
  // The orchestrator has ended: it reports no more, and its successor may repeat the turn.
  std::vector<Observed> loop_ended(double now_ms);
  std::vector<Observed> tick(double now_ms);
  std::vector<Observed> finish(double now_ms);  // the end: records what is waiting
  // A client of the MCP server called a tool: this is a turn of its own.
  std::vector<Observed> called(const RecordedCall& call, double now_ms);

  // The attempt could not be written and became a `lost` line: its files are missing.
  void lost(int turn, int attempt);

  // When tick() is due; nothing: never.
  std::optional<double> due_ms() const;
  // Whether no attempt waits for anything except the end of its exchange.
  bool is_settled() const { return ready_.empty(); }
  std::size_t held_bytes() const { return held_.now; }  // of messages
  const KnownAttempts& known() const { return known_; }

 private:
  struct Message;
  struct Open;
  struct Ready;
  struct Written;
  using Outputs = std::vector<Observed>;
  // An attempt whose events were dropped for lack of room.
  struct MissedAttempt {
    std::string request, why;  // the request's id; empty: none
  };
  // What is known of the current turn and of the last ones.
  struct Turn {
    ReportedTurn reported;
    bool acted = false;
    std::optional<double> started_ms, acted_ms;
    int attempts = 0;                         // that were observed
    std::vector<int> notes;                   // numbers of the operator's notes in it
    std::shared_ptr<const std::string> plan;  // PNG shown for the approval; null: none
    std::optional<LoggedFile> plan_file;      // file that an attempt was written with
    // Set when the turn is over: until this time an attempt that counts is awaited. Nothing: the
    // turn continues, or nothing is awaited.
    std::optional<double> lost_at_ms;
    std::optional<MissedAttempt> missed;  // reported as lost at that time
    bool settled = false;  // the log has an attempt that counts, its loss or the closing turn
  };

  // ---- observe.cpp: exchanges
  void request_started(const RequestStarted& event);
  void message_piece(const MessagePiece& event, Outputs& out);
  void request_read(const RequestRead& event, Outputs& out);
  void response_started(const ResponseStarted& event);
  void exchange_ended(const HttpExchange& exchange, Outputs& out);
  void observation_ended(const ObservationEnded& event, Outputs& out);
  void missed(const HttpExchange& exchange, Outputs& out);
  void drop(Open& open, Outputs& out);
  void open_if_known(Open& open, Outputs& out);
  void failed(const Ready& ready, const TurnRecord& record, Outputs& out);
  void release_ready(double now_ms, Outputs& out);
  void record(Ready ready, Outputs& out);

  // ---- observe_entries.cpp: events of the loop, and entries
  void turn_started(const LoopEvent& event, double now_ms);
  void turn_acted(const LoopEvent& event, double now_ms, Outputs& out);
  void turn_finished(int number, double now_ms, Outputs& out);
  void turn_closed(const LoopEvent& event, double now_ms, Outputs& out);
  void asked(const LoopEvent& event, Outputs& out);
  void changed(const LoopEvent& event, double now_ms, Outputs& out);
  void person(const LoopEvent& event, double now_ms, Outputs& out);
  void keep_reported(int number);
  void write(Written written, Outputs& out);
  void lose(int number, const MissedAttempt& missed, double now_ms, Outputs& out);
  void lose_missed(int number, double now_ms, Outputs& out);
  void lose_overdue(double now_ms, Outputs& out);
  void settle(int number, Outputs& out);
  void forget_far(int number);

  ObserveOptions options_;
  TurnFilter to_record_;  // for the recorder's thread; the observer has its own
  KnownAttempts known_;
  std::map<std::string, std::string> pictures_;  // SHA-256 → newest file with it
  ForeignRequests foreign_;
  HeldBytes held_, held_replies_;
  std::map<std::uint64_t, Open> open_;  // by exchange
  std::deque<Ready> ready_;             // each waits for its turn_acted
  std::map<int, Turn> turns_;           // the current turn and its neighbours
  int last_by_order_ = 0;               // turn of the newest request of a client without ids
  bool person_has_it_ = false;          // the person controls the screen
  std::string last_failure_;            // turn and outcome of the newest attempt without a reply
  int closed_ = 0;                      // the turn that finished the run; 0: none yet
};
}  // namespace franz
