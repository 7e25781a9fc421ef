#pragma once
// A dialogue with Observe: takes exchanges and an orchestrator's events, and returns the results as
// lines, files and verdicts.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/formats/memories.h"
#include "common/run/observe.h"
#include "common/run/turn_record.h"
#include "common/settings/settings.h"

namespace franz {
using Lines = std::vector<std::string>;

// The beginning of a picture of 512 x 288.
inline const std::string kPng("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\0\0\0\1\x20", 24);

// A request of `sst`. Story and feedback are tokens.
std::string request_body(const std::string& story, const std::string& feedback,
                         bool picture = true);
// An answer to it; `text` is a token.
std::string reply_body(const std::string& text);

// The id of a request by its number; 0: none.
std::string request_id(std::uint64_t number);
// Request `number` for the turn, which continues from the request `after`.
FranzTurn asks(int turn, std::uint64_t number, std::uint64_t after = 0,
               const std::string& run = "RUN");

ObserveOptions options_of(bool launch);  // of the run RUN

class Dialogue {
 public:
  bool from_page = false;     // requests have an Origin header
  bool reply_unread = false;  // the connection fails before the end of a reply

  explicit Dialogue(ObserveOptions options = options_of(true),
                    const Memory* memory = find_memory(Settings{}.agent.memory))
      : observe_(std::move(options), KnownAttempts(memory)) {}

  // ---- Requests. `exchange` is shared with their reply.
  void request(std::uint64_t exchange, std::optional<FranzTurn> turn, const std::string& body,
               double at = 1000);
  // Separate calls for its head, its bytes and its end.
  void ask(std::uint64_t exchange, std::optional<FranzTurn> turn,
           const std::string& target = "/v1/chat/completions", const std::string& method = "POST");
  void bytes(std::uint64_t exchange, MessagePiece::Side side, const std::string& head,
             const std::string& body);
  void asked(std::uint64_t exchange, std::size_t body_bytes, double at = 1000,
             const std::string& problem = "", bool accepted = true);

  // ---- Replies
  void answer(std::uint64_t exchange, const std::string& body, int status = 200,
              const std::string& problem = "", bool whole = true, double at = 1400);
  // Separate calls for its head, its bytes and its end.
  void begin(std::uint64_t exchange);
  void piece(std::uint64_t exchange, const std::string& bytes);
  void end(std::uint64_t exchange, const std::string& body, int status, const std::string& problem,
           bool whole, double at, bool accepted = true);
  // A complete exchange whose events were dropped for lack of room.
  void lose(std::uint64_t exchange, std::optional<FranzTurn> turn, int status = 200);

  // ---- The orchestrator
  void started(int turn, double at = 900);
  void acted(int turn, std::optional<std::string> note = std::nullopt, double at = 950,
             const std::string& answers = "", std::vector<int> notes = {});
  void finished(int turn, double at = 1500);
  void loop(LoopEvent event, double at = 1500) { take(observe_.loop(event, at)); }

  // A turn from its request to its reply, in the usual order. Its exchange and its request have the
  // number of the turn; the request continues from the previous turn.
  void turn(int number, const std::string& story, const std::string& reply);

  // ---- Outputs. A test that calls observe() itself must pass its result to take().
  void take(std::vector<Observed> outputs);
  Observe& observe() { return observe_; }
  // Since the last call: "attempt 1/1 first", "lost 2/1 why", "log …".
  Lines said() { return std::exchange(said_, {}); }
  // The same for attempts only: "1/1 first", "2/1 ok".
  Lines verdicts();
  const std::string& file(const std::string& name) { return files_[name]; }
  TurnRecord record(int turn, int attempt = 1);
  // The newest attempt.
  const AttemptEntry& entry() const { return entry_; }
  const std::string& deltas() const { return deltas_; }  // "[0 a][1 b]"
  // Spilled messages without a final name.
  const std::map<SpillKey, std::string>& spilled() const { return spilled_; }

 private:
  Observe observe_;
  std::map<std::uint64_t, std::shared_ptr<HttpRequest>> requests_;
  Lines said_;
  std::map<std::string, std::string> files_;
  std::map<SpillKey, std::string> spilled_;
  AttemptEntry entry_;
  std::string deltas_;
};
}  // namespace franz
