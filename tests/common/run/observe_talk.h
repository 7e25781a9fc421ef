#pragma once
// A dialogue with a turn log: exchanges and an orchestrator's events go in, and what the log makes
// of them comes out as lines, files and verdicts.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "proxy/record/turn_log.h"

namespace franz {
using Lines = std::vector<std::string>;

// The beginning of a picture of 512 x 288.
inline const std::string kPng("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\0\0\0\1\x20", 24);

// A request of `sst`. Story and feedback are tokens.
std::string request_body(const std::string& story, const std::string& feedback,
                         bool picture = true);
// An answer to it; `text` is a token.
std::string reply_body(const std::string& text);

TurnLogOptions options_of(bool launch);  // of the run RUN

class Talk {
 public:
  bool from_page = false;     // requests have an Origin header
  bool reply_unread = false;  // the connection is given up before a reply's end

  explicit Talk(TurnLogOptions options = options_of(true), KnownTurns known = {})
      : log_(std::move(options), std::move(known)) {}

  // ---- Requests. `exchange` is theirs and their reply's.
  void request(std::uint64_t exchange, std::optional<FranzTurn> turn, const std::string& body,
               double at = 1000);
  // Its head, its bytes and its end, each on its own.
  void ask(std::uint64_t exchange, std::optional<FranzTurn> turn,
           const std::string& target = "/v1/chat/completions", const std::string& method = "POST");
  void bytes(std::uint64_t exchange, MessagePiece::Side side, const std::string& head,
             const std::string& body);
  void asked(std::uint64_t exchange, std::size_t body_bytes, double at = 1000,
             const std::string& problem = "", bool told = true);

  // ---- Replies
  void answer(std::uint64_t exchange, const std::string& body, int status = 200,
              const std::string& problem = "", bool whole = true, double at = 1400);
  // Its head, its bytes and its end, each on its own.
  void begin(std::uint64_t exchange);
  void piece(std::uint64_t exchange, const std::string& bytes);
  void end(std::uint64_t exchange, const std::string& body, int status, const std::string& problem,
           bool whole, double at, bool told = true);
  // What cannot be read as a reply: nothing of it is told but that it came.
  void odd_answer(std::uint64_t exchange);
  // A whole exchange whose bytes nobody took.
  void lose(std::uint64_t exchange, std::optional<FranzTurn> turn, int status = 200);

  // ---- The orchestrator
  void started(int turn, double at = 900);
  void acted(int turn, std::optional<std::string> note = std::nullopt, double at = 950,
             const std::string& answers = "");  // a member of what the executor tells, and a comma
  void finished(int turn);

  // A turn from its request to its reply, in the ordinary order.
  void turn(int number, const std::string& story, const std::string& reply,
            const std::string& run = "RUN");

  // ---- What the log says. What log() returns in a test's own call is to be taken, too.
  void take(const std::vector<LogOutput>& outputs);
  TurnLog& log() { return log_; }
  // Since the last call: "save turn_0001.json", "recorded 1/1 first", "log …".
  Lines said() { return std::exchange(said_, {}); }
  // Likewise the verdicts alone: "1/1 first", "2/1 ok".
  Lines verdicts();
  const std::string& file(const std::string& name) { return files_[name]; }
  // The replies that are marked as passed, "1/1 2/1", since the last call.
  std::string passed() { return std::exchange(passed_, {}); }
  const std::string& deltas() const { return deltas_; }                           // "[0 a][1 b]"
  const std::map<std::string, std::string>& streams() const { return streams_; }  // without a name

 private:
  TurnLog log_;
  std::map<std::uint64_t, std::shared_ptr<HttpRequest>> requests_;
  Lines said_;
  std::map<std::string, std::string> files_, streams_;
  std::string deltas_, passed_;
  std::uint64_t next_ = 100;
};
}  // namespace franz
