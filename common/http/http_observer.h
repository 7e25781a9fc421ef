#pragma once
// Reads the bytes that pass through the relay as HTTP/1.x (RFC 9112). It is strict where readers
// differ: what another reader could frame in another way is given up by name, never guessed at.
//
// It keeps no body: those of wanted exchanges are told in pieces as they come, those of all others
// are counted. What it holds is bounded: for each connection a few short heads, and of long heads
// kLongHeads bytes in all.
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
inline constexpr std::size_t kShortHead = 4UL << 10U;  // bytes that each message's head may hold
inline constexpr std::size_t kLongHeads = 2UL << 20U;  // bytes beyond that, over all connections
inline constexpr std::size_t kMaxPipelined = 32;       // requests of a connection without a reply
// Of a wanted exchange; servers take 8 to 32 KiB. A longer head loses its message.
inline constexpr std::size_t kMaxWantedHead = 32UL << 10U;
// Wanted exchanges that are told at once. A run has one, and a second while it asks again; each may
// hold a reply.
inline constexpr std::size_t kMaxWantedOpen = 8;

struct ObserverOptions {
  std::size_t message_bytes = 64UL << 20U;  // of one message; past it bytes are counted, not told
  std::function<bool(const HttpRequest&)> wanted;  // by its head; empty: every one is
  // The one public name that our own client has in Host: of an upstream behind TLS, with its port
  // where the URL has one. Empty: none. Nothing: whatever stands there is ours (a record's).
  std::optional<std::string> own_host = "";
};

// What may be done with a connection, by all that was told of it.
enum class ConnectionState {
  idle,     // each request that began has its whole reply
  asking,   // likewise, but the head of another request has begun
  page,     // likewise, but another site's page asks: it is not to be passed on
  busy,     // an exchange that is not wanted is under way, or there may be one: not HTTP, upgraded
  turn,     // a wanted exchange is under way
  unclear,  // its replies cannot be read any more: ask again before a request is passed on
  over,     // between two exchanges, and a wanted one or a page's could not be read: close it
};

// A value: the state of all open connections.
class HttpObserver {
 public:
  explicit HttpObserver(ObserverOptions options = {});
  ~HttpObserver();
  HttpObserver(HttpObserver&&) noexcept;
  HttpObserver& operator=(HttpObserver&&) noexcept;

  // Takes the next event of a connection and tells what it completed. How the bytes were cut into
  // events changes nothing but where pieces are cut.
  void observe(const ConnectionEvent& event, const TellHttp& tell);
  std::vector<HttpEvent> observe(const ConnectionEvent& event);  // all that is told

  ConnectionState state(std::uint64_t connection) const;

 private:
  struct Connection;
  ObserverOptions options_;
  std::uint64_t exchanges_ = 0;
  std::size_t long_heads_ = 0;  // bytes of kLongHeads in use
  std::size_t told_open_ = 0;   // of kMaxWantedOpen
  std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
};
}  // namespace franz
