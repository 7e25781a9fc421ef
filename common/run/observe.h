#pragma once
// Makes the record of a run from two sources that arrive independently: the HTTP exchanges that the
// relay saw, and the orchestrator's own events. A turn is recorded as soon as its reply is whole
// and what was acted before it is known; every promise about memory is judged from the exchanges
// alone.
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/base/secrets.h"
#include "common/formats/memories.h"
#include "common/memory/memory.h"
#include "common/run/known_turns.h"
#include "common/run/record_files.h"
#include "common/run/turn_record.h"
#include "common/settings/settings.h"
#include "common/wire/control_messages.h"
#include "common/wire/limits.h"
#include "common/run/foreign_requests.h"
#include "proxy/record/held_bytes.h"
#include "proxy/record/log_output.h"
#include "common/run/memory_check.h"
#include "proxy/record/told_turns.h"
#include "proxy/record/turn_account.h"
#include "proxy/record/turn_numbers.h"
#include "common/http/exchange.h"
#include "common/http/http_events.h"

namespace franz {
struct TurnDraft;

struct TurnLogOptions {
  std::string run;  // this run's id
  // True: an orchestrator of ours tells its events, and requests of another run are foreign. False
  // (--no-launch): the first id seen is adopted. Without any id, what counts is a POST to an API's
  // path whose body is one of its requests (turn_numbers.h). A page's request never counts.
  bool launch = true;
  // What requests are held against; null: a memory that is not known, no verdict.
  const Memory* memory = find_memory(Settings{}.agent.memory);
  // Masked in the text that the pieces of a reply make together; the events' own bytes are masked
  // already (HttpMask). Outlives the log. Null: nothing is.
  const Secrets* secrets = nullptr;
  // Bytes of request bodies that are under way and held to be read. One that finds no room goes to
  // its file all the same, but nothing is read in it: no verdict. A story of kMaxReply fits.
  std::size_t held_bytes = 18UL << 20U;
  // Likewise of replies; but one alone is held to the reader's own limit.
  std::size_t held_reply_bytes = 18UL << 20U;
  // How long a record may wait for the orchestrator's turn_acted after its reply was whole: pipe
  // and socket are read by different threads, so either may be first.
  double patience_ms = 2000;
  // False: nobody keeps or shows what it makes (verify). Then TurnOpened and TurnRecorded have no
  // record's bytes, rows are empty, and no record is to be saved.
  bool writes = true;
};

class TurnLog {
 public:
  TurnLog(TurnLogOptions options, KnownTurns known);
  ~TurnLog();
  TurnLog(TurnLog&&) noexcept;

  // Each takes what happened and returns what follows. Times are Unix milliseconds.
  std::vector<LogOutput> http(const HttpEvent& event);
  // Foreign exchanges of which nothing more is known, for nobody could take the events.
  void foreign_missed(int exchanges) { foreign_.missed(exchanges); }
  std::vector<LogOutput> loop(const LoopEvent& event, double now_ms);
  // The orchestrator is gone: it will tell no more, and the next one may make turns again.
  std::vector<LogOutput> loop_ended();
  std::vector<LogOutput> tick(double now_ms);
  std::vector<LogOutput> finish();  // a clean end: what waits is recorded, the last batch written

  // When tick() is due; nothing: not at all.
  std::optional<double> due_ms() const;
  int last_turn() const { return numbers_.last(); }
  std::size_t held_bytes() const { return held_requests_.now; }  // of request bodies
  std::size_t held_reply_bytes() const { return held_replies_.now; }

 private:
  struct Attempt;
  struct PendingRecord;
  using Outputs = std::vector<LogOutput>;

  void request_started(const RequestStarted& event);
  void message_piece(const MessagePiece& event, Outputs& out);
  void request_read(const RequestRead& event, Outputs& out);
  void response_started(const ResponseStarted& event);
  void reply_bytes(Attempt& attempt, const MessagePiece& piece, Outputs& out);
  bool is_superseded(const Attempt& attempt) const;
  void reply_passed(Attempt& attempt, Outputs& out);
  void exchange_ended(const HttpExchange& exchange, Outputs& out);
  void lost_exchange(const HttpExchange& exchange, Outputs& out);
  void unfinished_request(Attempt& attempt, const HttpExchange& exchange, Outputs& out);
  void late_reply(Attempt& attempt, const HttpExchange& exchange, const std::string& problem,
                  Outputs& out);
  void no_reply(Attempt& attempt, const HttpExchange& exchange, const std::string& problem,
                Outputs& out);
  void observation_ended(const ObservationEnded& event, Outputs& out);
  void drop(Attempt& attempt, Outputs& out);
  void passed_unread(Asking asking, bool by_order, const std::string& why);
  void remember_reply(const Attempt& attempt, const HttpExchange& exchange, const std::string& problem);
  bool is_acted(int turn) const;
  void open_if_known(Attempt& attempt, Outputs& out);
  void release_pending(int up_to, Outputs& out);
  void judge_finally(TurnDraft& draft);
  void record(PendingRecord pending, Outputs& out);
  void close(const LoopEvent& event, double now_ms, Outputs& out);
  void save(PendingRecord pending, Outputs& out);
  void account(int up_to, Outputs& out);

  TurnLogOptions options_;
  TurnFilter to_record_;  // on the recorder's thread; the relay's has one of its own
  TurnNumbers numbers_;
  RecordFiles files_;
  ToldTurns told_;
  MemoryCheck memory_;
  TurnAccount account_;
  ForeignRequests foreign_;
  HeldBytes held_requests_, held_replies_;
  std::map<std::uint64_t, Attempt> open_;  // by exchange
  std::deque<PendingRecord> pending_;      // ascending turns: each waits for its turn_acted
  std::string last_failure_;               // the newest attempt without a reply: turn and outcome
};
}  // namespace franz
