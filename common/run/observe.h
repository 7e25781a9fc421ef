#pragma once
// Makes the entries of a run's log from two sources that arrive independently: the HTTP exchanges
// that were seen, and the orchestrator's own events. An attempt is an entry as soon as its exchange
// has ended and what was acted before it is known. Pure: what follows is returned.
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
  // False (--no-launch): the first id seen is adopted. Without any id, what counts is a POST to an
  // API's path whose body is one of its requests. A page's request never counts.
  bool launch = true;
  // In force as the log has it.
  std::string settings = "{}", sources = "{}";
  Witness witness = Witness::relay;
  // Reads the orchestrator's state as it is now: it has the reply of a turn that is lost. Null: it
  // is not known.
  std::function<std::optional<LoopState>()> state = {};
  // Masked in the text that the pieces of a reply make together; the events' own bytes are masked
  // already (HttpMask). Outlives it. Null: nothing is.
  const Secrets* secrets = nullptr;
  // Bytes of messages that are held. A message that finds no room goes to a temporary file: a
  // request is then not read, and its verdict is `unverifiable`.
  std::size_t held_bytes = 18UL << 20U;
  // Likewise of what the readers of replies hold; but one alone is held to its own limit.
  std::size_t held_reply_bytes = 18UL << 20U;
  // How long an attempt may wait for the orchestrator's turn_acted, and the end of a turn for its
  // attempt: pipe and socket are read by different threads, so either may be first.
  double patience_ms = 2000;
};

// ---- What follows

// Where a message is kept that is too long to be held: its exchange and side.
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
// A file that an entry lists and that is to be written with it.
struct MadeFile {
  std::string name;
  std::shared_ptr<const std::string> bytes;  // null: it was spilled
  std::optional<SpillKey> spilled = std::nullopt;
};
// The next entry of the log.
struct EntryMade {
  double time_ms = 0;  // Unix milliseconds
  RunEntry entry;
  std::vector<MadeFile> files = {};
  std::optional<TurnRecorded> shown = std::nullopt;  // of an attempt
};
// The turn is over: the operator's notes with these numbers, and all before them, are taken.
struct NotesTaken {
  std::vector<int> numbers;
};
using Observed = std::variant<EntryMade, SpilledBytes, SpilledGone, TurnOpened, ReplyDelta,
                              ApprovalAsked, NotesTaken, LogMessage>;

class Observe {
 public:
  // `known`: what the log has so far. `pictures`: its pictures, by SHA-256.
  Observe(ObserveOptions options, KnownAttempts known,
          std::map<std::string, std::string> pictures = {});
  ~Observe();
  Observe(Observe&&) noexcept;

  // Each takes what happened and returns what follows. Times are Unix milliseconds.
  std::vector<Observed> http(const HttpEvent& event);
  // Foreign exchanges of which nothing more is known, for their events found no room.
  void foreign_missed(int exchanges) { foreign_.missed(exchanges); }
  std::vector<Observed> loop(const LoopEvent& event, double now_ms);
  // The orchestrator has ended: it reports no more, and the next one may make the turn again.
  std::vector<Observed> loop_ended(double now_ms);
  std::vector<Observed> tick(double now_ms);
  std::vector<Observed> finish(double now_ms);  // the end: what waits is recorded
  // A client of the MCP server called a tool: a turn of its own.
  std::vector<Observed> called(const RecordedCall& call, double now_ms);

  // The attempt could not be written, and is a `lost` line instead: its files are missing.
  void lost(int turn, int attempt);

  // When tick() is due; nothing: not at all.
  std::optional<double> due_ms() const;
  // Whether no attempt waits for anything but the end of its exchange.
  bool is_settled() const { return ready_.empty(); }
  std::size_t held_bytes() const { return held_.now; }  // of messages
  const KnownAttempts& known() const { return known_; }

 private:
  struct Message;
  struct Open;
  struct Ready;
  struct Written;
  using Outputs = std::vector<Observed>;
  // An attempt whose events found no room.
  struct MissedAttempt {
    std::string request, why;  // the request's id; empty: it has none
  };
  // What is known of a turn that is under way, and of the last ones.
  struct Turn {
    ToldTurn told;
    bool acted = false;
    std::optional<double> started_ms, acted_ms;
    int attempts = 0;                         // that were met
    std::vector<int> notes;                   // numbers of the operator's notes that it took
    std::shared_ptr<const std::string> plan;  // PNG that the operator was asked by; null: none
    std::optional<LoggedFile> plan_file;      // that an attempt was written with
    // The turn is over: until then an attempt that counts is waited for. Nothing: none is, or it
    // goes on.
    std::optional<double> lost_at_ms;
    std::optional<MissedAttempt> missed;  // is lost then
    bool settled = false;  // an attempt that counts, its loss or the closing turn is an entry
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
  void write(Written written, Outputs& out);
  void lose(int number, const MissedAttempt& missed, double now_ms, Outputs& out);
  void lose_missed(int number, double now_ms, Outputs& out);
  void lose_overdue(double now_ms, Outputs& out);
  void settle(int number, Outputs& out);
  void forget_far(int number);

  ObserveOptions options_;
  TurnFilter to_record_;  // on the recorder's thread; the observer has one of its own
  KnownAttempts known_;
  std::map<std::string, std::string> pictures_;  // SHA-256 → the newest file with it
  ForeignRequests foreign_;
  HeldBytes held_, held_replies_;
  std::map<std::uint64_t, Open> open_;  // by exchange
  std::deque<Ready> ready_;             // each waits for its turn_acted
  std::map<int, Turn> turns_;           // about the present one
  int last_by_order_ = 0;               // the turn of the newest request of a client without ids
  bool person_has_it_ = false;          // the screen
  std::string last_failure_;            // the newest attempt without a reply: turn and outcome
  int closed_ = 0;                      // the turn that the run finished with; 0: it has not
};
}  // namespace franz
