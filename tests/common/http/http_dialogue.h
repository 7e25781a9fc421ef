#pragma once
// Dialogues over the relay's connections, and an observer's reports of them as text.
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>
#include "common/http/http_observer.h"

namespace franz {
using Kind = ConnectionEvent::Kind;

// The events on one connection, the i-th event at i milliseconds.
struct Moment {
  Kind kind;
  std::string bytes;
  std::string why = {};
};
using Dialogue = std::vector<Moment>;

Moment client(std::string bytes);
Moment server(std::string bytes);
Moment broken(std::string why);
inline const Moment kClientEnd{Kind::client_end, ""};
inline const Moment kServerEnd{Kind::server_end, ""};
inline const Moment kClosed{Kind::closed, ""};

inline const std::string kGet = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
inline const std::string kHead = "HEAD /a HTTP/1.1\r\nHost: h\r\n\r\n";
inline const std::string kPost = "POST /p HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello";
inline const std::string kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

// One event per line; the bytes of a message are those of its pieces.
class Printer {
 public:
  void print_events(const std::vector<HttpEvent>& events) {
    for (const HttpEvent& event : events) std::visit(*this, event);
  }
  void operator()(const RequestStarted& started);
  void operator()(const MessagePiece& piece);
  void operator()(const RequestRead& read);
  void operator()(const ResponseStarted& started);
  void operator()(const HttpExchange& e);
  void operator()(const ObservationEnded& ended);

  const std::string& wire(std::uint64_t exchange, MessagePiece::Side side) {
    return bytes_[{exchange, side}].wire;
  }

  std::string text;

 private:
  struct Bytes {
    std::string wire, body;
  };
  std::string message(const HttpExchange& e, MessagePiece::Side side, const HttpMessage& seen);

  std::set<std::uint64_t> started_;
  std::map<std::pair<std::uint64_t, MessagePiece::Side>, Bytes> bytes_;
};

// The printed events of connection 1.
std::string observe(const Dialogue& dialogue, const ObserverOptions& options = {});

struct DialogueRow {
  std::string title;
  Dialogue dialogue;
  std::string events;
};
// Reads each dialogue whole, byte by byte, and split in two at every position.
void check_dialogues(const std::vector<DialogueRow>& rows);
}  // namespace franz
