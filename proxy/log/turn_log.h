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
#include <variant>
#include <vector>
#include "common/wire/chat_reply.h"
#include "common/wire/control_messages.h"
#include "proxy/log/turn_record.h"
#include "proxy/relay/exchange.h"
#include "proxy/relay/http_observer.h"

namespace franz::proxy {
struct TurnLogOptions {
  std::string run;  // this run's id
  // True: an orchestrator of ours tells its events, and requests of another run are foreign. False
  // (--no-launch): the first id seen is adopted; without any id, requests are numbered by order.
  bool launch = true;
  bool sst_memory = true;  // false: a memory other than `sst`, no verdict
  // How long a record may wait for the orchestrator's turn_acted after its reply was whole: pipe
  // and socket are read by different threads, so either may be first.
  double patience_ms = 2000;
};

// What an earlier proxy left in the run folder (--resume).
struct KnownTurns {
  std::map<int, int> attempts;         // turn → the highest attempt there is
  std::map<int, std::string> replies;  // turn → the content token; the last few suffice
  int last = 0;                        // the last recorded turn
};

// A file of the run folder, by its name in it.
struct SaveFile {
  std::string name;
  std::shared_ptr<const std::string> bytes;
};
// Join the records first..last in one array.
struct SaveBatch {
  int first = 0, last = 0;
};
// The turns up to `turn` are over: their files change no more, unless a client asks for one again.
struct TurnsFinished {
  int turn = 0;
};
// The turn's request has left: its record so far, without the reply.
struct TurnOpened {
  int turn = 0, attempt = 0;
  std::shared_ptr<const std::string> record;
  std::shared_ptr<const std::string> picture;  // PNG; null: none
};
// Text of the reply as it streams, for display.
struct ReplyDelta {
  int turn = 0, attempt = 0;
  std::string text, reasoning;
  std::size_t offset = 0;  // characters of `text` before this piece
};
struct TurnRecorded {
  TurnRow row;
  std::shared_ptr<const std::string> record;
  std::shared_ptr<const std::string> picture;
  std::optional<std::string> note;
  std::string error;  // of the actions before it; empty: none
};
struct LogEntry {
  enum class Level { info, warning, error };
  Level level = Level::info;
  std::string text;
  bool of_page = false;  // about a request that a web page may have sent
};
using LogOutput = std::variant<SaveFile, SaveBatch, TurnsFinished, TurnOpened, ReplyDelta,
                               TurnRecorded, LogEntry>;

class TurnLog {
 public:
  TurnLog(TurnLogOptions options, KnownTurns known);
  ~TurnLog();
  TurnLog(TurnLog&&) noexcept;

  // Each takes what happened and returns what follows. Times are Unix milliseconds.
  std::vector<LogOutput> http(const HttpEvent& event);
  std::vector<LogOutput> loop(const LoopEvent& event, double now_ms);
  std::vector<LogOutput> loop_ended();  // the orchestrator is gone: it will tell no more
  std::vector<LogOutput> tick(double now_ms);
  std::vector<LogOutput> finish();  // a clean end: what waits is recorded, the last batch written

  // When tick() is due; nothing: not at all.
  std::optional<double> due_ms() const;
  int last_turn() const { return last_; }

 private:
  struct Asked;
  struct Attempt;
  struct Acted;
  struct Held;
  // The reply of a turn that the next story is checked against.
  struct Reply {
    std::optional<std::string> token;
    std::string why;  // why there is none
  };
  using Outputs = std::vector<LogOutput>;

  void request_read(const RequestRead& event, Outputs& out);
  void response_started(const ResponseStarted& event);
  void response_piece(const ResponsePiece& event, Outputs& out);
  void exchange_ended(const Exchange& exchange, Outputs& out);
  void foreign_exchange(const Exchange& exchange, Outputs& out) const;
  std::optional<int> turn_of(const HttpRequest& request);
  void read_request(Attempt& attempt, Outputs& out);
  void judge(TurnRecord& record, const Asked& asked) const;
  void open_if_known(Attempt& attempt, Outputs& out);
  void add_acted(TurnRecord& record) const;
  void remember_reply(Attempt& attempt, const Exchange& exchange, const ChatReply& reply);
  void release_held(Outputs& out);
  void record(Held held, Outputs& out);

  TurnLogOptions options_;
  std::map<int, int> attempts_;  // turn → highest attempt
  std::map<int, Reply> replies_;
  std::map<int, Acted> acted_;
  std::map<std::uint64_t, Attempt> open_;  // by exchange
  std::unique_ptr<Held> held_;
  int last_ = 0;          // the last recorded turn
  int last_seen_ = 0;     // the last turn that a request was for
  int cut_turn_ = 0;      // the last turn with a reply that began well and was not whole
  bool adopted_ = false;  // --no-launch: an id was seen
};
}  // namespace franz::proxy
