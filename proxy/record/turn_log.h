#pragma once
// Makes the record of a run from two sources that arrive independently: the HTTP exchanges that the
// relay saw, and the orchestrator's own events. A turn is recorded as soon as its reply is whole
// and what was acted before it is known; every promise about memory is judged from the exchanges
// alone.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/base/secrets.h"
#include "common/base/shared_text.h"
#include "common/memory/memory.h"
#include "common/run/known_turns.h"
#include "common/run/turn_ranges.h"
#include "common/run/turn_record.h"
#include "common/settings/settings.h"
#include "common/wire/api/api.h"
#include "common/wire/control_messages.h"
#include "proxy/record/log_output.h"
#include "proxy/record/sst_check.h"
#include "proxy/relay/exchange.h"
#include "proxy/relay/http_observer.h"

namespace franz::proxy {
struct TurnLogOptions {
  std::string run;  // this run's id
  // True: an orchestrator of ours tells its events, and requests of another run are foreign. False
  // (--no-launch): the first id seen is adopted. Without any id, what counts is a POST to an API's
  // path whose body is one of its requests: it asks for the turn behind the last recorded one, and
  // is another attempt of it if its body is the same as before; one that differs takes the place of
  // an earlier one that got no chat reply and did not carry the turn's story. A page's request
  // never counts.
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
};

class TurnLog {
 public:
  TurnLog(TurnLogOptions options, KnownTurns known);
  ~TurnLog();
  TurnLog(TurnLog&&) noexcept;

  // Each takes what happened and returns what follows. Times are Unix milliseconds.
  std::vector<LogOutput> http(const HttpEvent& event);
  // Foreign exchanges of which nothing more is known, for nobody could take the events.
  void foreign_missed(int exchanges) { foreign_.untold += exchanges; }
  std::vector<LogOutput> loop(const LoopEvent& event, double now_ms);
  std::vector<LogOutput> loop_ended();  // the orchestrator is gone: it will tell no more
  std::vector<LogOutput> tick(double now_ms);
  std::vector<LogOutput> finish();  // a clean end: what waits is recorded, the last batch written

  // When tick() is due; nothing: not at all.
  std::optional<double> due_ms() const;
  int last_turn() const { return last_; }
  std::size_t held_bytes() const { return held_bytes_; }  // of request bodies
  std::size_t held_reply_bytes() const { return held_reply_bytes_; }

 private:
  struct Asked;
  struct Attempt;
  struct Acted;
  struct PendingRecord;
  // Foreign requests come in floods: a line a minute, with a count of the others.
  struct ForeignLines {
    double next_line_ms = 0;
    int untold = 0;
    std::string last;  // of the untold ones
  };
  // An attempt of a client without ids.
  struct Asking {
    int turn = 0, attempt = 0;
    std::string sha256;  // of its body; empty: not known
  };
  // The reply of a turn that the next story is checked against.
  struct Reply {
    std::optional<SharedText> token;
    std::string why;  // why there is none
  };
  using Outputs = std::vector<LogOutput>;

  void request_started(const RequestStarted& event);
  void message_piece(const MessagePiece& event, Outputs& out);
  void request_read(const RequestRead& event, Outputs& out);
  void response_started(const ResponseStarted& event);
  void reply_bytes(Attempt& attempt, const MessagePiece& piece, Outputs& out);
  void exchange_ended(const Exchange& exchange, Outputs& out);
  void lost_exchange(const Exchange& exchange, Outputs& out);
  void unfinished_request(const Attempt& attempt, const Exchange& exchange, Outputs& out);
  void observation_ended(const ObservationEnded& event, Outputs& out);
  void foreign_exchange(const Exchange& exchange, Outputs& out);
  void foreign_line(ForeignLines& lines, std::string text, double now_ms, Outputs& out);
  void tell_untold(ForeignLines& lines, double now_ms, Outputs& out);
  int turn_by_order(const std::string& sha256) const;
  int number_attempt(int turn, bool by_order, const std::string& sha256, Outputs& out);
  void hold_body(Attempt& attempt, const MessagePiece& piece);
  void release_body(Attempt& attempt);
  void count_reply(Attempt& attempt);
  void release(Attempt& attempt);
  void seen(int turn);
  void passed_unread(const Asking& asking, bool by_order, const std::string& why);
  void account(int up_to, bool at_the_end, Outputs& out);
  void set_lost(int turn, bool lost, Outputs& out);
  void read_request(Attempt& attempt, const RequestView& view, Outputs& out);
  void read_replies(Attempt& attempt, const RequestView& view) const;
  SharedText shared_story(int turn, std::string_view token) const;
  std::string judge(TurnRecord& record, const Asked& asked) const;
  SstResult judge_replies(const TurnRecord& record, const Asked& asked) const;
  void know_reply(int turn, Reply reply);
  void open_if_known(Attempt& attempt, Outputs& out);
  void add_acted(TurnRecord& record) const;
  void finish_reply(Attempt& attempt, ReplyReader::End end);
  std::string shown_part(std::string& tail, const std::string& text) const;
  void remember_reply(const Attempt& attempt, const Exchange& exchange);
  void release_pending(Outputs& out);
  void record(PendingRecord pending, Outputs& out);
  void close(const LoopEvent& event, double now_ms, Outputs& out);
  void save(PendingRecord pending, Outputs& out);

  TurnLogOptions options_;
  TurnFilter to_record_;         // on the recorder's thread; the relay's has one of its own
  std::map<int, int> attempts_;  // turn → highest attempt
  std::map<int, Reply> replies_;
  std::map<int, std::string> reply_sha256_;  // of older ones, where the memory needs all steps
  std::map<int, Acted> acted_;
  std::map<std::uint64_t, Attempt> open_;  // by exchange
  std::unique_ptr<PendingRecord> pending_;
  int last_ = 0;      // the last recorded turn
  int begun_ = 0;     // the last turn with whose first request those before it were over
  int passed_ = 0;    // the last turn whose client may have got a reply that is not recorded
  int cut_turn_ = 0;  // the last turn with a reply that began well and was not whole
  std::size_t held_bytes_ = 0, held_reply_bytes_ = 0;
  std::optional<Asking> refused_;  // it got no chat reply, and its story is not the run's
  std::optional<Asking> unread_;   // the client may have got its reply, and nobody knows which
  ForeignLines foreign_, foreign_pages_;
  // Of the turns that this proxy met: those up to accounted_ are recorded or lost.
  bool met_ = false;
  int accounted_ = 0;
  int told_finished_ = 0;  // the last turn that the orchestrator said was over
  TurnRanges recorded_, lost_;
};
}  // namespace franz::proxy
