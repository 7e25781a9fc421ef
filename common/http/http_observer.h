#pragma once
// Parses the bytes that pass through the relay as HTTP/1.x (RFC 9112). It is strict where parsers
// differ: ambiguous framing is rejected with a reason, never guessed.
//
// It stores no bodies: those of wanted exchanges are reported in pieces as they arrive, others are
// counted. Its memory is bounded: a few short heads per connection, and kLongHeads bytes of long
// heads in total.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>
#include "common/http/exchange.h"
#include "common/http/http_events.h"

namespace franz {
inline constexpr std::size_t kShortHead =
    4UL << 10U;  // bytes of each message's head that are always allowed
inline constexpr std::size_t kLongHeads = 2UL << 20U;  // additional bytes, over all connections
inline constexpr std::size_t kMaxPipelined = 32;       // requests of a connection without a reply
// For a wanted exchange; servers accept 8 to 32 KiB. A message with a longer head is lost.
inline constexpr std::size_t kMaxWantedHead = 32UL << 10U;
// Wanted exchanges reported at the same time. A run has one, and a second while it retries; each
// may hold a reply.
inline constexpr std::size_t kMaxWantedOpen = 8;

struct ObserverOptions {
  std::size_t message_bytes = 64UL << 20U;  // of one message; later bytes are counted, not reported
  std::function<bool(const HttpRequest&)>
      wanted;  // decides by the head; empty: every request is wanted
  // The one public name that our own client sends in Host: that of an upstream with TLS, with its
  // port if the URL has one. Empty: none. Nothing: any name is ours (for a record).
  std::optional<std::string> own_host = "";
};

// What may be done with a connection, given its events so far.
enum class ConnectionState {
  idle,     // each request has its whole reply
  asking,   // as idle, but the head of another request has begun
  page,     // as idle, but another site's page sends a request, which must not be forwarded
  busy,     // an exchange that is not wanted is, or may be, in progress: not HTTP, upgraded
  turn,     // a wanted exchange is in progress
  unclear,  // its replies can no longer be parsed: check again before forwarding a request
  over,     // between two exchanges, and a wanted request or a page's could not be read: close it
};

// A value: the state of all open connections.
class HttpObserver {
 public:
  explicit HttpObserver(ObserverOptions options = {});
  ~HttpObserver();
  HttpObserver(HttpObserver&&) noexcept;
  HttpObserver& operator=(HttpObserver&&) noexcept;

  // Processes the next event of a connection and reports the results. How the bytes are split into
  // events affects only the boundaries of pieces.
  void observe(const ConnectionEvent& event, const HttpEventSink& sink);
  std::vector<HttpEvent> observe(const ConnectionEvent& event);  // returns all events

  ConnectionState state(std::uint64_t connection) const;

 private:
  struct Connection;
  ObserverOptions options_;
  std::uint64_t exchanges_ = 0;
  std::size_t long_heads_ = 0;   // bytes of kLongHeads in use
  std::size_t wanted_open_ = 0;  // of kMaxWantedOpen
  std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
};
}  // namespace franz
